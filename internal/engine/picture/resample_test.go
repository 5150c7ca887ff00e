package picture

import (
	"image"
	"image/color"
	"math"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
	"pgregory.net/rapid"
)

func TestResample(t *testing.T) {
	t.Run("Mean of four", func(t *testing.T) {
		b := &bitmap{pix: []byte{0, 100, 10, 20, 200, 100, 30, 40}, width: 4, height: 2, grey: true}
		if got := resample(b, 2, 1).pix; got[0] != 100 || got[1] != 25 {
			t.Errorf("%v", got)
		}
	})
	t.Run("Slope", func(t *testing.T) {
		b := newBitmap(16, 8, false)
		for i := range b.pix {
			if i%4 != 3 {
				b.pix[i] = byte(i / 4 % 16 * 16)
			}
		}
		out := resample(b, 64, 32)
		for x := 8; x < 56; x++ {
			want := (float64(x)+0.5)/4*16 - 8
			if got := float64(out.row(16)[4*x]); math.Abs(got-want) > 1.5 {
				t.Errorf("at %d: %v, want %v", x, got, want)
			}
		}
	})
}

// One colour stays that colour, whatever the sizes, and the mean of a picture survives shrinking.
func TestResampleKeeps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.IntRange(1, 40)
		b := newBitmap(side.Draw(t, "width"), side.Draw(t, "height"), rapid.Bool().Draw(t, "grey"))
		v := rapid.Byte().Draw(t, "value")
		for i := range b.pix {
			if b.grey || i%4 != 3 {
				b.pix[i] = v
			}
		}
		for i, got := range resample(b, side.Draw(t, "to width"), side.Draw(t, "to height")).pix {
			if want := v; got != want && (b.grey || i%4 != 3) || !b.grey && i%4 == 3 && got != 255 {
				t.Fatalf("byte %d is %d, want %d", i, got, want)
			}
		}
		mean := func(pix []byte) (sum float64) {
			for _, v := range pix {
				sum += float64(v)
			}
			return sum / float64(len(pix))
		}
		b = &bitmap{pix: rapid.SliceOfN(rapid.Byte(), 24*24, 24*24).Draw(t, "pixels"), width: 24, height: 24, grey: true}
		small := resample(b, rapid.SampledFrom([]int{1, 2, 5, 7, 12, 24}).Draw(t, "w"), rapid.SampledFrom([]int{1, 3, 9, 24}).Draw(t, "h"))
		if d := mean(b.pix) - mean(small.pix); math.Abs(d) > 1 {
			t.Fatalf("the mean moved by %v", d)
		}
	})
}

func TestRenderSizes(t *testing.T) {
	m := image.NewGray(image.Rect(0, 0, 1240, 1754))
	for i := range m.Pix {
		m.Pix[i] = byte(i)
	}
	d := opened(t, asPNG(m), "png")
	for _, tt := range []struct {
		dpi  float64
		w, h int
	}{{150, 1240, 1754}, {150.0001, 1240, 1754}, {75, 620, 876}, {300, 2480, 3508}} {
		r, err := d.Render(1, tt.dpi, true)
		if err != nil {
			t.Fatal(err)
		}
		if !near(r.Width, tt.w) || !near(r.Height, tt.h) || len(r.Pixels) != r.Width*r.Height || math.Abs(r.DPI-tt.dpi) > 0.01 {
			t.Errorf("at %v: %d × %d at %v", tt.dpi, r.Width, r.Height, r.DPI)
		}
	}
	wantPixels(t, native(t, d, 1, true), m, 0)
	long := opened(t, asPNG(image.NewGray(image.Rect(0, 0, 1600, 8))), "png")
	if r, err := long.Render(1, 5000, true); err != nil || r.Width != engine.MaxAxis || r.Height != engine.MaxAxis/200 {
		t.Errorf("at 5000: %d × %d, %v", r.Width, r.Height, err)
	}
	// A fax line is twice as high as it is wide.
	flat := image.NewGray(image.Rect(0, 0, 40, 20))
	flat.SetGray(0, 0, color.Gray{Y: 255})
	tall := opened(t, writeTIFF(le, false, false, tiffSpec{fields(flat, 1, 1, 8, 1, map[uint16][]int64{tagXResolution: {200, 1}, tagYResolution: {100, 1}}), [][]byte{flat.Pix}}), "tiff")
	if r, err := tall.Render(1, 200, true); err != nil || r.Width != 40 || r.Height != 40 {
		t.Errorf("fax: %+v, %v", r, err)
	}
}
