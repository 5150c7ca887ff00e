package place

// Bounds of the search for one block.
const (
	mostTries  = 64 // places that are looked at
	rareWords  = 3  // words of the block that lead to them
	mostLength = 64 // words of the block that are compared
)

// find looks for blocks that stand elsewhere than in the order of the text, as notes and boxes of text do: around their
// rarest words among what no other block has.
func (t *text) find(p *paper) {
	var where map[int32][]int // free words of the print
	for b := range len(t.start) - 1 {
		tokens := t.tokens[t.start[b]:t.start[b+1]]
		if len(tokens) == 0 || t.found(b) > 0 {
			continue
		}
		if where == nil {
			where = p.free()
		}
		if hit, ok := p.best(tokens, where, t.expected(b)); ok {
			from, to := p.around(hit, len(tokens))
			a := aligner{t.tokens, p.tokens, t.at}
			a.align(t.start[b], t.start[b+1], from, to, mostDepth)
			t.settle(p, b)
		}
	}
}

// around is the stretch of free words that may hold a block of n words.
func (p *paper) around(hit anchor, n int) (from, to int) {
	slack := n/4 + 2
	for from = hit.b; from > 0 && hit.b-from < hit.a+slack && p.owners[from-1] == nobody; from-- {
	}
	for to = hit.b + 1; to < len(p.tokens) && to-hit.b < n-hit.a+slack && p.owners[to] == nobody; to++ {
	}
	return from, to
}

// expected is where in the print a block would stand in the order of the text.
func (t *text) expected(b int) int {
	for i := t.start[b] - 1; i >= 0; i-- {
		if t.at[i] >= 0 {
			return int(t.at[i])
		}
	}
	return 0
}

// free lists where each word stands that belongs to no block.
func (p *paper) free() map[int32][]int {
	out := map[int32][]int{}
	for i, id := range p.tokens {
		if p.owners[i] == nobody {
			out[id] = append(out[id], i)
		}
	}
	return out
}

// best is where most of the words stand together, the nearest to where they are expected among equals: one of the
// words and its place.
func (p *paper) best(tokens []int32, where map[int32][]int, expected int) (hit anchor, ok bool) {
	tokens = tokens[:min(len(tokens), mostLength)]
	set := make(map[int32]bool, len(tokens))
	for _, id := range tokens {
		set[id] = true
	}
	most := 0
	for _, i := range rarest(tokens, where) {
		places := where[tokens[i]]
		for _, at := range places[:min(len(places), mostTries)] {
			if p.owners[at] != nobody {
				continue
			}
			from := max(at-i, 0)
			score := p.count(from, min(from+len(tokens)+len(tokens)/4, len(p.tokens)), set)
			if score > most || score == most && distance(at, expected) < distance(hit.b, expected) {
				most, hit = score, anchor{i, at}
			}
		}
	}
	return hit, most > 0 && most*2 >= len(tokens)
}

// count is how many free words of a stretch are in the set.
func (p *paper) count(from, to int, set map[int32]bool) int {
	n := 0
	for i := from; i < to; i++ {
		if p.owners[i] == nobody && set[p.tokens[i]] {
			n++
		}
	}
	return n
}

// rarest are the words that stand in the fewest places, and in some.
func rarest(tokens []int32, where map[int32][]int) []int {
	var out []int
	for i, id := range tokens {
		if len(where[id]) == 0 {
			continue
		}
		out = append(out, i)
		for k := len(out) - 1; k > 0 && len(where[tokens[out[k]]]) < len(where[tokens[out[k-1]]]); k-- {
			out[k], out[k-1] = out[k-1], out[k]
		}
		out = out[:min(len(out), rareWords)]
	}
	return out
}

func distance(a, b int) int { return max(a-b, b-a) }
