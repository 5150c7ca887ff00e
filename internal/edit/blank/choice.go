package blank

import (
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/engine"
)

// choice is the label of a check box, and the question that it and those around it answer.
func (p *Page) choice(s *spot) (label, group string) {
	label = p.after(s)
	first := p.firstOf(s)
	before, gap := p.before(first.box)
	over, away := p.overhead(first.box, true)
	if label == "" && gap <= nearBefore*p.em {
		label = before
	}
	if label == "" && away <= nearOver*p.em {
		return p.atop(s.box), ""
	}
	switch {
	case before != "" && before != label && gap <= 8*p.em && !brief(before):
		group = before
	case over != label:
		group = over
	}
	return label, group
}

// mostChoices is how many check boxes answer one question.
const mostChoices = 60

// after is the phrase behind a check box.
func (p *Page) after(s *spot) string {
	best := -1
	for i := range p.phrases {
		f := &p.phrases[i]
		gap := f.box.X0 - s.box.X1
		y := f.base() - 0.3*f.size
		if gap < -0.4*p.em || gap > besides*p.em || y < s.box.Y0-0.35*f.size || y > s.box.Y1+0.35*f.size {
			continue
		}
		if best < 0 || gap < p.phrases[best].box.X0-s.box.X1 {
			best = i
		}
	}
	if best < 0 || p.parted(s.box.X1+0.2*p.em, p.phrases[best].box.X0, (s.box.Y0+s.box.Y1)/2) {
		return ""
	}
	return p.phrases[best].text()
}

// firstOf is the first check box of those that stand in a row or below each other with one.
func (p *Page) firstOf(s *spot) *spot {
	first := s
	for range mostChoices {
		at := slices.IndexFunc(p.found, func(o spot) bool {
			if o.kind != Check {
				return false
			}
			row := abs(o.box.Y0-first.box.Y0) < 0.5*p.em && o.box.X0 < first.box.X0-0.5*p.em && first.box.X0-o.box.X1 < 15*p.em
			column := abs(o.box.X0-first.box.X0) < 0.5*p.em && o.box.Y0 < first.box.Y0-0.5*p.em && first.box.Y0-o.box.Y1 < 1.5*p.em
			return row || column
		})
		if at < 0 {
			return first
		}
		first = &p.found[at]
	}
	return first
}

// atop is the words right over a box, of a phrase that may stand over several.
func (p *Page) atop(b engine.Box) string {
	var out []string
	for i := range p.phrases {
		f := &p.phrases[i]
		if d := b.Y0 - f.base(); d < -0.4*f.size || d > nearOver*p.em {
			continue
		}
		for _, w := range f.words {
			if x, _ := middle(w.box); x > b.X0-0.7*p.em && x < b.X1+0.7*p.em {
				out = append(out, w.text)
			}
		}
	}
	return strings.Join(out, " ")
}
