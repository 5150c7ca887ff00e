package stroke

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/engine"
)

// frame draws a hollow square.
func (s *sheet) frame(x, y, side, wide int) {
	s.fill(x, y, x+side, y+wide, 40)
	s.fill(x, y+side-wide, x+side, y+side, 40)
	s.fill(x, y, x+wide, y+side, 40)
	s.fill(x+side-wide, y, x+side, y+side, 40)
}

// tick draws a falling and a rising stroke.
func (s *sheet) tick(x, y, down, up int) {
	pen := max(2, int(s.DPI/75)) // about a point
	for i := range down {
		s.fill(x+i, y+i, x+i+pen, y+i+pen, 40)
	}
	for i := range up {
		s.fill(x+down+i, y+down-i, x+down+i+pen, y+down-i+pen, 40)
	}
}

func TestSquares(t *testing.T) {
	tests := []struct {
		name string
		draw func(*sheet)
		want []bool // for each square whether it is marked
	}{
		{"nothing", func(*sheet) {}, nil},
		{"a square", func(s *sheet) { s.frame(100, 100, 22, 2) }, []bool{false}},
		{"a ticked square", func(s *sheet) { s.frame(100, 100, 22, 2); s.tick(105, 108, 5, 10) }, []bool{true}},
		{"a tick that reaches out", func(s *sheet) { s.frame(100, 100, 22, 2); s.tick(105, 108, 6, 16) }, []bool{true}},
		{"two squares", func(s *sheet) { s.frame(100, 100, 22, 2); s.frame(100, 150, 22, 2); s.tick(105, 158, 5, 10) }, []bool{false, true}},
		{"a square in a cell", func(s *sheet) {
			s.line(60, 300, 90, 2, 0)
			s.line(60, 300, 132, 2, 0)
			s.frame(100, 100, 22, 2)
		}, []bool{false}},
		{"places for letters", func(s *sheet) { s.frame(100, 100, 22, 2); s.frame(130, 100, 22, 2); s.frame(160, 100, 22, 2) }, nil},
		{"cells of a grid", func(s *sheet) {
			for i := range 5 {
				s.fill(100, 100+24*i, 198, 102+24*i, 40)
				s.fill(100+24*i, 100, 102+24*i, 198, 40)
			}
		}, nil},
		{"a painted square", func(s *sheet) { s.fill(100, 100, 122, 122, 40) }, nil},
		{"three sides", func(s *sheet) { s.frame(100, 100, 22, 2); s.fill(120, 103, 122, 119, 240) }, nil},
		{"a large square", func(s *sheet) { s.frame(100, 100, 90, 2) }, nil},
		{"an oblong", func(s *sheet) { s.frame(100, 100, 22, 2); s.fill(102, 120, 120, 122, 240); s.frame(100, 112, 22, 2) }, nil},
		{"a letter beside letters", func(s *sheet) { s.frame(100, 100, 22, 3); s.fill(124, 100, 127, 122, 40); s.fill(95, 100, 98, 122, 40) }, nil},
		{"letters", func(s *sheet) { s.letters(100, 700, 200) }, nil},
		{"a letter with a bar", func(s *sheet) { s.frame(100, 100, 22, 2); s.fill(100, 110, 122, 112, 40) }, nil},
		{"a small square with a blot", func(s *sheet) { s.frame(100, 100, 16, 1); s.fill(104, 107, 112, 109, 40) }, []bool{true}},
		{"a small letter with a bar", func(s *sheet) { s.frame(100, 100, 18, 2); s.fill(102, 109, 116, 110, 40) }, nil},
		{"a letter before a letter", func(s *sheet) { s.frame(100, 100, 22, 2); s.tick(105, 108, 5, 10); s.fill(125, 112, 127, 122, 40) }, nil},
		{"a blackened square", func(s *sheet) { s.frame(100, 100, 22, 2); s.fill(105, 105, 117, 117, 40) }, []bool{true}},
		{"a letter with round corners", func(s *sheet) {
			s.frame(100, 100, 22, 3)
			for i := range 5 { // cut off at the right
				s.fill(122-5+i, 100, 122, 101+i, 240)
				s.fill(122-5+i, 121-i, 122, 122, 240)
			}
		}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := paper(800, 400, 150)
			test.draw(s)
			s.noise(8)
			got := InkOf(&s.Raster).Squares()
			if len(got) != len(test.want) {
				t.Fatalf("got %v", got)
			}
			for i, q := range got {
				if q.Marked != test.want[i] {
					t.Errorf("square %d: %v", i, q)
				}
			}
			if again := InkOf(Without(&s.Raster, got)).Squares(); len(again) != 0 {
				t.Errorf("left: %v", again)
			}
		})
	}
}

