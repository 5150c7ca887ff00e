package page

import (
	"fmt"
	"math"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/edit/typeface"
	"github.com/octavo-dev/octavo/internal/engine/cos"
)

// Ink writes on the pages of a file.
type Ink struct {
	Update *cos.Update
	Fonts  *typeface.Case
	Use    *typeface.Use
	Color  [3]float64
	Style  typeface.Style
}

// Align is where a line stands in its box.
type Align int

// The ways lines stand.
const (
	Left Align = iota
	Center
	Right
)

// Measures of letters, in ems.
const (
	capHeight = 0.72
	Leading   = 1.2 // from line to line
	leastSize = 4.0 // points
)

// Write puts text into a box, as large as asked for or smaller where it would not fit. One line stands in the middle of
// the height; several fill the box from its top.
func (k *Ink) Write(p cos.Page, box doc.Box, text string, size float64, align Align) {
	frame := NewFrame(k.Update, p.Full)
	upright := frame.upright()
	width, height := frame.Size()
	left, top := box.Left*width, (1-box.Top)*height
	w, h := box.Width*width, box.Height*height
	lines := k.Lines(text, size, w)
	for size > leastSize && (float64(len(lines)-1)*Leading+1)*size > h+0.1*size {
		size = max(leastSize, 0.95*size)
		lines = k.Lines(text, size, w)
	}
	y := top - (h+capHeight*size)/2
	if len(lines) > 1 {
		y = top - size
	}
	c := k.canvas()
	for _, line := range lines {
		x, squeeze := left, 1.0
		length := k.measure(line) * size
		if length > w && length > 0 {
			squeeze = w / length
			length = w
		}
		switch align {
		case Center:
			x += (w - length) / 2
		case Right:
			x += w - length
		}
		c.text(line, size, matrix{squeeze, 0, 0, 1, x, y}.times(upright))
		y -= Leading * size
	}
	c.paint(p)
}

// Watermark writes large pale text across a page, from its lower left to its upper right.
func (k *Ink) Watermark(p cos.Page, text string) {
	const share, mostSize, opacity = 0.7, 120.0, 0.3
	frame := NewFrame(k.Update, p.Full)
	width, height := frame.Size()
	size := min(mostSize, share*math.Hypot(width, height)/max(k.measure(text), 0.1))
	sin, cos := math.Sincos(math.Atan2(height, width))
	half := k.measure(text) * size / 2
	at := matrix{cos, sin, -sin, cos, width/2 - half*cos + capHeight/2*size*sin, height/2 - half*sin - capHeight/2*size*cos}
	c := k.canvas()
	c.pale(opacity)
	c.text(text, size, at.times(frame.upright()))
	c.paint(p)
}

// Stamp writes text in a frame in the upper right corner of a page.
func (k *Ink) Stamp(p cos.Page, text string) {
	const size, margin, pad, line = 16.0, 24.0, 6.0, 1.5
	frame := NewFrame(k.Update, p.Full)
	width, height := frame.Size()
	fit := min(size, (width-2*margin-2*pad)/max(k.measure(text), 0.1))
	w, h := k.measure(text)*fit+2*pad, fit+2*pad
	left, bottom := width-margin-w, height-margin-h
	c := k.canvas()
	c.out = fmt.Appendf(c.out, "q %s cm %s RG %s w %s %s %s %s re S Q\n", c.matrix(frame.upright()), c.color(), num(line), num(left), num(bottom), num(w), num(h))
	c.text(text, fit, matrix{1, 0, 0, 1, left + pad, bottom + (h-capHeight*fit)/2}.times(frame.upright()))
	c.paint(p)
}

// measure is how long a text is, in ems.
func (k *Ink) measure(text string) (w float64) {
	for _, part := range k.Fonts.Parts(k.Style, text) {
		for _, r := range part.Text {
			w += part.Face.Advance(r)
		}
	}
	return w
}

// Measure is how long a text is in points.
func (k *Ink) Measure(text string, size float64) float64 { return k.measure(text) * size }

// Lines breaks text between words.
func (k *Ink) Lines(text string, size, width float64) []string {
	var out []string
	for paragraph := range strings.SplitSeq(text, "\n") {
		line := ""
		for word := range strings.FieldsSeq(paragraph) {
			longer := strings.TrimSpace(line + " " + word)
			if line != "" && k.measure(longer)*size > width {
				out = append(out, line)
				longer = word
			}
			line = longer
		}
		out = append(out, line)
	}
	return out
}

// Size is how wide and high a page is as shown, in points.
func (f Frame) Size() (width, height float64) {
	if f.Turn%2 == 1 {
		return f.Box.Height(), f.Box.Width()
	}
	return f.Box.Width(), f.Box.Height()
}

// upright maps points of the page as shown, from its lower left corner, to those of the page.
func (f Frame) upright() matrix {
	b := f.Box
	switch f.Turn {
	case 1:
		return matrix{0, 1, -1, 0, b.Right, b.Bottom}
	case 2:
		return matrix{-1, 0, 0, -1, b.Right, b.Top}
	case 3:
		return matrix{0, -1, 1, 0, b.Left, b.Top}
	}
	return matrix{1, 0, 0, 1, b.Left, b.Bottom}
}
