package chart

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
)

// WriteOverlay writes the source, drawn as r, with the marks that were read circled, as PNG.
func (c *Chart) WriteOverlay(w io.Writer, src Source) error {
	page, r := src.Page, src.Raster
	width, height := float64(page.Width), float64(page.Height)
	b := boxOf(src.Box)
	crop := r.Crop(b.x0/width, b.y0/height, b.width()/width, b.height()/height)
	out := &canvas{RGBA: image.NewRGBA(image.Rect(0, 0, crop.Width, crop.Height))}
	draw.Draw(out, out.Bounds(), crop.Image(), image.Point{}, draw.Src)
	scale := float64(r.Width) / width
	left, top := float64(int(b.x0*scale)), float64(int(b.y0*scale))
	for _, m := range c.marks {
		out.cross(point{m.at.x*scale - left, m.at.y*scale - top}, 2*scale)
	}
	e := png.Encoder{CompressionLevel: png.BestSpeed}
	return e.Encode(w, out)
}

// cross marks a place in a colour that is seen on most others.
func (c *canvas) cross(at point, size float64) {
	for _, layer := range []struct {
		width float64
		with  color.RGBA
	}{{4, color.RGBA{0xFF, 0xFF, 0xFF, 0xFF}}, {2, color.RGBA{0xE6, 0x00, 0x7E, 0xFF}}} {
		c.stroke(point{at.x - size, at.y}, point{at.x + size, at.y}, layer.width, layer.with)
		c.stroke(point{at.x, at.y - size}, point{at.x, at.y + size}, layer.width, layer.with)
	}
}
