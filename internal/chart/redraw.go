package chart

import (
	"image"
	"image/color"
	"io"
	"math"
	"strings"

	"image/png"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// Sizes of a redrawn chart in pixels.
const (
	redrawnWidth  = 960
	redrawnHeight = 600
	letter        = 15
)

// colours of series, far enough from each other for eyes that see few.
var colours = []color.RGBA{
	{0x1F, 0x77, 0xB4, 0xFF}, {0xFF, 0x7F, 0x0E, 0xFF}, {0x2C, 0xA0, 0x2C, 0xFF}, {0xD6, 0x27, 0x28, 0xFF}, {0x94, 0x67, 0xBD, 0xFF},
	{0x8C, 0x56, 0x4B, 0xFF}, {0xE3, 0x77, 0xC2, 0xFF}, {0x7F, 0x7F, 0x7F, 0xFF}, {0xBC, 0xBD, 0x22, 0xFF}, {0x17, 0xBE, 0xCF, 0xFF},
}

func colourOf(i int) color.RGBA { return colours[i%len(colours)] }

var (
	ink  = color.RGBA{0x22, 0x22, 0x22, 0xFF}
	pale = color.RGBA{0xDD, 0xDD, 0xDD, 0xFF}
)

// canvas is an image with what it takes to draw on it.
type canvas struct {
	*image.RGBA
	face, large font.Face
}

func newCanvas(width, height int) (*canvas, error) {
	c := &canvas{RGBA: image.NewRGBA(image.Rect(0, 0, width, height))}
	for i := range c.Pix {
		c.Pix[i] = 0xFF
	}
	parsed, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, err
	}
	if c.face, err = opentype.NewFace(parsed, &opentype.FaceOptions{Size: letter, DPI: 72, Hinting: font.HintingFull}); err != nil {
		return nil, err
	}
	c.large, err = opentype.NewFace(parsed, &opentype.FaceOptions{Size: 1.4 * letter, DPI: 72, Hinting: font.HintingFull})
	return c, err
}

// fill fills a polygon.
func (c *canvas) fill(points []point, with color.RGBA) {
	if len(points) < 3 {
		return
	}
	all := around(points).common(box{0, 0, float64(c.Bounds().Dx()), float64(c.Bounds().Dy())})
	if !(all.x1 > all.x0 && all.y1 > all.y0) {
		return
	}
	b := image.Rect(int(all.x0), int(all.y0), int(math.Ceil(all.x1)), int(math.Ceil(all.y1)))
	limit := func(p point) (float32, float32) {
		return float32(min(max(p.x, -10), all.x1+10)) - float32(b.Min.X), float32(min(max(p.y, -10), all.y1+10)) - float32(b.Min.Y)
	}
	r := vector.NewRasterizer(b.Dx(), b.Dy())
	x, y := limit(points[0])
	r.MoveTo(x, y)
	for _, p := range points[1:] {
		x, y := limit(p)
		r.LineTo(x, y)
	}
	r.ClosePath()
	r.Draw(c, b, image.NewUniform(with), image.Point{})
}

func (c *canvas) rect(b box, with color.RGBA) {
	c.fill([]point{{b.x0, b.y0}, {b.x1, b.y0}, {b.x1, b.y1}, {b.x0, b.y1}}, with)
}

// stroke draws a straight line.
func (c *canvas) stroke(a, b point, width float64, with color.RGBA) {
	long := math.Hypot(b.x-a.x, b.y-a.y)
	if !(long > 0) {
		return
	}
	dx, dy := (b.y-a.y)/long*width/2, -(b.x-a.x)/long*width/2
	c.fill([]point{{a.x + dx, a.y + dy}, {b.x + dx, b.y + dy}, {b.x - dx, b.y - dy}, {a.x - dx, a.y - dy}}, with)
}

// disc draws a filled circle.
func (c *canvas) disc(at point, radius float64, with color.RGBA) {
	c.slice(at, radius, 0, 2*math.Pi, with)
}

// slice draws a sector.
func (c *canvas) slice(at point, radius, from, to float64, with color.RGBA) {
	points := []point{at}
	steps := max(int((to-from)*32), 2)
	for i := range steps + 1 {
		sin, cos := math.Sincos(from + (to-from)*float64(i)/float64(steps))
		points = append(points, point{at.x + radius*cos, at.y + radius*sin})
	}
	c.fill(points, with)
}

// text writes around a point: from it on, in its middle or up to it as part says. What is longer than width is cut.
func (c *canvas) text(at point, s string, part, width float64, face font.Face) {
	s = strings.ToValidUTF8(s, "")
	for runes := []rune(s); len(runes) > 1 && wide(face, s) > width; {
		runes = runes[:len(runes)-1]
		s = string(runes) + "…"
	}
	d := font.Drawer{Dst: c, Src: image.NewUniform(ink), Face: face}
	d.Dot = fixed.Point26_6{X: fixed.Int26_6((at.x - part*wide(face, s)) * 64), Y: fixed.Int26_6(at.y * 64)}
	d.DrawString(s)
}

func wide(face font.Face, s string) float64 { return float64(font.MeasureString(face, s)) / 64 }

// upright writes text from the bottom up with its middle at a point.
func (c *canvas) upright(at point, s string, long float64) {
	if s == "" {
		return
	}
	side, err := newCanvas(int(long), letter*8/5)
	if err != nil {
		return
	}
	side.text(point{long / 2, 1.2 * letter}, s, 0.5, long, c.face)
	b := side.Bounds()
	for y := range b.Dy() {
		for x := range b.Dx() {
			if v := side.RGBAAt(x, y); v.R < 0xFF {
				c.SetRGBA(int(at.x)-b.Dy()/2+y, int(at.y)+b.Dx()/2-x, v)
			}
		}
	}
}

// WriteRedrawn draws the chart from its numbers alone and writes it as PNG.
func (c *Chart) WriteRedrawn(w io.Writer) error {
	out, err := newCanvas(redrawnWidth, redrawnHeight)
	if err != nil {
		return err
	}
	out.text(point{redrawnWidth / 2, 30}, c.Title, 0.5, redrawnWidth-40, out.large)
	if c.Kind == Pie {
		out.pie(c)
	} else {
		(&drawing{canvas: out, chart: c}).draw()
	}
	e := png.Encoder{CompressionLevel: png.BestSpeed}
	return e.Encode(w, out)
}
