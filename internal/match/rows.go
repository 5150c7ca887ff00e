package match

import (
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/record"
	"github.com/octavo-dev/octavo/internal/schema"
)

// list finds the items of an array of objects: the rows of the tables whose heads speak of their properties.
func (m *matcher) list(f *schema.Field) []*record.Node {
	if f.Items == nil || f.Items.Kind != schema.Object {
		return nil
	}
	var wants []*want
	for _, p := range f.Items.Properties {
		wants = append(wants, newWant(shape(p), nil))
	}
	var out []*record.Node
	for _, r := range m.readings {
		items := r.items(wants)
		product(items, wants)
		for _, it := range items {
			out = append(out, it.node(f.Items, r))
		}
	}
	return out
}

// item is one row of a table, or several that make one.
type item struct {
	found []*candidate // by field
	last  []int        // row of the last line of each field
	first int          // row it begins at
	page  int
}

// items are the rows of all tables of a document that hold the fields: of the one whose head names most of them, and of
// those that are headed alike.
func (r *reading) items(wants []*want) []*item {
	heads := make([][]head, len(r.view.pages)) // of the tables of each page
	best := head{}
	for p := range r.view.pages {
		page := &r.view.pages[p]
		for i := 0; i < len(page.rows); i++ {
			h, ok := headFrom(page, i, wants)
			if !ok || !r.bodyBelow(page, &h, wants) {
				continue
			}
			heads[p] = append(heads[p], h)
			if h.score > best.score {
				best = h
			}
			i = h.last
		}
	}
	var out []*item
	var open *table
	for p := range r.view.pages {
		page := &r.view.pages[p]
		if open != nil && open.unfinished {
			end := len(page.rows)
			if len(heads[p]) > 0 {
				end = heads[p][0].first
			}
			open.page = p
			out = append(out, open.body(page, 0, end)...)
		}
		for i, h := range heads[p] {
			if h.matched() < best.matched() || h.score < 0.7*best.score {
				continue
			}
			end := len(page.rows)
			if i+1 < len(heads[p]) {
				end = heads[p][i+1].first
			}
			open = &table{reading: r, head: h, wants: wants, page: p}
			out = append(out, open.body(page, h.last+1, end)...)
		}
	}
	return out
}

// bodyBelow reports whether one of the next rows holds values of the fields that a head names.
func (r *reading) bodyBelow(page *sheetPage, h *head, wants []*want) bool {
	t := &table{reading: r, head: *h, wants: wants}
	for i := h.last + 1; i < len(page.rows) && i <= h.last+6; i++ {
		if t.anchors(page, i, t.cells(page, i)) {
			return true
		}
	}
	return false
}

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

// mostBetween is how many lines of remarks may stand between the rows of a table.
const mostBetween = 14

// body reads the items of rows, until something else begins.
func (t *table) body(page *sheetPage, from, end int) []*item {
	var out []*item
	t.unfinished = true
	lastRow := from // that an item took
	for i := from; i < end; i++ {
		row := &page.rows[i]
		if i > from && row.at.top-page.rows[i-1].at.bottom > 8*page.em || i-lastRow > mostBetween || t.stops(page, i) {
			t.unfinished = false
			break
		}
		cells := t.cells(page, i)
		var open *item
		if len(out) > 0 {
			open = out[len(out)-1]
		}
		switch {
		case t.anchors(page, i, cells) && !(open != nil && open.lacks(cells) && row.at.top-page.rows[open.first].at.bottom < page.em):
			out = append(out, &item{found: cells, first: i, last: filled(cells, i), page: t.page})
			lastRow = i
		case open != nil:
			if open.extend(t, page, i, cells) {
				lastRow = i
			}
		}
	}
	return out
}

func filled(cells []*candidate, row int) []int {
	out := make([]int, len(cells))
	for i := range out {
		out[i] = row
	}
	return out
}

// lacks reports whether an item has none of the values of a row yet.
func (it *item) lacks(cells []*candidate) bool {
	for k, c := range cells {
		if c != nil && it.found[k] != nil {
			return false
		}
	}
	return true
}

// extend adds to an item what a row goes on with: values it lacks that stand beside it, and further lines of its text.
func (it *item) extend(t *table, page *sheetPage, i int, cells []*candidate) bool {
	took := false
	for k, c := range cells {
		if c == nil {
			continue
		}
		near := page.rows[i].at.top - page.rows[it.last[k]].at.bottom
		switch {
		case it.found[k] == nil:
			if page.rows[i].at.top-page.rows[it.first].at.bottom < page.em {
				it.found[k], it.last[k], took = c, i, true
			}
		case t.wants[k].isText() && near < 0.7*page.em && continues(it.found[k], c, page.em):
			it.found[k].add(c)
			it.last[k], took = i, true
		}
	}
	return took
}

// continues reports whether a line goes on where another ended: it begins where that began and is no label of its own.
func continues(a, b *candidate, em float64) bool {
	if abs(a.words[0].at.left-b.words[0].at.left) > 0.6*em || strings.Contains(b.text, ":") {
		return false
	}
	return abs(a.words[0].at.height()-b.words[0].at.height()) < 0.15*a.words[0].at.height()
}

// add appends a line to a text.
func (c *candidate) add(more *candidate) {
	text := c.value.(string)
	if !strings.HasSuffix(text, "-") && !strings.HasSuffix(text, "/") {
		text += " "
	}
	text += more.value.(string)
	c.value, c.text = text, text
	c.words = append(c.words[:len(c.words):len(c.words)], more.words...)
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

// node is the item as a value of its field.
func (it *item) node(f *schema.Field, r *reading) *record.Node {
	n := &record.Node{Field: f}
	for k, p := range f.Properties {
		leaf := &record.Node{Field: p}
		if c := it.found[k]; c != nil {
			leaf.Value, leaf.Confidence = c.value, sure(c.score)
			leaf.Sources = []record.Source{r.source(c)}
		}
		n.Members = append(n.Members, record.Member{Name: p.Name, Node: leaf})
	}
	return n
}
