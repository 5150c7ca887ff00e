package stroke

import (
	"math"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
)

// TestParted cuts a stroke between two lines and leaves the dots of one line together.
func TestParted(t *testing.T) {
	r := &engine.Raster{Width: 800, Height: 200, Grey: true, DPI: 200, Pixels: make([]byte, 800*200)}
	for i := range r.Pixels {
		r.Pixels[i] = 255
	}
	ink := func(x0, x1, y int) {
		for x := x0; x < x1; x++ {
			r.Pixels[y*800+x], r.Pixels[(y+1)*800+x] = 0, 0
		}
	}
	ink(50, 300, 100)
	ink(330, 600, 100) // a gap of 30 pixels, wider than an eighth of an inch
	for x := 50; x < 600; x += 8 {
		ink(x, x+3, 150)
	}
	whole := func(y float32) Stroke {
		return Stroke{From: engine.Point{X: 18, Y: y * 0.36}, To: engine.Point{X: 216, Y: y * 0.36}, Width: 0.72}
	}
	got := InkOf(r).Parted([]Stroke{whole(101), whole(151)})
	want := [][2]float64{{18, 108}, {119, 216}, {18, 214}}
	if len(got) != len(want) {
		t.Fatalf("%d strokes: %v", len(got), got)
	}
	for i, w := range want {
		if math.Abs(float64(got[i].From.X)-w[0]) > 2 || math.Abs(float64(got[i].To.X)-w[1]) > 2 {
			t.Errorf("stroke %d runs from %.1f to %.1f, want %v", i, got[i].From.X, got[i].To.X, w)
		}
	}
}
