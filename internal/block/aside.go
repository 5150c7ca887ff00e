package block

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of labels and values that nothing but their places binds, in sizes of the main font.
const (
	asideGap   = 1   // from a label to its value, at least, where they look alike
	asideSlack = 0.4 // of edges that line up
	ragged     = 1   // by which right edges differ where values are no numbers of a table
)

// aside is a label and a value beside it without a colon, as long as nothing else says that they are such.
type aside struct {
	link
	label *piece
}

// asideLinks finds labels without colons whose values begin at one edge beside them. Two columns of words alone can be
// anything, so what is a label and what a value is to be seen in every row: they are set apart in type, always in the same
// way, or names stand before figures of different kinds.
func (s *sheet) asideLinks(pieces []piece, rows map[int32][]int, used []bool) []link {
	columns := s.asides(pieces, rows, used)
	// From right to left: what stands before a label that has a value of its own is none.
	slices.SortStableFunc(columns, func(a, b []aside) int { return cmp.Compare(b[0].from, a[0].from) })
	var out []link
	for _, column := range columns {
		if len(column) < fewestPairs || !s.genuine(pieces, rows, column, used) {
			continue
		}
		for i := range column {
			for _, k := range column[i].pieces {
				used[k] = true
			}
			out = append(out, column[i].link)
		}
	}
	return out
}

// asides gathers what may be labels and values beside them into columns.
func (s *sheet) asides(pieces []piece, rows map[int32][]int, used []bool) [][]aside {
	var out [][]aside
	for _, r := range inOrder(rows) {
		row := rows[r]
		for k := range row {
			var a aside
			ok := false
			if used[row[k]] {
				continue
			}
			if label, value := s.shifted(&pieces[row[k]]); label != nil {
				a, ok = s.asideOf(label, value, row[k])
			} else if k+1 < len(row) && !used[row[k+1]] {
				a, ok = s.asideOf(&pieces[row[k]], &pieces[row[k+1]], row[k], row[k+1])
			}
			if !ok {
				continue
			}
			if len(out) > mostPairs {
				return nil
			}
			at := slices.IndexFunc(out, func(column []aside) bool { return s.stacked(&column[len(column)-1], &a) })
			if at < 0 {
				out = append(out, []aside{a})
			} else {
				out[at] = append(out[at], a)
			}
		}
	}
	return out
}

// shifted divides a piece where its words become bold, or cease to be: a long label comes close to its value. Nil where
// they do not do so once.
func (s *sheet) shifted(p *piece) (label, value *piece) {
	if len(p.parts) != 1 {
		return nil, nil
	}
	words, at := s.words(p.parts[0]), 0
	for i := 1; i < len(words); i++ {
		if words[i].Bold == words[i-1].Bold {
			continue
		}
		if at > 0 {
			return nil, nil
		}
		at = i
	}
	if at == 0 {
		return nil, nil
	}
	a, b := *p, *p
	from := p.parts[0].from
	a.parts, b.parts = []part{{p.parts[0].line, from, from + at}}, []part{{p.parts[0].line, from + at, p.parts[0].to}}
	a.box.X1, b.box.X0 = s.level(words[at-1].Box).X1, s.level(words[at].Box).X0
	return &a, &b
}

// asideOf reads two pieces as a label and its value.
func (s *sheet) asideOf(p, v *piece, at ...int) (aside, bool) {
	text, value := s.textOf(p), s.textOf(v)
	lead := &s.words(p.parts[0])[0]
	first, _ := utf8.DecodeRuneInString(text)
	switch {
	case p.field != 0 || v.field != 0 || len(value) > longestValue || v.box.X0-p.box.X1 > 2*keyGap*s.em:
	case !labels(text) || !unicode.IsUpper(first) || strings.ContainsAny(text, ":=") || endsSentence(text):
	case markerOf(lead.Text).kind != none || isCaption(text) || formula(text) || formula(value) || leaders(text) || leaders(value) || s.fixed(lead) && !s.typed:
	default:
		return aside{link{pieces: at, value: v, key: text, end: len(text), box: union(p.box, v.box), from: v.box.X0, row: p.row}, p}, true
	}
	return aside{}, false
}

// stacked reports whether a label and its value stand below others as the next of their columns.
func (s *sheet) stacked(a, b *aside) bool {
	down := b.label.baseline - a.label.baseline
	level := absolute(a.label.box.X0-b.label.box.X0) < asideSlack*s.em || absolute(a.label.box.X1-b.label.box.X1) < asideSlack*s.em
	return level && absolute(a.from-b.from) < asideSlack*s.em && down > 0.5*s.em && down < pairGap*s.pitch &&
		near(a.label.size, b.label.size, 0.06) && near(a.value.size, b.value.size, 0.06)
}

// genuine reports whether a column is one of labels and values, and not a part of a table or of a list of contents, or
// two columns of text.
func (s *sheet) genuine(pieces []piece, rows map[int32][]int, column []aside, used []bool) bool {
	further, bare, keys := 0, 0, map[string]bool{}
	for i := range column {
		a := &column[i]
		if keys[a.key] || slices.ContainsFunc(a.pieces, func(k int) bool { return used[k] }) {
			return false
		}
		keys[a.key] = true
		if slices.ContainsFunc(rows[a.row], func(k int) bool { return !used[k] && pieces[k].box.X0 > a.from+asideSlack*s.em }) {
			further++
		}
		if digits(s.textOf(a.value)) {
			bare++
		}
	}
	return 3*further <= 2*len(column) && bare < len(column) && (s.setApart(column) || s.figures(column))
}

// setApart reports whether labels and values differ in type, in all rows in the same way.
func (s *sheet) setApart(column []aside) bool {
	type dress struct {
		bold, italic bool
		color        uint32
	}
	seen := func(p *piece) dress {
		l := s.lookOf(&row{pieces: []piece{*p}, size: p.size})
		return dress{l.bold, l.italic, uint32(l.color)}
	}
	label, value := seen(column[0].label), seen(column[0].value)
	return label != value && !slices.ContainsFunc(column, func(a aside) bool { return seen(a.label) != label || seen(a.value) != value })
}

// figures reports whether names stand before values with figures in them, which no table would set at the left.
func (s *sheet) figures(column []aside) bool {
	with := 0
	least, most := column[0].value.box.X1, column[0].value.box.X1
	for i := range column {
		a := &column[i]
		if strings.ContainsFunc(a.key, unicode.IsDigit) || a.from-a.label.box.X1 < asideGap*s.em {
			return false
		}
		if strings.ContainsFunc(s.textOf(a.value), unicode.IsDigit) {
			with++
		}
		least, most = min(least, a.value.box.X1), max(most, a.value.box.X1)
	}
	return 2*with > len(column) && most-least > ragged*s.em
}
