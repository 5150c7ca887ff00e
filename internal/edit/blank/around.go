package blank

import (
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/table"
)

// level reports whether a phrase stands on the height of a box.
func level(f *phrase, b engine.Box) bool {
	y := f.base() - 0.3*f.size
	return y > b.Y0-0.2*f.size && y < b.Y1+0.35*f.size
}

// before is the phrase to the left of a box on its height, and how far away it ends; leaders on the way do not count.
func (p *Page) before(b engine.Box) (string, float32) {
	best := -1
	for i := range p.phrases {
		f := &p.phrases[i]
		if !level(f, b) || f.box.X1 > b.X0+0.6*p.em || b.X0-f.box.X1 > farBefore*p.em {
			continue
		}
		if best < 0 || f.box.X1 > p.phrases[best].box.X1+p.em || f.box.X1 > p.phrases[best].box.X1-p.em && abs(f.base()-b.Y1) < abs(p.phrases[best].base()-b.Y1) {
			best = i
		}
	}
	if best < 0 || p.interrupted(p.phrases[best].box.X1, b) {
		return "", 2 * farBefore * p.em
	}
	return p.wrapped(best, b), b.X0 - p.phrases[best].box.X1
}

// interrupted reports whether another blank lies between a place and a box.
func (p *Page) interrupted(x float32, b engine.Box) bool {
	_, y := middle(b)
	return slices.ContainsFunc(p.found, func(s spot) bool {
		mid, _ := middle(s.box)
		return mid > x && mid < b.X0 && s.box.Y0 < y && s.box.Y1 > y
	})
}

// wrapped is a label with the lines above it that begin where it does, as far as they stand beside the box.
func (p *Page) wrapped(at int, b engine.Box) string {
	f := &p.phrases[at]
	text := f.text()
	for i := at - 1; i >= 0; i-- {
		o := &p.phrases[i]
		d := f.base() - o.base()
		if d > 1.4*f.size {
			break
		}
		if d > 0.5*f.size && abs(o.box.X0-f.box.X0) < 0.5*p.em && o.box.X1 <= b.X0+0.6*p.em && level(o, b) && abs(o.size-f.size) < 0.15*f.size {
			return p.wrapped(i, b) + " " + text
		}
	}
	return text
}

// overhead is what stands above a box, line by line, and how far away; of questions only, what is no label of a check box.
func (p *Page) overhead(b engine.Box, question bool) (string, float32) {
	best := -1
	for i := range p.phrases {
		f := &p.phrases[i]
		if d := b.Y0 - f.base(); d < -0.4*f.size || d > farOver*p.em || !p.covers(f, b) || question && f.answered {
			continue
		}
		if best < 0 || f.base() > p.phrases[best].base()+0.3*p.em || f.base() > p.phrases[best].base()-0.3*p.em && abs(f.box.X0-b.X0) < abs(p.phrases[best].box.X0-b.X0) {
			best = i
		}
	}
	if best < 0 {
		return "", 2 * farOver * p.em
	}
	f := &p.phrases[best]
	text := f.text()
	for i := best - 1; i >= 0; i-- { // a heading of several lines
		o := &p.phrases[i]
		if d := p.phrases[best].base() - o.base(); d > 1.3*f.size {
			break
		} else if d > 0.5*f.size && p.covers(o, b) && !(question && o.answered) && (wide(o.box) < 1.5*wide(b)+4*p.em || wraps(o, f)) && abs(o.size-f.size) < 0.15*f.size && !p.ruledOff(o.base(), f.base(), b) {
			text = o.text() + " " + text
			best = i
		}
	}
	return text, b.Y0 - f.base()
}

// wraps reports whether a line goes on with the one above it, whose number may stand before it.
func wraps(above, f *phrase) bool {
	indent := f.box.X0 - above.box.X0
	return indent > -0.6*f.size && indent < 3*f.size && above.box.X1 > f.box.X1-f.size
}

// ruledOff reports whether a rule parts two heights over a box.
func (p *Page) ruledOff(y0, y1 float32, b engine.Box) bool {
	return slices.ContainsFunc(p.level, func(r table.Rule) bool {
		return r.Pos > y0 && r.Pos < y1 && overlap(r.From, r.To, b.X0, b.X1) > 0.3*wide(b)
	})
}

// covers reports whether a phrase stands over a box, or begins over it.
func (p *Page) covers(f *phrase, b engine.Box) bool {
	o := overlap(f.box.X0, f.box.X1, b.X0, b.X1)
	return o > 0.5*wide(f.box) || o > 0.5*wide(b) || o > 0 && f.box.X0 > b.X0-p.em
}

// lastOver is the end of the row above a box: a line at the beginning of a row goes on with what was said there.
func (p *Page) lastOver(b engine.Box) string {
	best := -1
	for i := range p.phrases {
		f := &p.phrases[i]
		if d := b.Y0 - f.base(); d > -0.4*f.size && d < farOver*p.em && overlap(f.box.X0, f.box.X1, b.X0, b.X1) > 0 &&
			(best < 0 || f.base() > p.phrases[best].base()-0.3*p.em) {
			best = i
		}
	}
	if best < 0 {
		return ""
	}
	return p.phrases[best].text()
}

// under is the caption that stands close below a line.
func (p *Page) under(b engine.Box) string {
	var out []string
	for i := range p.phrases {
		f := &p.phrases[i]
		if gap := f.box.Y0 - b.Y1; gap > -0.35*f.size && gap < hugs*p.em && f.base() > b.Y1+0.4*f.size && f.box.X0 > b.X0-1.5*p.em && f.box.X1 < b.X1+1.5*p.em {
			out = append(out, f.text())
		}
	}
	return strings.Join(out, " ")
}
