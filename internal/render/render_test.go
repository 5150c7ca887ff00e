package render_test

import (
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/render"
)

// sales is the example of the contract.
func sales() *doc.Table {
	box := func(x, y, w, h float64) *doc.Box { return &doc.Box{Left: x, Top: y, Width: w, Height: h} }
	return &doc.Table{Rows: 3, Cols: 3, HeaderRows: 2, Cells: []doc.Cell{
		{Row: 0, Col: 0, RowSpan: 2, ColSpan: 1, Header: true, Text: "Region", Box: box(0.1, 0.2, 0.2, 0.06)},
		{Row: 0, Col: 1, RowSpan: 1, ColSpan: 2, Header: true, Text: "Sales", Box: box(0.3, 0.2, 0.4, 0.03)},
		{Row: 1, Col: 1, RowSpan: 1, ColSpan: 1, Header: true, Text: "Q1"},
		{Row: 1, Col: 2, RowSpan: 1, ColSpan: 1, Header: true, Text: "Q2"},
		{Row: 2, Col: 0, RowSpan: 1, ColSpan: 1, Text: "North"},
		{Row: 2, Col: 1, RowSpan: 1, ColSpan: 1, Text: "10"},
		{Row: 2, Col: 2, RowSpan: 1, ColSpan: 1, Text: "12"},
	}}
}

func single(text string, extra *doc.CellExtra) *doc.Table {
	return &doc.Table{Rows: 1, Cols: 2, Cells: []doc.Cell{
		{Row: 0, Col: 0, RowSpan: 1, ColSpan: 1, Text: text, Extra: extra}, {Row: 0, Col: 1, RowSpan: 1, ColSpan: 1, Text: "x"},
	}}
}

func wide(rows, cols int) *doc.Table {
	return &doc.Table{Rows: rows, Cols: cols, Cells: []doc.Cell{{RowSpan: 1, ColSpan: 1, Text: "a"}}}
}

