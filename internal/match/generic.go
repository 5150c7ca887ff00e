package match

import (
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/record"
	"github.com/octavo-dev/octavo/internal/schema"
)

// generic is what documents label themselves: the pairs of Key Value blocks and the rows of tables of two columns.
func generic(docs []*doc.Document) *record.Node {
	g := &gatherer{root: &record.Node{Field: &schema.Field{Kind: schema.Object}}, seen: map[string]bool{}}
	for i, d := range docs {
		for k := range d.Blocks {
			b := &d.Blocks[k]
			at := record.Source{Document: i, Block: k, Page: b.Page, Confidence: b.Confidence}
			for _, p := range b.Pairs {
				at.Box, at.Text = p.Box, p.Value
				g.add(p.Key, p.Value, at)
			}
			if b.Table != nil && b.Table.Cols == 2 && b.Table.Consistent() {
				g.table(b, at)
			}
		}
	}
	return g.root
}

type gatherer struct {
	root *record.Node
	seen map[string]bool
}

func (g *gatherer) table(b *doc.Block, at record.Source) {
	for _, row := range b.Table.Grid() {
		if row[0] == nil || row[1] == nil {
			continue
		}
		at.Box, at.Text = b.Box, row[1].Text
		if box, ok := b.Table.CellBox(row[1]); ok {
			at.Box = box
		}
		g.add(row[0].Text, row[1].Text, at)
	}
}

// add takes a value under its label; of several under one label the first stays.
func (g *gatherer) add(key, value string, at record.Source) {
	key = strings.TrimSpace(strings.TrimRight(strings.TrimSpace(key), ":"))
	if key == "" || value == "" || g.seen[key] {
		return
	}
	g.seen[key] = true
	leaf := &record.Node{Field: &schema.Field{Name: key, Kind: schema.String}, Value: value, Sources: []record.Source{at}, Confidence: 0.9}
	g.root.Members = append(g.root.Members, record.Member{Name: key, Node: leaf})
}
