package pixel

import (
	"slices"
	"testing"
)

// Thin strokes go, wide ones stay as they are, below the thin ones too.
func TestThick(t *testing.T) {
	draw := func(thin bool) Image {
		m := blank(60, 40, true)
		for i := range m.Pix {
			x, y := i%m.Width, i/m.Width
			m.Pix[i] = 240
			if x >= 20 && x < 32 && y >= 5 && y < 35 {
				m.Pix[i] = 200
			}
			if thin && (y%10 < 3 || x == 26) {
				m.Pix[i] = 10
			}
		}
		return m
	}
	for i, v := range draw(true).Thick(2).Pix {
		if x, y := i%60, i/60; y >= 8 && y < 30 && v != draw(false).Pix[i] {
			t.Fatalf("%d at %d, %d", v, x, y)
		}
	}
	wide := draw(false).Stretched().Pix
	if slices.Min(wide) != 0 || slices.Max(wide) != 255 {
		t.Errorf("from %d to %d", slices.Min(wide), slices.Max(wide))
	}
	if !(Image{Grey: true}).Thick(3).Stretched().Empty() {
		t.Error("something of nothing")
	}
}
