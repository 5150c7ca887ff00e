package overlay_test

import (
	"image"
	"image/color"
	"math"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/overlay"
)

// white is the picture of an empty page of 200 by 100 points.
func white() *engine.Raster {
	r := &engine.Raster{Width: 400, Height: 200, DPI: 144, Pixels: make([]byte, 4*400*200)}
	for i := range r.Pixels {
		r.Pixels[i] = 255
	}
	return r
}

func drawn(t *testing.T, v overlay.View) *image.RGBA {
	t.Helper()
	v.Raster = white()
	got, err := v.Draw()
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func marked(im *image.RGBA, x, y int) bool {
	return im.RGBAAt(x, y) != color.RGBA{255, 255, 255, 255}
}

func TestDraw(t *testing.T) {
	box := doc.Box{Left: 0.5, Top: 0.5, Width: 0.25, Height: 0.25} // pixels 200,100 to 300,150
	link := engine.Box{X0: 10, Y0: 10, X1: 30, Y1: 20}
	table := doc.Block{Type: doc.TableBlock, Box: box, Table: &doc.Table{Rows: 1, Cols: 1, Cells: []doc.Cell{{RowSpan: 1, ColSpan: 1, Header: true, Box: &box}}}}
	for _, c := range []struct {
		name    string
		view    overlay.View
		yes, no [2]int
	}{
		{"nothing", overlay.View{}, [2]int{}, [2]int{250, 125}},
		{"frame", overlay.View{Blocks: []doc.Block{{Type: doc.Text, Box: box}}}, [2]int{199, 120}, [2]int{350, 120}},
		{"word", overlay.View{Page: doc.Page{Words: []doc.Word{{Box: box}}}}, [2]int{250, 125}, [2]int{350, 120}},
		{"line", overlay.View{Page: doc.Page{Lines: []doc.Line{{Box: box}}}}, [2]int{199, 120}, [2]int{250, 125}},
		{"link", overlay.View{Seen: &engine.Page{Width: 200, Height: 100, Links: []engine.Link{{Box: link}}}}, [2]int{40, 39}, [2]int{40, 30}},
		{"pair", overlay.View{Blocks: []doc.Block{{Type: doc.KeyValue, Pairs: []doc.Pair{{Box: box}}}}}, [2]int{199, 120}, [2]int{350, 120}},
		{"arrow", overlay.View{Blocks: []doc.Block{{Type: doc.Text, Box: doc.Box{Left: 0.5, Width: 0.1, Height: 0.1}}, {Type: doc.Text, Box: box}}}, [2]int{211, 60}, [2]int{260, 60}},
	} {
		im := drawn(t, c.view)
		if c.yes != [2]int{} && !marked(im, c.yes[0], c.yes[1]) {
			t.Errorf("%s: nothing at %v", c.name, c.yes)
		}
		if marked(im, c.no[0], c.no[1]) {
			t.Errorf("%s: something at %v", c.name, c.no)
		}
	}
	plain := table
	plain.Table = &doc.Table{Rows: 1, Cols: 1, Cells: []doc.Cell{{RowSpan: 1, ColSpan: 1, Box: &box}}}
	head, body := drawn(t, overlay.View{Blocks: []doc.Block{table}}), drawn(t, overlay.View{Blocks: []doc.Block{plain}})
	if a, b := head.RGBAAt(250, 125), body.RGBAAt(250, 125); a.G >= b.G {
		t.Errorf("a header cell is %v, another %v", a, b)
	}
}

// Boxes come from files and may be anything.
func TestDrawAnywhere(t *testing.T) {
	var blocks []doc.Block
	for _, far := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e300, -5, 0, 0.999} {
		blocks = append(blocks, doc.Block{Type: doc.Text, Box: doc.Box{Left: far, Top: far, Width: far, Height: far}})
	}
	drawn(t, overlay.View{Blocks: blocks})
	broken := white()
	broken.Pixels = broken.Pixels[:7]
	if _, err := (&overlay.View{Raster: broken}).Draw(); err == nil {
		t.Error("half a picture is drawn on")
	}
}

// Labels of blocks that lie close together do not cover each other.
func TestLabelsApart(t *testing.T) {
	var blocks []doc.Block
	for i := range 6 {
		blocks = append(blocks, doc.Block{Type: doc.ListItem, Box: doc.Box{Left: 0.4, Top: 0.1 + 0.12*float64(i), Width: 0.2, Height: 0.05}})
	}
	im, left := drawn(t, overlay.View{Blocks: blocks}), 0
	for y := range 200 {
		if marked(im, 150, y) {
			left++
		}
	}
	if left < 60 || left > 150 {
		t.Errorf("labels take %d rows of pixels beside their blocks", left)
	}
}

func TestPrint(t *testing.T) {
	box := doc.Box{Left: 0.1, Top: 0.2, Width: 0.3004, Height: 0.0596}
	cell := func(row, col, down, across int, text string, header bool) doc.Cell {
		return doc.Cell{Row: row, Col: col, RowSpan: down, ColSpan: across, Text: text, Header: header}
	}
	got := overlay.Print([]doc.Block{
		{Type: doc.SectionHeader, Level: 2, Box: box, Text: "Head", Confidence: 0.98},
		{Type: doc.ListItem, Level: 1, Marker: "b)", Text: "item\nmore", Continues: true, Confidence: 1},
		{Type: doc.KeyValue, Pairs: []doc.Pair{{Key: "Name", Value: "A\nB"}}, Confidence: 0.5},
		{Type: doc.TableBlock, Caption: "Of it", Table: &doc.Table{Rows: 2, Cols: 3, Cells: []doc.Cell{
			cell(0, 0, 2, 1, "a", true), cell(0, 1, 1, 2, "b", false), cell(1, 2, 1, 1, "c", false),
		}}},
		{Type: doc.Text, Text: "see it", Spans: []doc.Span{{Kind: doc.Link, Start: 4, End: 6, Target: "http://x"}}},
	})
	want := strings.Join([]string{
		"1. Section Header 2 [100 200 300 60] 0.98", "    Head",
		"2. List Item 1, continues [0 0 0 0] 1.00", "    b) item", "    more",
		"3. Key Value [0 0 0 0] 0.50", "    Name = A / B",
		"4. Table [0 0 0 0] 0.00", "    | # a | b | < |", "    | ^ |  | c |", "    caption: Of it",
		"5. Text [0 0 0 0] 0.00", "    see it", "    link: it http://x", "",
	}, "\n")
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
