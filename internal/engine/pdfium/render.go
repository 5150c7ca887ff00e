//go:build cgo

package pdfium

// #include "shim.h"
import "C"

import (
	"fmt"
	"unsafe"

	"github.com/octavo-dev/octavo/internal/engine"
)

// Render draws page n, counted from 1, on white, with its form fields and annotations. Where the asked resolution
// would pass engine.MaxPixels or engine.MaxAxis, it is lowered.
func (d *Document) Render(n int, dpi float64, grey bool) (*engine.Raster, error) {
	c, err := d.openPage(n)
	if err != nil {
		return nil, err
	}
	width, height, dpi := engine.RasterSize(float64(c.width), float64(c.height), dpi)
	bytes, inGrey := 4, C.int(0)
	if grey {
		bytes, inGrey = 1, 1
	}
	r := &engine.Raster{Pixels: make([]byte, width*height*bytes), Width: width, Height: height, Grey: grey, DPI: dpi}
	code := C.oct_render(c, unsafe.Pointer(&r.Pixels[0]), C.int(width), C.int(height), inGrey)
	if code != C.OCT_OK {
		return nil, fmt.Errorf("render page %d: out of memory", n)
	}
	return r, nil
}
