package wasm

import (
	"fmt"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/pdf"
)

// Render draws page n, counted from 1, on white, with its form fields and annotations. Where the asked resolution
// would pass engine.MaxPixels or engine.MaxAxis, it is lowered.
func (d *Document) Render(n int, dpi float64, grey bool) (raster *engine.Raster, err error) {
	if err := d.revive(); err != nil {
		return nil, err
	}
	defer d.lib.survive(&err, fmt.Sprintf("render page %d", n), func(why error) error { return pdf.DamagedPage(n, why) })
	p, err := d.openPage(n)
	if err != nil {
		return nil, err
	}
	width, height, dpi := engine.RasterSize(float64(p.found.Width), float64(p.found.Height), dpi)
	return &engine.Raster{Pixels: p.draw(width, height, grey), Width: width, Height: height, Grey: grey, DPI: dpi}, nil
}

func (p *page) draw(width, height int, grey bool) []byte {
	const inGrey, bgrx, annotations, greyscale, rgbOrder, white = 1, 3, 0x01, 0x08, 0x10, 0xFFFFFFFF
	format, stride, flags := uint64(bgrx), width*4, uint64(annotations|rgbOrder)
	if grey {
		format, stride, flags = inGrey, width, annotations|greyscale
	}
	w, h := uint64(width), uint64(height)
	pixels := p.alloc(stride * height)
	bitmap := p.call("FPDFBitmap_CreateEx", w, h, format, pixels, uint64(stride))
	if bitmap == 0 {
		panic(death{errNoMemory})
	}
	p.call("FPDFBitmap_FillRect", bitmap, 0, 0, w, h, white)
	p.call("FPDF_RenderPageBitmap", bitmap, p.handle, 0, 0, w, h, 0, flags)
	p.call("FPDFBitmap_Destroy", bitmap)
	out := p.bytes(pixels, stride*height)
	p.free(pixels)
	return out
}
