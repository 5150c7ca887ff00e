package reader

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/ocr"
)

// leaf is an engine whose only document is one given page.
type leaf struct{ page *engine.Page }

func (l leaf) Open(context.Context, *os.File, engine.OpenOptions) (engine.Document, error) {
	return l, nil
}
func (l leaf) Pages() int                                      { return 1 }
func (l leaf) Info(context.Context) (*engine.Info, error)      { return &engine.Info{}, nil }
func (l leaf) Page(context.Context, int) (*engine.Page, error) { return l.page, nil }
func (l leaf) Close()                                          {}

func (l leaf) Render(_ context.Context, _ int, dpi float64, _ bool) (*engine.Raster, error) {
	w, h, dpi := engine.RasterSize(float64(l.page.Width), float64(l.page.Height), dpi)
	return &engine.Raster{Width: w, Height: h, DPI: dpi, Pixels: make([]byte, 4*w*h)}, nil
}

// glasses read what they are told to, at places in points of the page.
type glasses struct {
	lines []ocr.Line
	err   error
	asked ocr.Options
	dpi   float64
}

func (g *glasses) Read(_ context.Context, page *engine.Raster, o ocr.Options) (*ocr.Reading, error) {
	g.asked, g.dpi = o, page.DPI
	var out ocr.Reading
	for _, l := range g.lines {
		words := slices.Clone(l.Words)
		for i := range words {
			words[i].Box = scaled(words[i].Box, float32(page.DPI/72))
		}
		out.Lines = append(out.Lines, ocr.Line{Words: words, Angle: l.Angle})
	}
	return &out, g.err
}

// seen is a recognised line of words, each 25 points wide.
func seen(y float32, words ...string) ocr.Line {
	var l ocr.Line
	for i, w := range words {
		x := 72 + 28*float32(i)
		l.Words = append(l.Words, ocr.Word{Text: w, Confidence: 0.9, Box: engine.Box{X0: x, Y0: y, X1: x + 25, Y1: y + 10}})
	}
	return l
}

// typed writes words as the file has them, where seen sees them.
func typed(p *engine.Page, y float32, flags engine.CharFlags, words ...string) {
	for i, w := range words {
		x := 72 + 28*float32(i)
		for _, r := range w {
			p.Chars = append(p.Chars, engine.Char{
				Rune: r, Size: 10, Fill: 0xff, Flags: flags, Origin: engine.Point{X: x, Y: y + 8},
				Box: engine.Box{X0: x, Y0: y + 1, X1: x + 5, Y1: y + 8}, Loose: engine.Box{X0: x, Y0: y, X1: x + 5, Y1: y + 10},
			})
			x += 5
		}
	}
}

func sheetOf(images ...engine.Box) *engine.Page {
	p := &engine.Page{Number: 1, Width: 600, Height: 800, Fonts: []engine.Font{{Name: "Made"}}}
	for _, b := range images {
		p.Images = append(p.Images, engine.Image{Box: b, Visible: b, Width: 1000, Height: 1000, DPIX: 240, DPIY: 240})
	}
	return p
}

func readLeaf(t *testing.T, p *engine.Page, g *glasses, mode Mode) (*doc.Document, error) {
	t.Helper()
	r := &Reader{Engines: leaf{p}, OCR: g, Languages: []string{"eng"}}
	content := "%PDF-1.7"
	return r.Read(t.Context(), format.File{Size: int64(len(content)), Data: strings.NewReader(content)}, Options{Mode: mode})
}

// texts are the words of the only page in the order of its lines.
func texts(d *doc.Document) string {
	var out []string
	for _, l := range d.Pages[0].Lines {
		out = append(out, l.Text)
	}
	return strings.Join(out, " / ")
}

func TestHybrid(t *testing.T) {
	whole := engine.Box{X1: 600, Y1: 800}
	figure := engine.Box{X0: 60, Y0: 300, X1: 400, Y1: 500}
	digital := sheetOf()
	typed(digital, 100, 0, "typed", "words")
	scanned := sheetOf(whole)
	stamped := sheetOf(whole)
	typed(stamped, 100, 0, "typed")
	mixed := sheetOf(figure)
	typed(mixed, 100, 0, "typed", "words")
	typed(mixed, 600, 0, "below")
	broken := sheetOf()
	typed(broken, 100, 0, "typed", "words")
	typed(broken, 200, engine.CharUnmapped, "xqzwk", "vbnmx")
	for _, c := range []struct {
		name   string
		page   *engine.Page
		mode   Mode
		sees   []ocr.Line
		want   string
		native bool
		asks   int // regions; -1 is the whole page, -2 that nothing is asked
	}{
		{"digital", digital, Hybrid, []ocr.Line{seen(100, "wrong")}, "typed words", true, -2},
		{"digital, by its pixels", digital, Pixels, []ocr.Line{seen(100, "pixels")}, "pixels", false, -1},
		{"scan", scanned, Hybrid, []ocr.Line{seen(100, "a", "scan"), seen(120, "of", "text")}, "a scan / of text", false, -1},
		{"scan, as the file has it", scanned, Embedded, []ocr.Line{seen(100, "a")}, "", true, -2},
		{"scan with typed words", stamped, Hybrid, []ocr.Line{seen(100, "tiped", "scan"), seen(50, "above")}, "above / typed / scan", true, -1},
		{"picture on a digital page", mixed, Hybrid, []ocr.Line{seen(400, "inside")}, "typed words / inside / below", true, 1},
		{"unsound region", broken, Hybrid, []ocr.Line{seen(200, "real", "words")}, "typed words / real words", true, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := &glasses{lines: c.sees}
			d, err := readLeaf(t, c.page, g, c.mode)
			if err != nil {
				t.Fatal(err)
			}
			if got := texts(d); got != c.want || d.Pages[0].Native != c.native {
				t.Errorf("%q, native %v; want %q, %v", got, d.Pages[0].Native, c.want, c.native)
			}
			asked := -2
			if g.dpi > 0 {
				if asked = len(g.asked.Regions); asked == 0 {
					asked = -1
				}
				if !slices.Equal(g.asked.Languages, []string{"eng"}) {
					t.Errorf("languages %v", g.asked.Languages)
				}
			}
			if asked != c.asks {
				t.Errorf("asked for %d regions at %v dpi, want %d", asked, g.dpi, c.asks)
			}
		})
	}
}

