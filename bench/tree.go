package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// look is a moment in the life of a process and all its descendants.
type look struct {
	at        time.Time
	own       time.Duration // processor time of the process itself
	children  time.Duration // of its descendants, those that have ended included
	size      float64       // MiB, the share of memory that is theirs: what several hold counts once
	processes int
}

func (l look) cpu() time.Duration { return l.own + l.children }

// lookAt adds up a process tree. A process that ends meanwhile is left out of the size.
func lookAt(root int) look {
	now := look{at: time.Now()}
	for _, s := range tree(root) {
		if s.pid == root {
			now.own += s.own
			now.children += s.children
		} else {
			now.children += s.own + s.children
		}
		now.size += proportional(s.pid)
		now.processes++
	}
	return now
}

// tree is a process and its descendants.
func tree(root int) []procStat {
	paths, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is valid
	all := map[int][]procStat{}
	var out []procStat
	for _, path := range paths {
		s, err := readStat(path)
		switch {
		case err != nil: // ended meanwhile
		case s.pid == root:
			out = append(out, s)
		default:
			all[s.parent] = append(all[s.parent], s)
		}
	}
	for i := 0; i < len(out); i++ {
		out = append(out, all[out[i].pid]...)
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

// watch looks at a process tree until the returned function is called.
func watch(root int) (end func() []look) {
	const between = 50 * time.Millisecond
	stop, done := make(chan struct{}), make(chan []look)
	go func() {
		tick := time.NewTicker(between)
		defer tick.Stop()
		seen := []look{lookAt(root)}
		for {
			select {
			case <-tick.C:
				seen = append(seen, lookAt(root))
			case <-stop:
				done <- append(seen, lookAt(root))
				return
			}
		}
	}()
	return func() []look { close(stop); return <-done }
}

// largest is the look at which the tree was largest.
func largest(all []look) look {
	return slices.MaxFunc(all, func(a, b look) int { return int(a.size) - int(b.size) })
}

// whileReading cuts off what follows once the descendants have done nearly all they did: the answer is written by the
// process itself.
func whileReading(all []look) []look {
	const nearly = 0.98
	first, last := all[0].children, all[len(all)-1].children
	enough := first + time.Duration(nearly*float64(last-first))
	for i := range all {
		if all[i].children >= enough {
			return all[:i+1]
		}
	}
	return all
}

// cores is how many processors the tree kept busy.
func cores(all []look) float64 {
	first, last := all[0], all[len(all)-1]
	return share(last.cpu()-first.cpu(), last.at.Sub(first.at))
}