func TestTable(t *testing.T) {
	formula := &doc.CellExtra{Formula: `=IF(A1<"b",1,2)`}
	options := &doc.CellExtra{Options: []string{"it's", `"q"`}}
	styled := &doc.CellExtra{Bold: true, Italic: true, Strike: true, Color: "#ff0000", Fill: "#00ff00"}
	linked := &doc.CellExtra{Spans: []doc.Span{{Kind: doc.Link, Start: 0, End: 1, Target: "http://x/(a b)"}}}
	for _, c := range []struct {
		name  string
		table *doc.Table
		o     render.Options
		want  string
	}{
		{"HTML", sales(), render.Options{Table: "html"}, `<table><tr><th rowspan="2">Region</th><th colspan="2">Sales</th></tr><tr><th>Q1</th><th>Q2</th></tr><tr><td>North</td><td>10</td><td>12</td></tr></table>`},
		{"Markdown", sales(), render.Options{Table: "md"}, "| Region | Sales |  |\n| --- | --- | --- |\n|  | Q1 | Q2 |\n| North | 10 | 12 |"},
		{"JSON", sales(), render.Options{Table: "json"}, `[["Region","Sales",""],["","Q1","Q2"],["North","10","12"]]`},
		{"JSONBBox", sales(), render.Options{Table: "jsonbbox"}, `[[{"text":"Region","bbox":{"x":0.1,"y":0.2,"width":0.2,"height":0.06,"page":7}},{"text":"Sales","bbox":{"x":0.3,"y":0.2,"width":0.4,"height":0.03,"page":7}},{"text":"","bbox":null}],[{"text":"","bbox":null},{"text":"Q1","bbox":null},{"text":"Q2","bbox":null}],[{"text":"North","bbox":null},{"text":"10","bbox":null},{"text":"12","bbox":null}]]`},
		{"CSV", sales(), render.Options{Table: "csv"}, "Region,Sales,\n,Q1,Q2\nNorth,10,12"},
		{"DynamicIsSimple", sales(), render.Options{Table: "dynamic"}, "| Region | Sales |  |\n| --- | --- | --- |\n|  | Q1 | Q2 |\n| North | 10 | 12 |"},
		{"OneRow", single("a", nil), render.Options{Table: "md"}, "| a | x |\n| --- | --- |"},
		{"EscapeHTML", single("a<b & \"c\"\nd", nil), render.Options{Table: "html"}, `<table><tr><td>a&lt;b &amp; "c"<br>d</td><td>x</td></tr></table>`},
		{"EscapeMarkdown", single("a|b\nc", nil), render.Options{Table: "md"}, "| a\\|b<br>c | x |\n| --- | --- |"},
		{"EscapeCSV", single("a,\"b\"\nc", nil), render.Options{Table: "csv"}, "\"a,\"\"b\"\"\nc\",x"},
		{"JSONKeepsCharacters", single("<é>&", nil), render.Options{Table: "json"}, `[["<é>&","x"]]`},
		{"EmptyPositions", &doc.Table{Rows: 2, Cols: 2, HeaderRows: 1, Cells: []doc.Cell{{Row: 1, Col: 1, RowSpan: 1, ColSpan: 1, Text: "a"}}}, render.Options{Table: "html"}, `<table><tr><th></th><th></th></tr><tr><td></td><td>a</td></tr></table>`},
		{"FormulaAttribute", single("1", formula), render.Options{Table: "html", Formulas: true}, `<table><tr><td data-formula="=IF(A1&lt;&quot;b&quot;,1,2)">1</td><td>x</td></tr></table>`},
		{"FormulaForcesHTML", single("1", &doc.CellExtra{Formula: "=A1"}), render.Options{Table: "md", Formulas: true}, `<table><tr><td data-formula="=A1">1</td><td>x</td></tr></table>`},
		{"FormulaAsText", single("1", &doc.CellExtra{Formula: "=A1"}), render.Options{Table: "json", Formulas: true}, `[["1 {=A1}","x"]]`},
		{"FormulaNotAsked", single("1", formula), render.Options{Table: "json"}, `[["1","x"]]`},
		{"OptionsAttribute", single("a", options), render.Options{Table: "html", Dropdowns: true}, `<table><tr><td data-options='["it&#39;s","\"q\""]'>a</td><td>x</td></tr></table>`},
		{"OptionsAsText", single("a", &doc.CellExtra{Options: []string{"a", "b"}}), render.Options{Table: "csv", Dropdowns: true}, `"a [options: a, b]",x`},
		{"Colours", single("a", &doc.CellExtra{Color: "#ff0000", Fill: "#00ff00"}), render.Options{Table: "dynamic", Colors: true}, `<table><tr><td style="color:#ff0000;background-color:#00ff00">a</td><td>x</td></tr></table>`},
		{"Styles", single("a", styled), render.Options{Table: "md"}, "| <b><i><s>a</s></i></b> | x |\n| --- | --- |"},
		{"StylesDropped", single("a", styled), render.Options{Table: "md", Plain: true}, "| a | x |\n| --- | --- |"},
		{"LinkInCell", single("a", linked), render.Options{Table: "md", Links: true}, "| [a](http://x/%28a%20b%29) | x |\n| --- | --- |"},
		{"NotAGrid", &doc.Table{Rows: 1, Cols: 1, Cells: []doc.Cell{{RowSpan: 1, ColSpan: 2, Text: "a"}, {Row: 4, RowSpan: 1, ColSpan: 1, Text: "b"}}}, render.Options{Table: "html"}, "a\nb"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, render.Table(c.table, 7, c.o)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDynamicBounds(t *testing.T) {
	merged := func(n int) *doc.Table {
		tb := &doc.Table{Rows: 2, Cols: 12}
		for i := range n {
			tb.Cells = append(tb.Cells, doc.Cell{Col: 2 * i, RowSpan: 1, ColSpan: 2, Text: "a"})
		}
		return tb
	}
	for _, c := range []struct {
		name  string
		table *doc.Table
		html  bool
	}{
		{"Thirty", wide(5, 6), false}, {"ThirtyOne", wide(31, 1), true},
		{"FourMerged", merged(4), false}, {"FiveMerged", merged(5), true},
	} {
		if got := render.IsHTML(c.table, render.Options{Table: render.Dynamic}); got != c.html {
			t.Errorf("%s: HTML %v", c.name, got)
		}
	}
}

func TestText(t *testing.T) {
	change := doc.Block{Type: doc.Text, Text: "was oldnew, gone and added", Spans: []doc.Span{
		{Kind: doc.Deleted, Start: 4, End: 7}, {Kind: doc.Inserted, Start: 7, End: 10},
		{Kind: doc.Deleted, Start: 12, End: 17}, {Kind: doc.Inserted, Start: 21, End: 26},
	}}
	marked := doc.Block{Type: doc.Text, Text: "see it here", Spans: []doc.Span{
		{Kind: doc.Highlight, Start: 0, End: 3}, {Kind: doc.Link, Start: 7, End: 11, Target: "http://x"},
	}}
	for _, c := range []struct {
		name  string
		block doc.Block
		o     render.Options
		want  string
	}{
		{"Title", doc.Block{Type: doc.Title, Text: "A\nB"}, render.Options{}, "# A B"},
		{"SectionWithoutLevel", doc.Block{Type: doc.SectionHeader, Text: "A"}, render.Options{}, "## A"},
		{"SectionLevel", doc.Block{Type: doc.SectionHeader, Text: "A", Level: 6}, render.Options{}, "###### A"},
		{"SectionTooDeep", doc.Block{Type: doc.SectionHeader, Text: "A", Level: 9}, render.Options{}, "###### A"},
		{"Bullet", doc.Block{Type: doc.ListItem, Text: "A", Level: 1}, render.Options{}, "- A"},
		{"NumberedDeep", doc.Block{Type: doc.ListItem, Text: "A", Level: 3, Marker: "4."}, render.Options{}, "    4. A"},
		{"Pairs", doc.Block{Type: doc.KeyValue, Pairs: []doc.Pair{{Key: "a", Value: "1"}, {Key: "b"}, {Value: "2"}}}, render.Options{}, "a: 1\nb:\n2"},
		{"Figure", doc.Block{Type: doc.Figure, Caption: "Figure 1", Text: "a curve"}, render.Options{}, "Figure 1\na curve"},
		{"FigureWithoutText", doc.Block{Type: doc.Figure}, render.Options{}, ""},
		{"Comment", doc.Block{Type: doc.Comment, Author: "Ann", Time: "2024-01-01", Text: "why?"}, render.Options{}, "Ann (2024-01-01): why?"},
		{"CommentUnsigned", doc.Block{Type: doc.Comment, Text: "why?"}, render.Options{}, "why?"},
		{"Signature", doc.Block{Type: doc.Signature}, render.Options{}, "[signature]"},
		{"SignatureNamed", doc.Block{Type: doc.Signature, Text: "Ann"}, render.Options{}, "Ann"},
		{"Header", doc.Block{Type: doc.Header, Text: "A"}, render.Options{}, "A"},
		{"PageNumber", doc.Block{Type: doc.PageNumber, Text: "3"}, render.Options{}, "3"},
		{"Code", doc.Block{Type: doc.Text, Code: true, Lang: "go", Text: "a ```\n b"}, render.Options{}, "````go\na ```\n b\n````"},
		{"MarksOff", marked, render.Options{}, "see it here"},
		{"MarksOn", marked, render.Options{Links: true, Highlights: true}, "<mark>see</mark> it [here](http://x)"},
		{"ChangesOff", change, render.Options{}, "was new, and added"},
		{"ChangesOn", change, render.Options{Changes: true}, "was <change><s>old</s><u>new</u></change>, <change><s>gone </s></change>and <change><u>added</u></change>"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, render.Text(&c.block, render.Content(&c.block, 1, c.o))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestEmbed(t *testing.T) {
	for _, c := range []struct {
		name      string
		block     doc.Block
		captioned bool
		want      string
	}{
		{"Table", doc.Block{Type: doc.TableBlock, Caption: "By region", Table: sales()}, false, "By region Region: North; Sales Q1: 10; Sales Q2: 12."},
		{"CaptionBesideIt", doc.Block{Type: doc.TableBlock, Caption: "By region", Table: sales()}, true, "Region: North; Sales Q1: 10; Sales Q2: 12."},
		{"TableWithoutHeader", doc.Block{Type: doc.TableBlock, Table: single("a", nil)}, false, "a; x."},
		{"Heading", doc.Block{Type: doc.Title, Text: "A  B"}, false, "# A B"},
		{"Code", doc.Block{Type: doc.Text, Code: true, Text: "a\n  b"}, false, "a b"},
		{"MarksAreLeftOut", doc.Block{Type: doc.Text, Text: "a b", Spans: []doc.Span{{Kind: doc.Highlight, Start: 0, End: 1}}}, false, "a b"},
		{"Figure", doc.Block{Type: doc.Figure, Caption: "Fig", Text: "curve"}, false, "Fig curve"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, render.Embed(&c.block, c.captioned)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Every format that others can read back gives back the texts of the grid.
func TestTablesReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tb := &doc.Table{Rows: rapid.IntRange(1, 5).Draw(t, "rows"), Cols: rapid.IntRange(2, 5).Draw(t, "cols")}
		want := make([][]string, tb.Rows)
		text := rapid.StringMatching(`[a-z,"|<&\n é]{0,6}`)
		for r := range want {
			want[r] = make([]string, tb.Cols)
			for c := range want[r] {
				want[r][c] = text.Draw(t, "text")
				tb.Cells = append(tb.Cells, doc.Cell{Row: r, Col: c, RowSpan: 1, ColSpan: 1, Text: want[r][c]})
			}
		}
		var rows [][]string
		if err := json.Unmarshal([]byte(render.Table(tb, 1, render.Options{Table: render.JSON})), &rows); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, rows); diff != "" {
			t.Fatal(diff)
		}
		rows, err := csv.NewReader(strings.NewReader(render.Table(tb, 1, render.Options{Table: render.CSV}))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, rows); diff != "" {
			t.Fatal(diff)
		}
		if lines := strings.Split(render.Table(tb, 1, render.Options{Table: render.Markup}), "\n"); len(lines) != tb.Rows+1 {
			t.Fatalf("%d lines for %d rows", len(lines), tb.Rows)
		}
	})
}

// Marks that overlap are written into each other.
func TestMarksInsideMarks(t *testing.T) {
	b := doc.Block{Type: doc.Text, Text: "one two three", Spans: []doc.Span{
		{Kind: doc.Highlight, Start: 0, End: 7}, {Kind: doc.Link, Start: 4, End: 13, Target: "http://x"}, {Kind: doc.Deleted, Start: 8, End: 13},
	}}
	all := render.Options{Links: true, Highlights: true, Changes: true}
	if got, want := render.Content(&b, 1, all), "<mark>one </mark>[<mark>two</mark> ](http://x)<change><s>[three](http://x)</s></change>"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := render.Content(&b, 1, render.Options{}), "one two"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestMarkdownOfBlocksThatGoOn(t *testing.T) {
	d := &doc.Document{Blocks: []doc.Block{
		{Type: doc.Text, Text: "It begins"}, {Type: doc.Text, Text: "and goes on", Continues: true},
		{Type: doc.Footer, Text: "7"}, {Type: doc.Text, Text: "and on.", Continues: true},
		{Type: doc.Comment, Text: "unasked"}, {Type: doc.Signature, Text: "Ada", Otherwise: doc.Text},
		{Type: doc.Text, Text: "DRAFT", Watermark: true},
	}}
	for o, want := range map[render.Options]string{
		{}:                               "It begins and goes on\n\n7\n\nand on.\n\nAda\n\nDRAFT",
		{Unmarked: true, Comments: true}: "It begins and goes on\n\n7\n\nand on.\n\nunasked\n\nAda",
	} {
		if got := render.Markdown(d, o); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
