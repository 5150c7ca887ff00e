// Package overlay shows what was understood of a page: drawn over its picture, and as text.
package overlay

import (
	"image"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
)

// View is the picture of a page and what is drawn over it. What is not set is left out.
type View struct {
	Raster *engine.Raster
	Page   doc.Page     // its words and lines
	Blocks []doc.Block  // of this page, in reading order
	Seen   *engine.Page // links, remarks and fields; what is hidden, unsound or a picture of text
}

// Draw gives the page in pale colours with everything over it: words and lines faintly, blocks framed in the colour of
// their type under a label, grids of tables, and arrows from each block to the one that is read next.
func (v *View) Draw() (*image.RGBA, error) {
	c, err := newCanvas(v.Raster)
	if err != nil {
		return nil, err
	}
	c.pale()
	for i := range v.Page.Words {
		c.fill(c.parts(v.Page.Words[i].Box), wordInk, 0.10)
	}
	for i := range v.Page.Lines {
		c.frame(c.parts(v.Page.Lines[i].Box), lineInk, 1, 0.35)
	}
	if v.Seen != nil {
		c.unread(v.Seen, layout.Read(v.Seen))
		c.marks(v.Seen)
	}
	for i := range v.Blocks {
		c.block(&v.Blocks[i])
	}
	for i := 1; i < len(v.Blocks); i++ {
		c.follow(v.Blocks[i-1].Box, v.Blocks[i].Box)
	}
	c.labels(v.Blocks)
	return c.pixels, nil
}

// unread draws what the file says and nobody sees, and what only pixels tell: hidden text red, what cannot be believed
// orange, pictures that may hold text violet.
func (c *canvas) unread(p *engine.Page, t *layout.Text) {
	for i := range t.Hidden {
		c.dashed(c.points(t.Hidden[i].Box), hiddenInk)
	}
	for _, b := range t.Unsound {
		c.frame(c.points(b).Inset(-2), unsoundInk, 2, 0.8)
	}
	for _, b := range t.Pictures(p) {
		c.dashed(c.points(b).Inset(-3), pictureInk)
	}
}

// marks draws links, remarks and form fields.
func (c *canvas) marks(p *engine.Page) {
	for _, l := range p.Links {
		r := c.points(l.Box)
		c.frame(r, linkInk, 1, 0.6)
		c.fill(image.Rect(r.Min.X, r.Max.Y-2, r.Max.X, r.Max.Y), linkInk, 1)
	}
	for i := range p.Annotations {
		c.dashed(c.points(p.Annotations[i].Box), remarkInk)
	}
	for i := range p.Widgets {
		c.dashed(c.points(p.Widgets[i].Box), fieldInk)
	}
}
