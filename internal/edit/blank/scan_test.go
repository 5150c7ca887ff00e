package blank

import (
	"slices"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/stroke"
)

// TestScan finds blanks by recognised words and by strokes in pixels, on a page that lies askew as well.
func TestScan(t *testing.T) {
	for _, skew := range []float64{0, 1.5} {
		var seen Seen
		seen.Skew = skew
		tilt := float32(skew) * 3.14159 / 180
		at := func(x, y float32) engine.Point { // turned around the middle of the page
			dx, dy := x-300, y-400
			return engine.Point{X: 300 + dx - dy*tilt, Y: 400 + dy + dx*tilt}
		}
		var text layout.Text
		word := func(x, base float32, s string) {
			var words []layout.Word
			for _, f := range strings.Fields(s) {
				w := 5 * float32(len(f))
				a, b := at(x, base-8), at(x+w, base+2)
				words = append(words, layout.Word{Text: f, Box: engine.Box{X0: a.X, Y0: min(a.Y, b.Y), X1: b.X, Y1: max(a.Y, b.Y)}, Confidence: 1, Font: -1, First: -1})
				x += w + 3
			}
			l := layout.Recognised(words, skew)
			text.Lines = append(text.Lines, l)
		}
		level := func(x0, x1, y float32) {
			seen.Level = append(seen.Level, stroke.Stroke{From: at(x0, y), To: at(x1, y), Width: 1})
		}
		upright := func(x, y0, y1 float32) {
			seen.Upright = append(seen.Upright, stroke.Stroke{From: at(x, y0), To: at(x, y1), Width: 1})
		}
		word(50, 100, "Full name")
		level(110, 400, 102)
		word(50, 150, "Street")
		level(50, 250, 154)
		level(50, 250, 174)
		upright(50, 154, 174)
		upright(250, 154, 174)
		word(80, 220, "Married")
		a := at(60, 211)
		seen.Squares = append(seen.Squares, stroke.Square{Box: engine.Box{X0: a.X, Y0: a.Y, X1: a.X + 10, Y1: a.Y + 10}})
		p := engine.Page{Number: 1, Width: 600, Height: 800}
		var got []string
		for _, b := range Find(Of(&p, &text, seen)) {
			got = append(got, b.Kind.String()+" "+b.Label)
		}
		if want := []string{"text Full name", "text Street", "check Married"}; !slices.Equal(got, want) {
			t.Errorf("at %v degrees found %q, want %q", skew, got, want)
		}
	}
}

// TestUnchained keeps three boxes beside each other and takes four for places of letters.
func TestUnchained(t *testing.T) {
	var squares []engine.Box
	for i := range 3 {
		squares = append(squares, engine.Box{X0: 100 + 11*float32(i), Y0: 50, X1: 110 + 11*float32(i), Y1: 60})
	}
	if n := len(unchained(squares)); n != 3 {
		t.Errorf("%d of three are left", n)
	}
	squares = append(squares, engine.Box{X0: 133, Y0: 50, X1: 143, Y1: 60}, engine.Box{X0: 300, Y0: 50, X1: 310, Y1: 60})
	if left := unchained(squares); len(left) != 1 || left[0].X0 != 300 {
		t.Errorf("%v are left", left)
	}
}
