package csv_test

import (
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	stdcsv "encoding/csv"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/format/csv"
	"github.com/octavo-dev/octavo/internal/format/formattest"
	"github.com/octavo-dev/octavo/internal/render"
)

// whole reads a file as one table.
func whole(t testing.TB, kind format.Format, body string) *doc.Document {
	t.Helper()
	opts := formattest.Options()
	opts.Sheet = format.Sheet{Clustering: format.Disabled}
	d, err := kind.Read(t.Context(), formattest.File("data."+kind.Name, body), opts)
	if err != nil {
		t.Fatal(err)
	}
	formattest.CheckSound(t, d)
	return d
}

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name string
		kind format.Format
		body string
		want string
	}{
		{"Commas", csv.Format, "a,b\n1,2\n", `[["a","b"],["1","2"]]`},
		{"Semicolons", csv.Format, "a;b\n1,5;2,5\n3,5;4\n", `[["a","b"],["1,5","2,5"],["3,5","4"]]`},
		{"Tabs", csv.Format, "a\tb, c\n1\t2\n", `[["a","b, c"],["1","2"]]`},
		{"Bars", csv.Format, "a|b\n1|2\n", `[["a","b"],["1","2"]]`},
		{"TabsByName", csv.Tabbed, "a\tb,c\n1\t2,3\n", `[["a","b,c"],["1","2,3"]]`},
		{"DeclaredSeparator", csv.Format, "sep=;\na;b,c\n1;2\n", `[["a","b,c"],["1","2"]]`},
		{"Quotes", csv.Format, "\"a,b\",\"c \"\"d\"\"\"\n\"x\ny\",2\n", `[["a,b","c \"d\""],["x\ny","2"]]`},
		{"BlanksAroundQuotes", csv.Format, "a, \"b,c\" ,d\n1,2,3\n", `[["a","b,c","d"],["1","2","3"]]`},
		{"QuoteInsideField", csv.Format, "a,5\" pipe\n1,2\n", `[["a","5\" pipe"],["1","2"]]`},
		{"TextAfterQuote", csv.Format, "\"a\"b\",c\n1,2\n", `[["a\"b","c"],["1","2"]]`},
		{"QuoteNeverCloses", csv.Format, "a,\"b\n1,2\n3,4\n", `[["a","\"b"],["1","2"],["3","4"]]`},
		{"Ragged", csv.Format, "a,b\n1\n1,2,3\n", `[["a","b",""],["1","",""],["1","2","3"]]`},
		{"EmptyRowsInside", csv.Format, "a,b\n\n1,2\n", `[["a","b"],["",""],["1","2"]]`},
		{"OneColumn", csv.Format, "name\nann\nbob\n", `[["name"],["ann"],["bob"]]`},
		{"CarriageReturns", csv.Format, "a,b\r1,2\r", `[["a","b"],["1","2"]]`},
		{"Windows1252", csv.Format, "a,b\ncaf\xe9,\x80\n", `[["a","b"],["café","€"]]`},
		{"UTF16", csv.Format, "\xff\xfea\x00,\x00b\x00", `[["a","b"]]`},
		{"NoLineEnd", csv.Format, "a,b", `[["a","b"]]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := whole(t, c.kind, c.body)
			if got := render.Table(d.Blocks[0].Table, 1, render.Options{Table: render.JSON}); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestPageAndBoxes(t *testing.T) {
	d := whole(t, csv.Format, ",,\n,a,b\n,1,2\n")
	want := []doc.Page{{Number: 1, Name: "data", Native: true, Cells: 4}}
	if diff := cmp.Diff(want, d.Pages); diff != "" {
		t.Error(diff)
	}
	b := d.Blocks[0]
	if b.Box != (doc.Box{Left: 2, Top: 2, Width: 2, Height: 2}) {
		t.Errorf("box %v", b.Box)
	}
	box, _ := b.Table.CellBox(&b.Table.Cells[3])
	if box != (doc.Box{Left: 3, Top: 3, Width: 1, Height: 1}) || b.Table.Cells[3].Text != "2" {
		t.Errorf("cell %q at %v", b.Table.Cells[3].Text, box)
	}
}

func TestNothing(t *testing.T) {
	for _, body := range []string{" ", "\n\n", "\ufeff"} {
		if _, err := csv.Format.Read(t.Context(), formattest.File("a.csv", body), formattest.Options()); !fault.Is(err, fault.DocumentEmpty) {
			t.Errorf("%q: %v", body, err)
		}
	}
	if d := whole(t, csv.Format, ",,\n,,\n"); len(d.Blocks) != 0 || len(d.Pages) != 1 {
		t.Errorf("blank sheet: %+v", d)
	}
}

func TestCellLimits(t *testing.T) {
	body := "a,b\n1,\n2,3\n"
	for _, c := range []struct {
		name       string
		most, hard int
		want       fault.Name
		message    string
	}{
		{"Enough", 5, 5, "", ""},
		{"CallersBound", 3, 100, fault.CellCountExceeded, "5 non-empty cells exceed max_cell_count 3"},
		{"Limit", 0, 4, fault.DocumentTooLarge, "the number of non-empty cells is 5, the limit is 4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			opts := formattest.Options()
			opts.Limits.Cells, opts.Sheet.MaxCells = c.hard, c.most
			_, err := csv.Format.Read(t.Context(), formattest.File("a.csv", body), opts)
			if (err == nil) != (c.want == "") || err != nil && (!fault.Is(err, c.want) || fault.Of(err).Message != c.message) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// What the standard library writes is read back as it was, apart from white space at the ends.
func TestReadsWhatOthersWrite(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		cols := rapid.IntRange(2, 5).Draw(r, "cols")
		field := rapid.StringMatching(`[a-z]{0,3}[,;"\n|]{0,2}[a-zé0-9]{1,3}`)
		rows := rapid.SliceOfN(rapid.SliceOfN(field, cols, cols), 2, 6).Draw(r, "rows")
		var body strings.Builder
		w := stdcsv.NewWriter(&body)
		w.Comma = rapid.SampledFrom([]rune{',', ';'}).Draw(r, "comma")
		if err := w.WriteAll(rows); err != nil {
			r.Fatal(err)
		}
		// The separator is declared: finding it out has its own test, and random text is too even for it.
		d := whole(t, csv.Format, "sep="+string(w.Comma)+"\n"+body.String())
		grid := d.Blocks[0].Table.Grid()
		for i, row := range rows {
			for k, want := range row {
				if got := grid[i][k]; got == nil || got.Text != strings.TrimSpace(want) {
					r.Fatalf("row %d column %d: %+v, want %q", i, k, got, want)
				}
			}
		}
	})
}

