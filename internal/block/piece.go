package block

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
)

// piece is an atom of the order: a stretch of text on one baseline, or a group.
type piece struct {
	box      engine.Box // from the top of capitals to the bottom of descenders
	baseline float32
	size     float32
	row      int32
	parts    []part // in reading order; nil for a group
	group    *group // nil for text
	chars    int
	stack    float32 // width of the widest of it and the lines right above and below it
	marker   bool    // the first part is a list marker that stands apart
	capital  bool    // the first part is a large first letter
	field    int     // whose value it is, counted from 1
	patch    *patch  // nil where no network saw one
}

// part is a stretch of the words of a line.
type part struct{ line, from, to int }

// words are those of a part.
func (s *sheet) words(p part) []layout.Word { return s.Text.Lines[p.line].Words[p.from:p.to] }

// Parts of the font size that letters rise above the baseline and fall below it.
const (
	rise = 0.75
	fall = 0.22
)

// pieces makes the atoms of the page, in the order of rows.
func (s *sheet) pieces() {
	lines := s.Text.Lines
	out := make([]piece, 0, len(lines)+len(s.groups))
	strips := s.strips()
	for i := range lines {
		if s.held[i] {
			continue
		}
		l := &lines[i]
		b := s.level(l.Box)
		base := s.baseline(l)
		if base < b.Y0 || base > b.Y1+0.3*l.Size { // recognised lines know their boxes only
			base = b.Y1 - fall*l.Size
		}
		for _, p := range s.parted(i, strips) {
			words := s.words(p)
			x0, x1, chars := b.X1, b.X0, 0
			for k := range words {
				w := s.level(words[k].Box)
				x0, x1, chars = min(x0, w.X0), max(x1, w.X1), chars+len(words[k].Text)
			}
			out = append(out, piece{
				box:      engine.Box{X0: x0, X1: x1, Y0: base - rise*l.Size, Y1: base + fall*l.Size},
				baseline: base, size: l.Size, row: l.Row, parts: []part{p}, chars: chars, field: s.fieldOf(&words[0]),
			})
		}
	}
	slices.SortStableFunc(out, func(a, b piece) int {
		return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.box.X0, b.box.X0))
	})
	out = s.joinMarkers(s.joinCapitals(s.lineNumbers(out)))
	for i := range s.groups {
		g := &s.groups[i]
		out = append(out, piece{box: g.box, baseline: g.box.Y1, size: s.em, row: -1 - int32(i), group: g})
	}
	for i := range out {
		out[i].patch = s.patchOf(out[i].box)
	}
	stacks(out)
	s.atoms = out
}

// stacks finds for each text the close lines of the same column.
func stacks(pieces []piece) {
	order := make([]int, len(pieces))
	for i := range pieces {
		order[i] = i
		pieces[i].stack = pieces[i].box.X1 - pieces[i].box.X0
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(pieces[i].baseline, pieces[j].baseline) })
	for at, i := range order {
		a := &pieces[i]
		for _, j := range order[at+1:] {
			b := &pieces[j]
			if b.baseline-a.baseline > 2.6*a.size {
				break
			}
			if a.group != nil || b.group != nil || b.baseline-a.baseline < 0.5*a.size || a.box.X0 >= b.box.X1 || b.box.X0 >= a.box.X1 {
				continue
			}
			wide := max(a.box.X1-a.box.X0, b.box.X1-b.box.X0)
			a.stack, b.stack = max(a.stack, wide), max(b.stack, wide)
		}
	}
}

// markerGap, in sizes of the font, is how far a list marker may stand before its text.
const markerGap = 4.5

// joinMarkers joins markers that stand apart with the text they mark.
func (s *sheet) joinMarkers(in []piece) []piece {
	out := in[:0]
	for _, p := range in {
		if n := len(out) - 1; n >= 0 && out[n].row == p.row && len(out[n].parts) == 1 {
			m := &out[n]
			gap := p.box.X0 - m.box.X1
			if gap > 0 && gap < markerGap*p.size && loneMarker(s.words(m.parts[0])) && !s.short(&p) {
				m.parts = append(m.parts, p.parts...)
				m.box = union(m.box, p.box)
				m.baseline, m.size, m.chars, m.marker = p.baseline, p.size, m.chars+p.chars, true
				continue
			}
		}
		out = append(out, p)
	}
	return out
}

// short reports whether a piece could be a marker itself: numbers in a row are no list.
func (s *sheet) short(p *piece) bool { return p.chars <= 3 && loneMarker(s.words(p.parts[0])) }

// loneMarker reports whether a line is nothing but a list marker, or a number that leads a heading or a note.
func loneMarker(words []layout.Word) bool {
	if len(words) > 1 {
		return false
	}
	first := words[0].Text
	return markerOf(first).kind != none || digits(first) && len(first) <= 3 || sectionNumber(first) || utf8.RuneCountInString(first) == 1 && (first >= "a" && first <= "z" || first >= "A" && first <= "Z" || first == "*" || first == "†")
}

// joinCapitals joins a large first letter with the line that goes on beside its top.
func (s *sheet) joinCapitals(in []piece) []piece {
	for i := range in {
		c := &in[i]
		if len(c.parts) != 1 || c.chars > 3 || c.size < 1.8*s.em {
			continue
		}
		w := s.words(c.parts[0])
		if len(w) != 1 || utf8.RuneCountInString(strings.Trim(w[0].Text, "“\"'‘")) != 1 || digits(w[0].Text) {
			continue
		}
		first := -1
		for j := range in {
			p := &in[j]
			beside := j != i && p.parts != nil && p.size < 0.7*c.size && p.box.X0 >= c.box.X1-0.5*p.size && p.box.X0 < c.box.X1+1.5*p.size &&
				p.baseline > c.box.Y0-0.2*p.size && p.baseline < c.baseline+0.3*p.size
			if beside && (first < 0 || p.baseline < in[first].baseline) {
				first = j
			}
		}
		if first < 0 {
			continue
		}
		top := in[first].box.Y0
		for j := range in {
			if p := &in[j]; j != i && p.baseline < c.baseline+0.3*p.size && p.box.Y0 >= top && p.box.X0 >= c.box.X1-0.5*p.size && p.box.X0 < c.box.X1+1.5*p.size {
				p.box.X0 = c.box.X0
			}
		}
		in[first].parts = append([]part{c.parts[0]}, in[first].parts...)
		in[first].capital = true
		in[first].chars++
		return append(in[:i:i], in[i+1:]...)
	}
	return in
}
