package blank

import (
	"strings"

	"github.com/octavo-dev/octavo/internal/engine"
)

// largeText, in sizes of the usual font, is that of headings.
const largeText = 1.18

// longHeading is how many words a heading has at most.
const longHeading = 12

// heading is bold or large words of one or several lines that label no blank.
type heading struct {
	text  string
	words int
	box   engine.Box
	base  float32 // of its first line
	last  float32 // of its last line
	size  float32
}

// findHeadings lists the headings of the page from the top down.
func (p *Page) findHeadings() {
	var all []heading
	for i := range p.phrases {
		f := &p.phrases[i]
		if !f.bold() && f.size < largeText*p.em || brief(f.text()) || f.answered {
			continue
		}
		h := heading{f.text(), len(f.words), f.box, f.base(), f.base(), f.size}
		if above := p.continued(all, &h); above != nil {
			above.text += " " + h.text
			above.words += h.words
			above.box, above.last = union(above.box, h.box), h.last
			continue
		}
		all = append(all, h)
	}
	p.headings = nil
	for _, h := range all {
		if h.words <= longHeading {
			p.headings = append(p.headings, h)
		}
	}
}

// continued is the heading that another goes on with: one line above, of its size, and from the same place on.
func (p *Page) continued(all []heading, h *heading) *heading {
	for i := len(all) - 1; i >= 0 && h.base-all[i].last < 1.45*h.size; i-- {
		o := &all[i]
		x, _ := middle(o.box)
		y, _ := middle(h.box)
		if h.base-o.last > 0.5*h.size && abs(o.size-h.size) < 0.1*h.size && (abs(o.box.X0-h.box.X0) < 0.6*h.size || abs(x-y) < 0.6*h.size) {
			return o
		}
	}
	return nil
}

// section is the nearest heading above a spot that begins before it ends and is no part of its label.
func (p *Page) section(s *spot, label string) string {
	var best *heading
	for i := range p.headings {
		h := &p.headings[i]
		if h.base > s.box.Y0+0.3*p.em || h.box.X0 > s.box.X1 || strings.Contains(label, h.text) {
			continue
		}
		if best == nil || h.base > best.base+0.3*p.em || h.box.X0 > best.box.X0 && h.base > best.base-0.3*p.em {
			best = h
		}
	}
	if best == nil {
		return ""
	}
	return best.text
}

// answered reports whether a blank stands right behind a phrase, or a check box before it: then it is its label.
func (p *Page) answered(f *phrase) bool {
	y := f.base() - 0.3*f.size
	for _, s := range p.found {
		if gap := s.box.X0 - f.box.X1; s.box.Y0 < y && s.box.Y1 > y && gap > -0.5*p.em && gap < nearBefore*p.em {
			return true
		}
		if back := f.box.X0 - s.box.X1; s.kind == Check && s.box.Y0 < y+0.3*p.em && s.box.Y1 > y-0.3*p.em && back > -0.5*p.em && back < besides*p.em {
			return true
		}
	}
	return false
}
