package page

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/pprof"
	"slices"
	"syscall"
	"time"

	"github.com/octavo-dev/octavo/internal/engine/pdfium"
)

// Speed times what is done to pages that are in memory, again and again, and names the slowest page. Ready gives the
// work on a page, after what is not to be timed. Where PROFILE names a file, a profile of the time goes there.
func Speed(lib *pdfium.Library, paths []string, ready func(Page) (work func())) error {
	var pages []timed
	chars := 0
	Each(lib, paths, func(p Page) error {
		pages = append(pages, timed{name: fmt.Sprintf("%s %d", Name(p.Path), p.Number), work: ready(p), best: math.MaxInt64})
		chars += len(p.Chars)
		return nil
	})
	if chars == 0 {
		return nil
	}
	if path := os.Getenv("PROFILE"); path != "" {
		f, err := os.Create(path)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	const least = 3 * time.Second
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	runs, best := 0, time.Duration(math.MaxInt64)
	for clock := time.Now(); runs == 0 || time.Since(clock) < least; runs++ {
		begin := cpu()
		for i := range pages {
			pages[i].run()
		}
		best = min(best, cpu()-begin)
	}
	runtime.ReadMemStats(&after)
	slowest := slices.MaxFunc(pages, func(a, b timed) int { return cmp.Compare(a.best, b.best) })
	n := uint64(runs * len(pages))
	fmt.Printf("%d pages of %d characters, best of %d runs: %v a page, %v for 3000 characters; %d bytes and %d allocations a page; the slowest, %s: %v\n",
		len(pages), chars/len(pages), runs, best/time.Duration(len(pages)), best*3000/time.Duration(chars),
		(after.TotalAlloc-before.TotalAlloc)/n, (after.Mallocs-before.Mallocs)/n, slowest.name, slowest.best)
	return nil
}

// timed is a page and the least time that was spent on it.
type timed struct {
	name string
	work func()
	best time.Duration
}

func (t *timed) run() {
	begin := time.Now()
	t.work()
	t.best = min(t.best, time.Since(begin))
}

// cpu is the time that the processors have spent on this process, which does not grow when others keep them busy.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
