package sheet_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/sheet"
)

// spans are the rows or columns of marks such as "..-.", "-" for one that is left out.
func spans(marks string) []sheet.Span {
	var out []sheet.Span
	for i, m := range marks {
		if m == '-' {
			out = append(out, sheet.Span{First: i + 1, Last: i + 1})
		}
	}
	return out
}

func TestWithout(t *testing.T) {
	days := draw("Day|x|Sum", "1|x|5", "2|x|6", "3|x|7", "", "Name", "Ann")
	declared := days
	declared.Tables = []sheet.Area{{Top: 1, Left: 1, Bottom: 4, Right: 3, Headers: 1}}
	frozen := draw("a|b", "c|d", "e|f", "1|2", "3|4")
	frozen.Frozen = 3
	for _, c := range []struct {
		name       string
		sheet      sheet.Sheet
		rows, cols string
		opts       format.Sheet
		want       []string
	}{
		{"NeighboursMeet", days, "..-", ".-", format.Sheet{Clustering: format.Fast}, []string{"1,1,3,4: +1 Day,Sum / 1,5 / 3,7", "1,6,1,2: +1 Name / Ann"}},
		{"TwoInARow", days, ".--", "", format.Sheet{Clustering: format.Fast}, []string{"1,1,3,4: +1 Day,x,Sum / 3,x,7", "1,6,1,2: +1 Name / Ann"}},
		{"FirstOnes", days, "-", "--", format.Sheet{Clustering: format.Fast}, []string{"3,2,1,3: +1 5 / 6 / 7"}},
		{"EmptyRowIsNoGap", days, "....-", "", format.Sheet{Clustering: format.Fast}, []string{"1,1,3,7: +1 Day,x,Sum / 1,x,5 / 2,x,6 / 3,x,7 / Name,, / Ann,,"}},
		{"Disabled", days, ".--.--", ".-", format.Sheet{Clustering: format.Disabled}, []string{"1,1,3,7: +1 Day,Sum / 3,7 / Ann,"}},
		{"Declared", declared, "..-", ".-", format.Sheet{Clustering: format.Accurate}, []string{"1,1,3,4: +1 Day,Sum / 1,5 / 3,7", "1,6,1,2: +1 Name / Ann"}},
		{"DeclaredAndGone", declared, "----", "", format.Sheet{Clustering: format.Accurate}, []string{"1,6,1,2: +1 Name / Ann"}},
		{"Split", days, "..-", ".-", format.Sheet{Clustering: format.Fast, SplitRows: 1}, []string{
			"1,1,3,2: +1 Day,Sum / 1,5", "1,4,3,1: +1 Day,Sum / 3,7", "1,6,1,2: +1 Name / Ann"}},
		{"FrozenRowsAreFewer", frozen, ".-", "", format.Sheet{Clustering: format.Fast}, []string{"1,1,2,5: +2 a,b / e,f / 1,2 / 3,4"}},
		{"All", days, "-------", "", format.Sheet{Clustering: format.Fast}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.sheet.WithoutRows, c.sheet.WithoutCols = sheet.NewGaps(spans(c.rows)), sheet.NewGaps(spans(c.cols))
			if diff := cmp.Diff(c.want, shown(t, c.sheet, c.opts)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A sheet with gaps is found to hold what the same sheet holds that was written without them, at its own rows and columns.
func TestWithoutIsAsIfNotThere(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		value := rapid.SampledFrom([]string{"", "", "word", "other", "5", "2024-01-01"})
		lines := rapid.SliceOfN(rapid.Custom(func(r *rapid.T) string {
			return strings.Join(rapid.SliceOfN(value, 6, 6).Draw(r, "row"), "|")
		}), 1, 10).Draw(r, "rows")
		marks := func(n int, name string) string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{".", ".", "-"}), n, n).Draw(r, name), "")
		}
		rows, cols := marks(len(lines), "without rows"), marks(6, "without columns")
		o := format.Sheet{
			Clustering: rapid.SampledFrom([]format.Clustering{format.Accurate, format.Fast, format.Disabled}).Draw(r, "clustering"),
			SplitRows:  rapid.IntRange(0, 3).Draw(r, "split rows"), SplitCols: rapid.IntRange(0, 3).Draw(r, "split columns"),
		}
		var left []string // the sheet written anew
		for i, line := range lines {
			if rows[i] == '-' {
				continue
			}
			var cells []string
			for k, text := range strings.Split(line, "|") {
				if cols[k] != '-' {
					cells = append(cells, text)
				}
			}
			left = append(left, strings.Join(cells, "|"))
		}
		whole := draw(lines...)
		whole.WithoutRows, whole.WithoutCols = sheet.NewGaps(spans(rows)), sheet.NewGaps(spans(cols))
		got, want := blocks(r, whole, o), blocks(r, draw(left...), o)
		if diff := cmp.Diff(contents(want), contents(got)); diff != "" {
			r.Fatal(diff)
		}
		for _, b := range got {
			if b.Table == nil {
				continue
			}
			for i := range b.Table.Cells {
				c := &b.Table.Cells[i]
				box, _ := b.Table.CellBox(c)
				if at := strings.Split(lines[int(box.Top)-1], "|")[int(box.Left)-1]; at != c.Text {
					r.Fatalf("%q at %v, where %q stands", c.Text, box, at)
				}
			}
		}
	})
}

func blocks(r *rapid.T, s sheet.Sheet, o format.Sheet) []doc.Block {
	out, err := sheet.Blocks(s, o, format.DefaultLimits)
	if err != nil {
		r.Fatal(err)
	}
	return out
}

// contents are the blocks without their places.
func contents(blocks []doc.Block) []string {
	var out []string
	for _, b := range blocks {
		text := b.Text
		if b.Table != nil {
			text = fmt.Sprint(b.Table.Rows, b.Table.Cols, b.Table.HeaderRows)
			for _, c := range b.Table.Cells {
				text += fmt.Sprint(" ", c.Row, c.Col, c.RowSpan, c.ColSpan, c.Text)
			}
		}
		out = append(out, text)
	}
	return out
}
