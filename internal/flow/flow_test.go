package flow_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/flow"
)

var near = cmpopts.EquateApprox(0, 1e-9)

func example() *doc.Document {
	return &doc.Document{Blocks: []doc.Block{
		{Type: doc.Title, Text: "One two"},
		{Type: doc.Text, Text: "abc de\n\tfgh ij old", Spans: []doc.Span{{Kind: doc.Deleted, Start: 14, End: 18}}},
		{Type: doc.KeyValue, Pairs: []doc.Pair{{Key: "k", Value: "v"}, {Value: "w\nx"}}},
		{Type: doc.Figure, Caption: "Fig", Text: "alt"},
		{Type: doc.TableBlock, Table: &doc.Table{Rows: 2, Cols: 2, Cells: []doc.Cell{
			{RowSpan: 2, ColSpan: 1, Text: "l"}, {Col: 1, RowSpan: 1, ColSpan: 1, Text: "a\nbcd"}, {Row: 1, Col: 1, RowSpan: 1, ColSpan: 1},
		}}},
		{Type: doc.Figure},
	}}
}

// Twelve lines: 1, 2, 1+2, 2, 2+1, 1.
func TestSet(t *testing.T) {
	d := example()
	flow.Set(d)
	if d.Kind != doc.Flow || d.PageCount != 1 || len(d.Pages) != 1 || d.Pages[0].Number != 1 || !d.Pages[0].Native {
		t.Errorf("pages %+v", d.Pages)
	}
	line := func(from, n float64) doc.Box { return doc.Box{Top: from / 12, Width: 1, Height: n / 12} }
	want := []doc.Box{line(0, 1), line(1, 2), line(3, 3), line(6, 2), line(8, 3), line(11, 1)}
	for i, w := range want {
		if diff := cmp.Diff(w, d.Blocks[i].Box, near); diff != "" || d.Blocks[i].Page != 1 {
			t.Errorf("block %d on page %d: %s", i, d.Blocks[i].Page, diff)
		}
	}
	if diff := cmp.Diff([]doc.Box{line(3, 1), line(4, 2)}, []doc.Box{d.Blocks[2].Pairs[0].Box, d.Blocks[2].Pairs[1].Box}, near); diff != "" {
		t.Error(diff)
	}
	cell := func(left, from, n float64) *doc.Box {
		return &doc.Box{Left: left, Top: from / 12, Width: 0.5, Height: n / 12}
	}
	for i, w := range []*doc.Box{cell(0, 8, 3), cell(0.5, 8, 2), cell(0.5, 10, 1)} {
		if diff := cmp.Diff(w, d.Blocks[4].Table.Cells[i].Box, near); diff != "" {
			t.Errorf("cell %d: %s", i, diff)
		}
	}
}

func TestWords(t *testing.T) {
	d := example()
	flow.Set(d)
	words, lines := flow.Words(d)
	var got []string
	for _, w := range words {
		got = append(got, w.Text)
	}
	if diff := cmp.Diff("One two abc de fgh ij k: v w x Fig alt l a bcd", strings.Join(got, " ")); diff != "" {
		t.Error(diff)
	}
	got = nil
	for _, l := range lines {
		got = append(got, l.Text)
	}
	if diff := cmp.Diff("One two|abc de|fgh ij|k: v|w|x|Fig|alt|l|a|bcd", strings.Join(got, "|")); diff != "" {
		t.Error(diff)
	}
	// The longest line, "One two" and "\tfgh ij", has seven columns.
	fgh := words[4]
	if diff := cmp.Diff(doc.Box{Left: 1.0 / 7, Top: 2.0 / 12, Width: 3.0 / 7, Height: 1.0 / 12}, fgh.Box, near); diff != "" || fgh.Confidence != 1 {
		t.Error(diff)
	}
	// In the cell "bcd" is as wide as the cell.
	if diff := cmp.Diff(doc.Box{Left: 0.5, Top: 9.0 / 12, Width: 0.5, Height: 1.0 / 12}, words[len(words)-1].Box, near); diff != "" {
		t.Error(diff)
	}
}

func TestNoBlocks(t *testing.T) {
	d := &doc.Document{}
	flow.Set(d)
	words, lines := flow.Words(d)
	if len(d.Pages) != 1 || words != nil || lines != nil {
		t.Errorf("%+v %v %v", d, words, lines)
	}
}

// Blocks fill the page without gaps, and every word lies inside its line, its line inside its block.
func TestLayoutIsTight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`( ?[a-zé]{1,5}\n?){1,8}`)
		d := &doc.Document{}
		for range rapid.IntRange(1, 10).Draw(t, "blocks") {
			d.Blocks = append(d.Blocks, doc.Block{Type: doc.Text, Text: strings.TrimSpace(text.Draw(t, "text"))})
		}
		flow.Set(d)
		at := 0.0
		for _, b := range d.Blocks {
			if math.Abs(b.Box.Top-at) > 1e-9 || b.Box.Height <= 0 {
				t.Fatalf("box %v at %v", b.Box, at)
			}
			at = b.Box.Top + b.Box.Height
		}
		if math.Abs(at-1) > 1e-9 {
			t.Fatalf("the page ends at %v", at)
		}
		words, lines := flow.Words(d)
		fields := 0
		for _, b := range d.Blocks {
			fields += len(strings.Fields(b.Text))
		}
		if len(words) != fields {
			t.Fatalf("%d words, want %d", len(words), fields)
		}
		line := 0
		for _, w := range words {
			if w.Box.Top > lines[line].Box.Top+1e-9 {
				line++
			}
			l := lines[line].Box
			if w.Box.Left < l.Left-1e-9 || w.Box.Left+w.Box.Width > l.Left+l.Width+1e-9 || l.Left+l.Width > 1+1e-9 {
				t.Fatalf("word %q at %v in line %q at %v", w.Text, w.Box, lines[line].Text, l)
			}
		}
	})
}
