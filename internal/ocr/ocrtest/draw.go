package ocrtest

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"github.com/octavo-dev/octavo/internal/engine"
)

const size = 22 // pixels of a letter's body

// sheet is a grey page that text is drawn on.
type sheet struct {
	img  *image.Gray
	face font.Face
	size int
}

func newSheet(t *testing.T, width, height int) *sheet {
	t.Helper()
	return newSheetOf(t, width, height, size)
}

func newSheetOf(t *testing.T, width, height, size int) *sheet {
	t.Helper()
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: float64(size), DPI: 72})
	if err != nil {
		t.Fatal(err)
	}
	s := &sheet{img: image.NewGray(image.Rect(0, 0, width, height)), face: face, size: size}
	draw.Draw(s.img, s.img.Bounds(), image.White, image.Point{}, draw.Src)
	return s
}

// write draws lines from a place downwards and gives the boxes around them.
func (s *sheet) write(x, y int, lines ...string) []engine.Box {
	var boxes []engine.Box
	for i, line := range lines {
		base := y + i*s.size*3/2
		d := font.Drawer{Dst: s.img, Src: image.NewUniform(color.Gray{20}), Face: s.face, Dot: fixed.P(x, base)}
		d.DrawString(line)
		boxes = append(boxes, engine.Box{X0: float32(x), Y0: float32(base - s.size), X1: float32(d.Dot.X.Ceil()), Y1: float32(base + s.size/3)})
	}
	return boxes
}

func (s *sheet) raster() *engine.Raster {
	return &engine.Raster{Pixels: s.img.Pix, Width: s.img.Rect.Dx(), Height: s.img.Rect.Dy(), Grey: true, DPI: 150}
}

// coloured gives the page with four bytes a pixel, dark blue on yellow.
func (s *sheet) coloured() *engine.Raster {
	r := s.raster()
	r.Grey = false
	r.Pixels = make([]byte, 0, 4*len(s.img.Pix))
	for _, v := range s.img.Pix {
		light := float64(v) / 255
		mix := func(ink, ground float64) byte { return byte(ink + (ground-ink)*light) }
		r.Pixels = append(r.Pixels, mix(20, 250), mix(30, 230), mix(110, 140), 255)
	}
	return r
}

// turned gives the page turned clockwise.
func (s *sheet) turned(degrees int) *engine.Raster {
	b := s.img.Rect
	w, h := b.Dx(), b.Dy()
	out := image.NewGray(image.Rect(0, 0, h, w))
	if degrees == 180 {
		out = image.NewGray(image.Rect(0, 0, w, h))
	}
	for y := range h {
		for x := range w {
			v := s.img.GrayAt(x, y)
			switch degrees {
			case 90:
				out.SetGray(h-1-y, x, v)
			case 180:
				out.SetGray(w-1-x, h-1-y, v)
			case 270:
				out.SetGray(y, w-1-x, v)
			}
		}
	}
	return &engine.Raster{Pixels: out.Pix, Width: out.Rect.Dx(), Height: out.Rect.Dy(), Grey: true, DPI: 150}
}

// skewed gives the page turned clockwise by a few degrees around its middle.
func (s *sheet) skewed(degrees float64) *engine.Raster {
	b := s.img.Rect
	out := image.NewGray(b)
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	cx, cy := float64(b.Dx())/2, float64(b.Dy())/2
	at := func(x, y int) float64 {
		if !(image.Point{X: x, Y: y}).In(b) {
			return 255
		}
		return float64(s.img.GrayAt(x, y).Y)
	}
	for y := range b.Dy() {
		for x := range b.Dx() {
			dx, dy := float64(x)-cx, float64(y)-cy
			sx, sy := cx+dx*cos+dy*sin, cy-dx*sin+dy*cos
			ix, iy := int(math.Floor(sx)), int(math.Floor(sy))
			fx, fy := sx-float64(ix), sy-float64(iy)
			v := (at(ix, iy)*(1-fx)+at(ix+1, iy)*fx)*(1-fy) + (at(ix, iy+1)*(1-fx)+at(ix+1, iy+1)*fx)*fy
			out.SetGray(x, y, color.Gray{uint8(v)})
		}
	}
	return &engine.Raster{Pixels: out.Pix, Width: b.Dx(), Height: b.Dy(), Grey: true, DPI: 150}
}
