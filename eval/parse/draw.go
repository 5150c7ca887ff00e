package main

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
)

const drawDPI = 90

var colors = map[doc.BlockType]color.RGBA{
	doc.Text: {0, 90, 255, 255}, doc.Title: {255, 0, 0, 255}, doc.SectionHeader: {255, 0, 0, 255}, doc.ListItem: {0, 160, 0, 255},
	doc.TableBlock: {200, 0, 200, 255}, doc.Figure: {255, 140, 0, 255}, doc.Header: {120, 120, 120, 255},
	doc.Footer: {120, 120, 120, 255}, doc.PageNumber: {60, 60, 60, 255},
}

// draw writes each page as a PNG with its blocks: a frame in the colour of the type, and the number in reading order.
func draw(d *pdfium.Document, got *doc.Document, name string) error {
	for n := 1; n <= d.Pages(); n++ {
		raster, err := d.Render(n, drawDPI, false)
		if err != nil {
			return err
		}
		im := &image.RGBA{Pix: raster.Pixels, Stride: 4 * raster.Width, Rect: image.Rect(0, 0, raster.Width, raster.Height)}
		order := 0
		for i := range got.Blocks {
			if b := &got.Blocks[i]; b.Page == n {
				order++
				frame(im, b, order)
			}
		}
		f, err := os.Create(fmt.Sprintf("%s-%d.png", name, n))
		if err != nil {
			return err
		}
		if err := png.Encode(f, im); err != nil {
			return err
		}
		if err := f.Close(); err != nil {
			return err
		}
	}
	return nil
}

func frame(im *image.RGBA, b *doc.Block, order int) {
	c, ok := colors[b.Type]
	if !ok {
		c = color.RGBA{0, 160, 160, 255}
	}
	w, h := float64(im.Rect.Dx()), float64(im.Rect.Dy())
	x0, y0 := int(b.Box.Left*w), int(b.Box.Top*h)
	x1, y1 := int((b.Box.Left+b.Box.Width)*w), int((b.Box.Top+b.Box.Height)*h)
	for t := range 2 {
		for x := x0; x <= x1; x++ {
			im.Set(x, y0-t, c)
			im.Set(x, y1+t, c)
		}
		for y := y0; y <= y1; y++ {
			im.Set(x0-t, y, c)
			im.Set(x1+t, y, c)
		}
	}
	for i, digit := range fmt.Sprint(order) {
		numeral(im, x0-18+i*9, y0, int(digit-'0'), c)
	}
}

// numerals are digits of three by five dots, row by row.
var numerals = [10]uint16{0x7B6F, 0x2C97, 0x73E7, 0x73CF, 0x5BC9, 0x79CF, 0x79EF, 0x7249, 0x7BEF, 0x7BCF}

func numeral(im *image.RGBA, x, y, digit int, c color.Color) {
	const dot = 2
	for at := range 15 {
		if numerals[digit]>>(14-at)&1 == 0 {
			continue
		}
		for dy := range dot {
			for dx := range dot {
				im.Set(x+at%3*dot+dx, y+at/3*dot+dy, c)
			}
		}
	}
}
