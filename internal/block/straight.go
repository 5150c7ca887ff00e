package block

import (
	"cmp"
	"math"
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/table"
)

// slant turns a page that lies askew level, about its middle.
type slant struct {
	sin, cos float32
	x, y     float32
}

func newSlant(p *Page) slant {
	sin, cos := math.Sincos(p.Skew * math.Pi / 180)
	return slant{float32(sin), float32(cos), p.Seen.Width / 2, p.Seen.Height / 2}
}

// back undoes it.
func (t slant) back() slant { return slant{-t.sin, t.cos, t.x, t.y} }

func (t slant) point(x, y float32) (float32, float32) {
	x, y = x-t.x, y-t.y
	return t.x + x*t.cos + y*t.sin, t.y + y*t.cos - x*t.sin
}

// moved moves the middle of a box.
func (t slant) moved(b engine.Box) engine.Box {
	x, y := (b.X0+b.X1)/2, (b.Y0+b.Y1)/2
	nx, ny := t.point(x, y)
	return engine.Box{X0: b.X0 + nx - x, X1: b.X1 + nx - x, Y0: b.Y0 + ny - y, Y1: b.Y1 + ny - y}
}

// straightened is a page whose recognised lines run level: what stands beside and above each other can be told.
func straightened(p Page) Page {
	t := newSlant(&p)
	text := *p.Text
	text.Lines = slices.Clone(p.Text.Lines)
	for i := range text.Lines {
		if l := &text.Lines[i]; isRecognised(l) && l.Angle == 0 {
			t.line(l)
		}
	}
	sameRows(text.Lines)
	p.Text, p.Regions, p.Tables = &text, slices.Clone(p.Regions), append([]table.Found(nil), p.Tables...)
	for i := range p.Regions {
		p.Regions[i].Box = t.moved(p.Regions[i].Box)
	}
	p.Struck = slices.Clone(p.Struck)
	for i := range p.Struck {
		p.Struck[i] = t.moved(p.Struck[i])
	}
	for i := range p.Tables {
		p.Tables[i].Box = t.moved(p.Tables[i].Box)
	}
	return p
}

// leastHeight is the part of its height that a word keeps at least, should the skew not be its own.
const leastHeight = 0.5

// line turns a line about the middle of the page. The boxes of its words were higher by what they rose from end to end.
func (t slant) line(l *layout.Line) {
	tan := t.sin / t.cos
	middle, y := (l.Box.X0+l.Box.X1)/2, (l.Box.Y0+l.Box.Y1)/2
	kept := float32(0)
	for i := range l.Words {
		b := l.Words[i].Box
		kept = max(kept, b.Y1-b.Y0-absolute(tan)*(b.X1-b.X0), leastHeight*(b.Y1-b.Y0))
	}
	_, level := t.point(middle, y)
	l.Words = slices.Clone(l.Words)
	for i := range l.Words {
		b := &l.Words[i].Box
		b.X0, _ = t.point(b.X0, y+(b.X0-middle)*tan)
		b.X1, _ = t.point(b.X1, y+(b.X1-middle)*tan)
		b.Y0, b.Y1 = level-kept/2, level+kept/2
	}
	l.Box = l.Words[0].Box
	for i := range l.Words {
		l.Box = union(l.Box, l.Words[i].Box)
	}
	l.Size = min(l.Size, sizeOfHeight*kept)
	l.Baseline = l.Box.Y1 - fall*l.Size
}

// sizeOfHeight is the size of letters in parts of the height of a line that has all of them.
const sizeOfHeight = 0.85

// sameRows numbers the lines that stand on one baseline alike.
func sameRows(lines []layout.Line) {
	order := make([]int, len(lines))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(lines[i].Baseline, lines[j].Baseline) })
	row := int32(0)
	var first *layout.Line
	for _, i := range order {
		l := &lines[i]
		if first == nil || l.Angle != 0 || first.Angle != 0 || l.Baseline-first.Baseline > 0.35*min(l.Size, first.Size) {
			first = l
			row++
		}
		l.Row = row
	}
}

// bend gives blocks of a straightened page their places on the page as it lies.
func bend(blocks []doc.Block, p *Page) {
	t := newSlant(p).back()
	w, h := float64(max(p.Seen.Width, 1)), float64(max(p.Seen.Height, 1))
	for i := range blocks {
		b := &blocks[i].Box
		at := engine.Box{X0: float32(b.Left * w), Y0: float32(b.Top * h), X1: float32((b.Left + b.Width) * w), Y1: float32((b.Top + b.Height) * h)}
		at = t.moved(at)
		rise, lean := absolute(t.sin)*(at.X1-at.X0)/2, absolute(t.sin)*(at.Y1-at.Y0)/2
		s := sheet{Page: *p}
		*b = s.fraction(engine.Box{X0: at.X0 - lean, X1: at.X1 + lean, Y0: at.Y0 - rise, Y1: at.Y1 + rise})
	}
}
