package sheet_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/render"
	"github.com/octavo-dev/octavo/internal/sheet"
)

// draw makes a sheet of lines such as "a|b||5".
func draw(lines ...string) sheet.Sheet {
	s := sheet.Sheet{Number: 1}
	for r, line := range lines {
		var cells []sheet.Cell
		for c, text := range strings.Split(line, "|") {
			if text = strings.TrimSpace(text); text != "" {
				cells = append(cells, sheet.Cell{Col: int32(c + 1), Kind: sheet.KindOf(text), Text: text})
			}
		}
		if cells != nil {
			s.Rows = append(s.Rows, sheet.Row{Number: r + 1, Cells: cells})
		}
	}
	return s
}

// shown writes blocks as "left,top,width,height: content".
func shown(t *testing.T, s sheet.Sheet, o format.Sheet) []string {
	t.Helper()
	blocks, err := sheet.Blocks(s, o, format.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, b := range blocks {
		text := b.Text
		if b.Table != nil {
			text = fmt.Sprintf("+%d %s", b.Table.HeaderRows, strings.ReplaceAll(render.Table(b.Table, 1, render.Options{Table: render.CSV}), "\n", " / "))
		}
		out = append(out, fmt.Sprintf("%v,%v,%v,%v: %s", b.Box.Left, b.Box.Top, b.Box.Width, b.Box.Height, text))
	}
	return out
}

func TestClustering(t *testing.T) {
	for _, c := range []struct {
		name  string
		sheet sheet.Sheet
		how   format.Clustering
		want  []string
	}{
		{"DisabledIsUsedRange", draw("", "|a||b", "", "|1||2"), format.Disabled, []string{"2,2,3,3: +1 a,,b / ,, / 1,,2"}},
		{"FastCutsAtEmptyRowsAndColumns", draw("a|b||x", "1|2||9", "", "c|d||y"), format.Fast, []string{
			"1,1,2,2: +1 a,b / 1,2", "4,1,1,2: +1 x / 9", "1,4,2,1: +1 c,d", "4,4,1,1: +1 y"}},
		{"FastCutsAgain", draw("a||b", "1||", "", "||c"), format.Fast, []string{"1,1,1,2: +1 a / 1", "3,1,1,1: +1 b", "3,4,1,1: +1 c"}},
		{"AccurateTakesTitlesAndNotes", draw("Sales of 2023", "Region|Sum", "North|5", "South|6", "All figures are preliminary and unaudited"), format.Accurate, []string{
			"1,1,1,1: Sales of 2023", "1,2,2,3: +1 Region,Sum / North,5 / South,6", "1,5,1,1: All figures are preliminary and unaudited"}},
		{"AccurateKeepsTotals", draw("Region|Sum", "North|5", "Total"), format.Accurate, []string{"1,1,2,3: +1 Region,Sum / North,5 / Total,"}},
		{"AccurateJoinsOverABlankRow", draw("Day|Sum", "1|5", "2|6", "", "3|7"), format.Accurate, []string{"1,1,2,5: +1 Day,Sum / 1,5 / 2,6 / , / 3,7"}},
		{"AccurateDividesAtANewHeader", draw("Day|Sum", "1|5", "", "Name|Age", "Ann|40"), format.Accurate, []string{
			"1,1,2,2: +1 Day,Sum / 1,5", "1,4,2,2: +1 Name,Age / Ann,40"}},
		{"AccurateDividesWithoutAGap", draw("Month|Ships|Tonnes", "1|12|300", "2|14|310", "Berth|Length|Depth", "7|120|8.5"), format.Accurate, []string{
			"1,1,3,3: +1 Month,Ships,Tonnes / 1,12,300 / 2,14,310", "1,4,3,2: +1 Berth,Length,Depth / 7,120,8.5"}},
		{"MissingValuesAreNoHeader", draw("Month|Ships|Tonnes", "1|12|300", "2|n/a|-", "3|14|310"), format.Accurate, []string{
			"1,1,3,4: +1 Month,Ships,Tonnes / 1,12,300 / 2,n/a,- / 3,14,310"}},
		{"TwoHeaderRows", draw("Region|Sales", "|Q1|Q2", "North|10|12", "South|11|13"), format.Accurate, []string{
			"1,1,3,4: +2 Region,Sales, / ,Q1,Q2 / North,10,12 / South,11,13"}},
		{"FirstRowOfWordsIsNoSecondHeader", draw("Name|Age|City", "Ann||Oslo", "Bob|33|Bergen", "Cid|34|Bodo"), format.Accurate, []string{
			"1,1,3,4: +1 Name,Age,City / Ann,,Oslo / Bob,33,Bergen / Cid,34,Bodo"}},
		{"OneCell", draw("", "|only"), format.Accurate, []string{"2,2,1,1: only"}},
		{"Blank", draw("", ""), format.Accurate, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, shown(t, c.sheet, format.Sheet{Clustering: c.how})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSplit(t *testing.T) {
	wide := draw("k|a|b|c|d", "r|1|2|3|4", "s|5|6|7|8", "t|9|0|1|2")
	for _, c := range []struct {
		name       string
		rows, cols int
		want       []string
	}{
		{"Whole", 3, 4, []string{"1,1,5,4: +1 k,a,b,c,d / r,1,2,3,4 / s,5,6,7,8 / t,9,0,1,2"}},
		{"Rows", 2, 0, []string{"1,1,5,3: +1 k,a,b,c,d / r,1,2,3,4 / s,5,6,7,8", "1,4,5,1: +1 k,a,b,c,d / t,9,0,1,2"}},
		{"Columns", 0, 3, []string{"1,1,4,4: +1 k,a,b,c / r,1,2,3 / s,5,6,7 / t,9,0,1", "5,1,1,4: +1 k,d / r,4 / s,8 / t,2"}},
		{"Both", 2, 2, []string{
			"1,1,3,3: +1 k,a,b / r,1,2 / s,5,6", "4,1,2,3: +1 k,c,d / r,3,4 / s,7,8",
			"1,4,3,1: +1 k,a,b / t,9,0", "4,4,2,1: +1 k,c,d / t,1,2"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := shown(t, wide, format.Sheet{Clustering: format.Disabled, SplitRows: c.rows, SplitCols: c.cols})
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Far apart cells cost no more than near ones.
func TestSparse(t *testing.T) {
	far := sheet.Sheet{Number: 1, Rows: []sheet.Row{
		{Number: 1, Cells: []sheet.Cell{{Col: 1, Text: "a"}}}, {Number: 1_048_576, Cells: []sheet.Cell{{Col: 16_384, Text: "b"}}},
	}}
	for _, how := range []format.Clustering{format.Accurate, format.Fast} {
		if got := shown(t, far, format.Sheet{Clustering: how}); len(got) != 2 {
			t.Errorf("%s: %q", how, got)
		}
	}
	got := shown(t, far, format.Sheet{Clustering: format.Disabled, SplitRows: 50, SplitCols: 50})
	if len(got) != 2 {
		t.Errorf("disabled, cut: %q", got)
	}
	if _, err := sheet.Blocks(far, format.Sheet{Clustering: format.Disabled}, format.DefaultLimits); !fault.Is(err, fault.DocumentTooLarge) {
		t.Errorf("disabled, whole: %v", err)
	}
}

func TestMergedCells(t *testing.T) {
	s := draw("head|x", "1|2", "3|4", "5|6")
	s.Rows[0].Cells[0].ColSpan = 2
	s.Rows[0].Cells = s.Rows[0].Cells[:1]
	s.Rows[1].Cells[1].RowSpan = 3
	s.Rows[2].Cells, s.Rows[3].Cells = s.Rows[2].Cells[:1], s.Rows[3].Cells[:1]
	blocks, err := sheet.Blocks(s, format.Sheet{Clustering: format.Disabled, SplitRows: 2}, format.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, b := range blocks {
		if !b.Table.Consistent() {
			t.Errorf("no grid: %+v", b.Table)
		}
		got = append(got, render.Table(b.Table, 1, render.Options{Table: render.HTML}))
	}
	want := []string{
		`<table><tr><th colspan="2">head</th></tr><tr><td>1</td><td rowspan="2">2</td></tr><tr><td>3</td></tr></table>`,
		`<table><tr><th colspan="2">head</th></tr><tr><td>5</td><td></td></tr></table>`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestKindOf(t *testing.T) {
	for kind, values := range map[sheet.Kind][]string{
		sheet.Number:  {"5", "-1.5", "1,234.50", "1.234,50", "1 234", "$5", "5 €", "(12)", "12%", "1e-5", "3E8", "−4"},
		sheet.Date:    {"2024-01-31", "31.01.2024", "1/2/24", "10:30", "2024-01-31T10:00:00Z", "3 Jan 2024", "March 2024", "10:30 am"},
		sheet.Bool:    {"true", "FALSE"},
		sheet.Missing: {"-", "n/a", "NULL", "", "…"},
		sheet.Word:    {"North", "Q1", "A-12", "12 apples", "e5", "5th floor", "v1.2-rc", strings.Repeat("1", 60), "3 Marble Arch, London W1 2AB"},
	} {
		for _, v := range values {
			if got := sheet.KindOf(v); got != kind {
				t.Errorf("%q: %v, want %v", v, got, kind)
			}
		}
	}
}

// Every cell is in exactly one block at its own place, headers apart, whatever the clustering and cutting.
func TestEveryCellOnce(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		value := rapid.SampledFrom([]string{"", "", "", "word", "other", "5", "2024-01-01", "a longer text that could be a note below"})
		lines := rapid.SliceOfN(rapid.Custom(func(r *rapid.T) string {
			return strings.Join(rapid.SliceOfN(value, 1, 8).Draw(r, "row"), "|")
		}), 0, 12).Draw(r, "rows")
		s := draw(lines...)
		o := format.Sheet{
			Clustering: rapid.SampledFrom([]format.Clustering{format.Accurate, format.Fast, format.Disabled}).Draw(r, "clustering"),
			SplitRows:  rapid.IntRange(0, 4).Draw(r, "rows"), SplitCols: rapid.IntRange(0, 4).Draw(r, "cols"),
		}
		blocks, err := sheet.Blocks(s, o, format.DefaultLimits)
		if err != nil {
			r.Fatal(err)
		}
		type at struct{ row, col int }
		found := map[at]string{}
		for _, b := range blocks {
			if b.Table == nil {
				found[at{int(b.Box.Top), int(b.Box.Left)}] += b.Text
				continue
			}
			if !b.Table.Consistent() {
				r.Fatalf("no grid: %+v", b.Table)
			}
			for i := range b.Table.Cells {
				box, _ := b.Table.CellBox(&b.Table.Cells[i])
				if inside(box, b.Box) {
					found[at{int(box.Top), int(box.Left)}] += b.Table.Cells[i].Text
				} else if !b.Table.Cells[i].Header && int(box.Left) >= int(b.Box.Left) {
					r.Fatalf("cell at %v outside %v", box, b.Box)
				}
			}
		}
		cells := 0
		for _, row := range s.Rows {
			for _, c := range row.Cells {
				cells++
				if got := found[at{row.Number, int(c.Col)}]; got != c.Text {
					r.Fatalf("cell %d,%d: %q, want %q in %q", row.Number, c.Col, got, c.Text, lines)
				}
			}
		}
		if len(found) != cells {
			r.Fatalf("%d cells found, %d there", len(found), cells)
		}
	})
}

func inside(a, b doc.Box) bool {
	return a.Left >= b.Left && a.Top >= b.Top && a.Left+a.Width <= b.Left+b.Width && a.Top+a.Height <= b.Top+b.Height
}

// Merged cells may reach below the last row with content, into the body from the header, and past the end of a piece.
func TestLongSpans(t *testing.T) {
	for _, c := range []struct {
		name string
		draw func() sheet.Sheet
		rows int
		want []string
	}{
		{"BelowTheEnd", func() sheet.Sheet {
			s := draw("a|b", "1|2")
			s.Rows[1].Cells[1].RowSpan = 2
			return s
		}, 50, []string{`<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td rowspan="2">2</td></tr><tr><td></td></tr></table>`}},
		{"FromTheHeader", func() sheet.Sheet {
			s := draw("a|b", "1", "2|3")
			s.Rows[0].Cells[1].RowSpan = 2
			return s
		}, 50, []string{`<table><tr><th>a</th><th rowspan="2">b</th></tr><tr><td>1</td></tr><tr><td>2</td><td>3</td></tr></table>`}},
		{"PastAPiece", func() sheet.Sheet {
			s := draw("a|b", "1|2")
			s.Rows[1].Cells[1].RowSpan = 9
			return s
		}, 1, []string{`<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>`}},
		{"Endless", func() sheet.Sheet {
			s := draw("a|b")
			s.Rows[0].Cells[1].RowSpan = 1_048_576
			return s
		}, 50, nil},
	} {
		blocks, err := sheet.Blocks(c.draw(), format.Sheet{Clustering: format.Fast, SplitRows: c.rows}, format.DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, b := range blocks {
			if !b.Table.Consistent() || b.Table.Rows > 100 {
				t.Errorf("%s: %d rows", c.name, b.Table.Rows)
			}
			got = append(got, render.Table(b.Table, 1, render.Options{Table: render.HTML}))
		}
		if c.want == nil {
			continue
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}
