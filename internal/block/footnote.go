package block

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/doc"
)

// Bounds of footnotes.
const (
	noteSize = 0.93 // of the main font, at most
	noteZone = 0.4  // of the height of the page, at most
)

// references collects the raised marks that lead to notes. A mark at the end of a word is part of it, in smaller letters.
func (s *sheet) references() {
	s.refs = map[string]bool{}
	add := func(marks string) {
		for _, m := range strings.FieldsFunc(marks, func(r rune) bool { return strings.ContainsRune(",;.()[] ", r) }) {
			s.refs[m] = true
		}
	}
	for i := range s.Text.Lines {
		for k := range s.Text.Lines[i].Words {
			w := &s.Text.Lines[i].Words[k]
			if w.Script > 0 {
				add(w.Text)
				continue
			}
			var raised []rune
			for at := int(w.Last); at > int(w.First) && w.First >= 0 && at < len(s.Seen.Chars) && s.Seen.Chars[at].Size < 0.85*w.Size; at-- {
				raised = append([]rune{s.Seen.Chars[at].Rune}, raised...)
			}
			add(string(raised))
		}
	}
}

// noteMark is the number or the sign that a note begins with, alone or right before its first word; empty for none.
func noteMark(text string) string {
	first, rest, _ := strings.Cut(text, " ")
	first = strings.TrimLeft(first, "[(")
	end := strings.IndexFunc(first, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		end = len(first)
	}
	if end == 0 {
		end = len(first) - len(strings.TrimLeft(first, "*†‡§¶"))
	}
	after := first[end:]
	next, _ := utf8.DecodeRuneInString(after)
	alone := after == "" || after == "]" || after == ")" || after == "."
	if end == 0 || end > 3 && digits(first[:end]) || alone && rest == "" || !alone && !unicode.IsLetter(next) {
		return ""
	}
	return first[:end]
}

// footnotes takes the notes off the ends of columns: they are read after the text, each by itself. The marks of some are
// raised in the text, or a short rule stands above them.
func (s *sheet) footnotes(leaves [][]piece) (text, notes [][]piece) {
	for _, leaf := range leaves {
		rows := s.rows(leaf)
		at := s.firstNote(rows)
		if at == len(rows) || s.standsAbove(rows[at:], leaves) {
			text = append(text, leaf)
			s.known[&leaf[0]] = rows
			continue
		}
		below := map[int32]bool{}
		for _, r := range rows[at:] {
			below[r.pieces[0].row] = true
		}
		var above, under []piece
		for _, p := range leaf {
			if p.group == nil && below[p.row] {
				under = append(under, p)
			} else {
				above = append(above, p)
			}
		}
		if above != nil {
			text = append(text, above)
		}
		notes = append(notes, under)
	}
	return text, notes
}

// firstNote is the row that the notes at the end of a column begin with, or the number of rows.
func (s *sheet) firstNote(rows []row) int {
	from := len(rows)
	for from > 0 && rows[from-1].group == nil && rows[from-1].size <= noteSize*s.em {
		from--
	}
	for i := from; i < len(rows); i++ {
		r := &rows[i]
		m := noteMark(r.text)
		if m == "" || !s.refs[m] && !s.underRule(r) || rows[len(rows)-1].box.Y1-r.box.Y0 > noteZone*s.height {
			continue
		}
		if i > 0 && rows[i-1].group != nil && r.box.Y0-rows[i-1].box.Y1 < 2*s.pitch && !s.underRule(r) {
			return len(rows) // what stands right below a table explains it
		}
		return i
	}
	return len(rows)
}

// underRule reports whether a short rule stands right above a row, where it begins.
func (s *sheet) underRule(r *row) bool {
	for _, b := range s.rules {
		if gap := r.box.Y0 - b.Y1; gap > -0.3*r.size && gap < 2*r.size && absolute(b.X0-r.left) < 2*r.size && b.X1-b.X0 < 0.6*max(r.right-r.left, 0.5*s.width) {
			return true
		}
	}
	return false
}

// standsAbove reports whether text of the usual size stands below rows in their column: then they are no footnotes.
func (s *sheet) standsAbove(rows []row, leaves [][]piece) bool {
	bottom := rows[len(rows)-1].box.Y1
	for _, leaf := range leaves {
		for i := range leaf {
			p := &leaf[i]
			if p.box.Y0 > bottom && p.size > noteSize*s.em && p.box.X0 < rows[0].box.X1 && p.box.X1 > rows[0].box.X0 {
				return true
			}
		}
	}
	return false
}

// writeNotes adds the notes of a column, each by itself: one begins where its mark follows on that of the last, or after a
// wide space.
func (s *sheet) writeNotes(out []doc.Block, leaf []piece) []doc.Block {
	rows := s.rows(leaf)
	for from := 0; from < len(rows); {
		to := from + 1
		for to < len(rows) && rows[to].baseline-rows[to-1].baseline < 2*rows[to].size && !s.nextNote(noteMark(rows[from].text), &rows[from], &rows[to]) {
			to++
		}
		b := s.paragraph(rows[from:to])
		unlist(&b)
		b.Type, b.Style.Role = doc.Text, noteRole
		out, from = append(out, b), to
	}
	return out
}

// nextNote reports whether a row begins the note after one of such a mark.
func (s *sheet) nextNote(last string, first, r *row) bool {
	m := noteMark(r.text)
	if m == "" {
		return false
	}
	n, errN := strconv.Atoi(m)
	if before, err := strconv.Atoi(last); err == nil && errN == nil {
		return n == before+1
	}
	return m != last && (s.refs[m] || absolute(r.box.X0-first.box.X0) < 0.5*r.size)
}
