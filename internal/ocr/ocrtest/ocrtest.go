// Package ocrtest is the conformance suite of recognition: what every reader does with pages that the suite draws.
package ocrtest

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/ocr"
)

var letter = []string{
	"Thank you for the order of last week.",
	"The goods have left our warehouse and",
	"should be with you before the weekend.",
	"Please keep this paper for your files.",
}

// Test holds a reader to what package ocr promises.
func Test(t *testing.T, r ocr.Reader) {
	t.Run("Clean", func(t *testing.T) { testClean(t, r) })
	t.Run("Coloured", func(t *testing.T) { testColoured(t, r) })
	t.Run("Turned", func(t *testing.T) { testTurned(t, r) })
	t.Run("Skewed", func(t *testing.T) { testSkewed(t, r) })
	t.Run("Columns", func(t *testing.T) { testColumns(t, r) })
	t.Run("Accents", func(t *testing.T) { testAccents(t, r) })
	t.Run("Regions", func(t *testing.T) { testRegions(t, r) })
	t.Run("Careful", func(t *testing.T) { testCareful(t, r) })
	t.Run("Nothing", func(t *testing.T) { testNothing(t, r) })
	t.Run("Huge", func(t *testing.T) { testHuge(t, r) })
	t.Run("Cancelled", func(t *testing.T) { testCancelled(t, r) })
}

func read(t *testing.T, r ocr.Reader, page *engine.Raster, o ocr.Options) *ocr.Reading {
	t.Helper()
	reading, err := r.Read(t.Context(), page, o)
	if err != nil {
		t.Fatal(err)
	}
	sound(t, reading, page)
	return reading
}

// sound checks what holds for every reading.
func sound(t *testing.T, r *ocr.Reading, page *engine.Raster) {
	t.Helper()
	inside := func(b engine.Box) bool {
		return b.X0 >= 0 && b.Y0 >= 0 && b.X0 < b.X1 && b.Y0 < b.Y1 && b.X1 <= float32(page.Width) && b.Y1 <= float32(page.Height)
	}
	share := func(v float64) bool { return v >= 0 && v <= 1 }
	if r.Rotation%90 != 0 || r.Rotation < 0 || r.Rotation > 270 || math.Abs(r.Skew) > 45 {
		t.Errorf("rotation %d, skew %v", r.Rotation, r.Skew)
	}
	for _, l := range r.Lines {
		if len(l.Words) == 0 || !inside(l.Box) || !share(l.Confidence) || l.Angle < 0 || l.Angle >= 360 {
			t.Errorf("line %+v", l)
		}
		for _, w := range l.Words {
			if w.Text == "" || strings.ContainsAny(w.Text, " \n\t") || !inside(w.Box) || !share(w.Confidence) {
				t.Errorf("word %+v", w)
			}
		}
	}
}

func words(r *ocr.Reading) []string {
	var out []string
	for _, l := range r.Lines {
		for _, w := range l.Words {
			out = append(out, w.Text)
		}
	}
	return out
}

// expect demands the words in order; one in ten may be misread.
func expect(t *testing.T, r *ocr.Reading, lines ...string) {
	t.Helper()
	want, got := strings.Fields(strings.Join(lines, " ")), words(r)
	if common(want, got) < max(len(want), len(got))*9/10 {
		t.Errorf("read  %q\nwanted %q", got, want)
	}
}

// common is the length of the longest common subsequence.
func common(a, b []string) int {
	row := make([]int, len(b)+1)
	for _, x := range a {
		diagonal := 0
		for j, y := range b {
			above := row[j+1]
			if x == y {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(row[j], above)
			}
			diagonal = above
		}
	}
	return row[len(b)]
}

func testClean(t *testing.T, r ocr.Reader) {
	s := newSheet(t, 560, 240)
	boxes := s.write(40, 60, letter...)
	got := read(t, r, s.raster(), ocr.Options{})
	expect(t, got, letter...)
	if got.Rotation != 0 || math.Abs(got.Skew) > 0.5 {
		t.Errorf("rotation %d, skew %v", got.Rotation, got.Skew)
	}
	if len(got.Lines) != len(letter) {
		t.Fatalf("%d lines", len(got.Lines))
	}
	for i, l := range got.Lines {
		if !near(l.Box, boxes[i], size/2) {
			t.Errorf("line %d at %v, drawn at %v", i, l.Box, boxes[i])
		}
		if l.Confidence < 0.5 {
			t.Errorf("line %d: confidence %v", i, l.Confidence)
		}
	}
}

func near(a, b engine.Box, by float32) bool {
	far := func(x, y float32) bool { return x-y > by || y-x > by }
	return !far(a.X0, b.X0) && !far(a.Y0, b.Y0) && !far(a.X1, b.X1) && !far(a.Y1, b.Y1)
}

func testColoured(t *testing.T, r ocr.Reader) {
	s := newSheet(t, 560, 240)
	s.write(40, 60, letter...)
	expect(t, read(t, r, s.coloured(), ocr.Options{}), letter...)
}

