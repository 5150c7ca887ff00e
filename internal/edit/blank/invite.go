package blank

import (
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/table"
)

// invites reports whether a line is there to be written on: a label stands before it, on it, below it, or above at its
// beginning with room between them. Other lines part what is above from what is below.
func (p *Page) invites(l table.Rule) bool {
	if p.follows(l) {
		return true
	}
	for _, w := range p.all {
		if w.row < 0 {
			continue
		}
		d, gap := l.Pos-w.base, w.box.Y0-l.Pos
		switch {
		case gap > -0.3*w.size && gap < hugs*p.em && w.box.X0 > l.From-p.em && w.box.X1 < l.To+p.em && p.caption(w, l):
			return true
		case d > 1.15*p.em && d < 3.5*p.em && abs(w.box.X0-l.From) < 0.6*p.em && p.titles(w, l, d):
			return true
		}
	}
	return false
}

// follows reports whether a label stands before a line on its height: close to it, or farther away if it ends with a colon.
func (p *Page) follows(l table.Rule) bool {
	return slices.ContainsFunc(p.all, func(w word) bool {
		d, before := l.Pos-w.base, l.From-w.box.X1
		far := float32(nearLabel)
		if strings.HasSuffix(w.text, ":") {
			far = farLabel
		}
		return w.row >= 0 && d > -0.6*w.size && d < 0.9*w.size && before > -0.5*p.em && before < far*p.em && !p.parted(w.box.X1, l.From-0.2*p.em, w.base-0.3*w.size)
	})
}

// titles reports whether the phrase that a word above a line begins asks for what is written on it: it ends with a colon,
// or it is short and there is room between them, unlike between a heading and the rule under it.
func (p *Page) titles(of word, l table.Rule, d float32) bool {
	f := p.around(of)
	if f.box.X1 > l.To+1.5*p.em || f.words[0].box != of.box {
		return false
	}
	last := f.words[len(f.words)-1].text
	return strings.HasSuffix(last, ":") || d > 1.4*p.em && l.To-l.From < 0.6*p.width && len(f.words) <= 8 && p.caption(of, l)
}

// caption reports whether the phrase around a word that stands under a line is no wider than it.
func (p *Page) caption(of word, l table.Rule) bool {
	f := p.around(of)
	box := f.box
	return len(f.words) <= longHeading && box.X0 > l.From-1.5*p.em && box.X1 < l.To+1.5*p.em && of.size < 1.25*p.em
}
