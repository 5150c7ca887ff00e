package reader

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/ocr"
)

// Where the rules of the drawn table lie, in points: three rows and two columns.
var (
	levels   = []float32{100, 120, 140, 160}
	uprights = []float32{100, 200, 300}
)

// ruled is a scan of a ruled table.
type ruled struct{ leaf }

func (r ruled) Open(context.Context, *os.File, engine.OpenOptions) (engine.Document, error) {
	return r, nil
}

func (r ruled) Render(_ context.Context, _ int, dpi float64, _ bool) (*engine.Raster, error) {
	w, h, dpi := engine.RasterSize(float64(r.page.Width), float64(r.page.Height), dpi)
	out := &engine.Raster{Width: w, Height: h, DPI: dpi, Grey: true, Pixels: bytes.Repeat([]byte{255}, w*h)}
	at := func(points float32) int { return int(float64(points) * dpi / 72) }
	for _, y := range levels {
		for x := at(uprights[0]); x <= at(uprights[len(uprights)-1]); x++ {
			out.Pixels[at(y)*w+x], out.Pixels[(at(y)+1)*w+x] = 0, 0
		}
	}
	for _, x := range uprights {
		for y := at(levels[0]); y <= at(levels[len(levels)-1]); y++ {
			out.Pixels[y*w+at(x)], out.Pixels[y*w+at(x)+1] = 0, 0
		}
	}
	return out, nil
}

// reader of a table that sees one cell badly from afar, and misses another.
type farSighted struct{ looks int }

func (g *farSighted) Read(_ context.Context, page *engine.Raster, o ocr.Options) (*ocr.Reading, error) {
	g.looks++
	scale := float32(page.DPI / 72)
	out := &ocr.Reading{}
	add := func(x, y float32, text string, sure float64) {
		b := engine.Box{X0: x, Y0: y, X1: x + 6*float32(len(text)), Y1: y + 10}
		inside := len(o.Regions) == 0
		for _, r := range o.Regions {
			inside = inside || b.X0*scale > r.X0 && b.X1*scale < r.X1 && b.Y0*scale > r.Y0-scale && b.Y1*scale < r.Y1+scale
		}
		if inside {
			box := scaled(b, scale)
			out.Lines = append(out.Lines, ocr.Line{Words: []ocr.Word{{Text: text, Box: box, Confidence: sure}}, Box: box})
		}
	}
	near := len(o.Regions) > 0
	add(110, 105, "Town", 0.95)
	add(210, 105, "Founded", 0.95)
	add(110, 125, "Basel", 0.95)
	add(110, 145, "Bonn", 0.95)
	if near {
		add(210, 125, "374", 0.99)
	} else {
		add(210, 125, "S7A", 0.2)
	}
	add(210, 145, "1243", 0.9)
	return out, nil
}

func readRuled(t *testing.T, g ocr.Reader, o Options) *doc.Block {
	t.Helper()
	page := sheetOf(engine.Box{X1: 320, Y1: 200})
	page.Width, page.Height = 320, 200
	r := &Reader{Engines: ruled{leaf{page}}, OCR: g}
	content := "%PDF-1.7"
	d, err := r.Read(t.Context(), format.File{Size: int64(len(content)), Data: strings.NewReader(content)}, o)
	if err != nil {
		t.Fatal(err)
	}
	for i := range d.Blocks {
		if d.Blocks[i].Table != nil {
			return &d.Blocks[i]
		}
	}
	t.Fatalf("no table among %d blocks", len(d.Blocks))
	return nil
}

func cellTexts(b *doc.Block) string {
	var out []string
	for _, c := range b.Table.Cells {
		out = append(out, c.Text)
	}
	return strings.Join(out, "|")
}

