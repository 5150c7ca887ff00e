package pixel

import (
	"bytes"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/engine"
)

func draw(t *rapid.T) Image {
	m := blank(rapid.IntRange(1, 9).Draw(t, "width"), rapid.IntRange(1, 9).Draw(t, "height"), rapid.Bool().Draw(t, "grey"))
	for i := range m.Pix {
		m.Pix[i] = rapid.Byte().Draw(t, "pixel")
	}
	return m
}

func TestTurn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := draw(t)
		if four := m.Turn(90).Turn(90).Turn(90).Turn(90); !bytes.Equal(four.Pix, m.Pix) {
			t.Fatal("four quarters are not a whole")
		}
		if two, half := m.Turn(90).Turn(90), m.Turn(180); !bytes.Equal(two.Pix, half.Pix) {
			t.Fatal("two quarters are not a half")
		}
		if !bytes.Equal(m.Turn(270).Turn(90).Pix, m.Pix) {
			t.Fatal("270 does not undo 90")
		}
	})
}

func TestUprightTellsPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := blank(60, 40, true)
		x, y := rapid.IntRange(8, 50).Draw(t, "x"), rapid.IntRange(8, 30).Draw(t, "y")
		for dy := -2; dy <= 2; dy++ {
			for dx := -2; dx <= 2; dx++ {
				m.Pix[(y+dy)*m.Width+x+dx] = 255
			}
		}
		turn := 90 * rapid.IntRange(0, 3).Draw(t, "turn")
		out, place := m.Upright(turn, rapid.SampledFrom([]float64{0, 0.05, -0.1}).Draw(t, "skew"))
		ux, uy := place.Of(float64(x)+0.5, float64(y)+0.5)
		if got := out.Pix[int(uy)*out.Width+int(ux)]; got < 200 {
			t.Fatalf("the mark is not at %v, %v: %d", ux, uy, got)
		}
		bx, by := place.Back().Of(ux, uy)
		if math.Hypot(bx-float64(x)-0.5, by-float64(y)-0.5) > 1e-6 {
			t.Fatalf("and back at %v, %v", bx, by)
		}
	})
}

func TestScaleKeepsTheMean(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := blank(40, 30, true)
		level := rapid.Byte().Draw(t, "level")
		for i := range m.Pix {
			m.Pix[i] = level
		}
		out := m.Scale(rapid.IntRange(1, 90).Draw(t, "width"), rapid.IntRange(1, 90).Draw(t, "height"))
		for _, v := range out.Pix {
			if v != level {
				t.Fatalf("%d became %d", level, v)
			}
		}
	})
}

func TestCropAtAnAngle(t *testing.T) {
	m := blank(100, 100, true)
	for i := -30; i <= 30; i++ { // a stroke that falls by 45 degrees
		for w := -3; w <= 3; w++ {
			m.Pix[(50+i)*100+50+i+w] = 255
		}
	}
	out := m.Crop(Rect{X: 50, Y: 50, Width: 80, Height: 2, Angle: math.Pi / 4}, 40, 1)
	for _, v := range out.Pix {
		if v < 200 {
			t.Fatalf("not along the stroke: %v", out.Pix)
		}
	}
}

func TestOfRefusesLies(t *testing.T) {
	for _, r := range []*engine.Raster{{Width: 2, Height: 2, Pixels: make([]byte, 3), Grey: true}, {Width: -1, Height: -1}, {}} {
		if !Of(r).Empty() {
			t.Errorf("%+v", r)
		}
	}
}
