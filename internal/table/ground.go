package table

import (
	"cmp"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
)

// Ground is what a page is ruled with and what stands between the rules, laid out level.
type Ground struct {
	Em             float32 // the size in which most of it is set
	Level, Upright []Rule  // from the top down, from left to right; where a colour ends there is one as well
	Fills          []Fill  // in drawing order
	Words          []Spot  // row by row; those that do not run level last

	frame *frame
}

// Rule is a straight line: Pos is its height if it is level, its x if it is upright.
type Rule struct{ Pos, From, To float32 }

// Fill is a painted rectangle.
type Fill struct {
	Box   engine.Box
	Color engine.Color
}

// Spot is a word and where it stands.
type Spot struct {
	Text       string
	Box        engine.Box
	Base, Size float32
	Line, Word int32 // in the Lines of the text
	Row        int32 // words on one height share it; -1 for those that do not run level
}

// tick, in sizes of the font, is the least length of a stroke between places for letters.
const tick = 0.3

// GroundOf lays out a page whose lines run level.
func GroundOf(p *engine.Page, t *layout.Text, o Options) *Ground {
	f := newFrame(p, 0, o.Skew)
	s := newSheet(f, t)
	s.pale = true
	s.drawnRules()
	s.seenRules(o)
	g := &Ground{Em: s.em, frame: f}
	const fine = 0.5 // places to write are nearer to each other than cells
	for _, h := range joined(s.h, fine*s.em) {
		if !s.marks(h) {
			g.Level = append(g.Level, Rule{h.pos, h.from, h.to})
		}
	}
	for _, v := range joined(s.v, fine*s.em) {
		if v.length() >= tick*s.em {
			g.Upright = append(g.Upright, Rule{v.pos, v.from, v.to})
		}
	}
	for _, f := range s.fills {
		g.Fills = append(g.Fills, Fill{f.box, f.color})
	}
	for _, w := range s.words {
		g.Words = append(g.Words, Spot{w.text, w.box, w.base, w.size, w.line, w.at, w.row})
	}
	byPlace := func(a, b Rule) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	}
	slices.SortFunc(g.Level, byPlace)
	slices.SortFunc(g.Upright, byPlace)
	return g
}

// Laid is a box of the page as it lies on the ground.
func (g *Ground) Laid(b engine.Box) engine.Box {
	if g.frame.same() {
		return b
	}
	return around(b, g.frame.point)
}

// Back is the box on the page around a box on the ground.
func (g *Ground) Back(b engine.Box) engine.Box { return g.frame.back(b) }
