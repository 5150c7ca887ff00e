package blank

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// Distances of labels, in sizes of the usual font.
const (
	nearBefore = 2.5 // to the left of a blank
	farBefore  = 40  // the same along leaders, in a row of a table
	nearOver   = 1.1 // above
	farOver    = 4
)

// Bounds of the tables that labels are looked for in.
const (
	mostColumns = 30
	mostRows    = 80
)

// words are what is printed around a spot about what it asks for.
func (p *Page) words(s *spot) Words {
	var w Words
	if s.kind == Check {
		w.Label, w.Group = p.choice(s)
	}
	if w.Label == "" && w.Group == "" { // a box may stand behind its label as other blanks do
		w.Label, w.Group = p.asked(s)
	}
	w.Section = p.section(s, w.Label)
	for _, text := range []*string{&w.Label, &w.Group, &w.Section} {
		*text = strings.Trim(*text, " :*")
	}
	return w
}

// asked is the label of a blank for text, and what else its row or column is called.
func (p *Page) asked(s *spot) (label, group string) {
	if in := p.inside(s); in != "" {
		return in, ""
	}
	before, gap := p.before(s.box)
	over, away := p.overhead(s.box, false)
	under, near := "", float32(nearBefore)
	if s.rank == ruled || s.rank == written {
		under, near = p.under(s.box), 2*nearBefore
	}
	if strings.HasSuffix(under, ":") { // it asks for what comes after it
		under = ""
	}
	if strings.HasSuffix(before, ":") {
		near = 2 * nearBefore
	}
	beside := before != "" && gap <= near*p.em
	switch {
	case beside && numbered(before):
		return before, cmp.Or(p.farther(s, before), p.column(s, before))
	case beside && !brief(before):
		return before, cmp.Or(under, p.column(s, before))
	case under != "":
		return under, ""
	case s.rank == written && before == "" && over != "":
		return p.lastOver(s.box), ""
	case over != "" && away <= nearOver*p.em && beside:
		return over, before
	case over != "" && away <= nearOver*p.em:
		return over, ""
	case before != "":
		return before, p.farther(s, before)
	case over != "":
		return over, ""
	}
	return p.column(s, ""), p.neighbour(s)
}

// neighbour is the label of the blanks that adjoin a spot at its left: cents stand beside dollars.
func (p *Page) neighbour(s *spot) string {
	first := s
	for range mostColumns {
		at := slices.IndexFunc(p.found, func(o spot) bool {
			return abs(o.box.Y1-first.box.Y1) < 0.3*p.em && abs(first.box.X0-o.box.X1) < 0.5*p.em && o.kind != Check && o.box.X0 < first.box.X0
		})
		if at < 0 {
			break
		}
		first = &p.found[at]
	}
	if first == s {
		return ""
	}
	label, _ := p.before(first.box)
	return strings.TrimSpace(p.farther(first, label) + " " + label)
}

// numbered reports whether a label is the number of a line.
func numbered(s string) bool { return brief(s) && strings.ContainsFunc(s, unicode.IsDigit) }

// brief reports whether a label is a number or a letter, which says little by itself.
func brief(s string) bool {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n < 2
}

// inside is what stands in the cell around a spot and not in it.
func (p *Page) inside(s *spot) string {
	if s.rank != partial {
		return ""
	}
	room := -1
	for i := range p.rooms {
		r := &p.rooms[i]
		if x, y := middle(s.box); r.cell() && holds(r.box, x, y) && (room < 0 || area(r.box) < area(p.rooms[room].box)) {
			room = i
		}
	}
	if room < 0 || p.shared(&p.rooms[room], s) {
		return ""
	}
	var out []string
	for _, k := range p.rooms[room].words {
		if meant(p.all[k].text) {
			out = append(out, p.all[k].text)
		}
	}
	return strings.Join(out, " ")
}

// shared reports whether other blanks lie in the room of one.
func (p *Page) shared(r *room, s *spot) bool {
	return slices.ContainsFunc(p.found, func(o spot) bool {
		x, y := middle(o.box)
		return o.box != s.box && holds(r.box, x, y)
	})
}

// farther is what stands still farther to the left of a box whose label says little.
func (p *Page) farther(s *spot, label string) string {
	if !brief(label) {
		return p.column(s, label)
	}
	var out []*phrase
	edge := s.box.X0
	for i := range p.phrases {
		if f := &p.phrases[i]; level(f, s.box) && f.box.X1 < edge+0.6*p.em && edge-f.box.X1 < farBefore*p.em && f.text() != label {
			out = append(out, f)
		}
	}
	slices.SortFunc(out, func(a, b *phrase) int { return cmp.Compare(b.box.X1, a.box.X1) })
	for _, f := range out {
		if text := f.text(); !brief(text) && !p.interrupted(f.box.X1, s.box) {
			return text
		}
	}
	return ""
}

// column is the heading of the column of a table that a spot stands in.
func (p *Page) column(s *spot, label string) string {
	if s.rank != boxed && s.rank != painted && s.rank != partial {
		return ""
	}
	b := s.box
	n := 0
	for again := true; again && n < mostRows; {
		again = false
		for _, o := range p.found {
			if d := b.Y0 - o.box.Y1; abs(o.box.X0-b.X0) < 0.5*p.em && abs(o.box.X1-b.X1) < 0.5*p.em && d > -0.5*p.em && d < p.em && o.box.Y0 < b.Y0 {
				b, again = o.box, true
				n++
				break
			}
		}
	}
	text, away := p.overhead(b, false)
	if text == label || n == 0 && away > nearOver*p.em {
		return ""
	}
	return text
}
