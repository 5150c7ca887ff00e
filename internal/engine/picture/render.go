package picture

import (
	"fmt"

	"github.com/octavo-dev/octavo/internal/engine"
)

// Render gives the pixels of page n, counted from 1: upright, on white, at the asked resolution. At the resolution of
// the page's image they are the pixels of the file as they are; these may be shared with later calls and must not be
// changed. Where the asked resolution would pass engine.MaxPixels or engine.MaxAxis, it is lowered.
func (d *Document) Render(n int, dpi float64, grey bool) (*engine.Raster, error) {
	f, err := d.page(n)
	if err != nil {
		return nil, err
	}
	if !(dpi > 0) {
		return nil, fmt.Errorf("render page %d at %v dpi: no such resolution", n, dpi)
	}
	if d.openBitmap == nil {
		b, err := f.decode()
		if err != nil {
			return nil, fmt.Errorf("decode page %d: %w", n, err)
		}
		d.openBitmap = f.orientation.upright(b)
	}
	w, h, dpi := engine.RasterSize(f.points(0), f.points(1), dpi)
	// Points are rounded, and so are resolutions on their way here: a pixel more or less is still the same size.
	if near(w, f.size[0]) && near(h, f.size[1]) {
		w, h, dpi = f.size[0], f.size[1], f.dpi[0]
	}
	b := resample(d.openBitmap, w, h)
	if grey {
		b = b.inGrey()
	} else {
		b = b.inColour()
	}
	return &engine.Raster{Pixels: b.pix, Width: w, Height: h, Grey: grey, DPI: dpi, Damage: d.openBitmap.damage}, nil
}

func near(a, b int) bool { return a-b <= 1 && b-a <= 1 }

func (b *bitmap) inGrey() *bitmap {
	if b.grey {
		return b
	}
	out := &bitmap{width: b.width, height: b.height, grey: true, pix: make([]byte, b.width*b.height)}
	for i := range out.pix {
		p := b.pix[4*i : 4*i+4]
		out.pix[i] = luma(p[0], p[1], p[2])
	}
	return out
}

func (b *bitmap) inColour() *bitmap {
	if !b.grey {
		return b
	}
	out := &bitmap{width: b.width, height: b.height, pix: make([]byte, 4*len(b.pix))}
	for i, v := range b.pix {
		p := out.pix[4*i : 4*i+4]
		p[0], p[1], p[2], p[3] = v, v, v, 255
	}
	return out
}
