package main

import (
	"time"

	"github.com/octavo-dev/octavo/bench/tree"
)

// whileReading cuts off what follows once the descendants have done nearly all they did: the answer is written by the
// process itself.
func whileReading(all []tree.Look) []tree.Look {
	const nearly = 0.98
	first, last := all[0].Children, all[len(all)-1].Children
	enough := first + time.Duration(nearly*float64(last-first))
	for i := range all {
		if all[i].Children >= enough {
			return all[:i+1]
		}
	}
	return all
}

// cores is how many processors the tree kept busy.
func cores(all []tree.Look) float64 {
	first, last := all[0], all[len(all)-1]
	return share(last.CPU()-first.CPU(), last.At.Sub(first.At))
}
