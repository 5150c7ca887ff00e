//go:build cgo

package pdfium

// #include <stdlib.h>
// #include <string.h>
// #include "shim.h"
import "C"

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"github.com/octavo-dev/octavo/internal/engine/cos"
	"github.com/octavo-dev/octavo/internal/engine/pdf"
	"github.com/octavo-dev/octavo/internal/fault"
)

// Document is an open PDF file.
type Document struct {
	c     *C.oct_doc
	pages int
	pin   runtime.Pinner
	own   *cos.File // for what PDFium does not tell

	// open is the page that was read or rendered last; the other often follows.
	open       *C.oct_page
	openNumber int
	openRead   bool
}

// OpenBytes opens a document that is in memory; data must not change before Close.
func (l *Library) OpenBytes(data []byte, password string) (*Document, error) {
	if len(data) == 0 {
		return nil, fault.New(fault.DocumentEmpty, "")
	}
	d := &Document{own: cos.Open(bytes.NewReader(data), int64(len(data)))}
	d.pin.Pin(&data[0])
	return d.load(l, unsafe.Pointer(&data[0]), -1, int64(len(data)), password)
}

// OpenFile opens a document of any size without holding its bytes. The file must stay open until Close, and stays the
// caller's.
func (l *Library) OpenFile(f *os.File, password string) (*Document, error) {
	stat, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("open document: %w", err)
	}
	if stat.Size() == 0 {
		return nil, fault.New(fault.DocumentEmpty, "")
	}
	d := &Document{own: cos.Open(f, stat.Size())}
	return d.load(l, nil, int(f.Fd()), stat.Size(), password)
}

func (d *Document) load(l *Library, data unsafe.Pointer, fd int, size int64, password string) (*Document, error) {
	secret := C.CString(password)
	defer func() {
		C.explicit_bzero(unsafe.Pointer(secret), C.size_t(len(password)))
		C.free(unsafe.Pointer(secret))
	}()
	var code C.int
	d.c = C.oct_open_document(l.c, data, C.int(fd), C.uint64_t(size), secret, &code)
	if d.c == nil {
		d.pin.Unpin()
		return nil, refusal(code, password != "")
	}
	d.pages = int(C.oct_page_count(d.c))
	if d.pages == 0 {
		said := C.oct_pages_said(d.c)
		d.Close()
		if said > 0 {
			return nil, pdf.Corrupt(nil, "none of its %d pages can be found", int(said))
		}
		return nil, fault.New(fault.DocumentEmpty, "the document has no pages")
	}
	return d, nil
}

// refusal names why PDFium does not open a document.
func refusal(code C.int, withPassword bool) error {
	if code == C.OCT_MEMORY {
		return errors.New("open document: out of memory")
	}
	return pdf.Refusal(int(code), withPassword)
}

// Pages is the number of pages that were found.
func (d *Document) Pages() int { return d.pages }

// Close releases the document.
func (d *Document) Close() {
	d.closePage()
	C.oct_close_document(d.c)
	d.pin.Unpin()
}

// openPage opens page n anew, or keeps it open when it is.
func (d *Document) openPage(n int) (*C.oct_page, error) {
	if d.open != nil && d.openNumber == n {
		return d.open, nil
	}
	d.closePage()
	if n < 1 || n > d.pages {
		return nil, fmt.Errorf("open page %d of %d: no such page", n, d.pages)
	}
	if code := C.oct_open_page(d.c, C.int(n-1), C.float(d.own.UserUnit(n)), &d.open); code != C.OCT_OK {
		return nil, pageProblem(n, code)
	}
	d.openNumber = n
	return d.open, nil
}

func (d *Document) closePage() {
	if d.open != nil {
		C.oct_close_page(d.open)
	}
	d.open, d.openNumber, d.openRead = nil, 0, false
}

func pageProblem(n int, code C.int) error {
	switch code {
	case C.OCT_MEMORY:
		return fmt.Errorf("read page %d: out of memory", n)
	case C.OCT_TOO_LARGE:
		return pdf.TooManyCharacters(n)
	default:
		return pdf.DamagedPage(n, nil)
	}
}
