package layout

import "github.com/octavo-dev/octavo/internal/engine"

// covers is what lies over and under the characters of a page.
type covers struct {
	page  *engine.Page
	fills []fill
	last  int32 // place in drawing order of the last fill
	scan  bool  // an image takes up most of the page
}

type fill struct {
	box    engine.Box
	color  engine.Color
	object int32
	image  bool // of colours that are not known
}

func newCovers(p *engine.Page) *covers {
	c := &covers{page: p, last: -1}
	for i := range p.Images {
		v := p.Images[i].Visible
		c.scan = c.scan || area(v) > 0.5*p.Width*p.Height
		c.fills = append(c.fills, fill{box: v, object: p.Images[i].Object, image: true})
	}
	for i := range p.Paths {
		f := &p.Paths[i]
		if f.Fill&0xFF < 0xF0 || !rectangle(f) {
			continue
		}
		c.fills = append(c.fills, fill{box: f.Visible, color: f.Fill, object: f.Object})
		c.last = max(c.last, f.Object)
	}
	return c
}

// rectangle reports whether a path fills the whole of its box and is no rule.
func rectangle(p *engine.Path) bool {
	if n := len(p.Segments); n < 4 || n > 5 || p.Visible.X1-p.Visible.X0 < 3 || p.Visible.Y1-p.Visible.Y0 < 3 {
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
	light := near(color, 0xFFFFFFFF)
	if !light && (c.last < ch.Object && !c.paints(color)) {
		return Seen
	}
	x, y := (ch.Loose.X0+ch.Loose.X1)/2, (ch.Loose.Y0+ch.Loose.Y1)/2
	under := fill{color: 0xFFFFFFFF, object: -1}
	for i := range c.fills {
		f := &c.fills[i]
		if x < f.box.X0 || x > f.box.X1 || y < f.box.Y0 || y > f.box.Y1 {
			continue
		}
		if f.object > ch.Object && !f.image && plain(f.color) {
			return Covered
		}
		if f.object <= ch.Object && f.object > under.object {
			under = *f
		}
	}
	if !under.image && near(color, under.color) && ch.Mode != engine.TextFillStroke {
		return Blended
	}
	return Seen
}

func (c *covers) paints(color engine.Color) bool {
	for i := range c.fills {
		if !c.fills[i].image && near(color, c.fills[i].color) {
			return true
		}
	}
	return false
}

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
