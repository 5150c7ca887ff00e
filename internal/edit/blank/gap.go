package blank

import (
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/engine"
)

// Bounds of labels with nothing but white behind or below them, in words, and in sizes of the usual font.
const (
	mostAsked   = 6
	leastGaps   = 3 // of one kind on a page: a habit
	wideGap     = 6
	deepGap     = 2   // below a small label
	gapHeight   = 1.5 // of what is written
	smallLabel  = 0.9
	listedBelow = 1.6 // what is nearer below a colon belongs to it
)

// gaps are the white stretches behind labels that end with a colon, and below small labels, where a page has several.
func (p *Page) gaps() []spot {
	var behind, below []spot
	margin := float32(0)
	for i := range p.phrases {
		margin = max(margin, p.phrases[i].box.X1)
	}
	for i := range p.phrases {
		f := &p.phrases[i]
		if len(f.words) > mostAsked || f.size > largeText*p.em {
			continue
		}
		if b, ok := p.behind(f, margin); ok {
			behind = append(behind, p.text(b, open))
		} else if b, ok := p.below(f, margin); ok {
			below = append(below, p.text(b, open))
		}
	}
	var out []spot
	for _, kind := range [][]spot{behind, below} {
		if len(kind) >= leastGaps {
			out = append(out, kind...)
		}
	}
	return out
}

// behind is the white behind a label that ends with a colon, as far as the next words. What stands right below such a label
// may be what it announces.
func (p *Page) behind(f *phrase, margin float32) (engine.Box, bool) {
	if !strings.HasSuffix(f.words[len(f.words)-1].text, ":") {
		return engine.Box{}, false
	}
	b := engine.Box{X0: f.box.X1 + 0.4*p.em, X1: p.until(f, margin), Y1: f.base() + 0.3*p.em}
	b.Y0 = b.Y1 - gapHeight*p.em
	listed := slices.ContainsFunc(p.phrases, func(o phrase) bool {
		d := o.base() - f.base()
		return d > 0.5*f.size && d < listedBelow*p.em && overlap(o.box.X0, o.box.X1, f.box.X0, b.X1) > 0 && !strings.HasSuffix(o.words[len(o.words)-1].text, ":")
	})
	taken := slices.ContainsFunc(p.found, func(s spot) bool { // it has its blank behind or below it
		_, y := middle(b)
		behind := s.box.Y0 < y && s.box.Y1 > y && s.box.X0 > f.box.X1
		below := s.box.Y0-f.base() > 0 && s.box.Y0-f.base() < deepGap*p.em && s.box.X0 < b.X1 && s.box.X1 > f.box.X0
		return behind || below
	})
	return b, !listed && !taken && wide(b) >= wideGap*p.em && p.clear(b)
}

// below is the white below a small label, as far as the next one beside it.
func (p *Page) below(f *phrase, margin float32) (engine.Box, bool) {
	if f.size > smallLabel*p.em || f.answered {
		return engine.Box{}, false
	}
	b := engine.Box{X0: f.box.X0, X1: p.until(f, margin), Y0: f.base() + 0.4*p.em}
	b.Y1 = b.Y0 + deepGap*p.em
	captioned := slices.ContainsFunc(p.found, func(s spot) bool { // it belongs to what is above it
		gap := f.box.Y0 - s.box.Y1
		return gap > -0.5*p.em && gap < p.em && overlap(s.box.X0, s.box.X1, f.box.X0, f.box.X1) > 0
	})
	ends := slices.ContainsFunc(p.phrases, func(o phrase) bool { // the last line of a text
		d := f.base() - o.base()
		return d > 0.5*f.size && d < 1.8*f.size && overlap(o.box.X0, o.box.X1, f.box.X0, f.box.X1) > 0
	})
	return b, !captioned && !ends && wide(b) >= wideGap*p.em/2 && b.Y1 < p.height && p.clear(b)
}

// until is where the white behind a phrase ends: at the next words of its row, at a wall, or at the margin of the text.
func (p *Page) until(f *phrase, margin float32) float32 {
	y := f.base() - 0.3*f.size
	end := margin
	for i := range p.phrases {
		if o := &p.phrases[i]; o.box.X0 > f.box.X1 && o.box.Y0 < y && o.box.Y1 > y {
			end = min(end, o.box.X0-0.6*p.em)
		}
	}
	for _, u := range p.upright {
		if u.Pos > f.box.X1 && u.From < y && u.To > y {
			end = min(end, u.Pos)
		}
	}
	return end
}

// clear reports whether nothing stands in a box: no words, no blank, no rule.
func (p *Page) clear(b engine.Box) bool {
	inner := engine.Box{X0: b.X0 + 0.1*p.em, Y0: b.Y0 + 0.2*p.em, X1: b.X1 - 0.1*p.em, Y1: b.Y1 - 0.2*p.em}
	meets := func(o engine.Box) bool { c := common(inner, o); return c.X1 > c.X0 && c.Y1 > c.Y0 }
	if slices.ContainsFunc(p.all, func(w word) bool { return meets(w.box) }) || slices.ContainsFunc(p.found, func(s spot) bool { return meets(s.box) }) {
		return false
	}
	for _, r := range p.level {
		if r.Pos > inner.Y0 && r.Pos < inner.Y1 && overlap(r.From, r.To, inner.X0, inner.X1) > 0 {
			return false
		}
	}
	return p.white(b)
}
