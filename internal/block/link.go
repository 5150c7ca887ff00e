package block

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/engine"
)

// Bounds of labels and values.
const (
	longestKey   = 40
	longestValue = 60
	longestField = 80 // of the label of a place to write in
	keyWords     = 5
	keyGap       = 12 // from a label to its value, in sizes of the main font
)

// way is how a label stands to its value.
type way uint8

const (
	ahead way = iota // left of it, or before it in one line
	over             // above it, or in one box with it
	under            // below a field
)

// link is a label and what stands for its value. Pieces are places in the region, the label first.
type link struct {
	pieces []int
	value  *piece // the first of the value, where it stands by itself
	key    string
	end    int // of the label in the text of the pieces, with its colon
	box    engine.Box
	from   float32 // where the value begins
	row    int32
	way    way
	inline bool
	blank  bool // it has a place to write in
	sure   bool // which is a field, or a box with both in it
	choice bool // it is a question with boxes to be ticked
}

// links finds the labels of a region that have a value or a place for one.
func (s *sheet) links(pieces []piece) []link {
	rows := map[int32][]int{}
	for i := range pieces {
		if pieces[i].group == nil {
			rows[pieces[i].row] = append(rows[pieces[i].row], i)
		}
	}
	for _, row := range rows {
		slices.SortStableFunc(row, func(i, j int) int { return cmp.Compare(pieces[i].box.X0, pieces[j].box.X0) })
	}
	used := make([]bool, len(pieces))
	out := s.choiceLinks(pieces, rows, used)
	out = append(out, s.blankLinks(pieces, used)...)
	for i := range pieces {
		if p := &pieces[i]; p.group == nil && !used[i] && p.field == 0 {
			row := rows[p.row]
			if l, ok := s.linkOf(pieces, row[slices.Index(row, i):], used); ok {
				out = append(out, l)
			}
		}
	}
	return append(out, s.asideLinks(pieces, rows, used)...)
}

// inOrder are the rows from the top down.
func inOrder(rows map[int32][]int) []int32 {
	order := make([]int32, 0, len(rows))
	for r := range rows {
		order = append(order, r)
	}
	slices.Sort(order)
	return order
}

// linkOf reads the first piece of the rest of a row as a label before its value.
func (s *sheet) linkOf(pieces []piece, row []int, used []bool) (link, bool) {
	p := &pieces[row[0]]
	text, lead := s.textOf(p), &s.words(p.parts[0])[0]
	key, value, ok := strings.Cut(text, ":")
	colon := 0 // how much of the next piece belongs to the label, where colons stand below each other
	if !ok && len(row) > 1 && strings.HasPrefix(s.textOf(&pieces[row[1]]), ": ") {
		colon, ok = len(" :"), true
	}
	if value = strings.TrimSpace(value); !ok || !labels(key) || markerOf(lead.Text).kind != none || isCaption(text) || formula(text) || s.fixed(lead) && !s.typed {
		return link{}, false
	}
	l := link{pieces: row[:1:1], key: strings.TrimSpace(key), end: len(key) + max(1, colon), box: p.box, row: p.row}
	first, _ := utf8.DecodeRuneInString(key)
	if n := len(row) - 1; leaders(text) || n > 0 && value != "" && barePage(s.textOf(&pieces[row[n]])) {
		return link{}, false // a line of contents
	}
	switch {
	case value == "" && len(row) > 1:
		v := &pieces[row[1]]
		if used[row[1]] || v.box.X0-p.box.X1 > keyGap*s.em || v.chars > longestValue || strings.HasSuffix(s.textOf(v), ":") {
			return link{}, false
		}
		l.pieces, l.value, l.box, l.from = append(l.pieces, row[1]), v, union(l.box, v.box), v.box.X0
		row = row[2:]
	case value != "" && len(value) <= longestValue && unicode.IsUpper(first) && strings.HasPrefix(text[len(key)+1:], " "):
		l.inline, l.from = true, p.box.X0
		row = row[1:]
	default:
		return link{}, false
	}
	for _, k := range row { // further choices
		if used[k] || markerOf(s.words(pieces[k].parts[0])[0].Text).kind != check {
			break
		}
		l.pieces, l.box = append(l.pieces, k), union(l.box, pieces[k].box)
	}
	for _, k := range l.pieces {
		used[k] = true
	}
	return l, true
}

// labels reports whether a text may name a value.
func labels(key string) bool {
	first, _ := utf8.DecodeRuneInString(key)
	return len(key) <= longestKey && len(strings.Fields(key)) <= keyWords && unicode.IsLetter(first)
}

// lower is the stretch of some height under a box.
func lower(b engine.Box, by float32) engine.Box {
	return engine.Box{X0: b.X0, X1: b.X1, Y0: b.Y1, Y1: b.Y1 + by}
}
