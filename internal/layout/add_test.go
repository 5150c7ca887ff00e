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
