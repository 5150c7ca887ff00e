//go:build cgo

package tesseract

// #cgo CFLAGS: -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra
// #cgo LDFLAGS: -ldl
// #include <stdlib.h>
// #include "shim.h"
import "C"

import (
	"context"
	"errors"
	"sync/atomic"
	"unsafe"

	"github.com/octavo-dev/octavo/internal/ocr/pixel"
)

// library is a loaded libtesseract.
type library struct{ c *C.tesseract }

func load(path string) (*library, error) {
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	var problem [512]C.char
	c := C.oct_tess_open(name, &problem[0], C.size_t(len(problem)))
	if c == nil {
		return nil, errors.New(C.GoString(&problem[0]))
	}
	return &library{c}, nil
}

func (l *library) close() { C.oct_tess_close(l.c) }

// handle is one set of loaded models. It belongs to one goroutine at a time.
type handle struct{ c *C.tess_reader }

// Which recogniser of a language pack is loaded.
const (
	oldEngine = 0 // only for the pack that tells orientation
	newEngine = 1
)

func (l *library) open(folder, languages string, engine int) (*handle, error) {
	f, langs := C.CString(folder), C.CString(languages)
	defer C.free(unsafe.Pointer(f))
	defer C.free(unsafe.Pointer(langs))
	c := C.oct_tess_reader(l.c, f, langs, C.int(engine))
	if c == nil {
		return nil, errors.New("tesseract cannot load language " + languages)
	}
	return &handle{c}, nil
}

func (h *handle) close() { C.oct_tess_free(h.c) }

func (h *handle) show(m pixel.Image, dpi int) {
	C.oct_tess_image(h.c, (*C.uchar)(unsafe.Pointer(unsafe.SliceData(m.Pix))), C.int(m.Width), C.int(m.Height), C.int(dpi))
}

// read reads a grey image in a page segmentation mode of Tesseract.
func (h *handle) read(ctx context.Context, mode int, m pixel.Image, dpi int) ([]Word, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	h.show(m, dpi)
	defer C.oct_tess_clear(h.c)
	stop := new(C.int32_t)
	release := context.AfterFunc(ctx, func() { atomic.StoreInt32((*int32)(unsafe.Pointer(stop)), 1) })
	defer release()
	var out C.tess_words
	failed := C.oct_tess_read(h.c, C.int(mode), stop, &out)
	defer C.oct_tess_words_free(&out)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if failed != 0 {
		return nil, errors.New("tesseract failed on an image")
	}
	words := make([]Word, 0, int(out.count))
	for _, w := range unsafe.Slice(out.words, int(out.count)) {
		words = append(words, Word{
			Text: C.GoStringN((*C.char)(unsafe.Add(unsafe.Pointer(out.text), int(w.text))), C.int(w.length)),
			X0:   int(w.x0), Y0: int(w.y0), X1: int(w.x1), Y1: int(w.y1),
			Confidence: min(max(float64(w.confidence)/100, 0), 1),
			Line:       int(w.line),
		})
	}
	return words, nil
}

// orientation gives the turn, clockwise, that sets a grey image upright.
func (h *handle) orientation(m pixel.Image, dpi int) (degrees int, confidence float64, ok bool) {
	h.show(m, dpi)
	defer C.oct_tess_clear(h.c)
	var d C.int
	var c C.float
	if C.oct_tess_orientation(h.c, &d, &c) != 0 {
		return 0, 0, false
	}
	return int(d), float64(c), true
}
