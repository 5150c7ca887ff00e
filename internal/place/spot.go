package place

import "github.com/octavo-dev/octavo/internal/doc"

// spot is where a block stands.
type spot struct {
	known  bool
	place          // where it begins
	last   place   // where it ends
	pieces []place // the words of its cells and pairs, by owner.part of parts
	parts  []int32
}

// spots joins the printed words of each block.
func (t *text) spots(p *paper) []spot {
	out := make([]spot, len(t.start)-1)
	pages := make([]map[int]*tally, len(out))
	for i, o := range p.owners {
		if o == nobody {
			continue
		}
		if pages[o.block] == nil {
			pages[o.block] = map[int]*tally{}
		}
		w := p.words[i]
		if one := pages[o.block][w.page]; one == nil {
			pages[o.block][w.page] = &tally{1, w.box}
		} else {
			one.words, one.box = one.words+1, union(one.box, w.box)
		}
		if o.part >= 0 {
			out[o.block].pieces = append(out[o.block].pieces, w)
			out[o.block].parts = append(out[o.block].parts, o.part)
		}
	}
	for b, on := range pages {
		if on != nil {
			out[b].choose(on)
		}
	}
	return out
}

// tally is what of a block stands on one page.
type tally struct {
	words int
	box   doc.Box
}

// choose takes the first page that has a fair share of the words: a single one may have been mistaken.
func (s *spot) choose(on map[int]*tally) {
	all := 0
	for _, one := range on {
		all += one.words
	}
	first, last := -1, -1
	for page, one := range on {
		if one.words < 3 && one.words*10 < all {
			continue
		}
		if first < 0 || page < first {
			first = page
		}
		last = max(last, page)
	}
	s.known = true
	s.place = place{first, on[first].box}
	s.last = place{last, on[last].box}
}

// set tells the block where it stands.
func (s *spot) set(b *doc.Block, p *paper) {
	b.Page, b.Box = p.pages[s.page].Number, s.box
	switch {
	case b.Table != nil:
		s.setCells(b, p)
	case len(b.Pairs) > 0:
		s.setPairs(b)
	}
}

func (s *spot) setPairs(b *doc.Block) {
	boxes := make([]*doc.Box, len(b.Pairs))
	for i, piece := range s.pieces {
		if piece.page == s.page {
			join(&boxes[s.parts[i]], piece.box)
		}
	}
	for i := range b.Pairs {
		if b.Pairs[i].Box = b.Box; boxes[i] != nil {
			b.Pairs[i].Box = *boxes[i]
		}
	}
}

// join adds a box to one that may not be there yet.
func join(to **doc.Box, box doc.Box) {
	if *to == nil {
		*to = &box
		return
	}
	**to = union(**to, box)
}

func union(a, b doc.Box) doc.Box {
	left, top := min(a.Left, b.Left), min(a.Top, b.Top)
	right, bottom := max(a.Left+a.Width, b.Left+b.Width), max(a.Top+a.Height, b.Top+b.Height)
	return doc.Box{Left: left, Top: top, Width: right - left, Height: bottom - top}
}
