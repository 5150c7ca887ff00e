// Package match finds the values that a schema asks for in a document, without a language model: by what labels mean and
// how they stand to values, by the forms of values, and by what must agree.
package match

import (
	"context"
	"log/slog"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/embed"
	"github.com/octavo-dev/octavo/internal/record"
	"github.com/octavo-dev/octavo/internal/schema"
)

// Options of an extraction.
type Options struct {
	Guidance string         // what the caller says about the documents
	Embed    embed.Embedder // nil for none
}

// Extract finds the values of a schema in documents; without a schema, all that carries a label.
func Extract(ctx context.Context, docs []*doc.Document, root *schema.Field, o Options) (*record.Node, error) {
	if root == nil {
		return generic(docs), nil
	}
	// What is left half done when nobody waits any more is thrown away at the end: no step in between has to say so.
	m := &matcher{options: o}
	stopped := func() bool { return ctx.Err() != nil }
	for i, d := range docs {
		m.readings = append(m.readings, newReading(newView(i, d, stopped), stopped))
		if stopped() {
			return nil, ctx.Err()
		}
	}
	m.about = m.subject()
	return m.object(ctx, root, nil)
}

// matcher is one extraction.
type matcher struct {
	options  Options
	readings []*reading
	about    subject
}

// subject is what the titles and headings at the top of the documents speak of.
func (m *matcher) subject() subject {
	s := subject{}
	for _, r := range m.readings {
		n := 0
		for i := range r.view.doc.Blocks {
			b := &r.view.doc.Blocks[i]
			if !b.IsHeading() {
				continue
			}
			if n++; n > 3 {
				break
			}
			for _, t := range terms(b.Text) {
				if t.concept != nil && t.concept.group == "doc" {
					s[t.name] = true
				}
			}
		}
		if len(r.view.pages) == 0 {
			continue
		}
		for i, row := range r.view.pages[0].rows {
			if i > 25 {
				break
			}
			for _, p := range row.pieces {
				for _, t := range terms(p.text) {
					if t.concept != nil && t.concept.group == "doc" && t.name != "due" {
						s[t.name] = s[t.name] || t.name == "invoice" || t.name == "contract"
					}
				}
			}
		}
	}
	return s
}

// object finds the properties of an object.
func (m *matcher) object(ctx context.Context, f *schema.Field, around []term) (*record.Node, error) {
	node := &record.Node{Field: f}
	var wants []*want
	var leaves []*record.Node
	for _, p := range f.Properties {
		p = shape(p)
		child := &record.Node{Field: p}
		switch p.Kind {
		case schema.Object:
			var err error
			if child, err = m.object(ctx, p, distinct(append(around, terms(p.Name)...))); err != nil {
				return nil, err
			}
		case schema.Array:
			child.Items = m.array(p, around)
		default:
			w := newWant(p, around)
			w.hint(m.options.Guidance)
			wants, leaves = append(wants, w), append(leaves, child)
		}
		node.Members = append(node.Members, record.Member{Name: p.Name, Node: child})
	}
	if err := m.fill(ctx, wants, leaves); err != nil {
		return nil, err
	}
	return node, ctx.Err()
}

// shape is a field with the first of its choices that can hold something.
func shape(f *schema.Field) *schema.Field {
	for _, c := range f.Choices {
		if c.Kind != schema.Null {
			out := *c
			out.Name, out.Required, out.Nullable = f.Name, f.Required, f.Nullable || c.Nullable
			out.Description = strings.TrimSpace(f.Description + " " + c.Description)
			return &out
		}
	}
	return f
}

// fill gives the leaves their values: from each document those that the ones before it did not have.
func (m *matcher) fill(ctx context.Context, wants []*want, leaves []*record.Node) error {
	for _, r := range m.readings {
		lists := make([][]candidate, len(wants))
		for i, w := range wants {
			if leaves[i].Value == nil {
				lists[i] = r.paid(w, r.candidates(w, m.about))
			}
		}
		agree(wants, lists)
		r.give(lists, leaves)
		if m.options.Embed == nil {
			continue
		}
		near, err := r.near(ctx, m.options.Embed, wants, leaves)
		if err != nil {
			slog.WarnContext(ctx, "labels were compared by their words alone", "cause", err) // which is enough for most
			continue
		}
		r.give(near, leaves)
	}
	return ctx.Err()
}

// give assigns candidates to the leaves.
func (r *reading) give(lists [][]candidate, leaves []*record.Node) {
	for i, c := range assign(lists) {
		if c != nil && c.score >= least {
			leaves[i].Value = c.value
			leaves[i].Confidence = sure(c.score)
			leaves[i].Sources = []record.Source{r.source(c)}
		}
	}
}

// source is the place of a candidate.
func (r *reading) source(c *candidate) record.Source {
	s := record.Source{Document: r.view.index, Page: r.view.pages[c.page].number, Text: c.text, Block: r.blockOf(c)}
	s.Box = c.words[0].box
	sum := 0.0
	for _, w := range c.words {
		s.Box = union(s.Box, w.box)
		sum += w.confidence
	}
	s.Confidence = sum / float64(len(c.words))
	return s
}

// blockOf is the block that most of a value stands in; for one outside of all blocks the nearest on its page.
func (r *reading) blockOf(c *candidate) int {
	for _, w := range c.words {
		if w.block >= 0 {
			return w.block
		}
	}
	best, least := -1, 0.0
	for _, i := range r.view.blocks[r.view.pages[c.page].number] {
		b := &r.view.doc.Blocks[i]
		at := c.words[0].box
		d := abs(b.Box.Left-at.Left) + abs(b.Box.Top+b.Box.Height/2-at.Top)
		if best < 0 || d < least {
			best, least = i, d
		}
	}
	return best
}

func union(a, b doc.Box) doc.Box {
	left, top := min(a.Left, b.Left), min(a.Top, b.Top)
	right, bottom := max(a.Left+a.Width, b.Left+b.Width), max(a.Top+a.Height, b.Top+b.Height)
	return doc.Box{Left: left, Top: top, Width: right - left, Height: bottom - top}
}
