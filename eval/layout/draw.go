package main

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
	"github.com/octavo-dev/octavo/internal/layout"
)

// The colours of what is drawn over a page.
var (
	wordColor    = color.RGBA{0, 110, 255, 255}
	lineColor    = color.RGBA{0, 170, 0, 255}
	hiddenColor  = color.RGBA{255, 0, 0, 255}
	unsoundColor = color.RGBA{255, 140, 0, 255}
	pictureColor = color.RGBA{200, 0, 200, 255}
)

const drawDPI = 90

// draw writes a PNG for every page: words blue, lines green, hidden text red, unsound places orange, pictures violet.
func draw(lib *pdfium.Library, folder string, paths []string) error {
	return each(lib, paths, func(path string, d *pdfium.Document, p *engine.Page) error {
		raster, err := d.Render(p.Number, drawDPI, false)
		if err != nil {
			return err
		}
		c := canvas{
			pixels: &image.RGBA{Pix: raster.Pixels, Stride: 4 * raster.Width, Rect: image.Rect(0, 0, raster.Width, raster.Height)},
			scale:  float32(raster.DPI) / 72,
		}
		c.text(p)
		name := fmt.Sprintf("%s-%d.png", strings.TrimSuffix(filepath.Base(path), ".pdf"), p.Number)
		f, err := os.Create(filepath.Join(folder, name))
		if err != nil {
			return err
		}
		defer f.Close()
		return png.Encode(f, c.pixels)
	})
}

type canvas struct {
	pixels *image.RGBA
	scale  float32
}

func (c *canvas) text(p *engine.Page) {
	t := layout.Read(p)
	for i := range t.Lines {
		for _, w := range t.Lines[i].Words {
			c.frame(w.Box, wordColor, 0)
		}
		c.frame(t.Lines[i].Box, lineColor, 1)
	}
	for i := range t.Hidden {
		c.frame(t.Hidden[i].Box, hiddenColor, 1)
	}
	for _, b := range t.Unsound {
		c.frame(b, unsoundColor, 2)
	}
	for _, b := range t.Pictures(p) {
		c.frame(b, pictureColor, 3)
	}
}

// frame draws the outline of a box, so many pixels outside it.
func (c *canvas) frame(b engine.Box, color color.Color, out int) {
	x0, y0 := int(b.X0*c.scale)-out, int(b.Y0*c.scale)-out
	x1, y1 := int(b.X1*c.scale)+out, int(b.Y1*c.scale)+out
	for x := x0; x <= x1; x++ {
		c.pixels.Set(x, y0, color)
		c.pixels.Set(x, y1, color)
	}
	for y := y0; y <= y1; y++ {
		c.pixels.Set(x0, y, color)
		c.pixels.Set(x1, y, color)
	}
}
