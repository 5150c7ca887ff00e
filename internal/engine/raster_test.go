package engine

import (
	"testing"

	"pgregory.net/rapid"
)

func TestRasterSize(t *testing.T) {
	for _, tt := range []struct {
		width, height, dpi float64
		w, h               int
		lowered            bool
	}{
		{612, 792, 150, 1275, 1650, false},
		{612, 792, 72, 612, 792, false},
		{14400, 14400, 300, 7071, 7071, true},
		{72 * 200, 72, 300, 15000, 75, true},
		{0.1, 0.1, 72, 1, 1, false},
	} {
		w, h, dpi := RasterSize(tt.width, tt.height, tt.dpi)
		if w != tt.w || h != tt.h || (dpi < tt.dpi) != tt.lowered {
			t.Errorf("%v × %v at %v: %d × %d at %v", tt.width, tt.height, tt.dpi, w, h, dpi)
		}
	}
}

// Fault 18: no page is drawn beyond the bounds of pictures.
func TestRasterSizeStaysWithinBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.Float64Range(0, 1e7)
		w, h, dpi := RasterSize(side.Draw(t, "width"), side.Draw(t, "height"), rapid.Float64Range(1, 5000).Draw(t, "dpi"))
		if w < 1 || h < 1 || w > MaxAxis || h > MaxAxis || w*h > MaxPixels || dpi <= 0 {
			t.Fatalf("%d × %d at %v", w, h, dpi)
		}
	})
}
