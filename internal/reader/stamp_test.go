package reader

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/ocr"
)

// pale is a page with something pale and wide on it.
type pale struct{ leaf }

func (p pale) Open(ctx context.Context, _ *os.File, _ engine.OpenOptions) (engine.Document, error) {
	return p, ctx.Err()
}

func (p pale) Render(_ context.Context, _ int, dpi float64, _ bool) (*engine.Raster, error) {
	w, h, dpi := engine.RasterSize(float64(p.page.Width), float64(p.page.Height), dpi)
	r := &engine.Raster{Width: w, Height: h, DPI: dpi, Grey: true, Pixels: bytes.Repeat([]byte{240}, w*h)}
	for y := h / 4; y < h/2; y++ {
		copy(r.Pixels[y*w+w/4:], bytes.Repeat([]byte{200}, w/8))
	}
	return r, nil
}

// The words of a watermark that is a picture stand apart from the text, where the picture is.
func TestStampWords(t *testing.T) {
	box := engine.Box{X0: 100, Y0: 150, X1: 400, Y1: 500}
	for _, test := range []struct {
		name string
		read []ocr.Line
		err  error
		mode Mode
		want doc.BlockType
		text string
	}{
		{"words", []ocr.Line{seen(20, "DRAFT", "COPY")}, nil, Hybrid, doc.Text, "DRAFT COPY"},
		{"nothing", nil, nil, Hybrid, doc.Figure, ""},
		{"shapes", []ocr.Line{seen(20, "—", "l")}, nil, Hybrid, doc.Figure, ""},
		{"a failure", nil, errors.New("broken"), Hybrid, doc.Figure, ""},
		{"no recognition", []ocr.Line{seen(20, "DRAFT")}, nil, Embedded, doc.Figure, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := sheetOf()
			p.Annotations = []engine.Annotation{{Kind: "Watermark", Box: box}}
			typed(p, 100, 0, "typed", "words")
			r := &Reader{Engines: pale{leaf{p}}, OCR: &glasses{lines: test.read, err: test.err}}
			const content = "%PDF-1.7"
			d, err := r.Read(t.Context(), format.File{Size: int64(len(content)), Data: strings.NewReader(content)}, Options{Mode: test.mode})
			if err != nil {
				t.Fatal(err)
			}
			last := d.Blocks[len(d.Blocks)-1]
			if len(d.Blocks) != 2 || !last.Watermark || last.Type != test.want || last.Text != test.text {
				t.Errorf("%d blocks, the last %+v", len(d.Blocks), last)
			}
			if test.text != "" && (last.Box.Left < 172.0/600-0.01 || last.Box.Left > 172.0/600+0.01) {
				t.Errorf("at %v", last.Box)
			}
			if (len(d.Issues) > 0) != (test.err != nil) {
				t.Errorf("issues: %v", d.Issues)
			}
		})
	}
}
