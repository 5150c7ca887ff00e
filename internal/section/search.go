package section

import (
	"context"
	"math"
)

// step is what becomes of one unit: the section it belongs to, and whether a document begins with it.
type step struct {
	kind   int
	starts bool
	margin float64 // by how much any way with another section for this unit is worse
}

// lattice is all that the search weighs. Units are pages, or the parts of pages that sections share.
type lattice struct {
	fit   [][]float32 // of each unit for each section, as log-likelihoods; the best of a unit is 0
	turns []turn      // between each unit and the one before it; that of the first is not used
}

// turn is what it costs to go from one unit to the next.
type turn struct {
	on     float64 // the same document goes on in the same section
	again  float64 // another document of the same section begins
	change float64 // another section begins
	starts bool    // with it, a document
}

// search finds the sections of all units together: those whose fits and turns add up to most. It looks at every unit and
// section once in each direction, because of all the sections one can come from only the best two matter.
func (l *lattice) search(ctx context.Context) ([]step, error) {
	n := len(l.fit)
	if n == 0 {
		return nil, nil
	}
	kinds := len(l.fit[0])
	forward := make([][]float32, n)
	from := make([][]int16, n) // the section of the unit before
	for u := range n {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		forward[u] = make([]float32, kinds)
		if u == 0 {
			copy(forward[0], l.fit[0])
			continue
		}
		from[u] = make([]int16, kinds)
		l.forward(u, forward[u-1], forward[u], from[u])
	}
	steps := make([]step, n)
	last, _ := top(forward[n-1])
	for u := n - 1; u >= 0; u-- {
		steps[u].kind = last
		if u == 0 {
			steps[u].starts = true
			break
		}
		before := int(from[u][last])
		steps[u].starts = l.turns[u].begins(before == last)
		last = before
	}
	l.margins(forward, steps)
	return steps, nil
}

// begins reports whether a document begins with a turn on the best way.
func (t *turn) begins(same bool) bool {
	if same {
		return t.again > t.on
	}
	return t.starts
}

// stay is the better way to remain in a section.
func (t *turn) stay() float32 { return float32(max(t.on, t.again)) }

func (l *lattice) forward(u int, before, now []float32, from []int16) {
	t := &l.turns[u]
	first, second := top(before)
	for k := range now {
		other := first
		if other == k {
			other = second
		}
		now[k], from[k] = before[k]+t.stay(), int16(k)
		if other >= 0 {
			if v := before[other] + float32(t.change); v > now[k] {
				now[k], from[k] = v, int16(other)
			}
		}
		now[k] += l.fit[u][k]
	}
}

// margins goes back over the units, and says of each how much worse the best way with another section is.
func (l *lattice) margins(forward [][]float32, steps []step) {
	n := len(forward)
	kinds := len(forward[0])
	behind, next := make([]float32, kinds), make([]float32, kinds)
	for u := n - 1; u >= 0; u-- {
		if u < n-1 {
			t := &l.turns[u+1]
			for k := range next {
				next[k] = behind[k] + l.fit[u+1][k]
			}
			first, second := top(next)
			for k := range behind {
				other := first
				if other == k {
					other = second
				}
				behind[k] = next[k] + t.stay()
				if other >= 0 {
					behind[k] = max(behind[k], next[other]+float32(t.change))
				}
			}
		}
		best, rest := math.Inf(-1), math.Inf(-1)
		for k := range kinds {
			v := float64(forward[u][k] + behind[k])
			if k == steps[u].kind {
				best = v
			} else {
				rest = max(rest, v)
			}
		}
		steps[u].margin = max(best-rest, 0)
	}
}

// top are the places of the largest and the second largest value, the earlier of equal ones first; -1 for none.
func top(values []float32) (first, second int) {
	first, second = -1, -1
	for i, v := range values {
		switch {
		case first < 0 || v > values[first]:
			first, second = i, first
		case second < 0 || v > values[second]:
			second = i
		}
	}
	return first, second
}
