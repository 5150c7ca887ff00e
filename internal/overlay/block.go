package overlay

import (
	"fmt"
	"image"
	"image/color"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"

	"github.com/octavo-dev/octavo/internal/doc"
)

// What is drawn in which colour.
var (
	wordInk    = color.RGBA{0, 110, 255, 255}
	lineInk    = color.RGBA{0, 150, 0, 255}
	hiddenInk  = color.RGBA{255, 0, 0, 255}
	unsoundInk = color.RGBA{255, 140, 0, 255}
	pictureInk = color.RGBA{200, 0, 200, 255}
	linkInk    = color.RGBA{0, 60, 220, 255}
	remarkInk  = color.RGBA{190, 150, 0, 255}
	fieldInk   = color.RGBA{0, 140, 140, 255}
	orderInk   = color.NRGBA{40, 40, 60, 130}
)

var inks = map[doc.BlockType]color.RGBA{
	doc.Title: {200, 0, 30, 255}, doc.SectionHeader: {225, 70, 0, 255}, doc.Text: {30, 90, 200, 255},
	doc.ListItem: {0, 130, 70, 255}, doc.TableBlock: {140, 0, 170, 255}, doc.Figure: {180, 110, 0, 255},
	doc.KeyValue: {0, 125, 150, 255}, doc.Header: {100, 100, 100, 255}, doc.Footer: {100, 100, 100, 255},
	doc.PageNumber: {60, 60, 60, 255}, doc.Comment: {160, 130, 0, 255}, doc.Signature: {200, 0, 140, 255},
}

// block draws a block and what it is made of.
func (c *canvas) block(b *doc.Block) {
	r, ink := c.parts(b.Box), inks[b.Type]
	c.fill(r, ink, 0.05)
	c.frame(r, ink, 2, 0.9)
	if b.Table != nil {
		c.grid(b.Table, ink)
	}
	for i := range b.Pairs {
		c.frame(c.parts(b.Pairs[i].Box), ink, 1, 0.6)
	}
}

// grid draws the cells of a table. Those of headers are tinted, and those that span others tell how many.
func (c *canvas) grid(t *doc.Table, ink color.Color) {
	for i := range t.Cells {
		cell := &t.Cells[i]
		if cell.Box == nil {
			continue
		}
		r := c.parts(*cell.Box).Inset(1)
		if cell.Header {
			c.fill(r, ink, 0.18)
		}
		c.frame(r, ink, 1, 0.7)
		if cell.RowSpan > 1 || cell.ColSpan > 1 {
			text := fmt.Sprintf("%d×%d", cell.RowSpan, cell.ColSpan)
			width := font.MeasureString(c.face, text).Ceil()
			c.write(image.Pt(r.Max.X-width-1, r.Max.Y-1), text, ink)
		}
	}
}

// follow draws an arrow from where a block ends to where the next begins.
func (c *canvas) follow(from, to doc.Box) {
	a, b := c.parts(from), c.parts(to)
	in := int(6 * c.scale)
	start := image.Pt(a.Min.X+min(in, a.Dx()/2), a.Max.Y)
	end := image.Pt(b.Min.X+min(in, b.Dx()/2), b.Min.Y)
	if end.Y <= a.Min.Y || end.Y < start.Y && b.Min.X >= a.Max.X { // on beside it, or up again
		start = image.Pt(a.Max.X-min(in, a.Dx()/2), min(a.Max.Y, max(a.Min.Y, b.Min.Y)+a.Dy()/2))
	}
	c.arrow(start, end, orderInk)
}

// labels writes the place in reading order, the type and the level of each block beside it, where no other label stands.
func (c *canvas) labels(blocks []doc.Block) {
	for i := range blocks {
		b := &blocks[i]
		text := fmt.Sprintf("%d %s", i+1, b.Type)
		if b.Level > 0 {
			text += fmt.Sprintf(" %d", b.Level)
		}
		if b.Continues {
			text = strings.Replace(text, " ", "+ ", 1)
		}
		if b.Code {
			text += " code"
		}
		c.label(c.parts(b.Box), blocks[max(i-near, 0):min(i+near, len(blocks))], text, inks[b.Type])
	}
}

// near is how many blocks and labels before and after a block are looked at for room: others stand elsewhere.
const near = 50

func (c *canvas) label(of image.Rectangle, among []doc.Block, text string, ink color.Color) {
	m := c.face.Metrics()
	w, h := font.MeasureString(c.face, text).Ceil()+4, (m.Ascent + m.Descent).Ceil()
	var best image.Rectangle
	least := -1
	for _, at := range []image.Point{
		{of.Min.X - w - 2, of.Min.Y}, {of.Max.X + 2, of.Min.Y}, {of.Min.X - 2, of.Min.Y - h - 2}, {of.Max.X - w + 2, of.Min.Y - h - 2},
		{of.Min.X - 2, of.Max.Y + 2}, {of.Max.X - w, of.Min.Y}, {of.Max.X - w, of.Max.Y - h}, {of.Min.X, of.Min.Y},
	} {
		r := image.Rectangle{at, at.Add(image.Pt(w, h))}
		if over := c.covered(r, among); least < 0 || over < least {
			best, least = r, over
		}
	}
	c.taken = append(c.taken, best)
	c.fill(best, ink, 0.85)
	c.write(image.Pt(best.Min.X+2, best.Min.Y+m.Ascent.Ceil()), text, color.White)
}

// covered is how much of a label would lie outside the page, over other labels or, which is half as bad, over blocks.
func (c *canvas) covered(r image.Rectangle, blocks []doc.Block) int {
	area := func(r image.Rectangle) int { return r.Dx() * r.Dy() }
	out := 2 * (area(r) - area(r.Intersect(c.pixels.Rect)))
	for _, t := range c.taken[max(len(c.taken)-near, 0):] {
		out += 2 * area(t.Intersect(r))
	}
	for i := range blocks {
		out += area(c.parts(blocks[i].Box).Intersect(r))
	}
	return out
}

// write puts text on a baseline.
func (c *canvas) write(at image.Point, text string, ink color.Color) {
	d := font.Drawer{Dst: c.pixels, Src: image.NewUniform(ink), Face: c.face, Dot: fixed.P(at.X, at.Y)}
	d.DrawString(text)
}
