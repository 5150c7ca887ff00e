package blank

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/table"
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
