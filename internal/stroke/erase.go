package stroke

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/ocr/pixel"
)

// Without is a picture with paper in the places of some squares.
func Without(r *engine.Raster, squares []Square) *engine.Raster {
	m := pixel.Of(r)
	if len(squares) == 0 || m.Empty() {
		return r
	}
	out := *r
	out.Pixels = slices.Clone(r.Pixels)
	scale, n := float32(r.DPI/72), m.Channels()
	for _, s := range squares {
		rim := clearing * (s.Box.X1 - s.Box.X0) / 2
		x0, y0 := max(0, int((s.Box.X0-rim)*scale)), max(0, int((s.Box.Y0-rim)*scale))
		x1, y1 := min(m.Width, int((s.Box.X1+rim)*scale)+1), min(m.Height, int((s.Box.Y1+rim)*scale)+1)
		paper := lightest(m, x0, y0, x1, y1)
		for y := y0; y < y1; y++ {
			for x := x0; x < x1; x++ {
				copy(out.Pixels[(y*m.Width+x)*n:(y*m.Width+x+1)*n], paper)
			}
		}
	}
	return &out
}

// lightest is the lightest pixel of a part of a picture.
func lightest(m pixel.Image, x0, y0, x1, y1 int) []byte {
	n := m.Channels()
	var best []byte
	most := -1
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			p := m.Pix[(y*m.Width+x)*n : (y*m.Width+x+1)*n]
			sum := 0
			for _, v := range p {
				sum += int(v)
			}
			if sum > most {
				best, most = p, sum
			}
		}
	}
	return best
}