// The rules of a scan are found in its pixels, and its cells lie between them.
func TestRulesInPixels(t *testing.T) {
	b := readRuled(t, &farSighted{}, Options{Mode: Pixels})
	if got := cellTexts(b); got != "Town|Founded|Basel|S7A|Bonn|1243" {
		t.Errorf("got %s", got)
	}
	box := b.Table.Cells[3].Box
	if box.Left < 199.0/320 || box.Left > 201.0/320 || box.Top < 119.0/200 || box.Top > 121.0/200 {
		t.Errorf("the fourth cell is at %+v", *box)
	}
	if b.Agentic != "" {
		t.Errorf("nobody looked again, but %q did", b.Agentic)
	}
}

// A second look reads doubtful tables cell by cell, and says so where that is better.
func TestSecondLook(t *testing.T) {
	for _, c := range []struct {
		mode  Second
		looks int // of recognition: the page, then the cells of one colour and of the other
	}{{Doubtful, 3}, {Every, 3}} {
		g := &farSighted{}
		b := readRuled(t, g, Options{Mode: Pixels, Tables: c.mode})
		if got := cellTexts(b); got != "Town|Founded|Basel|374|Bonn|1243" || b.Agentic != Builtin || g.looks != c.looks {
			t.Errorf("%s: %s by %q in %d looks", c.mode, got, b.Agentic, g.looks)
		}
	}
}

// A table whose text is that of the file keeps it, and is not called better for having been looked at.
func TestSecondLookKeepsTheFile(t *testing.T) {
	page := sheetOf()
	page.Width, page.Height = 320, 200
	for i, row := range [][2]string{{"Town", "Founded"}, {"Basel", "374"}, {"Bonn", "1243"}} {
		for k, w := range row {
			from := len(page.Chars)
			typed(page, levels[i]+5, 0, w)
			for c := from; c < len(page.Chars); c++ {
				dx := uprights[k] + 10 - 72
				for _, x := range []*float32{&page.Chars[c].Origin.X, &page.Chars[c].Box.X0, &page.Chars[c].Box.X1, &page.Chars[c].Loose.X0, &page.Chars[c].Loose.X1} {
					*x += dx
				}
			}
		}
	}
	g := &glasses{}
	r := &Reader{Engines: ruled{leaf{page}}, OCR: g}
	content := "%PDF-1.7"
	d, err := r.Read(t.Context(), format.File{Size: int64(len(content)), Data: strings.NewReader(content)}, Options{Mode: Hybrid, Tables: Every})
	if err != nil {
		t.Fatal(err)
	}
	if g.dpi != 0 {
		t.Error("the text of the file was read from pixels")
	}
	for i := range d.Blocks {
		if b := &d.Blocks[i]; b.Agentic != "" {
			t.Errorf("%s is called better: %q", cellTexts(b), b.Agentic)
		}
	}
}

// A lite reading has tables that rules show and figures without text.
func TestLite(t *testing.T) {
	figure := engine.Box{X0: 60, Y0: 300, X1: 400, Y1: 500}
	page := sheetOf(figure)
	typed(page, 400, 0, "label")
	for i := range 4 {
		typed(page, 100+float32(12*i), 0, "aa")
		typed(page, 100+float32(12*i), 0, "", "", "", "12")
		typed(page, 100+float32(12*i), 0, "", "", "", "", "", "", "345")
	}
	for _, lite := range []bool{false, true} {
		r := &Reader{Engines: leaf{page}}
		content := "%PDF-1.7"
		d, err := r.Read(t.Context(), format.File{Size: int64(len(content)), Data: strings.NewReader(content)}, Options{Mode: Embedded, Lite: lite})
		if err != nil {
			t.Fatal(err)
		}
		tables, figures := 0, ""
		for i := range d.Blocks {
			if d.Blocks[i].Table != nil {
				tables++
			}
			if d.Blocks[i].Type == doc.Figure {
				figures += "[" + d.Blocks[i].Text + "]"
			}
		}
		want, text := 1, "[label]"
		if lite {
			want, text = 0, "[]"
		}
		if tables != want || figures != text {
			t.Errorf("lite %v: %d tables, figures %s", lite, tables, figures)
		}
	}
}