func TestRecognitionFails(t *testing.T) {
	whole := engine.Box{X1: 600, Y1: 800}
	g := &glasses{err: fault.New(fault.ProcessingFailed, "too slow")}
	if _, err := readLeaf(t, sheetOf(whole), g, Hybrid); !fault.Is(err, fault.ProcessingFailed) {
		t.Errorf("nothing else on the page: %v", err)
	}
	p := sheetOf(engine.Box{X0: 60, Y0: 300, X1: 400, Y1: 500})
	typed(p, 100, 0, "typed")
	d, err := readLeaf(t, p, g, Hybrid)
	if err != nil || texts(d) != "typed" || len(d.Issues) != 1 || !strings.Contains(d.Issues[0].Message, "too slow") {
		t.Errorf("typed text beside it: %v, %+v", err, d)
	}
	g.err = errors.New("broken")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	content := "%PDF-1.7"
	_, err = (&Reader{Engines: leaf{p}, OCR: g}).Read(ctx, format.File{Size: 8, Data: strings.NewReader(content)}, Options{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestJoin(t *testing.T) {
	part := func(pages ...doc.Page) *doc.Document { return &doc.Document{Type: "pdf", PageCount: 9, Pages: pages} }
	failed := part(doc.Page{Number: 2})
	failed.Issues = []doc.Issue{{Page: 2, Message: "page 2 is damaged", Failed: "DOCUMENT_CORRUPT"}}
	d, err := Join([]*doc.Document{part(doc.Page{Number: 1}), failed}, nil)
	if err != nil || len(d.Pages) != 2 || len(d.Issues) != 1 || d.PageCount != 9 {
		t.Errorf("%v, %+v", err, d)
	}
	if _, err := Join([]*doc.Document{failed}, nil); !fault.Is(err, fault.DocumentCorrupt) {
		t.Errorf("all pages failed: %v", err)
	}
}

// looker sees the regions it is told to, in points of the page.
type looker []ocr.Region

func (l looker) Find(_ context.Context, page *engine.Raster, _ int) ([]ocr.Region, error) {
	out := slices.Clone(l)
	for i := range out {
		out[i].Box = scaled(out[i].Box, float32(page.DPI/72))
	}
	return out, nil
}

// What recognition is unsure of is left out inside photographs, and nowhere else.
func TestUnsureWords(t *testing.T) {
	unsure := func(y float32, words ...string) ocr.Line {
		l := seen(y, words...)
		for i := range l.Words {
			l.Words[i].Confidence = 0.4
		}
		return l
	}
	whole := engine.Box{X1: 600, Y1: 800}
	photo := engine.Box{X0: 60, Y0: 300, X1: 400, Y1: 500}
	mixed, stamped := sheetOf(photo), sheetOf(whole)
	typed(mixed, 100, 0, "typed", "words")
	typed(stamped, 20, 0, "stamp")
	lines := []ocr.Line{seen(200, "a", "letter"), unsure(250, "doubtful"), seen(320, "sign"), unsure(400, "leaves")}
	for _, c := range []struct {
		name    string
		page    *engine.Page
		regions looker
		want    string
	}{
		{"a scan", sheetOf(whole), nil, "a letter / doubtful / sign / leaves"},
		{"a scan with a photograph", sheetOf(whole), looker{{Kind: ocr.PictureRegion, Score: 0.9, Box: photo}}, "a letter / doubtful / sign"},
		{"a scan with a chart", sheetOf(whole), looker{{Kind: ocr.ChartRegion, Score: 0.9, Box: photo}}, "a letter / doubtful / sign / leaves"},
		{"a scan with what may be a photograph", sheetOf(whole), looker{{Kind: ocr.PictureRegion, Score: 0.3, Box: photo}}, "a letter / doubtful / sign / leaves"},
		{"a scan with a stamp", stamped, nil, "stamp / a letter / doubtful / sign / leaves"},
		{"a photograph on a page with text", mixed, nil, "typed words / a letter / doubtful / sign"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := &Reader{Engines: leaf{c.page}, OCR: &glasses{lines: lines}, Regions: c.regions, Languages: []string{"eng"}}
			content := "%PDF-1.7"
			d, err := r.Read(t.Context(), format.File{Size: int64(len(content)), Data: strings.NewReader(content)}, Options{Mode: Hybrid})
			if err != nil {
				t.Fatal(err)
			}
			if got := texts(d); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
