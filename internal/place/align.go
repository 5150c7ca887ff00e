package place

import "sort"

// align finds the words of the text in the print as far as they come in the same order.
func (t *text) align(p *paper) {
	a := aligner{t.tokens, p.tokens, t.at}
	a.align(0, len(t.tokens), 0, len(p.tokens), 0)
	for b := range len(t.start) - 1 {
		t.settle(p, b)
	}
}

// settle hands the words that were found to their block. One of which only a word here and there was found is somewhere
// else.
func (t *text) settle(p *paper, b int) {
	at := t.at[t.start[b]:t.start[b+1]]
	found := t.found(b)
	for i, j := range at {
		switch {
		case j < 0:
		case found*2 < len(at):
			at[i] = -1
		default:
			p.owners[j] = t.owners[t.start[b]+i]
		}
	}
}

// found counts the words of a block that are placed.
func (t *text) found(b int) int {
	n := 0
	for _, j := range t.at[t.start[b]:t.start[b+1]] {
		if j >= 0 {
			n++
		}
	}
	return n
}

// Bounds of what an alignment costs.
const (
	mostDepth = 24
	mostTable = 1 << 16 // of a small stretch that is aligned in full
	mostSkip  = 96      // words between two stretches that run on together
)

// aligner matches two sequences of words.
type aligner struct {
	a, b []int32
	at   []int32 // of each word of a
}

// align matches a[a0:a1] with b[b0:b1]: what both begin and end with, then between words that both have only once.
func (s *aligner) align(a0, a1, b0, b1, depth int) {
	for a0 < a1 && b0 < b1 && s.a[a0] == s.b[b0] {
		s.at[a0] = int32(b0)
		a0, b0 = a0+1, b0+1
	}
	for a0 < a1 && b0 < b1 && s.a[a1-1] == s.b[b1-1] {
		a1, b1 = a1-1, b1-1
		s.at[a1] = int32(b1)
	}
	switch {
	case a0 == a1 || b0 == b1:
		return
	case (a1-a0)*(b1-b0) <= mostTable:
		s.table(a0, a1, b0, b1)
		return
	case depth == mostDepth:
		s.skip(a0, a1, b0, b1)
		return
	}
	anchors := s.anchors(a0, a1, b0, b1, 3)
	if len(anchors) == 0 {
		anchors = s.anchors(a0, a1, b0, b1, 1)
	}
	if len(anchors) == 0 {
		s.skip(a0, a1, b0, b1)
		return
	}
	for _, k := range anchors {
		s.align(a0, k.a, b0, k.b, depth+1)
		s.at[k.a] = int32(k.b)
		a0, b0 = k.a+1, k.b+1
	}
	s.align(a0, a1, b0, b1, depth+1)
}

// anchor is a pair of places that hold the same.
type anchor struct{ a, b int }

// anchors are runs of n words that both stretches have exactly once, as many of them as stand in the same order.
func (s *aligner) anchors(a0, a1, b0, b1, n int) []anchor {
	type seen struct{ a, b, inA, inB int }
	type run [3]int32
	at := func(words []int32, i int) (r run) {
		copy(r[:], words[i:i+n])
		for k := n; k < len(r); k++ {
			r[k] = -1
		}
		return r
	}
	all := make(map[run]seen, a1-a0)
	for i := a0; i+n <= a1; i++ {
		r := at(s.a, i)
		found := all[r]
		found.a, found.inA = i, found.inA+1
		all[r] = found
	}
	for i := b0; i+n <= b1; i++ {
		r := at(s.b, i)
		if found, ok := all[r]; ok {
			found.b, found.inB = i, found.inB+1
			all[r] = found
		}
	}
	var out []anchor
	for i := a0; i+n <= a1; i++ {
		if found := all[at(s.a, i)]; found.inA == 1 && found.inB == 1 {
			out = append(out, anchor{i, found.b})
		}
	}
	return rising(out)
}

// rising is the longest part of a list whose second places rise, as the first ones do.
func rising(list []anchor) []anchor {
	var ends []int // the end of the best rising part of each length
	before := make([]int, len(list))
	for i, k := range list {
		n := sort.Search(len(ends), func(n int) bool { return list[ends[n]].b >= k.b })
		before[i] = -1
		if n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		} else {
			ends[n] = i
		}
	}
	if len(ends) == 0 {
		return nil
	}
	out := make([]anchor, len(ends))
	for i, at := len(ends)-1, ends[len(ends)-1]; i >= 0; i, at = i-1, before[at] {
		out[i] = list[at]
	}
	return out
}

// table matches as many words of two short stretches as come in the same order.
func (s *aligner) table(a0, a1, b0, b1 int) {
	width := b1 - b0 + 1
	most := make([]uint16, (a1-a0+1)*width) // of a[i:] and b[j:]
	for i := a1 - a0 - 1; i >= 0; i-- {
		for j := b1 - b0 - 1; j >= 0; j-- {
			if s.a[a0+i] == s.b[b0+j] {
				most[i*width+j] = most[(i+1)*width+j+1] + 1
			} else {
				most[i*width+j] = max(most[(i+1)*width+j], most[i*width+j+1])
			}
		}
	}
	for i, j := 0, 0; i < a1-a0 && j < b1-b0; {
		switch {
		case s.a[a0+i] == s.b[b0+j]:
			s.at[a0+i] = int32(b0 + j)
			i, j = i+1, j+1
		case most[(i+1)*width+j] >= most[i*width+j+1]:
			i++
		default:
			j++
		}
	}
}

// skip matches long stretches that say the same over and over: it goes on as long as they agree, and where they do not,
// from the nearest place where they do again.
func (s *aligner) skip(a0, a1, b0, b1 int) {
	agree := func(i, j int) bool {
		return i < a1 && j < b1 && s.a[i] == s.b[j] && (i+1 >= a1 || j+1 >= b1 || s.a[i+1] == s.b[j+1])
	}
	for a0 < a1 && b0 < b1 {
		if s.a[a0] == s.b[b0] {
			s.at[a0] = int32(b0)
			a0, b0 = a0+1, b0+1
			continue
		}
		da, db := 1, 1 // a word that was changed, if nothing agrees
	search:
		for far := 1; far <= mostSkip; far++ {
			for over := range far + 1 {
				if agree(a0+over, b0+far-over) {
					da, db = over, far-over
					break search
				}
			}
		}
		a0, b0 = a0+da, b0+db
	}
}
