package block

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of a question and what may be ticked for it.
const (
	fewestChoices = 2
	choiceStep    = 1.8 // from one row to the next, in distances of baselines
	choiceIndent  = 4   // of boxes under their question, in sizes of the main font
)

// choiceLinks binds check boxes to the question before them, or above a row of them.
func (s *sheet) choiceLinks(pieces []piece, rows map[int32][]int, used []bool) []link {
	if len(s.Text.Boxes) < fewestChoices || len(s.Text.Boxes) > mostPairs {
		return nil
	}
	order := inOrder(rows)
	var out []link
	for n, r := range order {
		row := rows[r]
		for at := 0; at < len(row); at++ {
			if used[row[at]] || s.ticks(&pieces[row[at]]) == 0 {
				continue
			}
			l, ok := s.question(pieces, row, at)
			for at+1 < len(row) && s.ticked(&pieces[row[at+1]]) {
				at++
				l.take(pieces, row[at])
				ok = ok && s.ticks(&pieces[row[at]]) > 0
			}
			if !ok && n > 0 && l.key == "" && s.count(pieces, &l) >= fewestChoices && !s.boxBelow(pieces, rows, order[n+1:], &l) {
				ok = s.questionAbove(pieces, rows[order[n-1]], &l)
			}
			if ok && l.way == ahead {
				s.further(pieces, rows, order[n+1:], &l)
			}
			if !ok || s.count(pieces, &l) < fewestChoices || slices.ContainsFunc(l.pieces, func(k int) bool { return used[k] }) {
				continue
			}
			for _, k := range l.pieces {
				used[k] = true
			}
			out = append(out, l)
		}
	}
	return out
}

// ticks counts the check boxes in a piece, each with what it stands for behind it. None count where a box ends the piece:
// what it stands for is before it then.
func (s *sheet) ticks(p *piece) int {
	n, box := 0, false
	for _, part := range p.parts {
		for _, w := range s.words(part) {
			if box && markerOf(w.Text).kind != check {
				n++
			}
			box = markerOf(w.Text).kind == check
		}
	}
	if box {
		return 0
	}
	return n
}

// ticked reports whether a piece begins with a check box.
func (s *sheet) ticked(p *piece) bool {
	return p.group == nil && markerOf(s.words(p.parts[0])[0].Text).kind == check
}

func (s *sheet) count(pieces []piece, l *link) int {
	n := 0
	for _, k := range l.pieces {
		n += s.ticks(&pieces[k])
	}
	return n
}

// take adds a piece to a link.
func (l *link) take(pieces []piece, k int) {
	l.pieces, l.box = append(l.pieces, k), union(l.box, pieces[k].box)
}

// question reads what stands before a check box on its row as its question. Where there is none the link holds the box
// alone.
func (s *sheet) question(pieces []piece, row []int, at int) (link, bool) {
	p := &pieces[row[at]]
	l := link{pieces: []int{row[at]}, box: p.box, from: p.box.X0, row: p.row, blank: true, sure: true, choice: true}
	if !s.ticked(p) {
		text, first := "", 0
		for _, w := range s.words(p.parts[0]) {
			if markerOf(w.Text).kind == check {
				l.from = s.level(w.Box).X0
				break
			}
			text += w.Text + " "
			first++
		}
		if first == len(s.words(p.parts[0])) || len(p.parts) > 1 {
			return l, false
		}
		l.key, l.end = strings.TrimRight(text, " :"), len(text)
		return l, asks(l.key)
	}
	if at == 0 || p.box.X0-pieces[row[at-1]].box.X1 > 2*keyGap*s.em || s.ticks(&pieces[row[at-1]]) > 0 {
		return l, false
	}
	return l, s.asked(pieces, row[at-1], &l)
}

// asked makes a piece the question of a link.
func (s *sheet) asked(pieces []piece, k int, l *link) bool {
	p := &pieces[k]
	if p.group != nil || p.field != 0 {
		return false
	}
	text := s.textOf(p)
	l.key, l.end, l.row = strings.TrimRight(text, " :"), len(text), p.row
	l.pieces, l.box = append([]int{k}, l.pieces...), union(l.box, p.box)
	return asks(l.key)
}

// asks reports whether a text may be a question: short, and no statement.
func asks(text string) bool {
	last, _ := utf8.DecodeLastRuneInString(text)
	return len(text) <= longestField && strings.ContainsFunc(text, unicode.IsLetter) && (unicode.IsLetter(last) || unicode.IsDigit(last) || last == ')' || last == '?') && !strings.Contains(text, ": ")
}

// questionAbove looks for the question of a row of boxes on the row above it.
func (s *sheet) questionAbove(pieces []piece, above []int, l *link) bool {
	for _, k := range above {
		p := &pieces[k]
		in, down := l.box.X0-p.box.X0, pieces[l.pieces[0]].baseline-p.baseline
		if in > -0.5*s.em && in < choiceIndent*s.em && down < choiceStep*s.pitch && p.box.X1 < l.box.X1+choiceIndent*s.em && s.ticks(p) == 0 {
			l.way = over
			return s.asked(pieces, k, l)
		}
	}
	return false
}

// further adds the rows of boxes that go on under the first box of a question.
func (s *sheet) further(pieces []piece, rows map[int32][]int, below []int32, l *link) {
	for i, r := range below {
		if !s.boxBelow(pieces, rows, below[i:], l) || slices.ContainsFunc(rows[r], func(k int) bool { return s.ticks(&pieces[k]) == 0 }) {
			return
		}
		for _, k := range rows[r] {
			l.take(pieces, k)
		}
	}
}

// boxBelow reports whether the next row goes on with a box under the first one of a link.
func (s *sheet) boxBelow(pieces []piece, rows map[int32][]int, below []int32, l *link) bool {
	if len(below) == 0 {
		return false
	}
	next, last := &pieces[rows[below[0]][0]], &pieces[l.pieces[len(l.pieces)-1]]
	down := next.baseline - last.baseline
	return s.ticked(next) && absolute(next.box.X0-l.from) < pairSlack*s.em && down > 0.5*s.em && down < choiceStep*s.pitch
}
