package chunk_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/chunk"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/render"
)

func TestContinue(t *testing.T) {
	other := on(4, doc.Text, "Of another document.")
	other.Document = 1
	blocks := slices.Concat(letter, []chunk.Block{other})
	for _, c := range []struct {
		name string
		o    chunk.Options
		want []string
	}{
		{"Page", chunk.Options{Mode: chunk.ByPage}, []string{
			"Acme\n\nBefore.\n\n# Report\n\n## One\n\nText of one.\n\n- a\n- b\n\n1", "",
			"## One (cont.)\n\nMore of one.\n\n## Two\n\nText of two.", "Of another document.",
		}},
		{"SectionWithSize", chunk.Options{Mode: chunk.BySection, Size: 32}, []string{
			"Acme\n\nBefore.", "# Report\n\n## One\n\nText of one.", "## One (cont.)\n\n- a\n- b\n\n1\n\nMore of one.",
			"## Two\n\nText of two.", "Of another document.",
		}},
		{"Overlap", chunk.Options{Mode: chunk.ByPage, Overlap: 6}, []string{
			"Acme\n\nBefore.\n\n# Report\n\n## One\n\nText of one.\n\n- a\n- b\n\n1", "- b\n\n1\n",
			"## One (cont.)\n\nMore of one.\n\n## Two\n\nText of two.", "two.\nOf another document.",
		}},
		{"HeadingFiltered", chunk.Options{Mode: chunk.ByPage, Filter: map[doc.BlockType]bool{doc.SectionHeader: true}}, []string{
			"Acme\n\nBefore.\n\n# Report\n\nText of one.\n\n- a\n- b\n\n1", "", "More of one.\n\nText of two.", "Of another document.",
		}},
		{"Disabled", chunk.Options{Mode: chunk.Disabled, Filter: map[doc.BlockType]bool{doc.Text: true, doc.ListItem: true}}, []string{
			"Acme\n\n# Report\n\n## One\n\n1\n\n## Two",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.o.Continue = true
			if diff := cmp.Diff(c.want, contents(chunk.Make(blocks, []int{1, 2, 3, 4}, c.o))); diff != "" {
				t.Error(diff)
			}
		})
	}
	optimized := chunk.Make(blocks, []int{1, 2, 3, 4}, chunk.Options{Mode: chunk.ByPage, Continue: true, Optimize: true})
	if got := optimized[2].Embed; got != "## One (cont.) More of one. ## Two Text of two." {
		t.Errorf("embed %q", got)
	}
}

func TestBare(t *testing.T) {
	numbered := on(1, doc.ListItem, "third")
	numbered.Marker, numbered.Level = "3.", 2
	blocks := []chunk.Block{on(1, doc.Title, "Report"), on(1, doc.SectionHeader, "One"), on(1, doc.ListItem, "a"), numbered, on(1, doc.Text, "t")}
	for i := range blocks {
		blocks[i].Render.Bare = true
	}
	if got := chunk.Make(blocks, []int{1}, chunk.Options{})[0].Content; got != "Report\n\nOne\n\na\n3. third\n\nt" {
		t.Errorf("%q", got)
	}
}

// ledger is a table with a header and rows of about 20 characters each; the cell at every tie reaches over the next row.
func ledger(rows int, ties ...int) chunk.Block {
	tb := &doc.Table{Rows: rows + 1, Cols: 2, HeaderRows: 1}
	covered := map[int]bool{}
	for r := range tb.Rows {
		span := 1
		for _, tie := range ties {
			if tie == r {
				span, covered[r+1] = 2, true
			}
		}
		top := float64(r) / float64(tb.Rows)
		if !covered[r] {
			tb.Cells = append(tb.Cells, doc.Cell{Row: r, Col: 0, RowSpan: span, ColSpan: 1, Header: r == 0, Text: fmt.Sprintf("name %d", r), Box: &doc.Box{Top: top, Width: 0.5, Height: 1 / float64(tb.Rows)}})
		}
		tb.Cells = append(tb.Cells, doc.Cell{Row: r, Col: 1, RowSpan: 1, ColSpan: 1, Header: r == 0, Text: fmt.Sprint(r), Box: &doc.Box{Left: 0.5, Top: top, Width: 0.5, Height: 1 / float64(tb.Rows)}})
	}
	return chunk.Block{Page: 1, Block: doc.Block{Type: doc.TableBlock, Table: tb, Confidence: 1, Box: doc.Box{Width: 1, Height: 1}}, Render: render.Options{Table: render.Markup}}
}

func TestCutTables(t *testing.T) {
	o := chunk.Options{Mode: chunk.Variable, Size: 60, CutTables: true}
	chunks := chunk.Make([]chunk.Block{ledger(6, 2)}, []int{1}, o)
	var got []string
	for _, c := range chunks {
		for _, b := range c.Blocks {
			if b.Table.HeaderRows != 1 || b.Table.Cells[0].Text != "name 0" || !b.Table.Consistent() {
				t.Errorf("%+v", b.Table)
			}
			got = append(got, fmt.Sprintf("%d rows at %.2f, %.2f high", b.Table.Rows-1, b.Box.Top, b.Box.Height))
		}
	}
	if diff := cmp.Diff([]string{"3 rows at 0.14, 0.43 high", "3 rows at 0.57, 0.43 high"}, got); diff != "" {
		t.Errorf("%s\n%s", diff, strings.Join(contents(chunks), "\n\n"))
	}
	for _, o := range []chunk.Options{{Mode: chunk.Variable, Size: 80}, {Mode: chunk.BySection, Size: 80, CutTables: true}} {
		if n := len(chunk.Make([]chunk.Block{ledger(6)}, []int{1}, o)); n != 1 {
			t.Errorf("%+v: %d chunks", o, n)
		}
	}
}

// Every row is in one piece, in order, and a piece above the bound has one row, or rows that cells hold together.
func TestCutTablesProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, size := rapid.IntRange(1, 40).Draw(t, "rows"), rapid.IntRange(20, 300).Draw(t, "size")
		ties := rapid.SliceOfDistinct(rapid.IntRange(1, 20).Filter(func(n int) bool { return n%2 == 0 && n < rows }), rapid.ID[int]).Draw(t, "ties")
		if rows < 3 {
			ties = nil
		}
		_, high := chunk.Bounds(size)
		next := 1
		for _, c := range chunk.Make([]chunk.Block{ledger(rows, ties...)}, []int{1}, chunk.Options{Mode: chunk.Variable, Size: size, CutTables: true}) {
			for _, b := range c.Blocks {
				own := 0
				for _, cell := range b.Table.Cells {
					if cell.Col == 1 && cell.Row > 0 {
						if cell.Text != fmt.Sprint(next) {
							t.Fatalf("row %s, want %d", cell.Text, next)
						}
						next++
						own++
					}
				}
				if n := utf8.RuneCountInString(b.Content); n > high && own > 2 {
					t.Fatalf("%d rows in %d characters, at most %d", own, n, high)
				}
			}
		}
		if next != rows+1 {
			t.Fatalf("%d rows of %d", next-1, rows)
		}
	})
}
