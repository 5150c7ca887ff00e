package stroke

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/engine"
)

// sheet is paper to draw on, in pixels.
type sheet struct{ engine.Raster }

func paper(width, height int, dpi float64) *sheet {
	return &sheet{engine.Raster{Pixels: bytes.Repeat([]byte{240}, width*height), Width: width, Height: height, Grey: true, DPI: dpi}}
}

// line draws a level line of some width that falls by slope, with soft edges.
func (s *sheet) line(x0, x1, y, wide, slope float64) {
	for x := int(x0); x < int(x1); x++ {
		top := y + slope*(float64(x)-x0) - wide/2
		for row := int(top); row <= int(top+wide); row++ {
			part := min(top+wide, float64(row+1)) - max(top, float64(row))
			at := &s.Pixels[row*s.Width+x]
			*at = byte(min(float64(*at), 240-200*max(part, 0)))
		}
	}
}

func (s *sheet) fill(x0, y0, x1, y1 int, v byte) {
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			s.Pixels[y*s.Width+x] = v
		}
	}
}

func (s *sheet) noise(sigma float64) {
	r := rand.New(rand.NewPCG(1, 2))
	for i, v := range s.Pixels {
		s.Pixels[i] = byte(min(max(float64(v)+r.NormFloat64()*sigma, 0), 255))
	}
}

// letters draws stems on serifs, as text of a serif face looks to one who seeks lines.
func (s *sheet) letters(x0, x1, base int) {
	for x := x0; x < x1; x += 6 {
		s.fill(x+2, base-9, x+3, base, 40)
		s.fill(x, base-1, x+5, base, 40)
		s.fill(x, base-9, x+5, base-8, 40)
	}
}

// turned turns the sheet on its side.
func (s *sheet) turned() *engine.Raster {
	out := paper(s.Height, s.Width, s.DPI)
	for y := range s.Height {
		for x := range s.Width {
			out.Pixels[x*out.Width+y] = s.Pixels[y*s.Width+x]
		}
	}
	return &out.Raster
}

func TestFind(t *testing.T) {
	tests := []struct {
		name string
		draw func(*sheet)
		want int
	}{
		{"nothing", func(*sheet) {}, 0},
		{"a line", func(s *sheet) { s.line(100, 700, 200, 2, 0) }, 1},
		{"a hair line", func(s *sheet) { s.line(100, 700, 200.5, 0.5, 0) }, 1},
		{"a line askew", func(s *sheet) { s.line(100, 700, 200, 1.5, 0.03) }, 1},
		{"two lines askew", func(s *sheet) { s.line(100, 700, 200, 1, 0.02); s.line(100, 700, 216, 1, 0.02) }, 2},
		{"too steep", func(s *sheet) { s.line(100, 400, 200, 2, 0.2) }, 0},
		{"a broken line", func(s *sheet) { s.line(100, 300, 200, 2, 0.01); s.line(315, 700, 202.15, 2, 0.01) }, 1},
		{"two lines far apart on one height", func(s *sheet) { s.line(100, 300, 200, 2, 0); s.line(400, 700, 200, 2, 0) }, 2},
		{"a double line", func(s *sheet) { s.line(100, 700, 200, 1, 0); s.line(100, 700, 205, 1, 0) }, 2},
		{"a painted area", func(s *sheet) { s.fill(100, 100, 700, 160, 90) }, 0},
		{"a line on tinted ground", func(s *sheet) { s.fill(100, 100, 700, 300, 170); s.fill(120, 200, 680, 202, 20) }, 1},
		{"letters", func(s *sheet) { s.letters(100, 700, 200) }, 0},
		{"letters over a line", func(s *sheet) { s.letters(100, 700, 200); s.line(100, 700, 212, 2, 0) }, 1},
		{"a dash", func(s *sheet) { s.line(100, 116, 200, 2, 0) }, 0},
		{"the edge of the paper", func(s *sheet) { s.fill(0, 0, 800, 3, 0) }, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := paper(800, 400, 150)
			test.draw(s)
			s.noise(8)
			level, upright := Find(&s.Raster)
			if len(level) != test.want || len(upright) != 0 {
				t.Errorf("level %v\nupright %v", level, upright)
			}
			if level, upright := Find(s.turned()); len(upright) != test.want || len(level) != 0 {
				t.Errorf("on its side: level %v\nupright %v", level, upright)
			}
		})
	}
}

