package ocrtest

import (
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/ocr"
)

// TestFinder holds a finder of regions to what it promises.
func TestFinder(t *testing.T, f ocr.Finder) {
	page, title, columns := newspaper(t)
	for name, c := range map[string]struct {
		page *engine.Raster
		turn int
	}{
		"Level":  {page.coloured(), 0},
		"Turned": {page.turned(90), 270},
	} {
		t.Run(name, func(t *testing.T) {
			found, err := f.Find(t.Context(), c.page, c.turn)
			if err != nil {
				t.Fatal(err)
			}
			if c.turn != 0 {
				for i := range found {
					found[i].Box = turnedBack(found[i].Box, float32(c.page.Width))
				}
			}
			expectRegions(t, found, title, columns)
		})
	}
	for name, page := range map[string]*engine.Raster{
		"Nothing": {}, "OnePixel": {Width: 1, Height: 1, Grey: true, Pixels: []byte{255}},
	} {
		t.Run(name, func(t *testing.T) {
			if found, err := f.Find(t.Context(), page, 0); err != nil || len(found) != 0 {
				t.Errorf("%v, %v", found, err)
			}
		})
	}
}

// newspaper is a page with a title above two columns.
func newspaper(t *testing.T) (page *sheet, title engine.Box, columns [2]engine.Box) {
	t.Helper()
	page = newSheet(t, 1240, 1000)
	large := newSheetOf(t, 1, 1, 50)
	large.img = page.img
	title = large.write(330, 130, "Rivers of the north")[0]
	for i := range columns {
		lines := make([]string, 20)
		for k := range lines {
			lines[k] = strings.Repeat("slow water ", 5)[k%5:][:46]
		}
		boxes := page.write(100+560*i, 240, lines...)
		columns[i] = engine.Box{X0: boxes[0].X0, Y0: boxes[0].Y0, X1: boxes[0].X1, Y1: boxes[len(boxes)-1].Y1}
	}
	return page, title, columns
}

// turnedBack undoes a quarter turn clockwise of a page that is so wide now.
func turnedBack(b engine.Box, width float32) engine.Box {
	return engine.Box{X0: b.Y0, X1: b.Y1, Y0: width - b.X1, Y1: width - b.X0}
}

// expectRegions wants the title first, then the left column, then the right one.
func expectRegions(t *testing.T, found []ocr.Region, title engine.Box, columns [2]engine.Box) {
	t.Helper()
	const slack = 30
	at := 0
	for i, want := range []engine.Box{title, columns[0], columns[1]} {
		from := at
		for at < len(found) && !near(found[at].Box, want, slack) {
			at++
		}
		if at == len(found) {
			t.Fatalf("%v is not among %+v from %d on", want, found, from)
		}
		if heading := found[at].Kind == ocr.TitleRegion || found[at].Kind == ocr.HeadingRegion; heading != (i == 0) {
			t.Errorf("%v is of kind %d", want, found[at].Kind)
		}
		if s := found[at].Score; s <= 0 || s > 1 {
			t.Errorf("score %v", s)
		}
	}
}
