// Package pixel turns, cuts and scales page images for recognition.
package pixel

import (
	"math"

	"github.com/octavo-dev/octavo/internal/engine"
)

// Image is a page or a part of one: rows without padding, one byte a pixel when Grey, else R, G, B and a byte of no
// meaning, as in engine.Raster.
type Image struct {
	Pix           []byte
	Width, Height int
	Grey          bool
}

// Of looks at a raster as an image. It is empty when the raster's bytes do not fit its size.
func Of(r *engine.Raster) Image {
	m := Image{Pix: r.Pixels, Width: r.Width, Height: r.Height, Grey: r.Grey}
	if m.Width <= 0 || m.Height <= 0 || len(m.Pix) < m.Width*m.Height*m.Channels() {
		return Image{Grey: r.Grey}
	}
	return m
}

// Channels is the number of bytes a pixel takes.
func (m Image) Channels() int {
	if m.Grey {
		return 1
	}
	return 4
}

// Empty reports whether there is no pixel.
func (m Image) Empty() bool { return m.Width <= 0 || m.Height <= 0 }

func blank(width, height int, grey bool) Image {
	m := Image{Width: width, Height: height, Grey: grey}
	m.Pix = make([]byte, width*height*m.Channels())
	return m
}

// ToGrey gives the image in shades of grey.
func (m Image) ToGrey() Image {
	if m.Grey {
		return m
	}
	out := blank(m.Width, m.Height, true)
	for i := range out.Pix {
		p := m.Pix[4*i : 4*i+3 : 4*i+3]
		out.Pix[i] = byte((299*int(p[0]) + 587*int(p[1]) + 114*int(p[2]) + 500) / 1000)
	}
	return out
}

// Turn turns the image clockwise by 0, 90, 180 or 270 degrees.
func (m Image) Turn(degrees int) Image {
	n, w, h := m.Channels(), m.Width, m.Height
	if degrees == 0 || m.Empty() {
		return m
	}
	out := blank(w, h, m.Grey)
	if degrees != 180 {
		out.Width, out.Height = h, w
	}
	for y := range h {
		for x := range w {
			tx, ty := x, y
			switch degrees {
			case 90:
				tx, ty = h-1-y, x
			case 180:
				tx, ty = w-1-x, h-1-y
			case 270:
				tx, ty = y, w-1-x
			}
			copy(out.Pix[(ty*out.Width+tx)*n:][:n], m.Pix[(y*w+x)*n:][:n])
		}
	}
	return out
}

// Cut gives the part of the image inside an upright box, without what lies outside the image.
func (m Image) Cut(x0, y0, x1, y1 int) Image {
	x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, m.Width), min(y1, m.Height)
	if x0 >= x1 || y0 >= y1 {
		return Image{Grey: m.Grey}
	}
	out := blank(x1-x0, y1-y0, m.Grey)
	n := m.Channels()
	for y := y0; y < y1; y++ {
		copy(out.Pix[(y-y0)*out.Width*n:][:out.Width*n], m.Pix[(y*m.Width+x0)*n:])
	}
	return out
}

// Rect is a rectangle that may stand at an angle. Width runs along the baseline.
type Rect struct {
	X, Y          float64 // its middle
	Width, Height float64
	Angle         float64 // radians clockwise
}

// Corners gives top left, top right, bottom right and bottom left as seen by a reader of the text.
func (r Rect) Corners() [4][2]float64 {
	sin, cos := math.Sincos(r.Angle)
	at := func(u, v float64) [2]float64 {
		return [2]float64{r.X + u*cos - v*sin, r.Y + u*sin + v*cos}
	}
	w, h := r.Width/2, r.Height/2
	return [4][2]float64{at(-w, -h), at(w, -h), at(w, h), at(-w, h)}
}

// Bounds is the upright box around the rectangle.
func (r Rect) Bounds() engine.Box {
	b := engine.Box{X0: math.MaxFloat32, Y0: math.MaxFloat32, X1: -math.MaxFloat32, Y1: -math.MaxFloat32}
	for _, c := range r.Corners() {
		x, y := float32(c[0]), float32(c[1])
		b.X0, b.Y0, b.X1, b.Y1 = min(b.X0, x), min(b.Y0, y), max(b.X1, x), max(b.Y1, y)
	}
	return b
}
