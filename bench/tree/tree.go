// Package tree measures processes with all their descendants: processor time and memory.
package tree

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Look is a moment in the life of a process and all its descendants.
type Look struct {
	At        time.Time
	Own       time.Duration // processor time of the process itself
	Children  time.Duration // of its descendants, those that have ended included
	Size      float64       // MiB, the share of memory that is theirs: what several hold counts once
	Processes int
}

// CPU is the processor time of all of them.
func (l Look) CPU() time.Duration { return l.Own + l.Children }

// At adds up a process tree. A process that ends meanwhile is left out of the size.
func At(root int) Look {
	now := Look{At: time.Now()}
	for _, s := range members(root) {
		if s.PID == root {
			now.Own += s.Own
			now.Children += s.Children
		} else {
			now.Children += s.Own + s.Children
		}
		now.Size += proportional(s.PID)
		now.Processes++
	}
	return now
}

// members are a process and its descendants.
func members(root int) []Stat {
	paths, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is valid
	all := map[int][]Stat{}
	var out []Stat
	for _, path := range paths {
		s, err := ReadStat(path)
		switch {
		case err != nil: // ended meanwhile
		case s.PID == root:
			out = append(out, s)
		default:
			all[s.Parent] = append(all[s.Parent], s)
		}
	}
	for i := 0; i < len(out); i++ {
		out = append(out, all[out[i].PID]...)
	}
	return out
}

// proportional is the memory of a process in MiB, where a page that n processes hold counts 1/n for each.
func proportional(pid int) float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		return 0
	}
	var kib float64
	if _, after, ok := strings.Cut(string(text), "\nPss:"); ok {
		fmt.Sscanf(after, "%f kB", &kib)
	}
	return kib / 1024
}

// Watch looks at a process tree until the returned function is called.
func Watch(root int) (end func() []Look) {
	const between = 50 * time.Millisecond
	stop, done := make(chan struct{}), make(chan []Look)
	go func() {
		tick := time.NewTicker(between)
		defer tick.Stop()
		seen := []Look{At(root)}
		for {
			select {
			case <-tick.C:
				seen = append(seen, At(root))
			case <-stop:
				done <- append(seen, At(root))
				return
			}
		}
	}()
	return func() []Look { close(stop); return <-done }
}

// Largest is the look at which the tree was largest.
func Largest(all []Look) Look {
	return slices.MaxFunc(all, func(a, b Look) int { return cmp.Compare(a.Size, b.Size) })
}
