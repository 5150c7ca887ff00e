package extract

import (
	"encoding/json"
	"strings"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/op/parse"
	"github.com/octavo-dev/octavo/internal/record"
	"github.com/octavo-dev/octavo/internal/render"
)

// Confidence in a value is high from highValue on, that in a block from highBlock on.
const (
	highValue = 0.7
	highBlock = 0.85
)

// cited is a leaf with the places it was taken from.
type cited struct {
	Value     json.RawMessage `json:"value"`
	Citations []api.Citation  `json:"citations"`
}

// citer writes where values were taken from.
type citer struct {
	read     *parse.Read
	docs     []*doc.Document
	want     api.Citations
	elements map[place]string // blocks as HTML: many values of a table are cited from one
}

// place is a block of a document.
type place struct{ document, block int }

func newCiter(read *parse.Read, docs []*doc.Document, want api.Citations) *citer {
	return &citer{read: read, docs: docs, want: want, elements: map[place]string{}}
}

// leaf writes a value with its citations.
func (c *citer) leaf(n *record.Node, value json.RawMessage) (json.RawMessage, error) {
	citations, err := c.citations(n)
	if err != nil {
		return nil, err
	}
	return api.Marshal(cited{Value: value, Citations: citations})
}

// places writes the citations of a value alone.
func (c *citer) places(n *record.Node, _ json.RawMessage) (json.RawMessage, error) {
	citations, err := c.citations(n)
	if err != nil {
		return nil, err
	}
	return api.Marshal(citations)
}

func (c *citer) citations(n *record.Node) ([]api.Citation, error) {
	out := []api.Citation{}
	for _, s := range placed(n, c.docs) {
		citation, err := c.citation(&s, n.Confidence)
		if err != nil {
			return nil, err
		}
		out = append(out, citation)
	}
	return out, nil
}

// placed are the places of a value. One that stands nowhere, such as a property of the file, is cited from where the
// first document begins, for what it is worth.
func placed(n *record.Node, docs []*doc.Document) []record.Source {
	if n.Value == nil || len(n.Sources) > 0 {
		return n.Sources
	}
	for i, d := range docs {
		if len(d.Blocks) > 0 {
			return []record.Source{{Document: i, Page: d.Blocks[0].Page, Box: d.Blocks[0].Box, Text: d.Blocks[0].Text}}
		}
	}
	return nil
}

func (c *citer) citation(s *record.Source, sure float64) (api.Citation, error) {
	if s.Document < 0 || s.Document >= len(c.docs) || s.Block < 0 || s.Block >= len(c.docs[s.Document].Blocks) {
		return api.Citation{}, fault.New(fault.InternalInvariantViolation, "")
	}
	b := &c.docs[s.Document].Blocks[s.Block]
	box, err := c.read.Box(s.Document, s.Page, s.Box)
	if err != nil {
		return api.Citation{}, err
	}
	around, err := c.read.Box(s.Document, b.Page, b.Box)
	if err != nil {
		return api.Citation{}, err
	}
	out := api.Citation{
		Type: string(b.Type), Content: strings.TrimSpace(s.Text), BBox: box, Confidence: level(sure*s.Confidence, highValue),
		ParentBlock: api.ParentBlock{
			Type: string(b.Type), BlockType: string(b.Type), BBox: around, Confidence: level(b.Confidence, highBlock),
		},
	}
	if b.Image != "" {
		out.ImageURL = &b.Image
	}
	if c.want.NumericalConfidence {
		found, read := render.Round(sure), render.Round(s.Confidence)
		out.GranularConfidence = &api.GranularConfidence{ExtractConfidence: &found, ParseConfidence: &read}
	}
	if c.want.ParentBlock == api.ParentFull {
		out.ParentBlock.Content = c.element(place{s.Document, s.Block}, b)
	}
	return out, nil
}

func (c *citer) element(at place, b *doc.Block) string {
	if text, ok := c.elements[at]; ok {
		return text
	}
	c.elements[at] = render.Element(b)
	return c.elements[at]
}

func level(confidence, high float64) string {
	if confidence >= high {
		return api.ConfidenceHigh
	}
	return api.ConfidenceLow
}
