package layout

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
)

// covers is what lies over and under the characters of a page.
type covers struct {
	page   *engine.Page
	shapes []shape
	bands  [bands + 1]int32 // where each band of the page begins in byBand
	byBand []int32          // shapes that touch a band
	colors []engine.Color   // of rectangles
	last   int32            // place in drawing order of the last rectangle that may cover text
	scan   bool             // an image takes up most of the page
	lost   bool             // there are more shapes than are looked at
}

// shape is something drawn that may lie under text or over it.
type shape struct {
	box    engine.Box
	color  engine.Color
	object int32
	known  bool // it fills its whole box with its colour
}

// A page is cut into bands so that a character meets only what lies on its height.
const (
	bands      = 64
	mostShapes = 1 << 12
)

// look takes in what is drawn on a page.
func (c *covers) look(p *engine.Page) {
	c.page, c.last, c.scan, c.lost = p, -1, false, false
	c.shapes, c.colors = c.shapes[:0], c.colors[:0]
	for i := range p.Images {
		v := p.Images[i].Visible
		c.scan = c.scan || area(v) > 0.5*p.Width*p.Height
		c.add(shape{box: v, object: p.Images[i].Object})
	}
	for i := range p.Paths {
		f := &p.Paths[i]
		if f.Fill&0xFF == 0 && f.Stroke&0xFF != 0 || rule(f.Visible) {
			continue
		}
		// A path with no colours at all is filled with a pattern.
		s := shape{box: f.Visible, color: f.Fill, object: f.Object, known: f.Fill&0xFF >= 0xF0 && rectangle(f)}
		c.add(s)
		if s.known && !slices.Contains(c.colors, f.Fill) {
			c.colors = append(c.colors, f.Fill)
		}
		if s.known && plain(f.Fill) {
			c.last = max(c.last, f.Object)
		}
	}
	c.sort()
}

func (c *covers) add(s shape) {
	if len(c.shapes) == mostShapes {
		c.lost = true
		return
	}
	c.shapes = append(c.shapes, s)
}

// sort lists the shapes band by band.
func (c *covers) sort() {
	c.byBand = c.byBand[:0]
	if len(c.shapes) == 0 {
		return
	}
	var counts [bands]int32
	for i := range c.shapes {
		for b := c.band(c.shapes[i].box.Y0); b <= c.band(c.shapes[i].box.Y1); b++ {
			counts[b]++
		}
	}
	total := int32(0)
	for b, n := range counts {
		c.bands[b], counts[b] = total, total
		total += n
	}
	c.bands[bands] = total
	c.byBand = slices.Grow(c.byBand, int(total))[:total]
	for i := range c.shapes {
		for b := c.band(c.shapes[i].box.Y0); b <= c.band(c.shapes[i].box.Y1); b++ {
			c.byBand[counts[b]] = int32(i)
			counts[b]++
		}
	}
}

func (c *covers) band(y float32) int {
	return min(max(int(y/max(c.page.Height, 1)*bands), 0), bands-1)
}

// rule reports whether a box is too thin to lie behind text.
func rule(b engine.Box) bool {
	const thin = 3
	return b.X1-b.X0 < thin || b.Y1-b.Y0 < thin
}

// rectangle reports whether a path fills the whole of its box.
func rectangle(p *engine.Path) bool {
	if n := len(p.Segments); n < 4 || n > 5 {
		return false
	}
	for _, s := range p.Segments {
		x := s.To.X == p.Box.X0 || s.To.X == p.Box.X1
		y := s.To.Y == p.Box.Y0 || s.To.Y == p.Box.Y1
		if s.Kind == engine.Curve || !x || !y {
			return false
		}
	}
	return true
}

// reason says why a character is not seen. Whether an image is transparent is not known, so none covers anything.
func (c *covers) reason(ch *engine.Char) Reason {
	color := ch.Fill
	if ch.Mode == engine.TextStroke || ch.Mode == engine.TextStrokeClip {
		color = ch.Stroke
	}
	switch {
	case ch.Mode == engine.TextInvisible || ch.Mode == engine.TextClip || color&0xFF < 0x0D && ch.Mode != engine.TextFillStroke:
		if c.scan {
			return Layer
		}
		return Invisible
	case ch.Flags&engine.CharOffPage != 0:
		return OffPage
	case ch.Flags&engine.CharClipped != 0:
		return Clipped
	case ch.Size < 1:
		return Tiny
	}
	blends := ch.Mode != engine.TextFillStroke && (near(color, white) || c.paints(color))
	if c.lost || !blends && c.last < ch.Object {
		return Seen
	}
	return c.under(ch, color, blends)
}

// under looks at what lies on the place of a character. Where that is not known, it is seen.
func (c *covers) under(ch *engine.Char, color engine.Color, blends bool) Reason {
	box := boxOf(ch)
	x, y := (box.X0+box.X1)/2, (box.Y0+box.Y1)/2
	under := shape{color: white, object: -1, known: true}
	if len(c.shapes) > 0 {
		b := c.band(y)
		for _, i := range c.byBand[c.bands[b]:c.bands[b+1]] {
			s := &c.shapes[i]
			if x < s.box.X0 || x > s.box.X1 || y < s.box.Y0 || y > s.box.Y1 {
				continue
			}
			if s.object > ch.Object && s.known && plain(s.color) {
				return Covered
			}
			if s.object <= ch.Object && s.object > under.object {
				under = *s
			}
		}
	}
	if blends && under.known && near(color, under.color) {
		return Blended
	}
	return Seen
}

func (c *covers) paints(color engine.Color) bool {
	for _, f := range c.colors {
		if near(color, f) {
			return true
		}
	}
	return false
}

const white engine.Color = 0xFFFFFFFF

func near(a, b engine.Color) bool {
	for shift := 8; shift < 32; shift += 8 {
		x, y := int(a>>shift&0xFF), int(b>>shift&0xFF)
		if x-y > 8 || y-x > 8 {
			return false
		}
	}
	return true
}

// plain colours cover; bright ones may be the stroke of a highlighter, which lets the text through.
func plain(c engine.Color) bool {
	r, g, b := int(c>>24), int(c>>16&0xFF), int(c>>8&0xFF)
	return max(r, g, b)-min(r, g, b) < 64 || max(r, g, b) < 128
}

func area(b engine.Box) float32 { return max(0, b.X1-b.X0) * max(0, b.Y1-b.Y0) }
