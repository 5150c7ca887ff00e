package layout

import (
	"math"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
)

// Bounds of watermarks: sizes are in those of the usual text, and never in less than a part of the page.
const (
	skewedMark  = 2
	levelMark   = 3
	leastMark   = 1.0 / 22
	paleMark    = 0.6 // how light its colour is
	crossedMark = 2   // words that it lies over or under
	leastSkew   = 8   // degrees
)

// largeMark is the size that letters of a watermark exceed on any page.
func largeMark(p *engine.Page) float32 { return leastMark * min(p.Width, p.Height) }

// setApart gives pale letters that lie across smaller ones rows of their own: they would join all lines they touch.
func (s *scratch) setApart(p *engine.Page, large float32, count int) {
	marks := make([]int, 0, count)
	for i := range s.glyphs {
		if c := &p.Chars[s.glyphs[i].char]; s.glyphs[i].group == 0 && c.Size > large && c.Fill.Lightness() >= paleMark && !s.glyphs[i].is(space) {
			marks = append(marks, i)
		}
	}
	const most = 1000 // letters of a watermark
	crossed := 0
	for _, i := range marks[:min(len(marks), most)] {
		m := &p.Chars[s.glyphs[i].char]
		if slices.ContainsFunc(s.glyphs, func(g glyph) bool {
			c := &p.Chars[g.char]
			return c.Size < 0.5*m.Size && g.hidden == Seen && !g.is(space) && within(c.Box, m.Box)
		}) {
			crossed++
		}
	}
	if crossed == 0 || 2*crossed < len(marks) {
		return
	}
	across := s.groupNumber(fullTurn)
	for _, i := range marks {
		s.glyphs[i].group = fullTurn
		s.groups[s.groupOf[0]].count--
		s.groups[across].count++
	}
}

// watermarks reports the lines that lie across the page: large ones at an angle or in a pale colour, with text over them.
func (t *Text) watermarks(p *engine.Page) []bool {
	least := largeMark(p)
	large := func(l Line) bool { return l.Size > least && l.Words[0].Font >= 0 }
	if !slices.ContainsFunc(t.Lines, large) {
		return nil
	}
	usual := max(min(t.usualSize(), 1.5*least), 1e-3)
	var out []bool
	for i := range t.Lines {
		l := &t.Lines[i]
		if !large(*l) {
			continue
		}
		off := math.Mod(float64(l.Angle), 90)
		skewed := off > leastSkew && off < 90-leastSkew
		pale := l.Words[0].Color.Lightness() >= paleMark
		if skewed && l.Size >= skewedMark*usual && (pale || t.crossed(l) >= crossedMark) ||
			!skewed && l.Size >= levelMark*usual && pale && t.crossed(l) >= crossedMark {
			if out == nil {
				out = make([]bool, len(t.Lines))
			}
			out[i] = true
		}
	}
	return out
}

// acrossScan takes recognised lines at an angle that lie across others out of the text. Pixels tell neither the size of
// their letters nor their colour, so lines at right angles are left alone.
func (t *Text) acrossScan() {
	marks := make([]bool, len(t.Lines))
	for i := range t.Lines {
		l := &t.Lines[i]
		off := math.Mod(float64(l.Angle), 90)
		marks[i] = l.Words[0].Font < 0 && off > leastSkew && off < 90-leastSkew && t.crossed(l) >= crossedMark
	}
	kept := t.Lines[:0]
	for i, l := range t.Lines {
		if marks[i] {
			l.Apart = Watermark
			t.Apart = append(t.Apart, l)
			continue
		}
		kept = append(kept, l)
	}
	t.Lines = kept
}

// usualSize is the size that half of the characters do not exceed.
func (t *Text) usualSize() float32 {
	type part struct {
		size  float32
		chars int
	}
	all := make([]part, len(t.Lines))
	sum := 0
	for i := range t.Lines {
		n := 0
		for k := range t.Lines[i].Words {
			n += len(t.Lines[i].Words[k].Text)
		}
		all[i], sum = part{t.Lines[i].Size, n}, sum+n
	}
	slices.SortFunc(all, func(a, b part) int {
		if a.size < b.size {
			return -1
		}
		return 1
	})
	for _, a := range all {
		if sum -= 2 * a.chars; sum <= 0 {
			return a.size
		}
	}
	return 0
}

// crossed counts the words of other sizes that stand in the letters of a line.
func (t *Text) crossed(l *Line) int {
	sin, cos := math.Sincos(float64(l.Angle) * math.Pi / 180)
	n := 0
	for i := range t.Lines {
		o := &t.Lines[i]
		if o.Size > 0.7*l.Size || o.Angle == l.Angle && l.Angle != 0 {
			continue
		}
		for k := range o.Words {
			b := o.Words[k].Box
			x, y := (b.X0+b.X1)/2, (b.Y0+b.Y1)/2
			up := l.Baseline - (y*float32(cos) - x*float32(sin))
			if up > -0.1*l.Size && up < 0.8*l.Size && x > l.Box.X0 && x < l.Box.X1 && y > l.Box.Y0 && y < l.Box.Y1 {
				n++
			}
		}
	}
	return n
}
