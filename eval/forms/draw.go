package main

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"slices"

	"github.com/octavo-dev/octavo/eval/page"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/edit/blank"
)

const drawDPI = 100

// The colours of what is drawn: found and known, found and not known, known and not found.
var right, wrong, missed = color.RGBA{0, 140, 0, 255}, color.RGBA{0, 60, 255, 255}, color.RGBA{255, 0, 0, 255}

// drawBlanks writes a page with what was found on it and what is missing.
func drawBlanks(p page.Page, folder string, known []truth, found []blank.Blank, pairs []int) error {
	r, err := p.Of.Render(p.Number, drawDPI, false)
	if err != nil {
		return err
	}
	canvas := image.NewRGBA(image.Rect(0, 0, r.Width, r.Height))
	copy(canvas.Pix, r.Pixels)
	for i, k := range pairs {
		if k < 0 {
			paint(canvas, known[i].box(), missed)
		}
	}
	for k := range found {
		if slices.Contains(pairs, k) {
			paint(canvas, found[k].Box, right)
		} else {
			paint(canvas, found[k].Box, wrong)
		}
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(folder, fmt.Sprintf("%s-%d.png", page.Name(p.Path), p.Number)))
	if err != nil {
		return err
	}
	defer f.Close()
	return png.Encode(f, canvas)
}

// paint covers a box with a little of a colour and frames it.
func paint(m *image.RGBA, b doc.Box, ink color.RGBA) {
	w, h := float64(m.Rect.Dx()), float64(m.Rect.Dy())
	r := image.Rect(int(b.Left*w), int(b.Top*h), int((b.Left+b.Width)*w), int((b.Top+b.Height)*h))
	cover := func(r image.Rectangle, alpha uint8) {
		draw.DrawMask(m, r, image.NewUniform(ink), image.Point{}, image.NewUniform(color.Alpha{alpha}), image.Point{}, draw.Over)
	}
	cover(r, 50)
	for _, side := range []image.Rectangle{
		{r.Min, image.Pt(r.Max.X, r.Min.Y+1)}, {image.Pt(r.Min.X, r.Max.Y-1), r.Max}, {r.Min, image.Pt(r.Min.X+1, r.Max.Y)}, {image.Pt(r.Max.X-1, r.Min.Y), r.Max},
	} {
		cover(side, 255)
	}
}
