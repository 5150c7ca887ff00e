package blank

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/stroke"
	"github.com/octavo-dev/octavo/internal/table"
)

// Seen is what only the pixels of a page show: the strokes and squares of a scan, and how far it lies askew.
type Seen struct {
	Level, Upright []stroke.Stroke
	Squares        []stroke.Square
	Skew           float64 // degrees clockwise
}

// Page is a page laid out for the search: its words, its rules and its painted areas on level ground.
type Page struct {
	width, height  float32
	em             float32 // the size in which most of it is set
	all            []word
	level, upright []table.Rule
	fills          []table.Fill
	squares        []engine.Box // hollow ones, circles, and glyphs that show them
	leaders        []table.Rule // underscores and dots
	seen           *engine.Page
	ground         *table.Ground

	looked bool
	rooms  []room
	found  []spot
}

// word is a word of the page.
type word struct {
	text string
	box  engine.Box
	base float32
	size float32
	row  int32 // -1 where it does not run level
	bold bool
}

// Of lays out a page: what its file says, and what its pixels show where it is a scan.
func Of(seen *engine.Page, text *layout.Text, pixels Seen) *Page {
	seen = plain(seen)
	g := table.GroundOf(seen, text, table.Options{Level: pixels.Level, Upright: pixels.Upright, Skew: pixels.Skew})
	p := &Page{
		width: seen.Width, height: seen.Height, em: g.Em, level: g.Level, upright: g.Upright, fills: g.Fills, seen: seen, ground: g,
	}
	if len(g.Words) == 0 {
		p.em = max(1, p.height/usualRows)
	}
	for i := range g.Words {
		w := &g.Words[i]
		p.addWord(w, &text.Lines[w.Line].Words[w.Word])
	}
	for _, b := range layout.Hollow(seen, leastSide*p.em, mostSide*p.em) {
		p.squares = append(p.squares, g.Laid(b))
	}
	for _, s := range pixels.Squares {
		if !s.Marked {
			p.squares = append(p.squares, g.Laid(s.Box))
		}
	}
	p.bound()
	return p
}

// plain is a page without the outlines of letters, of which some files draw all their text.
func plain(p *engine.Page) *engine.Page {
	q := *p
	q.Paths = nil
	for i := range p.Paths {
		if f := &p.Paths[i]; len(f.Segments) <= circleSegments || !slices.ContainsFunc(f.Segments, func(g engine.Segment) bool { return g.Kind == engine.Curve }) {
			q.Paths = append(q.Paths, *f)
		}
	}
	return &q
}

// circleSegments are as many as a circle or a frame with round corners has.
const circleSegments = 18

// usualRows is how many lines a page holds.
const usualRows = 80

// share is a box in parts of the page as shown.
func (p *Page) share(b engine.Box) doc.Box { return layout.Fraction(p.seen, p.ground.Back(b)) }