// A million cells fit in modest memory.
func TestMillionCells(t *testing.T) {
	var body strings.Builder
	for i := range 100_000 {
		for k := range 10 {
			body.WriteString(strconv.Itoa(i*k) + ",")
		}
		body.WriteByte('\n')
	}
	content := body.String()
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	d, err := csv.Format.Read(t.Context(), formattest.File("a.csv", content), formattest.Options())
	if err != nil {
		t.Fatal(err)
	}
	took := time.Since(start)
	runtime.GC()
	runtime.ReadMemStats(&after)
	if d.Pages[0].Cells != 1_000_000 || len(d.Blocks) != 2000 {
		t.Errorf("%d cells in %d blocks", d.Pages[0].Cells, len(d.Blocks))
	}
	if kept := (after.HeapAlloc - before.HeapAlloc) >> 20; after.HeapAlloc > before.HeapAlloc && kept > 200 {
		t.Errorf("the document holds %d MB", kept)
	}
	if took > formattest.Patience {
		t.Errorf("took %v", took)
	}
	runtime.KeepAlive(d)
}

func TestHostile(t *testing.T) {
	const n = 20_000
	for name, body := range map[string]string{
		"OpenQuotes": strings.Repeat("\"a,b\n", n), "Quotes": strings.Repeat("\"", n), "QuotedLines": strings.Repeat("\"a\n", n),
		"Commas": strings.Repeat(",", n*10) + "x", "Diagonal": diagonal(1000), "OneCell": strings.Repeat("x", n*20), "Rows": strings.Repeat("\n", n*10) + "a,b",
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			d, err := csv.Format.Read(t.Context(), formattest.File("a.csv", body), formattest.Options())
			if err != nil {
				t.Fatal(err)
			}
			formattest.CheckSound(t, d)
			if took := time.Since(start); took > formattest.Patience {
				t.Errorf("took %v", took)
			}
		})
	}
}

func diagonal(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(",", i) + "x\n")
	}
	return b.String()
}

func FuzzRead(f *testing.F) {
	formattest.Fuzz(f, csv.Format, "a,b\n1,2\n", "a;b\n\"x\ny\";2", "sep=|\na|b", "\"a\"\"b\",c\n\"open", ",,\n,a,\n\n,,b")
}