func testTurned(t *testing.T, r ocr.Reader) {
	s := newSheet(t, 560, 240)
	s.write(40, 60, letter...)
	for _, turn := range []int{90, 180, 270} {
		page := s.turned(turn)
		got := read(t, r, page, ocr.Options{})
		if want := 360 - turn; got.Rotation != want {
			t.Errorf("turned by %d: rotation %d, not %d", turn, got.Rotation, want)
			continue
		}
		expect(t, got, letter...)
		for _, l := range got.Lines {
			if off := math.Remainder(l.Angle-float64(turn), 360); math.Abs(off) > 3 {
				t.Errorf("turned by %d: a line at %v degrees", turn, l.Angle)
			}
			if b := l.Box; turn != 180 && b.Y1-b.Y0 < b.X1-b.X0 {
				t.Errorf("turned by %d: a line in %v", turn, b)
			}
		}
	}
}

func testSkewed(t *testing.T, r ocr.Reader) {
	s := newSheet(t, 560, 260)
	s.write(40, 80, letter...)
	for _, angle := range []float64{2, -2} {
		got := read(t, r, s.skewed(angle), ocr.Options{})
		expect(t, got, letter...)
		if math.Abs(got.Skew-angle) > 0.7 {
			t.Errorf("skewed by %v: skew %v", angle, got.Skew)
		}
	}
}

func testColumns(t *testing.T, r ocr.Reader) {
	left := []string{"The river rises in the", "hills above the old", "town and runs for forty", "miles to the west. It", "is known for its fish."}
	right := []string{"Boats went up as far as", "the second bridge when", "the mills still worked.", "Today only walkers and", "birds use the path."}
	s := newSheet(t, 640, 260)
	s.write(30, 50, left...)
	s.write(350, 50, right...)
	expect(t, read(t, r, s.raster(), ocr.Options{}), append(left, right...)...)
}

func testAccents(t *testing.T, r ocr.Reader) {
	lines := []string{
		"Für die Größe der Straße ist das Amt",
		"zuständig, nicht die Behörde für Wärme.",
		"Die Gebühren können später fällig werden.",
	}
	s := newSheet(t, 620, 200)
	s.write(40, 60, lines...)
	expect(t, read(t, r, s.raster(), ocr.Options{}), lines...)
	expect(t, read(t, r, s.raster(), ocr.Options{Languages: []string{"deu"}}), lines...)
}

func testRegions(t *testing.T, r ocr.Reader) {
	s := newSheet(t, 560, 240)
	boxes := s.write(40, 60, letter...)
	grown := func(b engine.Box) engine.Box {
		return engine.Box{X0: b.X0 - 8, Y0: b.Y0 - 2, X1: b.X1 + 8, Y1: b.Y1 + 2}
	}
	got := read(t, r, s.raster(), ocr.Options{Regions: []engine.Box{grown(boxes[1]), grown(boxes[3])}})
	expect(t, got, letter[1], letter[3])
	got = read(t, r, s.raster(), ocr.Options{Regions: []engine.Box{{X0: -50, Y0: -50, X1: 30, Y1: 20}, {X0: 9000, Y0: 9000, X1: 9999, Y1: 9999}}})
	if len(got.Lines) > 0 {
		t.Errorf("read outside the page: %q", words(got))
	}
}

func testCareful(t *testing.T, r ocr.Reader) {
	s := newSheet(t, 560, 240)
	s.write(40, 60, letter...)
	expect(t, read(t, r, s.raster(), ocr.Options{Careful: true}), letter...)
}

// testNothing reads images that hold no text.
func testNothing(t *testing.T, r ocr.Reader) {
	blank := newSheet(t, 400, 300).raster()
	black := newSheet(t, 400, 300).raster()
	for i := range black.Pixels {
		black.Pixels[i] = 0
	}
	pages := map[string]*engine.Raster{
		"blank":            blank,
		"black":            black,
		"no pixel":         {Grey: true},
		"one pixel":        {Pixels: []byte{0}, Width: 1, Height: 1, Grey: true},
		"one row":          {Pixels: make([]byte, 2000), Width: 2000, Height: 1, Grey: true},
		"pixels missing":   {Pixels: make([]byte, 10), Width: 100, Height: 100, Grey: true},
		"a negative width": {Width: -3, Height: 100},
	}
	for name, page := range pages {
		got, err := r.Read(t.Context(), page, ocr.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if len(got.Lines) > 0 {
			t.Errorf("%s: read %q", name, words(got))
		}
	}
}

// testHuge reads the largest image there is.
func testHuge(t *testing.T, r ocr.Reader) {
	s := newSheetOf(t, 5000, engine.MaxPixels/5000, 220)
	s.write(300, 1000, letter[0])
	got := read(t, r, s.raster(), ocr.Options{})
	if want := strings.Fields(letter[0]); common(want, words(got)) < len(want)/2 {
		t.Errorf("read %q", words(got))
	}
}

// testCancelled gives up in the middle of a page. The reader must not take much longer than one step of its work.
func testCancelled(t *testing.T, r ocr.Reader) {
	s := newSheet(t, 1600, 2200)
	line := strings.Repeat("The goods have left our warehouse. ", 4)
	for y := 60; y < 2150; y += size * 3 / 2 { // some seconds of work
		s.write(40, y, line)
	}
	began := time.Now()
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	_, err := r.Read(ctx, s.raster(), ocr.Options{})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("after %v: %v", time.Since(began), err)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("gave up after %v", took)
	}
	small := newSheet(t, 560, 240)
	small.write(40, 60, letter...)
	expect(t, read(t, r, small.raster(), ocr.Options{}), letter...)
}
