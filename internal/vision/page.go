package vision

import (
	"context"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/render"
)

// Page has a whole page copied and puts the words into the blocks that were found on it: the model says what is written,
// the blocks say where.
func Page(ctx context.Context, m Model, png []byte, blocks []*doc.Block) error {
	s := &infer.Shape{Type: "object", Properties: []infer.Property{{Name: "text", Shape: &infer.Shape{Type: "string"}}}}
	var before []string
	for _, b := range blocks {
		before = append(before, render.Content(b, b.Page, render.Options{Table: render.Markup, Plain: true}))
	}
	answer, err := ask(ctx, m, "page", View{Block: &doc.Block{}, PNG: png}, s, strings.Join(before, "\n\n"))
	text, _ := answer["text"].(string)
	if err != nil || strings.TrimSpace(text) == "" {
		return err
	}
	slots := slotsOf(blocks)
	before = before[:0]
	for _, s := range slots {
		before = append(before, *s.text)
	}
	for i, corrected := range align(before, text) {
		if corrected != before[i] && slots[i].put != nil {
			slots[i].put(corrected)
		}
	}
	return nil
}

// slot is a text of a block.
type slot struct {
	text *string
	put  func(string) // sets another; marks of letters that are no more go with it. Nil where the text has to stay.
}

// slotsOf lists the texts of blocks in reading order. Blanks of program text mean something, so it stays.
func slotsOf(blocks []*doc.Block) []slot {
	var out []slot
	for _, b := range blocks {
		switch {
		case b.Code:
			out = append(out, slot{text: &b.Text})
		case b.Table != nil:
			for i := range b.Table.Cells {
				c := &b.Table.Cells[i]
				s := slot{&c.Text, func(text string) {
					if c.Text = text; c.Extra != nil {
						c.Extra.Spans = nil
					}
				}}
				if c.Extra != nil && len(c.Extra.Tables) > 0 {
					s.put = nil
				}
				out = append(out, s)
			}
		case len(b.Pairs) > 0:
			for i := range b.Pairs {
				p := &b.Pairs[i]
				out = append(out,
					slot{&p.Key, func(text string) { p.Key = strings.TrimSuffix(text, ":") }},
					slot{&p.Value, func(text string) { p.Value, p.Spans = text, nil }})
			}
		default:
			out = append(out, slot{&b.Text, func(text string) { b.Text, b.Spans = text, nil }})
		}
	}
	return out
}
