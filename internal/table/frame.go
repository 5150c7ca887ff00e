package table

import (
	"cmp"
	"math"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
)

// frame is a page turned so that some of its lines run level.
type frame struct {
	page     *engine.Page // as it is displayed
	angle    float32      // of the lines, in quarter turns, degrees clockwise
	sin, cos float32      // of what they lie askew beyond that
	centre   engine.Point // of the turned page
}

// leastSkew, in degrees, is what moves the ends of a line by less than the height of its letters.
const leastSkew = 0.1

func newFrame(p *engine.Page, angle float32, skew float64) *frame {
	f := &frame{page: p, angle: angle, cos: 1}
	if math.Abs(skew) >= leastSkew {
		sin, cos := math.Sincos(skew * math.Pi / 180)
		f.sin, f.cos = float32(sin), float32(cos)
	}
	width, height := f.size()
	f.centre = engine.Point{X: width / 2, Y: height / 2}
	return f
}

// same reports whether the page need not be turned at all.
func (f *frame) same() bool { return f.angle == 0 && f.sin == 0 }

func (f *frame) size() (width, height float32) {
	if f.angle == 90 || f.angle == 270 {
		return f.page.Height, f.page.Width
	}
	return f.page.Width, f.page.Height
}

// point gives where a place of the page lies in the frame.
func (f *frame) point(a engine.Point) engine.Point {
	switch f.angle {
	case 90:
		a = engine.Point{X: a.Y, Y: f.page.Width - a.X}
	case 180:
		a = engine.Point{X: f.page.Width - a.X, Y: f.page.Height - a.Y}
	case 270:
		a = engine.Point{X: f.page.Height - a.Y, Y: a.X}
	}
	return f.rotated(a, f.sin)
}

// rotated turns a place around the centre, counterclockwise by the angle of a sine.
func (f *frame) rotated(a engine.Point, sin float32) engine.Point {
	if sin == 0 {
		return a
	}
	x, y := a.X-f.centre.X, a.Y-f.centre.Y
	return engine.Point{X: f.centre.X + x*f.cos + y*sin, Y: f.centre.Y - x*sin + y*f.cos}
}

// original gives where a place of the frame lies on the page.
func (f *frame) original(a engine.Point) engine.Point {
	a = f.rotated(a, -f.sin)
	switch f.angle {
	case 90:
		return engine.Point{X: f.page.Width - a.Y, Y: a.X}
	case 180:
		return engine.Point{X: f.page.Width - a.X, Y: f.page.Height - a.Y}
	case 270:
		return engine.Point{X: a.Y, Y: f.page.Height - a.X}
	}
	return a
}

// around is the upright box around a box whose corners are moved.
func around(b engine.Box, move func(engine.Point) engine.Point) engine.Box {
	a := move(engine.Point{X: b.X0, Y: b.Y0})
	out := engine.Box{X0: a.X, Y0: a.Y, X1: a.X, Y1: a.Y}
	for _, c := range []engine.Point{{X: b.X1, Y: b.Y0}, {X: b.X0, Y: b.Y1}, {X: b.X1, Y: b.Y1}} {
		a = move(c)
		out = union(out, engine.Box{X0: a.X, Y0: a.Y, X1: a.X, Y1: a.Y})
	}
	return out
}

// back is the box on the page around a box of the frame.
func (f *frame) back(b engine.Box) engine.Box {
	if f.same() {
		return b
	}
	return around(b, f.original)
}

// turned is the page as the frame sees it, with what the search looks at.
func (f *frame) turned() *engine.Page {
	if f.same() {
		return f.page
	}
	q := *f.page
	q.Width, q.Height = f.size()
	q.Paths = slices.Clone(q.Paths)
	for i := range q.Paths {
		a := &q.Paths[i]
		a.Box, a.Visible = around(a.Box, f.point), around(a.Visible, f.point)
		a.Segments = slices.Clone(a.Segments)
		for k := range a.Segments {
			a.Segments[k].To = f.point(a.Segments[k].To)
		}
	}
	q.Images = slices.Clone(q.Images)
	for i := range q.Images {
		q.Images[i].Visible = around(q.Images[i].Visible, f.point)
	}
	q.Widgets = slices.Clone(q.Widgets)
	for i := range q.Widgets {
		q.Widgets[i].Box = around(q.Widgets[i].Box, f.point)
	}
	return &q
}

// placed is a line in a frame.
type placed struct {
	*layout.Line
	index int32 // in Text.Lines
	row   int32
	level bool
}

// sharedBaseline is how far apart, in sizes, baselines of one row may be where rows are not known yet.
const sharedBaseline = 0.35

// lines gives the lines of a page in a frame: the level ones row by row, then the others.
func (f *frame) lines(t *layout.Text) []placed {
	read := slices.ContainsFunc(t.Lines, func(l layout.Line) bool { return recognised(&l) })
	out := make([]placed, len(t.Lines))
	for i := range t.Lines {
		l := &t.Lines[i]
		out[i] = placed{Line: l, index: int32(i), row: l.Row, level: l.Angle == f.angle}
		if read || !f.same() {
			out[i].Line = f.line(l)
		}
	}
	if !read && f.same() {
		return out
	}
	if read {
		measure(out)
	}
	slices.SortStableFunc(out, func(a, b placed) int {
		if a.level != b.level {
			return cmp.Compare(order(b.level), order(a.level))
		}
		return cmp.Compare(a.Baseline, b.Baseline)
	})
	first := 0
	for i := range out {
		if out[i].Baseline-out[first].Baseline > sharedBaseline*min(out[i].Size, out[first].Size) || !out[i].level {
			first = i
		}
		out[i].row = int32(first)
	}
	return out
}

func order(b bool) int {
	if b {
		return 1
	}
	return 0
}

// line moves a line into the frame.
func (f *frame) line(l *layout.Line) *layout.Line {
	out := *l
	out.Words = slices.Clone(l.Words)
	quarter := frame{page: f.page, angle: f.angle}
	for i := range out.Words {
		out.Words[i].Box = around(out.Words[i].Box, quarter.point)
	}
	out.Box = around(l.Box, quarter.point)
	if f.sin != 0 && l.Angle == f.angle && recognised(l) {
		f.straighten(&out)
	}
	switch f.angle {
	case 90:
		out.Baseline += f.page.Width
	case 180:
		out.Baseline += f.page.Height
	}
	return &out
}

// straighten puts the words of a line that lies askew beside each other on one height. Its box is higher than its
// letters by what it falls from end to end.
func (f *frame) straighten(l *layout.Line) {
	fall := f.sin
	if fall < 0 {
		fall = -fall
	}
	middle := engine.Point{X: (l.Box.X0 + l.Box.X1) / 2, Y: (l.Box.Y0 + l.Box.Y1) / 2}
	high := max((l.Box.Y1-l.Box.Y0)-fall*(l.Box.X1-l.Box.X0), l.Size/2)
	at := f.rotated(middle, f.sin)
	l.Size = min(l.Size, high)
	for i := range l.Words {
		w := &l.Words[i]
		x := (w.Box.X0 + w.Box.X1) / 2
		half := max((w.Box.X1-w.Box.X0)-fall*high, high/4) / 2
		mid := at.X + (x-middle.X)/f.cos
		w.Box = engine.Box{X0: mid - half, Y0: at.Y - high/2, X1: mid + half, Y1: at.Y + high/2}
		w.Size = l.Size
		if i == 0 {
			l.Box = w.Box
		}
		l.Box = union(l.Box, w.Box)
	}
}
