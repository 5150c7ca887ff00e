package match

import (
	"container/heap"
	"math"
)

// assign gives every field the candidate with which all fields together score best, no place given twice. A field may
// stay without one.
//
// It is a flow of least cost: each field sends one unit to a place or to nowhere; augmenting along cheapest paths, with
// potentials that keep costs positive, finds the best whole for any number of fields at once.
func assign(lists [][]candidate) []*candidate {
	g := newGraph(lists)
	for f := range lists {
		g.augment(f)
	}
	out := make([]*candidate, len(lists))
	for p, f := range g.taken {
		if f >= 0 {
			for i := range lists[f] {
				if g.place[f][i] == p {
					out[f] = &lists[f][i]
				}
			}
		}
	}
	return out
}

// graph joins fields and places. Every field has a place of its own that means nowhere.
type graph struct {
	lists [][]candidate
	place [][]int // of every candidate
	taken []int   // field that holds a place, -1 for none
}

func newGraph(lists [][]candidate) *graph {
	g := &graph{lists: lists, place: make([][]int, len(lists))}
	known := map[key]int{}
	for f, list := range lists {
		for i := range list {
			k := list[i].key()
			if _, ok := known[k]; !ok {
				known[k] = len(known)
			}
			g.place[f] = append(g.place[f], known[k])
		}
	}
	g.taken = make([]int, len(known)+len(lists))
	for i := range g.taken {
		g.taken[i] = -1
	}
	return g
}

func (g *graph) nowhere(f int) int { return len(g.taken) - len(g.lists) + f }

// edges calls yield with every place a field may take and what it costs.
func (g *graph) edges(f int, yield func(place int, cost float64)) {
	for i := range g.lists[f] {
		yield(g.place[f][i], 1-g.lists[f][i].score)
	}
	yield(g.nowhere(f), 1-least)
}

// augment finds the cheapest way to give one more field a place, moving others where that pays.
func (g *graph) augment(start int) {
	cost := make([]float64, len(g.taken))
	from := make([]int, len(g.taken)) // field before a place on the path
	for i := range cost {
		cost[i] = math.Inf(1)
	}
	var open queue
	relax := func(f int, base float64) {
		g.edges(f, func(p int, c float64) {
			if n := base + c; n < cost[p]-1e-12 {
				cost[p], from[p] = n, f
				heap.Push(&open, step{p, n})
			}
		})
	}
	relax(start, 0)
	end := -1
	for open.Len() > 0 {
		it := heap.Pop(&open).(step)
		if it.cost > cost[it.place]+1e-12 {
			continue
		}
		holder := g.taken[it.place]
		if holder < 0 {
			if end < 0 || it.cost < cost[end] {
				end = it.place
			}
			continue
		}
		relax(holder, it.cost-g.held(holder, it.place))
	}
	for end >= 0 {
		f := from[end]
		before := g.holds(f)
		g.taken[end] = f
		if f == start {
			return
		}
		end = before
	}
}

// held is what a field pays for the place it has.
func (g *graph) held(f, place int) float64 {
	cost := 0.0
	g.edges(f, func(p int, c float64) {
		if p == place {
			cost = c
		}
	})
	return cost
}

func (g *graph) holds(f int) int {
	for p, holder := range g.taken {
		if holder == f {
			return p
		}
	}
	return -1
}

type step struct {
	place int
	cost  float64
}

type queue []step

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].cost < q[j].cost }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(step)) }
func (q *queue) Pop() any {
	old := *q
	last := old[len(old)-1]
	*q = old[:len(old)-1]
	return last
}
