package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/octavo-dev/octavo/bench/tree"
)

// moment is what the service holds at one time.
type moment struct {
	after      time.Duration
	memory     float64 // MiB, of the server alone
	tree       float64 // MiB, with its children
	files      int
	goroutines int
	processes  int
}

// course is what the service held over time.
type course []moment

// follow looks at the service until the returned function is called.
func follow(p *process, every time.Duration) (end func() course) {
	stop, done := make(chan struct{}), make(chan course)
	began := time.Now()
	go func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		var seen course
		for {
			seen = append(seen, glance(p, time.Since(began)))
			select {
			case <-tick.C:
			case <-stop:
				done <- seen
				return
			}
		}
	}()
	return func() course { close(stop); return <-done }
}

func glance(p *process, after time.Duration) moment {
	all := tree.At(p.cmd.Process.Pid)
	m := moment{after: after, memory: p.memory(), tree: all.Size, processes: all.Processes}
	if open, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", p.cmd.Process.Pid)); err == nil {
		m.files = len(open)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if figures, err := scrape(ctx, p); err == nil {
		m.goroutines = int(figures["go_goroutines"])
	}
	return m
}

// scrape reads the metrics of the service.
func scrape(ctx context.Context, p *process) (map[string]float64, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, p.base+"/metrics", nil)
	if err != nil {
		return nil, err
	}
	res, err := p.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	figures := map[string]float64{}
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() {
		name, value, ok := strings.Cut(lines.Text(), " ")
		if v, err := strconv.ParseFloat(value, 64); ok && err == nil {
			figures[name] = v
		}
	}
	return figures, lines.Err()
}

// mean is what the service held around a time, so that one busy second decides nothing.
func (c course) mean(from, to time.Duration) moment {
	var sum moment
	n := 0
	for _, m := range c {
		if m.after < from || m.after > to {
			continue
		}
		sum.memory += m.memory
		sum.tree += m.tree
		sum.files += m.files
		sum.goroutines += m.goroutines
		sum.processes += m.processes
		n++
	}
	if n == 0 {
		return moment{}
	}
	return moment{memory: sum.memory / float64(n), tree: sum.tree / float64(n), files: sum.files / n, goroutines: sum.goroutines / n, processes: sum.processes / n}
}

// settled is when a service has everything it will need: children started, caches filled.
const settled = 5 * time.Minute

// print shows what was held, and, of a long run, the end against the fifth minute.
func (c course) print(out io.Writer) {
	last := c[len(c)-1].after
	window := max(last/12, 30*time.Second)
	t := table{head: []string{"", "memory of the server", "with its children", "open files", "goroutines", "processes"}}
	row := func(name string, m moment) {
		t.add(name, fmt.Sprintf("%.0f MiB", m.memory), fmt.Sprintf("%.0f MiB", m.tree), strconv.Itoa(m.files), strconv.Itoa(m.goroutines), strconv.Itoa(m.processes))
	}
	end := c.mean(last-window, last)
	if last < 2*settled {
		row("first half", c.mean(0, last/2))
		row("last "+window.Round(time.Second).String(), end)
		t.print(out)
		return
	}
	five := c.mean(settled-window/2, settled+window/2)
	row("around minute five", five)
	row("last "+window.Round(time.Second).String(), end)
	t.add("end against minute five", flat(end.memory, five.memory), flat(end.tree, five.tree),
		flat(float64(end.files), float64(five.files)), flat(float64(end.goroutines), float64(five.goroutines)), flat(float64(end.processes), float64(five.processes)))
	t.print(out)
}

// flat says whether something has grown by more than a twentieth.
func flat(end, before float64) string {
	times := end / max(before, 1)
	return ratio(times) + ", " + verdict("target at most 1.05", times <= 1.05)
}
