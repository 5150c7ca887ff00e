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
	lines    []int  // places in Text.Lines, in reading order; nil for a group
	group    *group // nil for text
	chars    int
	marker   bool // the first line is a list marker that stands apart
	capital  bool // the first line is a large first letter
}

// Parts of the font size that letters rise above the baseline and fall below it.
const (
	rise = 0.75
	fall = 0.22
)

// pieces makes the atoms of the page, in the order of rows.
func (s *sheet) pieces() {
	lines := s.Text.Lines
	out := make([]piece, 0, len(lines)+len(s.groups))
	single := make([]int, len(lines))
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
		single[i] = i
		out = append(out, piece{
			box:      engine.Box{X0: b.X0, X1: b.X1, Y0: base - rise*l.Size, Y1: base + fall*l.Size},
			baseline: base, size: l.Size, row: l.Row, lines: single[i : i+1 : i+1], chars: length(l),
		})
	}
	slices.SortStableFunc(out, func(a, b piece) int {
		return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.box.X0, b.box.X0))
	})
	out = s.joinCapitals(s.joinMarkers(out))
	for i := range s.groups {
		g := &s.groups[i]
		out = append(out, piece{box: g.box, baseline: g.box.Y1, size: s.em, row: -1 - int32(i), group: g})
	}
	s.atoms = out
}

// markerGap, in sizes of the font, is how far a list marker may stand before its text.
const markerGap = 4.5

// joinMarkers joins markers that stand apart with the text they mark.
func (s *sheet) joinMarkers(in []piece) []piece {
	out := in[:0]
	for _, p := range in {
		if n := len(out) - 1; n >= 0 && out[n].row == p.row && len(out[n].lines) == 1 {
			m := &out[n]
			l := &s.Text.Lines[m.lines[0]]
			gap := p.box.X0 - m.box.X1
			if len(l.Words) <= 2 && gap > 0 && gap < markerGap*p.size && loneMarker(l.Words[0].Text, l.Words) && !s.loneMarkerLine(&p) {
				m.lines = []int{m.lines[0], p.lines[0]}
				m.box = union(m.box, p.box)
				m.baseline, m.size, m.chars, m.marker = p.baseline, p.size, m.chars+p.chars, true
				continue
			}
		}
		out = append(out, p)
	}
	return out
}

func (s *sheet) loneMarkerLine(p *piece) bool {
	l := &s.Text.Lines[p.lines[0]]
	return len(l.Words) == 1 && utf8.RuneCountInString(l.Words[0].Text) <= 3 && loneMarker(l.Words[0].Text, l.Words)
}

// loneMarker reports whether a line is nothing but a list marker, or a number that leads a heading or a note.
func loneMarker(first string, words []layout.Word) bool {
	if len(words) > 1 {
		return false
	}
	m := markerOf(first)
	return m.kind != none || digits(first) && len(first) <= 3 || sectionNumber(first) || utf8.RuneCountInString(first) == 1 && (first >= "a" && first <= "z" || first >= "A" && first <= "Z" || first == "*" || first == "†")
}

// joinCapitals joins a large first letter with the line that goes on beside its top.
func (s *sheet) joinCapitals(in []piece) []piece {
	for i := range in {
		c := &in[i]
		if len(c.lines) != 1 || c.chars > 3 || c.size < 1.8*s.em {
			continue
		}
		l := &s.Text.Lines[c.lines[0]]
		if len(l.Words) != 1 || utf8.RuneCountInString(strings.Trim(l.Words[0].Text, "“\"'‘")) != 1 || digits(l.Words[0].Text) {
			continue
		}
		first := -1
		for j := range in {
			p := &in[j]
			beside := j != i && p.lines != nil && p.size < 0.7*c.size && p.box.X0 >= c.box.X1-0.5*p.size && p.box.X0 < c.box.X1+1.5*p.size &&
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
		in[first].lines = append([]int{c.lines[0]}, in[first].lines...)
		in[first].capital = true
		in[first].chars++
		return append(in[:i:i], in[i+1:]...)
	}
	return in
}
