package main

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/table"
)

// The colours of what is drawn over a page.
var (
	tableColor  = color.RGBA{255, 0, 0, 255}
	cellColor   = color.RGBA{0, 110, 255, 255}
	headerColor = color.RGBA{0, 170, 0, 255}
)

const drawDPI = 90

// draw writes a PNG for every page, or for those with tables only: tables red, cells blue, header cells green.
func draw(lib *pdfium.Library, folder string, paths []string, all bool) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	return each(lib, paths, func(path string, d *pdfium.Document, p *engine.Page) error {
		found := table.Find(p, layout.Read(p))
		if len(found) == 0 && !all {
			return nil
		}
		raster, err := d.Render(p.Number, drawDPI, false)
		if err != nil {
			return err
		}
		c := canvas{
			pixels: &image.RGBA{Pix: raster.Pixels, Stride: 4 * raster.Width, Rect: image.Rect(0, 0, raster.Width, raster.Height)},
			scale:  float32(raster.DPI) / 72,
		}
		for i := range found {
			c.table(p, &found[i])
		}
		file, err := os.Create(filepath.Join(folder, fmt.Sprintf("%s-%d.png", name(path), p.Number)))
		if err != nil {
			return err
		}
		defer file.Close()
		return png.Encode(file, c.pixels)
	})
}

type canvas struct {
	pixels *image.RGBA
	scale  float32
}

func (c *canvas) table(p *engine.Page, f *table.Found) {
	for i := range f.Table.Cells {
		b := f.Table.Cells[i].Box
		if b == nil {
			continue
		}
		box := engine.Box{
			X0: float32(b.Left) * p.Width, Y0: float32(b.Top) * p.Height,
			X1: float32(b.Left+b.Width) * p.Width, Y1: float32(b.Top+b.Height) * p.Height,
		}
		ink := cellColor
		if f.Table.Cells[i].Header {
			ink = headerColor
		}
		c.frame(box, ink, -1)
	}
	c.frame(f.Box, tableColor, 2)
}

// frame draws the outline of a box, so many pixels outside it.
func (c *canvas) frame(b engine.Box, ink color.Color, out int) {
	x0, y0 := int(b.X0*c.scale)-out, int(b.Y0*c.scale)-out
	x1, y1 := int(b.X1*c.scale)+out, int(b.Y1*c.scale)+out
	for x := x0; x <= x1; x++ {
		c.pixels.Set(x, y0, ink)
		c.pixels.Set(x, y1, ink)
	}
	for y := y0; y <= y1; y++ {
		c.pixels.Set(x0, y, ink)
		c.pixels.Set(x1, y, ink)
	}
}
