package edit

import (
	"context"
	"maps"
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
)

// wipe takes text out of pages that are pictures: they become pictures without it, and nothing else of them is left in the
// file.
func (p *paper) wipe(ctx context.Context) error {
	if len(p.wiped) == 0 {
		return nil
	}
	pages := slices.Sorted(maps.Keys(p.wiped))
	drawn, err := p.draw(ctx, pages, func(n int, r *engine.Raster) []doc.Word {
		for _, b := range p.wiped[n] {
			whiten(r, b)
		}
		return p.left(n)
	})
	if err != nil {
		return err
	}
	p.keep(drawn)
	swapped, err := p.editor.env.PDF.Swap(ctx, p.pdf, drawn, pages, p.listing.Pages)
	if err != nil {
		return err
	}
	p.keep(swapped)
	p.pdf = swapped
	return nil
}

// left are the words of a page that are not wiped.
func (p *paper) left(n int) []doc.Word {
	return slices.DeleteFunc(slices.Clone(p.sheets[n].words), func(w doc.Word) bool {
		return slices.ContainsFunc(p.wiped[n], func(b doc.Box) bool {
			return w.Box.Left < b.Left+b.Width && b.Left < w.Box.Left+w.Box.Width && w.Box.Top < b.Top+b.Height && b.Top < w.Box.Top+w.Box.Height
		})
	})
}

// whiten paints over a box and a little around it: letters reach over the boxes that recognition gives them.
func whiten(r *engine.Raster, b doc.Box) {
	const around = 0.15 // of the height
	w, h := float64(r.Width), float64(r.Height)
	pad := around * b.Height * h
	x0, x1 := max(0, int(b.Left*w-pad)), min(r.Width, int((b.Left+b.Width)*w+pad)+1)
	y0, y1 := max(0, int(b.Top*h-pad)), min(r.Height, int((b.Top+b.Height)*h+pad)+1)
	bytes := 4
	if r.Grey {
		bytes = 1
	}
	for y := y0; y < y1; y++ {
		row := r.Pixels[(y*r.Width+x0)*bytes : (y*r.Width+x1)*bytes]
		for i := range row {
			row[i] = 0xff
		}
	}
}
