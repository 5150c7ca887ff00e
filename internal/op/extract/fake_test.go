package extract

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/match"
	"github.com/octavo-dev/octavo/internal/op/optest"
	"github.com/octavo-dev/octavo/internal/op/parse"
	"github.com/octavo-dev/octavo/internal/record"
	"github.com/octavo-dev/octavo/internal/schema"
)

// fake takes what stands behind the name of a field and a colon, and for arrays of objects the rows of tables whose
// headers are named like their properties. It is easy to foresee, which is all that these tests need.
type fake struct {
	docs     []*doc.Document // of the last call
	guidance string
}

func (f *fake) find(_ context.Context, docs []*doc.Document, root *schema.Field, o match.Options) (*record.Node, error) {
	f.docs, f.guidance = docs, o.Guidance
	if root == nil {
		root = &schema.Field{Kind: schema.Object, Properties: []*schema.Field{{Name: "note", Kind: schema.String}}}
	}
	return f.node(root), nil
}

func (f *fake) node(field *schema.Field) *record.Node {
	n := &record.Node{Field: field}
	switch field.Kind {
	case schema.Object:
		n.Members = []record.Member{}
		for _, p := range field.Properties {
			n.Members = append(n.Members, record.Member{Name: p.Name, Node: f.node(p)})
		}
	case schema.Array:
		n.Items = f.rows(field.Items)
	default:
		f.leaf(n)
	}
	return n
}

func (f *fake) leaf(n *record.Node) {
	for i, d := range f.docs {
		for k := range d.Blocks {
			b := &d.Blocks[k]
			if _, text, ok := strings.Cut(b.Text, n.Field.Name+": "); ok && n.Value == nil {
				text, _, _ = strings.Cut(text, "\n")
				n.Value, n.Confidence = value(n.Field, text), 0.9
				n.Sources = []record.Source{{Document: i, Block: k, Page: b.Page, Box: b.Box, Text: text, Confidence: b.Confidence}}
			}
		}
	}
}

func value(f *schema.Field, text string) any {
	if f.Kind == schema.Number {
		return json.Number(text)
	}
	return text
}

func (f *fake) rows(item *schema.Field) []*record.Node {
	var out []*record.Node
	for i, d := range f.docs {
		for k := range d.Blocks {
			if t := d.Blocks[k].Table; t != nil && item != nil {
				for r := t.HeaderRows; r < t.Rows; r++ {
					out = append(out, f.row(item, i, k, r))
				}
			}
		}
	}
	return out
}

func (f *fake) row(item *schema.Field, document, block, row int) *record.Node {
	b := &f.docs[document].Blocks[block]
	grid := b.Table.Grid()
	n := &record.Node{Field: item, Members: []record.Member{}}
	for _, p := range item.Properties {
		col := slices.IndexFunc(grid[0], func(c *doc.Cell) bool { return c != nil && c.Text == p.Name })
		leaf := &record.Node{Field: p}
		if col >= 0 && grid[row][col] != nil {
			c := grid[row][col]
			box, _ := b.Table.CellBox(c)
			leaf.Value, leaf.Confidence = value(p, c.Text), 0.5
			leaf.Sources = []record.Source{{Document: document, Block: block, Page: b.Page, Box: box, Text: c.Text, Confidence: 1}}
		}
		n.Members = append(n.Members, record.Member{Name: p.Name, Node: leaf})
	}
	return n
}

// bench runs extract and parse jobs in memory, the former with the fake.
type bench struct {
	*optest.Bench
	fake fake
}

func newBench(t testing.TB) *bench { return &bench{Bench: optest.New(t)} }

// answer is a response read back.
type answer struct {
	ResponseType string `json:"response_type"`
	JobID        string `json:"job_id"`
	Usage        struct {
		NumPages  int             `json:"num_pages"`
		NumFields int             `json:"num_fields"`
		Credits   json.RawMessage `json:"credits"`
		Mode      string          `json:"extract_mode"`
		Breakdown json.RawMessage `json:"usage_breakdown"`
	} `json:"usage"`
	Duration   float64         `json:"duration"`
	StudioLink *string         `json:"studio_link"`
	Result     json.RawMessage `json:"result"`
}

const requestSchema = "ExtractRequest"

// extract runs a body that must succeed.
func (b *bench) extract(body string) answer {
	b.T.Helper()
	_, raw, err := b.Run(operation(b.fake.find), requestSchema, body)
	if err != nil {
		b.T.Fatalf("extract %s: %v", body, err)
	}
	var a answer
	if err := json.Unmarshal(raw, &a); err != nil {
		b.T.Fatal(err)
	}
	return a
}

// parsed runs a parse and returns its job as an input.
func (b *bench) parsed(body string) string {
	b.T.Helper()
	id, _, err := b.Run(parse.Operation, "ParseRequest", body)
	if err != nil {
		b.T.Fatalf("parse %s: %v", body, err)
	}
	return "jobid://" + id
}
