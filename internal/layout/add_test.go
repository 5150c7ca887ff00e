package layout

import (
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
)

func TestLevelled(t *testing.T) {
	long := engine.Box{X1: 300, Y1: 10}
	for angle, want := range map[float64]float32{0: 0, 0.7: 0, 359.2: 0, 2.9: 0, 5: 5, 90: 90, 91: 90, 180: 180, 269: 270, 315: 315} {
		if got := levelled(angle, long); got != want {
			t.Errorf("%v: %v, want %v", angle, got, want)
		}
	}
	// The angle of a short word says little.
	short := engine.Box{X1: 20, Y1: 9}
	for angle, want := range map[float64]float32{356: 0, 8: 0, 20: 20, 84: 90, 186: 180} {
		if got := levelled(angle, short); got != want {
			t.Errorf("short, %v: %v, want %v", angle, got, want)
		}
	}
}

// A line that runs at another angle has its baseline where it is when the page is turned.
func TestRecognisedBaseline(t *testing.T) {
	for angle, want := range map[float64]float32{0: 108.4, 180: -101.6, 90: -41.6, 270: 48.4} {
		b := engine.Box{X0: 40, Y0: 100, X1: 90, Y1: 110}
		if angle == 90 || angle == 270 {
			b = engine.Box{X0: 40, Y0: 100, X1: 50, Y1: 150}
		}
		if got := Recognised([]Word{{Text: "lamp", Box: b}}, angle).Baseline; abs(got-want) > 0.01 {
			t.Errorf("%v: %v, want %v", angle, got, want)
		}
	}
}

// A word at a slant behind the lines of a scan is a watermark; one beside them, or at a right angle, is read with the rest.
func TestSlantedWords(t *testing.T) {
	lines := func() []Line {
		var out []Line
		for i := range 6 {
			y := 100 + 14*float32(i)
			var words []Word
			for k := range 8 {
				x := 60 + 43*float32(k)
				words = append(words, Word{Text: "lamp", Box: engine.Box{X0: x, X1: x + 40, Y0: y, Y1: y + 10}})
			}
			out = append(out, Recognised(words, 0))
		}
		return out
	}
	for _, tt := range []struct {
		name  string
		box   engine.Box
		angle float64
		apart int
	}{
		{"behind", engine.Box{X0: 120, X1: 330, Y0: 60, Y1: 260}, 315, 1},
		{"beside", engine.Box{X0: 120, X1: 330, Y0: 300, Y1: 500}, 315, 0},
		{"upright", engine.Box{X0: 200, X1: 230, Y0: 60, Y1: 260}, 90, 0},
	} {
		text := &Text{}
		text.Add(append(lines(), Recognised([]Word{{Text: "COPY", Box: tt.box}}, tt.angle)))
		if len(text.Apart) != tt.apart || len(text.Lines) != 7-tt.apart {
			t.Errorf("%s: %d apart, %d lines", tt.name, len(text.Apart), len(text.Lines))
		}
		for _, l := range text.Apart {
			if l.Apart != Watermark || l.String() != "COPY" {
				t.Errorf("%s: %q is %v", tt.name, l.String(), l.Apart)
			}
		}
	}
}
