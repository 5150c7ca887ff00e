package layout

import (
	"cmp"
	"math"
	"slices"
	"unicode"

	"github.com/octavo-dev/octavo/internal/engine"
)

// glyph is a character in the frame of its own angle: u grows in the direction of writing, v downwards from line to
// line.
type glyph struct {
	r           rune
	u0, u1, v   float32
	size        float32
	char        int32
	object      int32
	group       int32 // tenths of a degree, and why it is hidden: only what is alike shares a row
	hidden      Reason
	script      Script
	space       bool
	undecodable bool
}

// glyphsOf gives what the page draws, grouped: the most frequent angle first, what is hidden last.
func glyphsOf(p *engine.Page) []glyph {
	c := newCovers(p)
	glyphs := make([]glyph, 0, len(p.Chars))
	count := map[int32]int{}
	counted := 0
	for i := range p.Chars {
		ch := &p.Chars[i]
		if ch.Flags&engine.CharGenerated != 0 || ignored(ch) {
			continue
		}
		g := glyph{r: ch.Rune, char: int32(i), object: ch.Object, size: ch.Size, space: unicode.IsSpace(ch.Rune)}
		if ch.Flags&engine.CharHyphen != 0 {
			g.r = '-'
		}
		g.undecodable = ch.Flags&(engine.CharUnmapped|engine.CharHyphen) == engine.CharUnmapped || undecodable(ch.Rune)
		g.place(ch)
		g.hidden = c.reason(ch)
		g.group = int32(ch.Angle*10+0.5)%3600 + int32(g.hidden)*3600
		if n := len(glyphs); n > 0 && glyphs[n-1].group != g.group {
			count[glyphs[n-1].group] += n - counted
			counted = n
		}
		glyphs = append(glyphs, g)
	}
	if n := len(glyphs); n > 0 {
		count[glyphs[n-1].group] += n - counted
	}
	if len(count) > 1 {
		slices.SortStableFunc(glyphs, func(a, b glyph) int {
			return cmp.Or(cmp.Compare(a.hidden, b.hidden), cmp.Compare(count[b.group], count[a.group]), cmp.Compare(a.group, b.group))
		})
	}
	return glyphs
}

// ignored are characters that draw nothing and mean nothing here. A hyphen at a line end may come as a control code.
func ignored(c *engine.Char) bool {
	if c.Flags&engine.CharHyphen != 0 {
		return false
	}
	switch r := c.Rune; {
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

// undecodable reports runes that stand for no character.
func undecodable(r rune) bool {
	return r == unicode.ReplacementChar || r < ' ' && r != '\t' || r >= 0x7F && r < 0xA0 ||
		r >= 0xE000 && r <= 0xF8FF || r >= 0xF0000 || r == 0xFFFE || r == 0xFFFF
}

// overhang, in sizes of the font, is what the ink of a character may add to its advance.
const overhang = 0.08

func (g *glyph) place(c *engine.Char) {
	box := c.Loose
	if box.X1 <= box.X0 || box.Y1 <= box.Y0 {
		box = c.Box
	}
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
