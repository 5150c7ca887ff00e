package stroke

import (
	"math"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
)

func TestThrough(t *testing.T) {
	const points = 72.0 / 150
	text := engine.Box{X0: 100 * points, X1: 400 * points, Y0: 180 * points, Y1: 202 * points}
	letters := func(s *sheet) { // stems with bars, 18 pixels high
		for x := 100; x < 400; x += 12 {
			s.fill(x, 180, x+2, 200, 40)
			s.fill(x, 190, x+7, 192, 40)
		}
	}
	tests := []struct {
		name     string
		draw     func(*sheet)
		from, to float64 // of the only line that is found
	}{
		{"letters", func(*sheet) {}, 0, 0},
		{"all of them", func(s *sheet) { s.line(98, 400, 192, 2, 0) }, 98, 400},
		{"some of them", func(s *sheet) { s.line(148, 260, 192, 2, 0) }, 148, 260},
		{"askew", func(s *sheet) { s.line(148, 340, 190, 2, 0.02) }, 148, 340},
		{"under them", func(s *sheet) { s.line(100, 400, 203, 2, 0) }, 0, 0},
		{"over them", func(s *sheet) { s.line(100, 400, 176, 2, 0) }, 0, 0},
		{"a dash", func(s *sheet) { s.fill(190, 178, 212, 203, 240); s.line(192, 210, 192, 2, 0) }, 0, 0},
		{"a bar that hides them", func(s *sheet) { s.fill(100, 178, 400, 204, 40) }, 0, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := paper(800, 400, 150)
			letters(s)
			test.draw(s)
			s.noise(8)
			k := InkOf(&s.Raster)
			got := k.Through([]engine.Box{text})
			if test.to == 0 {
				if len(got) != 0 {
					t.Errorf("got %v", got)
				}
				return
			}
			if len(got) != 1 || math.Abs(float64(got[0].From.X)/points-test.from) > 12 || math.Abs(float64(got[0].To.X)/points-test.to) > 12 {
				t.Fatalf("got %v", got)
			}
			plain := k.Unruled(&s.Raster, got)
			if left := InkOf(plain).Through([]engine.Box{text}); len(left) != 0 {
				t.Errorf("left: %v", left)
			}
			for x := 112; x < 390; x += 12 { // stems stay
				if plain.Pixels[185*800+x] > 120 || plain.Pixels[197*800+x] > 120 {
					t.Errorf("the stem at %d is gone", x)
				}
			}
		})
	}
	if got := InkOf(&engine.Raster{}).Through([]engine.Box{text}); got != nil {
		t.Errorf("without a picture: %v", got)
	}
}
