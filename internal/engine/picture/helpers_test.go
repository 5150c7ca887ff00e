package picture

import (
	"bytes"
	"image"
	"image/color"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
)

func opened(t testing.TB, data []byte, kind string) *Document {
	t.Helper()
	d, err := open(source{bytes.NewReader(data), int64(len(data))}, kind)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// native renders a page at the resolution of its image.
func native(t testing.TB, d *Document, n int, grey bool) *engine.Raster {
	t.Helper()
	p, err := d.Page(n)
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.Render(n, float64(p.Images[0].DPIX), grey)
	if err != nil {
		t.Fatal(err)
	}
	if r.Width != int(p.Images[0].Width) || r.Height != int(p.Images[0].Height) {
		t.Fatalf("%d × %d pixels for an image of %d × %d", r.Width, r.Height, p.Images[0].Width, p.Images[0].Height)
	}
	return r
}

// photo is a picture without symmetry: every pixel tells where it stands.
func photo(w, h int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.SetNRGBA(x, y, color.NRGBA{byte(x * 255 / w), byte(y * 255 / h), byte(x*y*7 + 13*x), 255})
		}
	}
	return m
}

// bilevel is a picture of two colours with runs of all lengths.
func bilevel(w, h int) *image.Gray {
	m := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			if (x*x/(y+3)+x/7+y/5)%3 != 0 && x%(y+17) > y/4 {
				m.SetGray(x, y, color.Gray{Y: 255})
			}
		}
	}
	return m
}

func greyOf(m image.Image) *image.Gray {
	g := image.NewGray(m.Bounds())
	for y := range m.Bounds().Dy() {
		for x := range m.Bounds().Dx() {
			g.Set(x, y, m.At(x, y))
		}
	}
	return g
}

// palettedOf keeps so many colours of a picture.
func palettedOf(m image.Image, colours int) *image.Paletted {
	p := image.NewPaletted(m.Bounds(), nil)
	for i := range colours {
		p.Palette = append(p.Palette, color.NRGBA{byte(i * 255 / (colours - 1)), byte(i * 31), byte(255 - i*7), 255})
	}
	for y := range m.Bounds().Dy() {
		for x := range m.Bounds().Dx() {
			p.SetColorIndex(x, y, uint8((x+3*y)%colours))
		}
	}
	return p
}

// wantPixels compares a raster with a picture laid on white.
func wantPixels(t testing.TB, r *engine.Raster, want image.Image, within int) {
	t.Helper()
	b := want.Bounds()
	if r.Width != b.Dx() || r.Height != b.Dy() {
		t.Fatalf("%d × %d pixels, want %d × %d", r.Width, r.Height, b.Dx(), b.Dy())
	}
	for y := range r.Height {
		for x := range r.Width {
			c := color.NRGBAModel.Convert(want.At(b.Min.X+x, b.Min.Y+y)).(color.NRGBA)
			var w [4]byte
			putRGBA(w[:], c.R, c.G, c.B, c.A)
			got := pixel(r, x, y)
			for i := range 3 {
				if d := int(w[i]) - int(got[i]); d > within || d < -within {
					t.Fatalf("pixel %d,%d is %v, want %v", x, y, got, w[:3])
				}
			}
		}
	}
}

func pixel(r *engine.Raster, x, y int) [3]byte {
	i := y*r.Width + x
	if r.Grey {
		return [3]byte{r.Pixels[i], r.Pixels[i], r.Pixels[i]}
	}
	return [3]byte(r.Pixels[4*i : 4*i+3])
}

// samplesOf are the bytes of a picture, so many of each pixel.
func samplesOf(m image.Image, each func(c color.NRGBA) []byte) []byte {
	var out []byte
	for y := range m.Bounds().Dy() {
		for x := range m.Bounds().Dx() {
			out = append(out, each(color.NRGBAModel.Convert(m.At(x, y)).(color.NRGBA))...)
		}
	}
	return out
}

func rgbBytes(c color.NRGBA) []byte { return []byte{c.R, c.G, c.B} }

// packed puts samples of fewer than eight bits together, rows filled to whole bytes.
func packed(samples []byte, width, bits int) []byte {
	var out []byte
	for ; len(samples) >= width; samples = samples[width:] {
		row := make([]byte, (width*bits+7)/8)
		for x, v := range samples[:width] {
			row[x*bits/8] |= v << (8 - bits - x*bits%8)
		}
		out = append(out, row...)
	}
	return out
}
