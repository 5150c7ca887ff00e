package form

import (
	"math"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine/cos"
)

// rect is a box in the units of a page, which count upwards.
type rect struct{ left, bottom, right, top float64 }

func (r rect) width() float64  { return r.right - r.left }
func (r rect) height() float64 { return r.top - r.bottom }
func (r rect) array() []any    { return []any{r.left, r.bottom, r.right, r.top} }

func readRect(u *cos.Update, v any) rect {
	n := numbers(u, v, 4)
	if n == nil {
		return rect{}
	}
	return rect{min(n[0], n[2]), min(n[1], n[3]), max(n[0], n[2]), max(n[1], n[3])}
}

// numbers are those of an array of so many, nil where it is none.
func numbers(u *cos.Update, v any, count int) []float64 {
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

// frame is what is shown of a page, and how it is turned.
type frame struct {
	box  rect
	turn int // quarters clockwise
}

func newFrame(u *cos.Update, page cos.Dict) frame {
	media := readRect(u, page["MediaBox"])
	if media.width() <= 0 || media.height() <= 0 {
		media = rect{0, 0, 612, 792}
	}
	box := media
	if crop := readRect(u, page["CropBox"]); crop.width() > 0 && crop.height() > 0 {
		box = rect{max(crop.left, media.left), max(crop.bottom, media.bottom), min(crop.right, media.right), min(crop.top, media.top)}
		if box.width() <= 0 || box.height() <= 0 {
			box = media
		}
	}
	turn := int(u.Number(page["Rotate"])/90) % 4
	return frame{box, (turn + 4) % 4}
}

// shown is a box of the page in parts of what is shown of it.
func (f frame) shown(r rect) doc.Box {
	left, right := (r.left-f.box.left)/f.box.width(), (r.right-f.box.left)/f.box.width()
	top, bottom := (f.box.top-r.top)/f.box.height(), (f.box.top-r.bottom)/f.box.height()
	switch f.turn {
	case 1:
		left, top, right, bottom = 1-bottom, left, 1-top, right
	case 2:
		left, top, right, bottom = 1-right, 1-bottom, 1-left, 1-top
	case 3:
		left, top, right, bottom = top, 1-right, bottom, 1-left
	}
	return doc.Box{Left: left, Top: top, Width: right - left, Height: bottom - top}
}

// within is a box in parts of what is shown as one of the page.
func (f frame) within(b doc.Box) rect {
	left, top, right, bottom := b.Left, b.Top, b.Left+b.Width, b.Top+b.Height
	switch f.turn {
	case 1:
		left, top, right, bottom = top, 1-right, bottom, 1-left
	case 2:
		left, top, right, bottom = 1-right, 1-bottom, 1-left, 1-top
	case 3:
		left, top, right, bottom = 1-bottom, left, 1-top, right
	}
	return rect{
		f.box.left + left*f.box.width(), f.box.top - bottom*f.box.height(),
		f.box.left + right*f.box.width(), f.box.top - top*f.box.height(),
	}
}
