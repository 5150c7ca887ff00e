package match

import (
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/schema"
)

// table is a head and what stands under it.
type table struct {
	reading    *reading
	head       head
	wants      []*want
	page       int
	unfinished bool // it ran to the end of its page
}

// cells are the values of the fields in one row, by field.
func (t *table) cells(page *sheetPage, i int) []*candidate {
	out := make([]*candidate, len(t.wants))
	for _, p := range t.parts(page, i) {
		c := t.head.of(p.at, page.em)
		if c < 0 || t.head.columns[c].want < 0 {
			continue
		}
		k := t.head.columns[c].want
		found := t.value(t.wants[k], p)
		if found == nil {
			continue
		}
		if out[k] != nil && t.wants[k].isText() {
			out[k].value = out[k].value.(string) + " " + found.value.(string)
			out[k].text = out[k].value.(string)
			out[k].words = append(out[k].words, found.words...)
			continue
		}
		out[k] = found
	}
	return out
}

// parts are the pieces of a row, divided where a number stands under another column than the words before it.
func (t *table) parts(page *sheetPage, i int) []*piece {
	var out []*piece
	for _, p := range page.rows[i].pieces {
		first := 0
		for k := 1; k < len(p.words); k++ {
			if !isFigure(p.words[k].text) || !t.head.apart(p.words[first].at, p.words[k].at, page.em) {
				continue
			}
			out = append(out, pieceOf(slices.Clone(p.words[first:k])))
			first = k
		}
		out = append(out, pieceOf(slices.Clone(p.words[first:])))
	}
	return out
}

// isFigure reports a word that begins as a number does.
func isFigure(s string) bool {
	s = strings.TrimLeft(s, "-+(€$£")
	return s != "" && isDigit(s[0])
}

func (w *want) isText() bool {
	return w.kind == kindText || w.kind == kindName || w.kind == kindAddress
}

// value reads a piece as a value of a field, nil where it is none.
func (t *table) value(w *want, p *piece) *candidate {
	pass := &passage{text: p.text, words: p.words, page: t.page, piece: p}
	if w.isText() {
		return &candidate{value: p.text, words: p.words, text: p.text, page: t.page, score: 0.8}
	}
	found := t.reading.values(w.kind, pass)
	if len(found) == 0 {
		// Under a head that names it, what is printed is what is asked for, in whatever notation.
		if w.field.Kind == schema.String && w.field.Format == "" && w.kind != kindDate && w.field.Accepts(p.text) {
			return &candidate{value: p.text, words: p.words, text: p.text, page: t.page, score: 0.7}
		}
		return nil
	}
	f := found[0]
	for _, g := range found {
		if f.Unit == "%" && g.Unit != "%" {
			f = g
		}
	}
	if !w.field.Accepts(f.Value) {
		return nil
	}
	if text := p.text[f.Start:f.End]; w.kind == kindMoney && len(text) > longestWhole && !strings.ContainsAny(text, ".,") {
		return nil // a number of something
	}
	return &candidate{value: f.Value, words: pass.between(f.Start, f.End), text: p.text[f.Start:f.End], page: t.page, score: 0.8}
}

// longestWhole is how many digits an amount without cents has at most.
const longestWhole = 8

// anchors reports whether the values of a row begin an item: two of its numbers, or as many as the table has.
func (t *table) anchors(page *sheetPage, i int, cells []*candidate) bool {
	numbers, texts, have := 0, 0, 0
	if first := page.rows[i].pieces[0]; colon(first.text) >= 0 || strings.HasSuffix(first.text, ":") {
		return false // a remark
	}
	for k, c := range cells {
		if c == nil {
			continue
		}
		if t.wants[k].isText() {
			texts++
		} else {
			have++
		}
	}
	for _, c := range t.head.columns {
		if c.want >= 0 && !t.wants[c.want].isText() {
			numbers++
		}
	}
	if numbers == 0 {
		return texts >= min(2, len(t.wants))
	}
	return have >= min(2, numbers) || numbers == 1 && have == 1 && texts > 0
}

// stops reports whether a row ends the table: a heading, or a sum.
func (t *table) stops(page *sheetPage, i int) bool {
	row := &page.rows[i]
	first := row.pieces[0]
	if b := first.block; b >= 0 && t.reading.view.doc.Kind != doc.Sheet {
		if block := &t.reading.view.doc.Blocks[b]; block.IsHeading() {
			return true
		}
	}
	for _, p := range row.pieces {
		if !isLabel(p.text) {
			continue
		}
		if sum(p.text) && len(row.pieces) > 1 {
			return true
		}
		return false
	}
	return false
}

// sum reports a label of a sum: it speaks of totals and taxes and of nothing else.
func sum(text string) bool {
	total := false
	for _, t := range terms(text) {
		switch t.name {
		case "total", "subtotal", "net", "gross", "vat":
			total = true
		case "amount", "invoice", "currency", "number", "percent", "line", "deposit", "discount", "surcharge":
		default:
			return false
		}
	}
	return total
}
