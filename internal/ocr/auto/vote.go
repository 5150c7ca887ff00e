package auto

import (
	"cmp"
	"slices"
)

// vote joins two readings of one line. Words that cover the same stretch of the line stand against each other, and the
// surer side is taken.
func vote(a, b []word) []word {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	var out []word
	for _, c := range clusters(a, b) {
		if meanSure(c.b) > meanSure(c.a) {
			out = append(out, c.b...)
		} else {
			out = append(out, c.a...)
		}
	}
	return out
}

// cluster is the words of two readings that cover one stretch of a line.
type cluster struct{ a, b []word }

func clusters(a, b []word) []cluster {
	type mark struct {
		from, to float64
		word     word
		second   bool
	}
	var marks []mark
	add := func(words []word, second bool) {
		for _, w := range words {
			from, to := span(w.rect)
			// Words that only touch do not belong together.
			inset := (to - from) * 0.25
			marks = append(marks, mark{from + inset, to - inset, w, second})
		}
	}
	add(a, false)
	add(b, true)
	slices.SortStableFunc(marks, func(x, y mark) int { return cmp.Compare(x.from, y.from) })
	var out []cluster
	end := 0.0
	for i, m := range marks {
		if i == 0 || m.from > end {
			out = append(out, cluster{})
			end = m.to
		}
		end = max(end, m.to)
		c := &out[len(out)-1]
		if m.second {
			c.b = append(c.b, m.word)
		} else {
			c.a = append(c.a, m.word)
		}
	}
	return out
}

// meanSure is how sure a reading is of a stretch, by length. Nothing read is a weak claim that there is nothing.
func meanSure(words []word) float64 {
	if len(words) == 0 {
		return 0.3
	}
	sum, n := 0.0, 0.0
	for _, w := range words {
		length := float64(len([]rune(w.text)))
		sum, n = sum+w.confidence*length, n+length
	}
	return sum / max(n, 1)
}
