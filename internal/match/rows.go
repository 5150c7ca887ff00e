package match

import (
	"strings"

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
		heading := newHeading(page, wants)
		for i := 0; i < len(page.rows); i++ {
			if r.stopped() {
				return nil
			}
			h, ok := heading.from(i)
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

// mostBetween is how many lines of remarks may stand between the rows of a table.
const mostBetween = 14

// body reads the items of rows, until something else begins.
func (t *table) body(page *sheetPage, from, end int) []*item {
	var out []*item
	t.unfinished = true
	lastRow := from // that an item took
	for i := from; i < end && !t.reading.stopped(); i++ {
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
