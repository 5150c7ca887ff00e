package layout

import (
	"cmp"
	"math"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
)

// glyph is a character in the frame of its own angle: u grows in the direction of writing, v downwards from line to
// line.
type glyph struct {
	r         rune
	u0, u1, v float32
	size      float32
	char      int32
	object    int32
	group     int32 // tenths of a degree, whether it lies across others, and why it is hidden: only what is alike shares a row
	class     class
	hidden    Reason
	script    Script
}

func (g *glyph) is(c class) bool { return g.class&c != 0 }

const fullTurn = 3600 // in tenths of a degree

// group is what glyphs that may share a row have in common.
type group struct {
	key, count, place int32
}

// glyphsOf gives what the page draws, grouped: the most frequent angle first, what is hidden last.
func (s *scratch) glyphsOf(p *engine.Page) []glyph {
	s.covers.look(p)
	glyphs := slices.Grow(s.glyphs[:0], len(p.Chars))
	s.groups = s.groups[:0]
	clear(s.groupOf)
	last := int32(-1)
	var before class
	pale, large := 0, largeMark(p)
	for i := range p.Chars {
		ch := &p.Chars[i]
		if ch.Flags&engine.CharGenerated != 0 || ignored(ch) {
			if ch.Flags&engine.CharGenerated != 0 && ch.Rune == ' ' {
				before = apart
			}
			continue
		}
		glyphs = append(glyphs, glyph{r: ch.Rune, char: int32(i), object: ch.Object, size: ch.Size, class: classOf(ch.Rune)})
		g := &glyphs[len(glyphs)-1]
		if ch.Flags&engine.CharHyphen != 0 {
			g.r, g.class = '-', 0
		} else if ch.Flags&engine.CharUnmapped != 0 && !g.is(space) {
			g.class |= none
		}
		g.class |= before
		before = 0
		g.place(ch)
		if g.is(space) {
			s.noteSpace(ch, g)
		}
		g.hidden = s.covers.reason(ch)
		g.group = int32(ch.Angle*10+0.5)%fullTurn + 2*int32(g.hidden)*fullTurn
		if ch.Size > large && g.group == 0 && ch.Fill.Lightness() >= paleMark {
			pale++
		}
		if last < 0 || s.groups[last].key != g.group {
			last = s.groupNumber(g.group)
		}
		s.groups[last].count++
	}
	s.glyphs = glyphs
	if pale > 0 {
		s.setApart(p, large, pale)
	}
	if len(s.groups) < 2 {
		return glyphs
	}
	return s.regroup()
}

func (s *scratch) groupNumber(key int32) int32 {
	n, known := s.groupOf[key]
	if !known {
		n = int32(len(s.groups))
		s.groupOf[key] = n
		s.groups = append(s.groups, group{key: key})
	}
	return n
}

// regroup puts the glyphs of each group together, in the order in which they were drawn.
func (s *scratch) regroup() []glyph {
	slices.SortFunc(s.groups, func(a, b group) int {
		return cmp.Or(cmp.Compare(a.key/fullTurn, b.key/fullTurn), cmp.Compare(b.count, a.count), cmp.Compare(a.key, b.key))
	})
	place := int32(0)
	for i := range s.groups {
		s.groupOf[s.groups[i].key] = int32(i)
		s.groups[i].place = place
		place += s.groups[i].count
	}
	s.sorted = slices.Grow(s.sorted[:0], len(s.glyphs))[:len(s.glyphs)]
	last := &s.groups[0]
	for i := range s.glyphs {
		if key := s.glyphs[i].group; key != last.key {
			last = &s.groups[s.groupOf[key]]
		}
		s.sorted[last.place] = s.glyphs[i]
		last.place++
	}
	s.glyphs, s.sorted = s.sorted, s.glyphs
	return s.glyphs
}

// ignored are characters that draw nothing and mean nothing here. A hyphen at a line end may come as a control code.
func ignored(c *engine.Char) bool {
	r := c.Rune
	if r > ' ' && r < 0x7F || c.Flags&engine.CharHyphen != 0 {
		return false
	}
	switch {
	case r == ' ' || r == '\t':
		return false
	case r < ' ':
		return c.Flags&engine.CharUnmapped == 0 || c.Box.X1 <= c.Box.X0
	case r == 0x200B, r == 0x200C, r == 0x200D, r == 0x200E, r == 0x200F, r == 0x2060, r == 0xFEFF:
		return true
	case r == 0xAD:
		return c.Box.X1 <= c.Box.X0
	}
	return false
}

// overhang, in sizes of the font, is what the ink of a character may add to its advance.
const overhang = 0.04

func (g *glyph) place(c *engine.Char) {
	box := boxOf(c)
	switch {
	case c.Angle == 0:
		g.u0, g.u1, g.v = c.Origin.X, box.X1, c.Origin.Y
		// The loose box also holds ink beyond the advance, such as the arm of an f.
		if c.Box.X1 >= box.X1 {
			g.u1 -= overhang * c.Size
		}
		g.u1 = max(g.u0, g.u1)
	case c.Angle == 90:
		g.u0, g.u1, g.v = box.Y0, box.Y1, -c.Origin.X
	case c.Angle == 180:
		g.u0, g.u1, g.v = -box.X1, -box.X0, -c.Origin.Y
	case c.Angle == 270:
		g.u0, g.u1, g.v = -box.Y1, -box.Y0, c.Origin.X
	default:
		sin, cos := math.Sincos(float64(c.Angle) * math.Pi / 180)
		s, k := float32(sin), float32(cos)
		g.u0 = c.Origin.X*k + c.Origin.Y*s
		g.v = c.Origin.Y*k - c.Origin.X*s
		// The upright box of a turned one: what its height adds is taken away.
		w, h := box.X1-box.X0, box.Y1-box.Y0
		if abs(k) > abs(s) {
			g.u1 = g.u0 + max(0.2*c.Size, (w-c.Size*abs(s))/abs(k))
		} else {
			g.u1 = g.u0 + max(0.2*c.Size, (h-c.Size*abs(k))/abs(s))
		}
	}
}

func abs(x float32) float32 { return max(x, -x) }