// A square is found where it is, at any resolution, size and width of line.
func TestSquarePlace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dpi := rapid.Float64Range(120, 300).Draw(t, "dpi")
		scale := dpi / 72
		side := rapid.Float64Range(8, 16).Draw(t, "side")
		x, y := rapid.Float64Range(20, 60).Draw(t, "x"), rapid.Float64Range(20, 60).Draw(t, "y")
		wide := max(1, int(rapid.Float64Range(0.4, 1).Draw(t, "wide")*scale))
		marked := rapid.Bool().Draw(t, "marked")
		s := paper(int(120*scale), int(120*scale), dpi)
		s.frame(int(x*scale), int(y*scale), int(side*scale), wide)
		if marked {
			s.tick(int((x+side*0.3)*scale), int((y+side*0.4)*scale), int(side*0.2*scale), int(side*0.4*scale))
		}
		s.noise(6)
		got := InkOf(&s.Raster).Squares()
		if len(got) != 1 || got[0].Marked != marked {
			t.Fatalf("got %v", got)
		}
		b := got[0].Box
		for _, d := range []float64{float64(b.X0) - x, float64(b.Y0) - y, float64(b.X1) - x - side, float64(b.Y1) - y - side} {
			if math.Abs(d) > 1.5 {
				t.Fatalf("got %v, want %v %v and a side of %v", b, x, y, side)
			}
		}
	})
}

func TestSquaresHostile(t *testing.T) {
	for _, r := range []*engine.Raster{
		{}, {Width: 100, Height: 100, Grey: true, DPI: 150}, {Pixels: make([]byte, 4), Width: 2, Height: 2, Grey: true, DPI: 150},
		{Pixels: make([]byte, 100*100), Width: 100, Height: 100, Grey: true, DPI: math.NaN()},
		{Pixels: make([]byte, 100*100), Width: 100, Height: 100, Grey: true, DPI: math.Inf(1)},
	} {
		if got := InkOf(r).Squares(); got != nil {
			t.Errorf("%dx%d: %v", r.Width, r.Height, got)
		}
	}
	s := paper(3000, 3000, 150)
	for y := 20; y < 2950; y += 40 {
		for x := 20; x < 2950; x += 60 {
			s.frame(x, y, 22, 2)
		}
	}
	if got := InkOf(&s.Raster).Squares(); got != nil {
		t.Errorf("%d squares in a pattern", len(got))
	}
}

func BenchmarkSquares(b *testing.B) {
	s := paper(1240, 1754, 150)
	for y := 100; y < 1600; y += 25 {
		s.letters(100, 1100, y)
	}
	s.noise(8)
	b.ReportAllocs()
	for b.Loop() {
		InkOf(&s.Raster).Squares()
	}
}

func TestSnug(t *testing.T) {
	s := paper(800, 400, 150)
	s.letters(100, 400, 200) // nine pixels high
	s.fill(120, 205, 123, 210, 40)
	s.fill(200, 180, 203, 187, 40) // of the line above
	s.noise(8)
	k := InkOf(&s.Raster)
	points := float32(72.0 / 150)
	box := engine.Box{X0: 98 * points, X1: 402 * points, Y0: 186 * points, Y1: 202 * points}
	got := k.Snug(box, false)
	if top, bottom := got.Y0/points, got.Y1/points; math.Abs(float64(top-191)) > 1 || math.Abs(float64(bottom-200)) > 1 {
		t.Errorf("from %v to %v", top, bottom)
	}
	if side := InkOf(s.turned()).Snug(flipped(box), true); side != flipped(got) {
		t.Errorf("on its side %v", side)
	}
	blank := engine.Box{X0: 300, X1: 350, Y0: 20, Y1: 30}
	if got := k.Snug(blank, false); got != blank {
		t.Errorf("nothing is cut off where nothing is seen: %v", got)
	}
	if got := InkOf(&engine.Raster{}).Snug(blank, true); got != blank {
		t.Errorf("without a picture: %v", got)
	}
}

// TestFrames sees squares that stand close to a line and to each other, which are none of those that stand alone.
func TestFrames(t *testing.T) {
	r := &engine.Raster{Width: 400, Height: 200, Grey: true, DPI: 200, Pixels: make([]byte, 400*200)}
	for i := range r.Pixels {
		r.Pixels[i] = 255
	}
	dark := func(x0, y0, x1, y1 int) {
		for y := y0; y <= y1; y++ {
			for x := x0; x <= x1; x++ {
				r.Pixels[y*400+x] = 0
			}
		}
	}
	for _, x := range []int{100, 140} {
		dark(x, 60, x+26, 61)
		dark(x, 85, x+26, 86)
		dark(x, 60, x+1, 86)
		dark(x+25, 60, x+26, 86)
	}
	dark(20, 54, 380, 55)
	k := InkOf(r)
	if n := len(k.Squares()); n != 0 {
		t.Errorf("%d squares stand alone", n)
	}
	if n := len(k.Frames()); n != 2 {
		t.Errorf("%d frames, want 2", n)
	}
}