// A line is found where it is, at any resolution.
func TestPlace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dpi := rapid.Float64Range(100, 200).Draw(t, "dpi")
		scale := dpi / 72
		x0, x1 := rapid.Float64Range(20, 80).Draw(t, "from"), rapid.Float64Range(180, 230).Draw(t, "to")
		y := rapid.Float64Range(20, 40).Draw(t, "y")
		wide := rapid.Float64Range(0.5, 1.5).Draw(t, "wide")
		slope := rapid.Float64Range(-0.05, 0.05).Draw(t, "slope")
		s := paper(int(250*scale), int(60*scale), dpi)
		x0, x1 = math.Floor(x0*scale)/scale, math.Floor(x1*scale)/scale // lines are drawn from pixel to pixel
		s.line(x0*scale, x1*scale, y*scale, wide*scale, slope)
		s.noise(6)
		level, upright := Find(&s.Raster)
		if len(level) != 1 || len(upright) != 0 {
			t.Fatalf("level %v, upright %v", level, upright)
		}
		got := level[0]
		end := y + slope*(x1-x0)
		for _, d := range []float64{float64(got.From.X) - x0, float64(got.To.X) - x1, float64(got.From.Y) - y, float64(got.To.Y) - end} {
			if math.Abs(d) > 1.5 {
				t.Fatalf("got %v, want from %v %v to %v %v", got, x0, y, x1, end)
			}
		}
		degrees, length := Skew(level, upright)
		if want := math.Atan(slope) * 180 / math.Pi; math.Abs(degrees-want) > 0.5 || math.Abs(float64(length)-(x1-x0)) > 2 {
			t.Fatalf("skew %v over %v, want %v over %v", degrees, length, want, x1-x0)
		}
	})
}

func TestHostile(t *testing.T) {
	for _, r := range []*engine.Raster{
		{}, {Width: 100, Height: 100, Grey: true, DPI: 150}, {Pixels: make([]byte, 4), Width: 2, Height: 2, Grey: true, DPI: 150},
		{Pixels: make([]byte, 100*100), Width: 100, Height: 100, Grey: true, DPI: math.NaN()},
		{Pixels: make([]byte, 100*100), Width: 100, Height: 100, Grey: true},
	} {
		if level, upright := Find(r); level != nil || upright != nil {
			t.Errorf("%dx%d: %v %v", r.Width, r.Height, level, upright)
		}
	}
	// More lines than a page has are a pattern.
	s := paper(2000, 2000, 150)
	for y := 20; y < 1980; y += 8 {
		for x := 20; x < 1950; x += 60 {
			s.fill(x, y, x+25, y+1, 0)
		}
	}
	if level, _ := Find(&s.Raster); level != nil {
		t.Errorf("%d strokes in a pattern", len(level))
	}
}

func TestInside(t *testing.T) {
	strokes := []Stroke{{From: engine.Point{X: 0, Y: 5}, To: engine.Point{X: 10, Y: 5}}, {From: engine.Point{X: 0, Y: 50}, To: engine.Point{X: 10, Y: 50}}}
	if got := Inside(strokes, []engine.Box{{X1: 10, Y1: 10}}); len(got) != 1 || got[0].From.Y != 5 {
		t.Errorf("got %v", got)
	}
}

func BenchmarkFind(b *testing.B) {
	s := paper(1240, 1754, 150)
	for y := 100; y < 1600; y += 25 {
		s.letters(100, 1100, y)
	}
	s.noise(8)
	b.ReportAllocs()
	for b.Loop() {
		Find(&s.Raster)
	}
}
