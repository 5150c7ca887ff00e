package distill

import (
	"cmp"
	"math"
	"slices"

	"github.com/octavo-dev/octavo/internal/cite"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/record"
	"github.com/octavo-dev/octavo/internal/value"
	"github.com/octavo-dev/octavo/internal/within"
)

// placer finds the values of one draft in the words, one group after the other. What was taken once is taken again only
// where nothing else is as good, so that equal values of a list stand each in its own row.
type placer struct {
	e     *extractor
	d     *draft
	taken map[[2]int]bool
}

// place finds every value of a draft, and reads it.
func (e *extractor) place(d *draft) {
	p := &placer{e, d, map[[2]int]bool{}}
	p.group(d.root)
}

// group places the leaves that belong together, those of one item or of all that is in no list, and then the items of the
// lists among them.
func (p *placer) group(n *record.Node) {
	var leaves, items []*record.Node
	var gather func(*record.Node)
	gather = func(n *record.Node) {
		if p.d.claims[n] != nil {
			leaves = append(leaves, n)
		}
		for _, m := range n.Members {
			gather(m.Node)
		}
		items = append(items, n.Items...)
	}
	gather(n)
	p.together(leaves)
	for _, it := range items {
		p.group(it)
	}
}

// together places leaves, those first that can only stand in one place; the others stand close to them.
func (p *placer) together(leaves []*record.Node) {
	found := make(map[*record.Node][]cite.Spot, len(leaves))
	for _, n := range leaves {
		found[n] = p.e.look(p.d.claims[n])
	}
	order := slices.Clone(leaves)
	slices.SortStableFunc(order, func(a, b *record.Node) int { return cmp.Compare(len(found[a]), len(found[b])) })
	var anchors []*claim
	for _, n := range order {
		c := p.d.claims[n]
		if spots := found[n]; len(spots) > 0 {
			s := p.best(spots, c.block, anchors)
			c.spot = &s
			c.alone = len(spots) == 1 || slices.ContainsFunc(anchors, func(a *claim) bool {
				return a.alone && a.spot.Block == s.Block && distance(*a.spot, s) == 0
			})
			p.taken[[2]int{s.First, s.Last}] = true
			anchors = append(anchors, c)
		}
	}
	for _, n := range leaves {
		p.e.settle(n, p.d.claims[n])
	}
}

// best is the spot in the block that was named, not taken yet, and closest to what it belongs to.
func (p *placer) best(spots []cite.Spot, block int, anchors []*claim) cite.Spot {
	cost := func(s cite.Spot) float64 {
		c := 0.0
		if p.taken[[2]int{s.First, s.Last}] {
			c += 100
		}
		if block >= 0 && s.Block != block {
			c += 10
		}
		near := math.Inf(1)
		for _, a := range anchors {
			near = min(near, distance(*a.spot, s))
		}
		if !math.IsInf(near, 1) {
			c += min(near, 9)
		}
		return c
	}
	return slices.MinFunc(spots, func(a, b cite.Spot) int { return cmp.Compare(cost(a), cost(b)) })
}

// distance is how far apart two spots stand, in pages and parts of a page: what is on one line is together.
func distance(a, b cite.Spot) float64 {
	p, q := a.Boxes[0], b.Boxes[0]
	pages := math.Abs(float64(p.Page - q.Page))
	rows := math.Abs((p.Box.Top + p.Box.Height/2) - (q.Box.Top + q.Box.Height/2))
	if p.Box.Height > 0 && rows < p.Box.Height/2 {
		rows = 0
	}
	return 3*pages + rows
}

// look finds where a claim is written: in its block, in those beside it, anywhere.
func (e *extractor) look(c *claim) []cite.Spot {
	if c.block >= 0 {
		if spots := e.words.Locate(c.text, []int{c.block}); len(spots) > 0 {
			return spots
		}
		var beside []int
		for _, n := range []int{c.block - 1, c.block + 1} {
			if n >= 0 && n < len(e.blocks) {
				beside = append(beside, n)
			}
		}
		if spots := e.words.Locate(c.text, beside); len(spots) > 0 {
			return spots
		}
	}
	return e.words.Locate(c.text, nil)
}

// settle reads a claim and says where it was taken from.
func (e *extractor) settle(n *record.Node, c *claim) {
	n.Sources = nil
	if n.Value = e.read(n.Field, c); n.Value == nil {
		return
	}
	if c.spot != nil {
		n.Sources = e.sources(c.spot)
		return
	}
	if s, ok := e.otherwise(n, c); ok {
		c.typed = true
		n.Sources = []record.Source{s}
		return
	}
	n.Sources = e.fallback(c)
}

// otherwise finds the line of the block that says the same value in another notation.
func (e *extractor) otherwise(n *record.Node, c *claim) (record.Source, bool) {
	if c.block < 0 {
		return record.Source{}, false
	}
	for _, l := range e.words.LinesOf(c.block) {
		for _, v := range value.Find(l.Text, n.Field, e.locale) {
			if v.Value == n.Value {
				return e.source(c.block, l.Place, l.Text), true
			}
		}
	}
	return record.Source{}, false
}

// fallback is the block that was named, else the one that has most of the words, else the first.
func (e *extractor) fallback(c *claim) []record.Source {
	at := c.block
	if at < 0 {
		at, _ = e.words.Nearest(c.text)
	}
	if at >= len(e.blocks) {
		return nil // a document without blocks
	}
	b := e.block(at)
	return []record.Source{e.source(at, cite.Place{Original: b.Page, Box: b.Box}, b.Text)}
}

// sources are the lines of a spot, or the cells where it stands in a table.
func (e *extractor) sources(s *cite.Spot) []record.Source {
	b := e.block(s.Block)
	var out []record.Source
	for i, l := range s.Lines {
		src := e.source(s.Block, l.Place, l.Text)
		if cell := cellAt(b.Table, s.Boxes[i].Box); cell != nil {
			src.Box, src.Text = *cell.Box, cell.Text
		}
		if !slices.ContainsFunc(out, func(o record.Source) bool { return o.Page == src.Page && o.Box == src.Box }) {
			out = append(out, src)
		}
	}
	return out
}

func (e *extractor) source(block int, at cite.Place, text string) record.Source {
	h := e.blocks[block]
	return record.Source{
		Document: h.document, Block: h.block, Page: at.Original, Box: at.Box, Text: text, Confidence: e.block(block).Confidence,
	}
}

// cellAt is the cell that holds most of a box; nil where there is none, or its place is not known.
func cellAt(t *doc.Table, box doc.Box) *doc.Cell {
	if t == nil {
		return nil
	}
	var best *doc.Cell
	most := 0.0
	for i := range t.Cells {
		if c := &t.Cells[i]; c.Box != nil {
			if area := within.Cover(*c.Box, box); area > most {
				best, most = c, area
			}
		}
	}
	return best
}
