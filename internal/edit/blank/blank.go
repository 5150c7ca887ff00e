// Package blank finds the places of a page that wait for something to be written, and says what each of them asks for.
package blank

import (
	"cmp"
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
)

// Kind is what is written into a blank.
type Kind int

// The kinds of blanks.
const (
	Text  Kind = iota
	Lines      // several lines of text
	Comb       // one letter a cell
	Check      // a mark
)

func (k Kind) String() string { return [...]string{"text", "lines", "comb", "check"}[k] }

// Blank is a place to write on.
type Blank struct {
	Box   doc.Box // in parts of the page as shown
	Kind  Kind
	Cells int // of a comb
	Words
}

// Words are what is printed around a blank about what it asks for; each may be empty.
type Words struct {
	Label   string
	Group   string // the question that a check box and those around it answer; the row or column of a table
	Section string // the heading above
}

// Find gives the blanks of a page from the top down and from left to right. No two share more than half of either.
func Find(p *Page) []Blank {
	p.look()
	out := make([]Blank, len(p.found))
	for i, f := range p.found {
		out[i] = Blank{Box: f.shown, Kind: f.kind, Cells: f.cells, Words: p.words(&p.found[i])}
	}
	return out
}

// spot is a place that is taken for a blank, on the ground of the page.
type spot struct {
	box   engine.Box
	kind  Kind
	cells int
	rank  rank
	shown doc.Box // the same place in parts of the page
}

// rank says by what a spot was found, from what is sure to what is inferred.
type rank int

const (
	marked  rank = iota // a small square or circle
	combed              // a row of cells for letters
	written             // a run of underscores
	painted             // a painted area
	boxed               // an empty cell
	ruled               // a line to write on
	partial             // the part of a cell that its label leaves free
	open                // the white behind a label
)

// look finds the spots of the page, once.
func (p *Page) look() {
	if p.looked {
		return
	}
	p.looked = true
	p.findRooms()
	p.findPhrases()
	p.take(p.checks())
	p.take(p.combs())
	p.take(p.boxes())
	p.take(p.lines())
	p.take(p.parts())
	p.take(p.gaps())
	slices.SortStableFunc(p.found, func(a, b spot) int {
		if overlap(a.box.Y0, a.box.Y1, b.box.Y0, b.box.Y1) > 0.5*min(a.box.Y1-a.box.Y0, b.box.Y1-b.box.Y0) {
			return cmp.Compare(a.box.X0, b.box.X0)
		}
		return cmp.Compare(a.box.Y0, b.box.Y0)
	})
	p.findPhrases() // blanks part them
	p.findHeadings()
}

// mostBlanks is how many blanks a page may have.
const mostBlanks = 2000

// take adds the spots that do not lie on those that are surer.
func (p *Page) take(spots []spot) {
	for _, s := range spots {
		if len(p.found) >= mostBlanks {
			return
		}
		s.shown = p.share(s.box)
		if s.shown.Width <= 0 || s.shown.Height <= 0 {
			continue
		}
		if !slices.ContainsFunc(p.found, func(o spot) bool { return 2*both(o.shown, s.shown) > min(size(o.shown), size(s.shown)) }) {
			p.found = append(p.found, s)
		}
	}
}
