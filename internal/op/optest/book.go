package optest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/ocr"
)

// Books is an engine for files whose text says what it should do: "%PDF- <pages>", then page numbers that fail, that
// are scans, or that hold a picture.
type Books struct{ Opened int }

// Paged is a bench with such an engine, something that reads images, and the files svc://a.pdf, svc://b.pdf and so on.
func Paged(t testing.TB, files ...string) (*Bench, *Books, *Eye) {
	b, from, sees := New(t), &Books{}, &Eye{}
	b.Reader.Engines, b.Reader.OCR = from, sees
	for i, content := range files {
		b.Files[fmt.Sprintf("svc://%c.pdf", 'a'+i)] = "%PDF- " + content
	}
	t.Cleanup(func() {
		if from.Opened != 0 {
			t.Errorf("%d documents left open", from.Opened)
		}
	})
	return b, from, sees
}

// book is an open file.
type book struct {
	from             *Books
	pages            int
	fail, scan, show map[int]bool
}

// Open opens a file.
func (b *Books) Open(_ context.Context, f *os.File, o engine.OpenOptions) (engine.Document, error) {
	content := make([]byte, 1000)
	n, _ := f.ReadAt(content, 0)
	d := &book{from: b, fail: map[int]bool{}, scan: map[int]bool{}, show: map[int]bool{}}
	for field := range strings.FieldsSeq(string(content[:n])) {
		key, value, _ := strings.Cut(field, "=")
		number := 0
		_, _ = fmt.Sscan(value, &number)
		switch key {
		case "pages":
			d.pages = number
		case "fail":
			d.fail[number] = true
		case "scan":
			d.scan[number] = true
		case "show":
			d.show[number] = true
		case "lock":
			if o.Password != value {
				return nil, fault.New(fault.DocumentPasswordProtected, "").Typed("document_access_error")
			}
		}
	}
	b.Opened++
	return d, nil
}

func (d *book) Pages() int { return d.pages }

func (d *book) Close() { d.from.Opened-- }

func (d *book) Info(context.Context) (*engine.Info, error) {
	return &engine.Info{Pages: d.pages, Properties: map[string]string{"Title": "Made", "CreationDate": "D:20240102030405+01'00'"}}, nil
}

// Page n reads "Page <n> of a book" on one line and "second line" under it.
func (d *book) Page(_ context.Context, n int) (*engine.Page, error) {
	if d.fail[n] {
		return nil, &engine.PageError{Page: n, Err: fault.New(fault.DocumentCorrupt, "page %d is damaged", n)}
	}
	p := &engine.Page{Number: n, Width: 600, Height: 800, Fonts: []engine.Font{{Name: "Made", Family: "Made"}}}
	whole := engine.Box{X1: 600, Y1: 800}
	if d.scan[n] {
		p.Images = []engine.Image{{Box: whole, Visible: whole, Width: 1250, Height: 1667, DPIX: 150, DPIY: 150}}
		return p, nil
	}
	if d.show[n] {
		box := engine.Box{X0: 100, Y0: 400, X1: 400, Y1: 600}
		p.Images = []engine.Image{{Box: box, Visible: box, Width: 30, Height: 20, DPIX: 7.2, DPIY: 7.2}}
	}
	write(p, fmt.Sprintf("Page %d of a book", n), 100)
	write(p, "second line", 114)
	return p, nil
}

// write sets a line in letters of equal width.
func write(p *engine.Page, text string, y float32) {
	x := float32(72)
	for _, r := range text {
		if r != ' ' {
			p.Chars = append(p.Chars, engine.Char{
				Rune: r, Size: 12, Fill: 0xff, Origin: engine.Point{X: x, Y: y},
				Box: engine.Box{X0: x + 0.5, Y0: y - 8, X1: x + 5.5, Y1: y}, Loose: engine.Box{X0: x, Y0: y - 10, X1: x + 6, Y1: y + 2},
			})
		}
		x += 6
	}
}

func (d *book) Render(_ context.Context, n int, dpi float64, grey bool) (*engine.Raster, error) {
	if d.fail[n] {
		return nil, &engine.PageError{Page: n, Err: errors.New("damaged")}
	}
	w, h, dpi := engine.RasterSize(600, 800, dpi)
	r := &engine.Raster{Width: w, Height: h, DPI: dpi, Grey: grey, Pixels: make([]byte, w*h*4)}
	for i := range r.Pixels {
		r.Pixels[i] = 0xff
	}
	return r, nil
}

// Eye reads "seen <width>" from every image.
type Eye struct{ Asked []ocr.Options }

// Read reads an image.
func (e *Eye) Read(_ context.Context, page *engine.Raster, o ocr.Options) (*ocr.Reading, error) {
	e.Asked = append(e.Asked, o)
	word := func(text string, x float32) ocr.Word {
		return ocr.Word{Text: text, Confidence: 0.5, Box: engine.Box{X0: x, Y0: 200, X1: x + 50, Y1: 220}}
	}
	return &ocr.Reading{Lines: []ocr.Line{{Words: []ocr.Word{word("seen", 100), word(fmt.Sprint(page.Width), 160)}}}}, nil
}
