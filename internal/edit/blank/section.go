package blank

import "strings"

// largeText, in sizes of the usual font, is that of headings.
const largeText = 1.18

// longHeading is how many words a heading has at most.
const longHeading = 12

// section is the nearest heading above a spot: bold or large words that begin before it ends and are no label of it.
func (p *Page) section(s *spot, label string) string {
	best := -1
	for i := range p.phrases {
		f := &p.phrases[i]
		if f.box.Y0 > s.box.Y0 || f.base() > s.box.Y0+0.3*p.em || len(f.words) > longHeading || f.box.X0 > s.box.X1 || !f.bold() && f.size < largeText*p.em {
			continue
		}
		if text := f.text(); brief(text) || strings.Contains(label, text) || p.answered(f) {
			continue
		}
		if best < 0 || f.base() > p.phrases[best].base()+0.3*p.em || f.box.X0 > p.phrases[best].box.X0 && f.base() > p.phrases[best].base()-0.3*p.em {
			best = i
		}
	}
	if best < 0 {
		return ""
	}
	return p.phrases[best].text()
}

// answered reports whether a blank stands right behind a phrase: then it is its label.
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
