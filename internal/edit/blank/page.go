package blank

import (
	"cmp"
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

	looked   bool
	headings []heading
	phrases  []phrase
	rooms    []room
	found    []spot
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
	em := cmp.Or(lineSize(text), seen.Height/usualRows, 1)
	squares := layout.Hollow(seen, leastSide*em, mostSide*em)
	for _, q := range pixels.Squares {
		if !q.Marked {
			squares = append(squares, q.Box)
		}
	}
	squares = unchained(squares)
	ruled := *text // without the sides of the squares, which are no walls
	ruled.Boxes = slices.Concat(text.Boxes, squares)
	g := table.GroundOf(seen, &ruled, table.Options{Level: pixels.Level, Upright: pixels.Upright, Skew: pixels.Skew})
	p := &Page{
		width: seen.Width, height: seen.Height, em: cmp.Or(wordSize(g.Words), em), level: g.Level, upright: g.Upright, fills: g.Fills, seen: seen, ground: g,
	}
	for i := range g.Words {
		w := &g.Words[i]
		if of := &text.Lines[w.Line].Words[w.Word]; !filled(seen, of) {
			p.addWord(w, of)
		}
	}
	for _, b := range squares {
		p.squares = append(p.squares, g.Laid(b))
	}
	p.bound()
	return p
}

// filled reports whether a word is what a form field says now, and no part of the page.
func filled(p *engine.Page, w *layout.Word) bool {
	if w.First >= 0 && int(w.First) < len(p.Chars) {
		return p.Chars[w.First].Flags&engine.CharAnnotation != 0
	}
	x, y := middle(w.Box)
	return slices.ContainsFunc(p.Widgets, func(f engine.Widget) bool { return holds(f.Box, x, y) })
}

// lineSize is the size that half of the lines of a text do not exceed.
func lineSize(t *layout.Text) float32 {
	var sizes []float32
	for i := range t.Lines {
		sizes = append(sizes, t.Lines[i].Size)
	}
	return median(sizes)
}

// wordSize is the size that half of the words of a page do not exceed, once those of recognised lines are measured.
func wordSize(words []table.Spot) float32 {
	var sizes []float32
	for i := range words {
		sizes = append(sizes, words[i].Size)
	}
	return median(sizes)
}

// median is the size in the middle of those that letters have; 0 for none.
func median(sizes []float32) float32 {
	sizes = slices.DeleteFunc(sizes, func(s float32) bool { return !(s >= 1 && s < largest) })
	if len(sizes) == 0 {
		return 0
	}
	slices.Sort(sizes)
	return sizes[len(sizes)/2]
}

// plain is a page without the outlines of letters and drawings, of which some files make all their text.
func plain(p *engine.Page) *engine.Page {
	q := *p
	q.Paths = nil
	for i := range p.Paths {
		if f := &p.Paths[i]; len(f.Segments) <= circleSegments || straight(f.Segments) {
			q.Paths = append(q.Paths, *f)
		}
	}
	return &q
}

// straight reports whether a path runs along the axes only, within an epsilon of its length.
func straight(path []engine.Segment) bool {
	for i := 1; i < len(path); i++ {
		dx, dy := abs(path[i].To.X-path[i-1].To.X), abs(path[i].To.Y-path[i-1].To.Y)
		if path[i].Kind == engine.Curve || path[i].Kind == engine.Line && min(dx, dy) > askew*max(dx, dy) {
			return false
		}
	}
	return true
}

// askew is how far a line may lie from its axis, in parts of its length.
const askew = 0.05

// circleSegments are as many as a circle or a frame with round corners has.
const circleSegments = 18

// usualRows is how many lines a page holds, and largest a size in points that no text has.
const (
	usualRows = 80
	largest   = 1000
)

// share is a box in parts of the page as shown.
func (p *Page) share(b engine.Box) doc.Box { return layout.Fraction(p.seen, p.ground.Back(b)) }
