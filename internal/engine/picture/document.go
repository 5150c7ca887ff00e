// Package picture reads image files as documents: each picture is a page, its pixels are what stands on it.
package picture

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/fault"
)

// Document is an open image file. It belongs to one goroutine.
type Document struct {
	pages []header

	// open is the page that was asked for last; its pixels are decoded once for all resolutions.
	open       *frame
	openNumber int
	openBitmap *bitmap
}

// source is the bytes of a file.
type source struct {
	io.ReaderAt
	size int64
}

func (s source) from(offset int64) *io.SectionReader {
	return io.NewSectionReader(s, offset, max(0, s.size-offset))
}

// header reads what is known of a picture before its pixels are decoded.
type header func() (*frame, error)

// readers list the formats by the names of package format. Each finds the pictures of a file.
var readers = map[string]func(source) ([]header, error){
	"png": readPNG, "jpg": readJPEG, "gif": readGIF, "bmp": readBMP, "tiff": readTIFF, "webp": readWebP, "psd": readPSD,
	"pcx": readPCX, "dcx": readDCX, "ppm": readPNM, "cur": readCursor, "ftex": readFTEX, "pixar": readPixar,
}

// Kinds are the names of the formats that Open reads, in order.
func Kinds() []string { return slices.Sorted(maps.Keys(readers)) }

// Open reads the header of an image file. The file must stay open until Close, and stays the caller's. The kind is a
// name of package format.
func Open(f *os.File, kind string) (*Document, error) {
	stat, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("open image: %w", err)
	}
	return open(source{f, stat.Size()}, kind)
}

func open(s source, kind string) (*Document, error) {
	read, ok := readers[kind]
	if !ok {
		return nil, fault.New(fault.DocumentUnsupported, "images of type %s are not supported", kind)
	}
	if s.size == 0 {
		return nil, fault.New(fault.DocumentEmpty, "")
	}
	pages, err := read(s)
	if err != nil {
		return nil, err
	}
	d := &Document{pages: pages}
	// One readable page makes a document; when none is, the first says why.
	const tried = 100
	var first error
	for n := 1; n <= min(len(pages), tried); n++ {
		if _, err = d.page(n); err == nil {
			return d, nil
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}

// Pages is the number of pictures that become pages: one, except for TIFF and DCX files.
func (d *Document) Pages() int { return len(d.pages) }

// Info tells the number of pages; what else image files say about themselves is not read.
func (d *Document) Info() (*engine.Info, error) { return &engine.Info{Pages: len(d.pages)}, nil }

// Page describes page n, counted from 1, from the header of its picture: its size and the one image that covers it.
func (d *Document) Page(n int) (*engine.Page, error) {
	f, err := d.page(n)
	if err != nil {
		return nil, err
	}
	box := engine.Box{X1: float32(f.points(0)), Y1: float32(f.points(1))}
	return &engine.Page{
		Number: n, Width: box.X1, Height: box.Y1, Rotation: f.orientation.turn(),
		Images: []engine.Image{{
			Box: box, Visible: box, Width: int32(f.size[0]), Height: int32(f.size[1]),
			DPIX: float32(f.dpi[0]), DPIY: float32(f.dpi[1]),
		}},
	}, nil
}

// Close releases the pixels.
func (d *Document) Close() { *d = Document{} }

// page reads the header of page n anew, or keeps it when it was the last one.
func (d *Document) page(n int) (*frame, error) {
	if d.open != nil && d.openNumber == n {
		return d.open, nil
	}
	if n < 1 || n > len(d.pages) {
		return nil, fmt.Errorf("open page %d of %d: no such page", n, len(d.pages))
	}
	d.open, d.openBitmap = nil, nil
	f, err := d.pages[n-1]()
	if err == nil {
		err = f.prepare()
	}
	if err != nil {
		return nil, fmt.Errorf("open page %d: %w", n, err)
	}
	d.open, d.openNumber = f, n
	return f, nil
}
