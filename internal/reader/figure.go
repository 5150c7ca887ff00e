package reader

import (
	"context"
	"errors"

	"github.com/octavo-dev/octavo/internal/chart"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
)

// figureDPI is the resolution at which charts are looked at; their lines are seldom finer.
const figureDPI = 150

// findCharts marks the figures of a page that are charts.
func (f *File) findCharts(ctx context.Context, s *sheet) error {
	var drawn *engine.Raster
	for i := range s.blocks {
		b := &s.blocks[i]
		if b.Type != doc.Figure {
			continue
		}
		src := s.figure(b.Box)
		if chart.NeedsPixels(src) {
			if drawn == nil {
				var err error
				if drawn, err = f.draw(ctx, s.page.Number); err != nil {
					return err
				}
			}
			src.Raster = drawn
		}
		if chart.Is(src) {
			b.Chart = &doc.Chart{}
		}
	}
	return nil
}

// draw draws a page, or gives nil where it cannot be drawn.
func (f *File) draw(ctx context.Context, n int) (*engine.Raster, error) {
	r, err := f.pages.Render(ctx, n, figureDPI, false)
	if own := (*engine.PageError)(nil); errors.As(err, &own) && ctx.Err() == nil {
		return nil, nil
	}
	return r, err
}

func (s *sheet) figure(b doc.Box) chart.Source {
	w, h := float64(s.seen.Width), float64(s.seen.Height)
	return chart.Source{Page: s.seen, Lines: s.text.Lines, Box: engine.Box{
		X0: float32(b.Left * w), Y0: float32(b.Top * h), X1: float32((b.Left + b.Width) * w), Y1: float32((b.Top + b.Height) * h),
	}}
}

// Figure gives what there is to read a figure from, its pixels included.
func (f *File) Figure(ctx context.Context, n int, b doc.Box) (chart.Source, error) {
	s, err := f.page(ctx, n)
	if err != nil {
		return chart.Source{}, err
	}
	src := s.figure(b)
	if src.Raster, err = f.draw(ctx, n); err != nil {
		return src, err
	}
	return src, nil
}
