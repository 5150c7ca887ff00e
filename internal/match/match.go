// Package match finds the values that a schema asks for in a document, without a language model: by what labels mean and
// how they stand to values, by the forms of values, and by what must agree.
package match

import (
	"context"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/record"
	"github.com/octavo-dev/octavo/internal/schema"
)

// Embedder turns texts into vectors that lie near each other where the texts mean the same.
type Embedder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// Options of an extraction.
type Options struct {
	Guidance string   // what the caller says about the documents
	Embed    Embedder // nil for none
}

// Extract finds the values of a schema in documents; without a schema, all that carries a label.
func Extract(ctx context.Context, docs []*doc.Document, root *schema.Field, o Options) (*record.Node, error) {
	if root == nil {
		return generic(docs), nil
	}
	m := &matcher{options: o}
	for i, d := range docs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		m.readings = append(m.readings, newReading(newView(i, d)))
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
		child := &record.Node{Field: p}
		switch p.Kind {
		case schema.Object:
			var err error
			if child, err = m.object(ctx, p, distinct(append(around, terms(p.Name)...))); err != nil {
				return nil, err
			}
		case schema.Array:
			child.Items = m.list(p)
		default:
			wants, leaves = append(wants, newWant(p, around)), append(leaves, child)
		}
		node.Members = append(node.Members, record.Member{Name: p.Name, Node: child})
	}
	m.fill(wants, leaves)
	return node, ctx.Err()
}

// fill gives the leaves their values.
func (m *matcher) fill(wants []*want, leaves []*record.Node) {
	for k, r := range m.readings {
		lists := make([][]candidate, len(wants))
		for i, w := range wants {
			if leaves[i].Value == nil {
				lists[i] = r.candidates(w, m.about)
				r.paid(w, lists[i])
			}
		}
		agree(wants, lists)
		for i, c := range assign(lists) {
			if c != nil && c.score >= least {
				leaves[i].Value = c.value
				leaves[i].Confidence = c.score
				leaves[i].Sources = []record.Source{r.source(k, c)}
			}
		}
	}
}

// source is the place of a candidate.
func (r *reading) source(document int, c *candidate) record.Source {
	s := record.Source{Document: document, Page: r.view.pages[c.page].number, Text: c.text, Block: c.words[0].block}
	s.Box = c.words[0].box
	sum := 0.0
	for _, w := range c.words {
		s.Box = union(s.Box, w.box)
		sum += w.confidence
	}
	s.Confidence = sum / float64(len(c.words))
	return s
}

func union(a, b doc.Box) doc.Box {
	left, top := min(a.Left, b.Left), min(a.Top, b.Top)
	right, bottom := max(a.Left+a.Width, b.Left+b.Width), max(a.Top+a.Height, b.Top+b.Height)
	return doc.Box{Left: left, Top: top, Width: right - left, Height: bottom - top}
}
