package overlay

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/vector"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
)

// canvas is a page that is drawn on.
type canvas struct {
	pixels *image.RGBA
	scale  float64 // pixels for a point
	face   font.Face
	taken  []image.Rectangle // by labels
}

// letterSize is the height of labels in points of the page, so that they grow with the resolution.
const letterSize = 6.5

func newCanvas(r *engine.Raster) (*canvas, error) {
	if r.Grey || len(r.Pixels) != 4*r.Width*r.Height {
		return nil, fmt.Errorf("draw over a page: %d bytes are no picture of %d × %d colours", len(r.Pixels), r.Width, r.Height)
	}
	typeface, err := opentype.Parse(gobold.TTF)
	if err != nil {
		return nil, fmt.Errorf("load the letters of labels: %w", err)
	}
	face, err := opentype.NewFace(typeface, &opentype.FaceOptions{Size: letterSize, DPI: r.DPI, Hinting: font.HintingFull})
	if err != nil {
		return nil, fmt.Errorf("load the letters of labels: %w", err)
	}
	c := &canvas{pixels: image.NewRGBA(image.Rect(0, 0, r.Width, r.Height)), scale: r.DPI / 72, face: face}
	copy(c.pixels.Pix, r.Pixels)
	return c, nil
}

// pale makes the page lighter, so that what is drawn over it stands out.
func (c *canvas) pale() { c.fill(c.pixels.Rect, color.White, 0.3) }

// points is a box in points of the page.
func (c *canvas) points(b engine.Box) image.Rectangle {
	return c.rect(float64(b.X0)*c.scale, float64(b.Y0)*c.scale, float64(b.X1)*c.scale, float64(b.Y1)*c.scale)
}

// parts is a box in parts of the page.
func (c *canvas) parts(b doc.Box) image.Rectangle {
	w, h := float64(c.pixels.Rect.Dx()), float64(c.pixels.Rect.Dy())
	return c.rect(b.Left*w, b.Top*h, (b.Left+b.Width)*w, (b.Top+b.Height)*h)
}

// rect keeps what a file says within twice the page, so that drawing it takes bounded time.
func (c *canvas) rect(x0, y0, x1, y1 float64) image.Rectangle {
	w, h := float64(c.pixels.Rect.Dx()), float64(c.pixels.Rect.Dy())
	at := func(v, most float64) int {
		if math.IsNaN(v) {
			return 0
		}
		return int(math.Round(min(max(v, -most), 2*most)))
	}
	return image.Rect(at(x0, w), at(y0, h), at(x1, w), at(y1, h))
}

// fill covers a rectangle with so much of a colour.
func (c *canvas) fill(r image.Rectangle, ink color.Color, share float64) {
	draw.DrawMask(c.pixels, r, image.NewUniform(ink), image.Point{}, image.NewUniform(color.Alpha{uint8(255 * share)}), image.Point{}, draw.Over)
}

// frame draws the outline of a rectangle, growing outwards.
func (c *canvas) frame(r image.Rectangle, ink color.Color, width int, share float64) {
	out := r.Inset(-width)
	c.fill(image.Rect(out.Min.X, out.Min.Y, out.Max.X, r.Min.Y), ink, share)
	c.fill(image.Rect(out.Min.X, r.Max.Y, out.Max.X, out.Max.Y), ink, share)
	c.fill(image.Rect(out.Min.X, r.Min.Y, r.Min.X, r.Max.Y), ink, share)
	c.fill(image.Rect(r.Max.X, r.Min.Y, out.Max.X, r.Max.Y), ink, share)
}

// dashed draws the outline of a rectangle in dashes.
func (c *canvas) dashed(r image.Rectangle, ink color.Color) {
	const dash = 4
	for x := r.Min.X; x < r.Max.X; x += 2 * dash {
		for _, y := range []int{r.Min.Y, r.Max.Y - 1} {
			c.fill(image.Rect(x, y, min(x+dash, r.Max.X), y+1), ink, 1)
		}
	}
	for y := r.Min.Y; y < r.Max.Y; y += 2 * dash {
		for _, x := range []int{r.Min.X, r.Max.X - 1} {
			c.fill(image.Rect(x, y, x+1, min(y+dash, r.Max.Y)), ink, 1)
		}
	}
}

// arrow draws a line with a head at its end.
func (c *canvas) arrow(from, to image.Point, ink color.Color) {
	dx, dy := float64(to.X-from.X), float64(to.Y-from.Y)
	length := math.Hypot(dx, dy)
	if length < 1 {
		return
	}
	dx, dy = dx/length, dy/length
	thick, wide, long := 0.45*c.scale, 2*c.scale, min(5*c.scale, length)
	z := vector.NewRasterizer(c.pixels.Rect.Dx(), c.pixels.Rect.Dy())
	// Corners are given along the arrow and beside it.
	for i, p := range [][2]float64{
		{0, -thick}, {length - long, -thick}, {length - long, -wide}, {length, 0}, {length - long, wide}, {length - long, thick}, {0, thick},
	} {
		x, y := float64(from.X)+p[0]*dx-p[1]*dy, float64(from.Y)+p[0]*dy+p[1]*dx
		if i == 0 {
			z.MoveTo(float32(x), float32(y))
		} else {
			z.LineTo(float32(x), float32(y))
		}
	}
	z.ClosePath()
	z.Draw(c.pixels, c.pixels.Rect, image.NewUniform(ink), image.Point{})
}
