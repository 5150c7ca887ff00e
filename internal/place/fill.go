package place

// fill gives blocks the printed words between theirs that nobody has: words that were changed on the way to the page,
// as numbers of pages and hyphenated words are. At its ends a block gets as many as it misses there.
func (t *text) fill(p *paper) {
	for b := range len(t.start) - 1 {
		first, last := -1, -1
		for i := t.start[b]; i < t.start[b+1]; i++ {
			if t.at[i] < 0 {
				continue
			}
			if last >= 0 {
				t.fillBetween(p, last, i)
			} else {
				first = i
			}
			last = i
		}
		if first < 0 {
			continue
		}
		p.extend(int(t.at[first]), -1, first-t.start[b], t.owners[first])
		p.extend(int(t.at[last]), 1, t.start[b+1]-1-last, t.owners[last])
	}
}

// fillBetween fills between two words of a block that follow each other in it.
func (t *text) fillBetween(p *paper, one, other int) {
	from, to := int(t.at[one]), int(t.at[other])
	missing := other - one - 1
	if to-from-1 > 2*missing+2 || from > to || p.words[from].page != p.words[to].page {
		return
	}
	mine := t.owners[one]
	if mine != t.owners[other] {
		mine.part = -1
	}
	for i := from + 1; i < to; i++ {
		if p.owners[i] == nobody {
			p.owners[i] = mine
		}
	}
}

// extend gives up to n words beside a place to its owner.
func (p *paper) extend(at, step, n int, mine owner) {
	for i := at + step; n > 0 && i >= 0 && i < len(p.tokens) && p.owners[i] == nobody && p.words[i].page == p.words[at].page; i += step {
		p.owners[i] = mine
		n--
	}
}
