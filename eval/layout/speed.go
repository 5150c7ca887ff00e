package main

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/pprof"
	"syscall"
	"time"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
	"github.com/octavo-dev/octavo/internal/layout"
)

// speed reads the pages again and again from memory. Where PROFILE names a file, a profile of the time goes there.
func speed(lib *pdfium.Library, paths []string) error {
	var pages []*engine.Page
	chars := 0
	err := each(lib, paths, func(_ string, _ *pdfium.Document, p *engine.Page) error {
		pages = append(pages, p)
		chars += len(p.Chars)
		return nil
	})
	if err != nil || chars == 0 {
		return err
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
	for clock := time.Now(); time.Since(clock) < least; runs++ {
		begin := cpu()
		for _, p := range pages {
			layout.Read(p)
		}
		best = min(best, cpu()-begin)
	}
	runtime.ReadMemStats(&after)
	n := uint64(runs * len(pages))
	fmt.Printf("%d pages of %d characters, best of %d runs: %v a page, %v for 3000 characters; %d bytes and %d allocations a page\n",
		len(pages), chars/len(pages), runs, best/time.Duration(len(pages)), best*3000/time.Duration(chars),
		(after.TotalAlloc-before.TotalAlloc)/n, (after.Mallocs-before.Mallocs)/n)
	return nil
}

// cpu is the time that the processors have spent on this process, which does not grow when others keep them busy.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
