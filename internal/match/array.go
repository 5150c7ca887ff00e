package match

import (
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/record"
	"github.com/octavo-dev/octavo/internal/schema"
)

// array finds the items of an array: rows of a table for objects; for single values the names of parties, the entries of
// a list under a heading, or what one label has in a row.
func (m *matcher) array(f *schema.Field, around []term) []*record.Node {
	if f.Items == nil {
		return nil
	}
	if !f.Items.IsLeaf() {
		return m.list(f)
	}
	w := newWant(&schema.Field{Name: f.Name, Title: f.Title, Description: f.Description, Kind: f.Items.Kind, Enum: f.Items.Enum, Format: f.Items.Format}, around)
	var out []*record.Node
	for _, r := range m.readings {
		var found []candidate
		switch {
		case w.kind == kindName && w.speaks("party"):
			found = r.parties()
		default:
			if w.kind == kindEnum || w.kind == kindText {
				found = r.ticked(w, m.about)
			}
			if len(found) == 0 {
				found = r.listed(w)
			}
			if len(found) == 0 {
				found = r.enumerated(w, m.about)
			}
		}
		for i := range found {
			leaf := &record.Node{Field: f.Items, Value: found[i].value, Confidence: sure(found[i].score)}
			leaf.Sources = []record.Source{r.source(&found[i])}
			if f.Items.Accepts(leaf.Value) {
				out = append(out, leaf)
			}
		}
	}
	return out
}

// listed are the entries of the list that stands under a heading which names the field.
func (r *reading) listed(w *want) []candidate {
	var out []candidate
	open := false
	for i := range r.view.doc.Blocks {
		b := &r.view.doc.Blocks[i]
		switch {
		case b.IsHeading():
			if len(out) > 0 {
				return out
			}
			open = w.affinity(label{terms: terms(b.Text), strength: 1}, nil, nil) >= 0.6
		case open && b.Type == doc.ListItem:
			if c, ok := r.block(i, b); ok {
				out = append(out, c)
			}
		}
	}
	return out
}

// block is the whole of a block as a value.
func (r *reading) block(i int, b *doc.Block) (candidate, bool) {
	c := candidate{value: b.Text, text: b.Text, score: 0.7}
	if r.inBlock == nil {
		r.inBlock = map[int][]*passage{}
		for _, p := range r.passages {
			if p.piece != nil {
				r.inBlock[p.block] = append(r.inBlock[p.block], p)
			}
		}
	}
	for _, p := range r.inBlock[i] {
		c.page, c.words = p.page, append(c.words, p.words...)
	}
	return c, len(c.words) > 0 && b.Text != ""
}

// enumerated are the parts of what one label has: "red, green; blue".
func (r *reading) enumerated(w *want, about subject) []candidate {
	all := r.candidates(w, about)
	if len(all) == 0 || all[0].score < least {
		return nil
	}
	text, ok := all[0].value.(string)
	if !ok || !strings.ContainsAny(text, ",;") {
		return all[:1]
	}
	var out []candidate
	for part := range strings.FieldsFuncSeq(text, func(c rune) bool { return c == ',' || c == ';' }) {
		if part = strings.TrimSpace(part); part != "" {
			c := all[0]
			c.value, c.text = part, part
			out = append(out, c)
		}
	}
	return out
}
