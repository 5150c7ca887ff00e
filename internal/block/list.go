package block

import "github.com/octavo-dev/octavo/internal/doc"

// sign is what list markers of one sequence share, with the place of one of them in it.
type sign struct {
	kind  kind
	form  string
	caps  bool
	value int
}

// signs counts the markers that lines of the page begin with.
func (s *sheet) signs() {
	s.marks = map[sign]int{}
	for i := range s.atoms {
		if p := &s.atoms[i]; p.parts != nil {
			if m := markerOf(s.words(p.parts[0])[0].Text); m.kind != none {
				s.marks[m.sign(0)]++
			}
		}
	}
}

func (m mark) sign(step int) sign {
	form := m.form
	if m.kind == bullet {
		form = m.text
	}
	return sign{m.kind, form, m.caps, m.value + step}
}

// listed reports whether a row begins a list item. A number counts in a sequence, a weak bullet among others.
func (s *sheet) listed(r *row) bool {
	m := r.mark
	switch m.kind {
	case none:
		return false
	case bullet:
		return !weakBullet(m.text) || s.marks[m.sign(0)] > 1
	case check:
		return true
	case number, roman:
		return s.marks[m.sign(1)] > 0 || s.marks[m.sign(-1)] > 0
	}
	if s.marks[m.sign(1)] > 0 || s.marks[m.sign(-1)] > 0 {
		return true
	}
	// A letter such as i. may be a number.
	return false
}

// nest gives list items that follow each other their levels by where their text begins.
func nest(blocks []doc.Block, starts []float32, em float32) {
	var stack []float32
	for i := range blocks {
		if blocks[i].Type != doc.ListItem {
			if blocks[i].Type != doc.Text {
				stack = stack[:0]
			}
			continue
		}
		x := starts[i]
		for len(stack) > 0 && x < stack[len(stack)-1]-0.6*em {
			stack = stack[:len(stack)-1]
		}
		if len(stack) == 0 || x > stack[len(stack)-1]+0.6*em {
			stack = append(stack, x)
		}
		blocks[i].Level = min(len(stack), 6)
	}
}

// unlist makes the number of a list item part of its text: it is no list item after all.
func unlist(b *doc.Block) {
	if b.Marker != "" {
		by := len(b.Marker) + 1
		b.Text = b.Marker + " " + b.Text
		for i := range b.Spans {
			b.Spans[i].Start, b.Spans[i].End = b.Spans[i].Start+by, b.Spans[i].End+by
		}
	}
	b.Marker, b.Level = "", 0
}
