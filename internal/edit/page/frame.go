// Package page changes what stands on the pages of PDF files: adds to it, takes text out of it, marks it, and adds, turns and
// removes whole pages.
package page

import (
	"math"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine/cos"
)

// Rect is a box in the units of a page, which count upwards.
type Rect struct{ Left, Bottom, Right, Top float64 }

// Width is how wide the box is.
func (r Rect) Width() float64 { return r.Right - r.Left }

// Height is how high the box is.
func (r Rect) Height() float64 { return r.Top - r.Bottom }

// Array is the box as files write it.
func (r Rect) Array() []any { return []any{r.Left, r.Bottom, r.Right, r.Top} }

// ReadRect reads a box of a file; one that is none is empty.
func ReadRect(u *cos.Update, v any) Rect {
	n := Numbers(u, v, 4)
	if n == nil {
		return Rect{}
	}
	return Rect{min(n[0], n[2]), min(n[1], n[3]), max(n[0], n[2]), max(n[1], n[3])}
}

// Numbers are those of an array of so many, nil where it is none.
func Numbers(u *cos.Update, v any, count int) []float64 {
	all := u.Array(v)
	if len(all) != count {
		return nil
	}
	out := make([]float64, count)
	for i := range all {
		n := u.Number(all[i])
		if math.IsNaN(n) || math.Abs(n) > 1e6 {
			return nil
		}
		out[i] = n
	}
	return out
}

// Frame is what is shown of a page, and how it is turned.
type Frame struct {
	Box  Rect
	Turn int // quarters clockwise
}

// NewFrame reads the frame of a page from its dictionary with what it has from above.
func NewFrame(u *cos.Update, page cos.Dict) Frame {
	media := ReadRect(u, page["MediaBox"])
	if media.Width() <= 0 || media.Height() <= 0 {
		media = Rect{0, 0, 612, 792}
	}
	box := media
	if crop := ReadRect(u, page["CropBox"]); crop.Width() > 0 && crop.Height() > 0 {
		box = Rect{max(crop.Left, media.Left), max(crop.Bottom, media.Bottom), min(crop.Right, media.Right), min(crop.Top, media.Top)}
		if box.Width() <= 0 || box.Height() <= 0 {
			box = media
		}
	}
	turn := int(u.Number(page["Rotate"])/90) % 4
	return Frame{box, (turn + 4) % 4}
}

// Shown is a box of the page in parts of what is shown of it.
func (f Frame) Shown(r Rect) doc.Box {
	left, right := (r.Left-f.Box.Left)/f.Box.Width(), (r.Right-f.Box.Left)/f.Box.Width()
	top, bottom := (f.Box.Top-r.Top)/f.Box.Height(), (f.Box.Top-r.Bottom)/f.Box.Height()
	switch f.Turn {
	case 1:
		left, top, right, bottom = 1-bottom, left, 1-top, right
	case 2:
		left, top, right, bottom = 1-right, 1-bottom, 1-left, 1-top
	case 3:
		left, top, right, bottom = top, 1-right, bottom, 1-left
	}
	return doc.Box{Left: left, Top: top, Width: right - left, Height: bottom - top}
}

// Within is a box in parts of what is shown as one of the page.
func (f Frame) Within(b doc.Box) Rect {
	left, top, right, bottom := b.Left, b.Top, b.Left+b.Width, b.Top+b.Height
	switch f.Turn {
	case 1:
		left, top, right, bottom = top, 1-right, bottom, 1-left
	case 2:
		left, top, right, bottom = 1-right, 1-bottom, 1-left, 1-top
	case 3:
		left, top, right, bottom = 1-bottom, left, 1-top, right
	}
	return Rect{
		f.Box.Left + left*f.Box.Width(), f.Box.Top - bottom*f.Box.Height(),
		f.Box.Left + right*f.Box.Width(), f.Box.Top - top*f.Box.Height(),
	}
}
