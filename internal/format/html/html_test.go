package html_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/format/formattest"
	"github.com/octavo-dev/octavo/internal/format/html"
)

func read(t *testing.T, body string) *doc.Document {
	t.Helper()
	d, err := html.Read(t.Context(), formattest.File("a.html", body), formattest.Options())
	if err != nil {
		t.Fatal(err)
	}
	formattest.CheckSound(t, d)
	return d
}

func TestBlocks(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       []string
	}{
		{"Headings", "<h2>a</h2><h1>b</h1><h1>c</h1><h6>d<br>e</h6><h3> </h3>", []string{"Section Header 2: a", "Title: b", "Section Header 2: c", "Section Header 6: d e"}},
		{"TitleOfHead", "<title> The\n page </title><p>x", []string{"Title: The page", "Text: x"}},
		{"TitleBesideHeading", "<title>page</title><h1>x</h1>", []string{"Title: x"}},
		{"Paragraphs", "loose <b>text</b><p>one\n  two<p>three<div>four<span> five</span></div>six", []string{"Text: loose text", "Text: one two", "Text: three", "Text: four five", "Text: six"}},
		{"Break", "<p>a<br> b<br><br>c</p>", []string{"Text: a\nb\nc"}},
		{"NoBreakSpace", "<p>a&nbsp;b &amp; c</p>", []string{"Text: a\u00a0b & c"}},
		{"Unseen", "<script>x</script><style>y</style><p hidden>z</p><p style='DISPLAY : none'>q</p><template>t</template><noscript>n</noscript><!-- c --><p>seen</p>", []string{"Text: seen"}},
		{"Bullets", "<ul><li>a<li>b<ul><li>c</ul><li>d</ul>", []string{"List Item 1: a", "List Item 1: b", "List Item 2: c", "List Item 1: d"}},
		{"Numbers", "<ol start=5><li>a<li value=9>b<li>c</ol>", []string{"List Item 1 5.: a", "List Item 1 9.: b", "List Item 1 10.: c"}},
		{"Reversed", "<ol reversed><li>a<li>b</ol>", []string{"List Item 1 2.: a", "List Item 1 1.: b"}},
		{"Letters", "<ol type=A start=26><li>a<li>b</ol><ol type=i start=4><li>c</ol>", []string{"List Item 1 Z.: a", "List Item 1 AA.: b", "List Item 1 iv.: c"}},
		{"ItemOfParagraphs", "<ul><li><p>a</p><p>b</p></ul>", []string{"List Item 1: a\nb"}},
		{"ItemWithHeading", "<ul><li><h3>a</h3><p>b</p></ul>", []string{"Section Header 3: a", "List Item 1: b"}},
		{"LoseItem", "<li>a</li>", []string{"List Item 1: a"}},
		{"Definitions", "<dl><dt>a:</dt><dd>1</dd><div><dt>b<dt>c<dd>2<dd>3</div></dl>", []string{"Key Value: a=1 | b, c=2; 3"}},
		{"Code", "<pre><code class='x language-go'>\nif a {\n\tb\n}\n</code></pre>", []string{"Text code go: if a {\n\tb\n}"}},
		{"Figure", "<figure><img alt='a  curve'><figcaption>Fig <b>1</b></figcaption></figure>", []string{"Figure: Fig 1 / a curve"}},
		{"FigureOfCode", "<figure><pre>x</pre><figcaption>Listing</figcaption></figure>", []string{"Text code : x", "Text: Listing"}},
		{"Images", "<p><img alt='a'> <img alt=''><img alt='b'></p><p><img alt='c'> text</p>", []string{"Figure: a", "Figure: b", "Text: c text"}},
		{"Quote", "<blockquote>a<p>b</blockquote>", []string{"Text: a", "Text: b"}},
		{"Table", "<table><tr><th>a<th>b<tr><td>1<td>2</table>", []string{"Table 2x2+1: a,b,1,2"}},
		{"TableHeadOfCells", "<table><thead><tr><td>a<td>b</thead><tr><td>1<td>2</table>", []string{"Table 2x2+1: a,b,1,2"}},
		{"TableSpans", "<table><tr><td rowspan=2>a<td colspan=2>b<tr><td>c<td>d<tr><td colspan=3>e</table>", []string{"Table 3x3+0: a(2x1),b(1x2),c,d,e(1x3)"}},
		{"TableSpansClash", "<table><tr><td>a<td rowspan=2>b<tr><td colspan=2>c<td>d</table>", []string{"Table 2x3+0: a,b(2x1),c,d"}},
		{"TableSpanPastEnd", "<table><tr><td rowspan=9>a<td rowspan=0>b<tr><td>c</table>", []string{"Table 2x3+0: a(2x1),b(2x1),c"}},
		{"TableNoSpan", "<table><tr><td colspan=0>a<td colspan=x>b<td colspan=-1>c</table>", []string{"Table 1x3+0: a,b,c"}},
		{"TableCaption", "<table><caption>T <i>1</i></caption><tr><td>a<td>b</table>", []string{"Text: T 1", "Table 1x2+0: a,b"}},
		{"TableCellOfBlocks", "<table><tr><td><p>a</p><p>b</p><ul><li>c</ul><td>d</table>", []string{"Table 1x2+0: a\nb\nc,d"}},
		{"LayoutTable", "<table><tr><td><h2>a</h2><td>b</table><table><tr><td>c</table><table role=presentation><tr><td>d<td>e</table>", []string{
			"Section Header 2: a", "Text: b", "Text: c", "Text: d", "Text: e"}},
		{"NestedTable", "<table><tr><td>a<td><table><tr><td>b<td>c</table></table>", []string{"Text: a", "Table 1x2+0: b,c"}},
		{"FrameInCell", "<table><tr><td>a<td>b<tr><td>c<td><table><tr><td>d</table></table>", []string{"Table 2x2+0: a,b,c,d"}},
		{"HeadingsNameColumns", "<table><tr><th><h3>a</h3><th><h3>b</h3><tr><td>1<td>2</table>", []string{"Table 2x2+1: a,b,1,2"}},
		{"PageInTable", "<table><tr><td>menu<td>" + strings.Repeat("<p>a", 9) + "</table>", append([]string{"Text: menu"}, slices.Repeat([]string{"Text: a"}, 9)...)},
		{"LongCellsOfGrid", "<table><tr><td>a<td>b<tr><td>c<td>" + strings.Repeat("<p>d", 9) + "</table>", []string{"Table 2x2+0: a,b,c," + strings.Repeat("d\n", 8) + "d"}},
		{"LongCellNamed", "<table><tr><th>a<td>" + strings.Repeat("<p>b", 9) + "</table>", []string{"Table 1x2+0: a," + strings.Repeat("b\n", 8) + "b"}},
		{"TableRowWithoutCells", "<table><tr><td>a<td>b<tr><tr><td>c<td>d</table>", []string{"Table 2x2+0: a,b,c,d"}},
		{"TableRowOfSpans", "<table><tr><td rowspan=2>a<td rowspan=2>b<tr><tr><td>c<td>d</table>", []string{"Table 3x2+0: a(2x1),b(2x1),c,d"}},
		{"TableBlankCells", "<table><tr><td>&nbsp;<td>a<tr><td>b<td>&nbsp;<br>&nbsp; c</table>", []string{"Table 2x2+0: ,a,b,c"}},
		{"OtherVocabularies", "<p><ix:nonnumeric>6480 Main</ix:nonnumeric> – <my-place>Town</my-place></p>", []string{"Text: 6480 Main – Town"}},
		{"Form", "<label>Yes<input type=checkbox checked></label><select><option>a<option selected>b</select><button>go</button>", []string{"Text: Yes[x] b go"}},
		{"Formula", "<p>so <math><mi>x</mi><mo>=</mo><mn>2</mn></math></p>", []string{"Text: so x=2"}},
		{"TagSoup", "<p><b>a<i>b</b>c</i><td>d</p></div></x>", []string{"Text: abcd"}},
		{"NothingToShow", "<html><body></body></html>", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, formattest.Outline(read(t, c.body))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSpans(t *testing.T) {
	d := read(t, `<p>a <a href="http://x">b <mark>c</mark> d</a> <ins>e</ins><del>f</del> <a href="#top">g</a> <a href="#">i</a> <a href="javascript:x">h</a></p>`)
	want := []doc.Span{
		{Kind: doc.Link, Start: 2, End: 4, Target: "http://x"}, {Kind: doc.Highlight, Start: 4, End: 5}, {Kind: doc.Link, Start: 5, End: 7, Target: "http://x"},
		{Kind: doc.Inserted, Start: 8, End: 9}, {Kind: doc.Deleted, Start: 9, End: 10}, {Kind: doc.Link, Start: 11, End: 12, Target: "#top"},
	}
	if diff := cmp.Diff(want, d.Blocks[0].Spans); diff != "" {
		t.Errorf("%q: %s", d.Blocks[0].Text, diff)
	}
}

func TestScripts(t *testing.T) {
	d := read(t, `<h2>x<sub>i</sub></h2><p>a<a href="http://x">m<sup>2</sup>s</a> H<sub>2</sub>O</p><table><tr><td>c<sup>3</sup><td>d</table>`)
	for i, want := range [][]doc.Span{
		{{Kind: doc.Lowered, Start: 1, End: 2}},
		{{Kind: doc.Link, Start: 1, End: 4, Target: "http://x"}, {Kind: doc.Raised, Start: 2, End: 3}, {Kind: doc.Lowered, Start: 6, End: 7}},
	} {
		if diff := cmp.Diff(want, d.Blocks[i].Spans); diff != "" {
			t.Errorf("%q: %s", d.Blocks[i].Text, diff)
		}
	}
	if diff := cmp.Diff([]doc.Span{{Kind: doc.Raised, Start: 1, End: 2}}, d.Blocks[2].Table.Cells[0].Extra.Spans); diff != "" {
		t.Error(diff)
	}
}

func TestEncodings(t *testing.T) {
	for _, c := range []struct {
		name, body, media string
		want              string
	}{
		{"UTF8", "<p>Gr\u00f6\u00dfe", "", "Größe"},
		{"Windows1252", "<p>Gr\xf6\xdfe \x80", "", "Größe €"},
		{"Meta", "<meta charset=iso-8859-2><p>\xb1\xe6", "", "ąć"},
		{"MediaType", "<p>\x83n", "text/html; charset=shift_jis", "ハ"},
		{"UTF16", "\xff\xfe<\x00p\x00>\x00\xe9\x00", "", "é"},
		{"WrongMeta", "<meta charset=utf-8><p>caf\xe9", "", "café"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := formattest.File("a.html", c.body)
			f.MediaType = c.media
			d, err := html.Read(t.Context(), f, formattest.Options())
			if err != nil {
				t.Fatal(err)
			}
			if len(d.Blocks) != 1 || d.Blocks[0].Text != c.want {
				t.Errorf("got %q", formattest.Outline(d))
			}
		})
	}
}

func TestLimits(t *testing.T) {
	small := func(l format.Limits) format.Options { return format.Options{Limits: l} }
	for _, c := range []struct {
		name, body string
		limits     format.Limits
		want       fault.Name
	}{
		{"Empty", " \n ", format.Limits{}, fault.DocumentEmpty},
		{"Bytes", "<p>long enough", format.Limits{TextBytes: 5}, fault.DocumentTooLarge},
		{"Parts", strings.Repeat("<p>a", 100), format.Limits{Nodes: 50}, fault.DocumentTooLarge},
		{"Cells", "<table>" + strings.Repeat("<tr><td>a<td>b", 10) + "</table>", format.Limits{Cells: 10}, fault.DocumentTooLarge},
		{"WideCells", "<table><tr>" + strings.Repeat("<td colspan=1000>a", 100) + strings.Repeat("<tr><td>b", 1000) + "</table>", format.Limits{Cells: 1_000_000}, fault.DocumentTooLarge},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := html.Read(t.Context(), formattest.File("a.html", c.body), small(c.limits)); !fault.Is(err, c.want) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// Whatever is nested how deep, the text comes out and the time is bounded.
func TestHostile(t *testing.T) {
	const n = 20_000
	for name, body := range map[string]string{
		"Divs": strings.Repeat("<div>", n) + "deep", "Bold": strings.Repeat("<b>", n) + "deep", "Lists": strings.Repeat("<ul><li>", n) + "deep",
		"Tables": strings.Repeat("<table><tr><td>", n) + "deep", "Links": strings.Repeat("<a href=x>", n) + "deep", "Quotes": strings.Repeat("<blockquote>", n) + "deep",
		"Formatting": strings.Repeat("<b><i><u><a>", n/10) + "deep" + strings.Repeat("</b></i>", n/10), "Figures": strings.Repeat("<figure>", 400) + strings.Repeat("<p>deep", n),
		"Paragraphs": "<ul><li>" + strings.Repeat("<p>deep</p>", n), "Rows": "<table><tr><td colspan=1000 rowspan=65534>deep</td></tr>" + strings.Repeat("<tr><td>a", 1000) + "</table>",
		"InnerTables": "<table><tr><th>a<th>b<th>c<th>d" + strings.Repeat("<td>p", 200) + "<tr><td>" + strings.Repeat("<table><tr><td>x<td>", 40) + "deep",
		"Attributes":  "<p " + strings.Repeat("a=b ", n) + ">deep", "Open": "deep" + strings.Repeat("<", n), "Comments": strings.Repeat("<!--", n) + "-->deep", "Select": strings.Repeat("<select>", n) + "<p>deep",
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			d := read(t, body)
			if took := time.Since(start); took > formattest.Patience {
				t.Errorf("took %v", took)
			}
			if !strings.Contains(strings.Join(formattest.Outline(d), " "), "deep") {
				t.Errorf("the text is lost: %d blocks", len(d.Blocks))
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	formattest.Fuzz(f, html.Format, "<h1>a</h1><ul><li>b<ol><li>c</ol></ul>", "<table><tr><td rowspan=3>a<td colspan=2>b<tr><td>c</table>",
		"<p><a href=x>a<mark>b</a></mark>", "<dl><dt>a<dd>b</dl><pre>c</pre>", "<figure><img alt=a><figcaption>b</figure>", "<title>x</title><select><option selected>y")
}

// A table of data keeps the tables inside its cells as tables, and says what they say as text too.
func TestInnerTables(t *testing.T) {
	d := read(t, "<table><tr><th>a<th>b<tr><td>x<td>say <table><tr><td>1<td>2</table> so<tr><td>y<td>z<tr><td>p<td>q</table>")
	if len(d.Blocks) != 1 || d.Blocks[0].Table == nil {
		t.Fatalf("%q", formattest.Outline(d))
	}
	for _, c := range d.Blocks[0].Table.Cells {
		if c.Extra == nil {
			continue
		}
		in := c.Extra.Tables
		if len(in) != 1 || c.Text[in[0].Start:in[0].End] != "1\n2" || c.Text != "say\n1\n2\nso" || in[0].Table.Cols != 2 {
			t.Errorf("%q: %+v", c.Text, in)
		}
		return
	}
	t.Error("no table inside")
}
