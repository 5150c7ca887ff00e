package ocr

import (
	"bytes"
	"context"
	"math"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
)

// Focused gives every reader the ability to keep to regions: what lies outside is cut away or painted over.
type Focused struct{ Reader Reader }

// Read reads the regions of a page, or all of it.
func (f Focused) Read(ctx context.Context, page *engine.Raster, o Options) (*Reading, error) {
	if len(o.Regions) == 0 {
		return f.Reader.Read(ctx, page, o)
	}
	part, left, top := cut(page, o.Regions)
	regions := o.Regions
	o.Regions = nil
	reading, err := f.Reader.Read(ctx, part, o)
	if err != nil {
		return nil, err
	}
	for i := range reading.Lines {
		l := &reading.Lines[i]
		l.Box = moved(l.Box, left, top)
		for k := range l.Words {
			l.Words[k].Box = moved(l.Words[k].Box, left, top)
		}
		l.Words = slices.DeleteFunc(l.Words, func(w Word) bool { return !inAny(regions, w.Box) })
	}
	reading.Lines = slices.DeleteFunc(reading.Lines, func(l Line) bool { return len(l.Words) == 0 })
	return reading, nil
}

func moved(b engine.Box, left, top int) engine.Box {
	x, y := float32(left), float32(top)
	return engine.Box{X0: b.X0 + x, Y0: b.Y0 + y, X1: b.X1 + x, Y1: b.Y1 + y}
}

func inAny(regions []engine.Box, b engine.Box) bool {
	x, y := (b.X0+b.X1)/2, (b.Y0+b.Y1)/2
	return slices.ContainsFunc(regions, func(r engine.Box) bool { return x >= r.X0 && x <= r.X1 && y >= r.Y0 && y <= r.Y1 })
}

// margin is white space around a part of a page: letters that touch the edge are read badly.
const margin = 16

// cut gives the smallest part of a page that holds all regions, white outside them, and where it lay.
func cut(page *engine.Raster, regions []engine.Box) (*engine.Raster, int, int) {
	channels := 4
	if page.Grey {
		channels = 1
	}
	type area struct{ x0, y0, x1, y1 int }
	var areas []area
	whole := area{page.Width, page.Height, 0, 0}
	for _, r := range regions {
		a := area{
			max(int(r.X0), 0), max(int(r.Y0), 0),
			min(int(math.Ceil(float64(r.X1))), page.Width), min(int(math.Ceil(float64(r.Y1))), page.Height),
		}
		if a.x0 >= a.x1 || a.y0 >= a.y1 {
			continue
		}
		areas = append(areas, a)
		whole = area{min(whole.x0, a.x0), min(whole.y0, a.y0), max(whole.x1, a.x1), max(whole.y1, a.y1)}
	}
	if len(areas) == 0 || len(page.Pixels) < page.Width*page.Height*channels {
		return &engine.Raster{Grey: page.Grey, DPI: page.DPI}, 0, 0
	}
	left, top := whole.x0-margin, whole.y0-margin
	part := &engine.Raster{Width: whole.x1 - left + margin, Height: whole.y1 - top + margin, Grey: page.Grey, DPI: page.DPI}
	part.Pixels = bytes.Repeat([]byte{255}, part.Width*part.Height*channels)
	for _, a := range areas {
		for y := a.y0; y < a.y1; y++ {
			from := page.Pixels[(y*page.Width+a.x0)*channels : (y*page.Width+a.x1)*channels]
			copy(part.Pixels[((y-top)*part.Width+a.x0-left)*channels:], from)
		}
	}
	return part, left, top
}
