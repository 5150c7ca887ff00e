package paddle

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/ocr/pixel"
)

// TestSpotsFindTurnedRectangles paints a rectangle into a map and finds it again, grown by what the detector shrank.
func TestSpotsFindTurnedRectangles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := pixel.Rect{X: 150, Y: 150, Width: rapid.Float64Range(60, 160).Draw(t, "width"), Height: rapid.Float64Range(10, 30).Draw(t, "height"),
			Angle: rapid.Float64Range(-1.5, 1.5).Draw(t, "angle")}
		h := heat{make([]float32, 300*300), 300, 300}
		sin, cos := math.Sincos(r.Angle)
		for i := range h.p {
			dx, dy := float64(i%300)+0.5-r.X, float64(i/300)+0.5-r.Y
			if math.Abs(dx*cos+dy*sin) <= r.Width/2 && math.Abs(dy*cos-dx*sin) <= r.Height/2 {
				h.p[i] = 0.9
			}
		}
		h.p[5], h.p[299*300] = 0.9, 0.9 // specks
		spots := findSpots(h)
		if len(spots) != 1 {
			t.Fatalf("%d spots", len(spots))
		}
		got := spots[0]
		grow := 2 * r.Width * r.Height * unclip / (2 * (r.Width + r.Height))
		if math.Abs(math.Remainder(got.Angle-r.Angle, math.Pi)) > 0.06 || math.Hypot(got.X-r.X, got.Y-r.Y) > 2 ||
			math.Abs(got.Width-r.Width-grow) > 5 || math.Abs(got.Height-r.Height-grow) > 5 {
			t.Fatalf("%+v became %+v", r, got)
		}
	})
}

func TestDecode(t *testing.T) {
	alphabet := []rune{0, 'a', 'b', ' '}
	var out []float32
	for _, class := range []int{0, 1, 1, 0, 1, 3, 2, 0} {
		step := make([]float32, len(alphabet))
		step[class] = 0.9
		out = append(out, step...)
	}
	words := Words(decode(out, alphabet), pixel.Rect{X: 40, Y: 10, Width: 80, Height: 20})
	if len(words) != 2 || words[0].Text != "aa" || words[1].Text != "b" {
		t.Fatalf("%+v", words)
	}
	if b := words[0].Rect.Bounds(); b.X0 != 10 || b.X1 != 50 {
		t.Errorf("the first word is at %v", b)
	}
	if c := words[0].Confidence; math.Abs(c-0.81) > 1e-6 {
		t.Errorf("its confidence is %v", c)
	}
}
