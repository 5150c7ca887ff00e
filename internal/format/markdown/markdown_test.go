package markdown_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/format/formattest"
	"github.com/octavo-dev/octavo/internal/format/markdown"
)

func read(t *testing.T, body string) *doc.Document {
	t.Helper()
	d, err := markdown.Read(t.Context(), formattest.File("a.md", body), formattest.Options())
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
		{"Headings", "# A\n\n## B\n\n###### C\n\n# D\n\nE\n===", []string{"Title: A", "Section Header 2: B", "Section Header 6: C", "Section Header 2: D", "Section Header 2: E"}},
		{"LateTitle", "## B\n\n# A", []string{"Section Header 2: B", "Title: A"}},
		{"Paragraph", "a *b* **c** `d`\ne  \nf", []string{"Text: a b c d e\nf"}},
		{"Escapes", `\# 5 &lt; 6 &amp; &#233; \*`, []string{"Text: # 5 < 6 & é *"}},
		{"EntityInCode", "`&lt;`", []string{"Text: &lt;"}},
		{"Quote", "> a\n> b\n>\n> > c", []string{"Text: a b", "Text: c"}},
		{"ListInQuote", "> - a\n>   - b", []string{"List Item 1: a", "List Item 2: b"}},
		{"Bullets", "- a\n- b\n\n  more\n- c", []string{"List Item 1: a", "List Item 1: b\nmore", "List Item 1: c"}},
		{"Numbers", "3. a\n4. b\n   1) c", []string{"List Item 1 3.: a", "List Item 1 4.: b", "List Item 2 1): c"}},
		{"CodeInItem", "- a\n\n  ```\n  x\n  ```\n\n  b", []string{"List Item 1: a", "Text code : x", "Text: b"}},
		{"ItemWithoutText", "-\n- b", []string{"List Item 1: b"}},
		{"Tasks", "- [x] a\n- [ ] b", []string{"List Item 1: [x] a", "List Item 1: [ ] b"}},
		{"Code", "```go\nfunc f() {\n\n}\n```\n\n    x\n      y", []string{"Text code go: func f() {\n\n}", "Text code : x\n  y"}},
		{"Table", "|a|b|\n|-|-|\n|1|x \\| y|\n|2|", []string{"Table 3x2+1: a,b,1,x | y,2,"}},
		{"Image", "![alt *text*](x.png)", []string{"Figure: alt text"}},
		{"Images", "![a](x.png) ![b](y.png)", []string{"Figure: a", "Figure: b"}},
		{"ImageInLine", "see ![this](x.png) one", []string{"Text: see this one"}},
		{"Rule", "a\n\n---\n\nb", []string{"Text: a", "Text: b"}},
		{"Footnote", "a[^x] b\n\n[^x]: the *note*", []string{"Text: a[1] b", "Text: [1] the note"}},
		{"Definitions", "T\n: one\n: two\n\nU\n: three", []string{"Key Value: T=one; two | U=three"}},
		{"Strike", "~~a~~ b", []string{"Text: a b"}},
		{"FrontMatter", "---\ntitle: \"A: b\"\nlist:\n  - x\n  - y\n---\n\n# T", []string{"Key Value: title=A: b | list=x, y", "Title: T"}},
		{"FrontMatterOfProse", "---\nno labels here\n---\nx", []string{"Section Header 2: no labels here", "Text: x"}},
		{"HTMLBlock", "<div>\n<b>x</b>\n</div>\n\ntext <br> more <b>bold</b> <!-- gone -->", []string{"Text: x", "Text: text\nmore bold"}},
		{"HTMLTable", "<table>\n\n<tr><td>a</td><td>b</td></tr>\n\n</table>", []string{"Table 1x2+0: a,b"}},
		{"HTMLHeading", "<h1>A</h1>\n\n# B", []string{"Title: A", "Section Header 2: B"}},
		{"HTMLInItem", "- a\n\n  <p>b</p>", []string{"List Item 1: a", "Text: b"}},
		{"ScriptIsDropped", "<script>\nalert(1)\n</script>\n\nx", []string{"Text: x"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, formattest.Outline(read(t, c.body))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestLinks(t *testing.T) {
	d := read(t, "see [the *manual*](http://a/b) and <http://c>")
	want := []doc.Span{{Kind: doc.Link, Start: 4, End: 14, Target: "http://a/b"}, {Kind: doc.Link, Start: 19, End: 27, Target: "http://c"}}
	if diff := cmp.Diff(want, d.Blocks[0].Spans); diff != "" {
		t.Error(diff)
	}
	cell := read(t, "|a|\n|-|\n|[x](y)|").Blocks[0].Table.Cells[1]
	if cell.Extra == nil || len(cell.Extra.Spans) != 1 || cell.Extra.Spans[0].Target != "y" {
		t.Errorf("cell %+v", cell)
	}
}

func TestScripts(t *testing.T) {
	d := read(t, "H<sub>2</sub>O and [mc<SUP>2</SUP>](y)</sup> are <b>known</b>\n\nopen <sup>up\n\nnot here")
	for i, want := range [][]doc.Span{
		{{Kind: doc.Lowered, Start: 1, End: 2}, {Kind: doc.Link, Start: 8, End: 11, Target: "y"}, {Kind: doc.Raised, Start: 10, End: 11}},
		{{Kind: doc.Raised, Start: 5, End: 7}},
		nil,
	} {
		if diff := cmp.Diff(want, d.Blocks[i].Spans); diff != "" {
			t.Errorf("%q: %s", d.Blocks[i].Text, diff)
		}
	}
}

func TestEmpty(t *testing.T) {
	if _, err := markdown.Read(t.Context(), formattest.File("a.md", " \n"), formattest.Options()); !fault.Is(err, fault.DocumentEmpty) {
		t.Errorf("got %v", err)
	}
	if d := read(t, "<!-- only a comment -->"); len(d.Blocks) != 0 || len(d.Pages) != 1 {
		t.Errorf("%+v", d)
	}
}

// Texts that would cost the parser out of proportion are read as plain text, and none takes long.
func TestHostile(t *testing.T) {
	const n = 20_000
	var references, fences, deep strings.Builder
	for i := range n / 5 {
		fmt.Fprintf(&references, "[a%d]: b\n", i)
	}
	for i := range 300 {
		fences.WriteString("e" + strings.Repeat("`", i))
		deep.WriteString(strings.Repeat(" ", 2*i) + "- a\n")
	}
	for name, c := range map[string]struct {
		body  string
		plain bool
	}{
		"Quotes": {strings.Repeat(">", n), true}, "Bullets": {strings.Repeat("- ", n) + "x", true}, "Numbers": {strings.Repeat("1. ", n) + "x", true},
		"Brackets": {strings.Repeat("[a](", n), true}, "Images": {strings.Repeat("![", n), true}, "References": {references.String(), true},
		"WideTable": {strings.Repeat("a|", 2000) + "\n" + strings.Repeat("-|", 2000) + strings.Repeat("\na|b", 2000), true},
		"DeepList":  {deep.String(), true}, "Long": {strings.Repeat("a", 8<<20+1), true},
		"Stars": {strings.Repeat("*a **b ", n), false}, "Fences": {fences.String(), false}, "Angles": {strings.Repeat("<a b=\"", n), false},
		"Comments": {strings.Repeat("a <!-- ", n), false}, "Rule": {strings.Repeat("- ", 200), false}, "Lines": {strings.Repeat("a\n", n), false},
		"Boxes": {strings.Repeat("<div>\n\n", n/5), false}, "LinkedTable": {"a|b\n-|-\n" + strings.Repeat("[x](y)|[z](w)\n", 3000), false},
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			d := read(t, c.body)
			if took := time.Since(start); took > formattest.Patience {
				t.Errorf("took %v", took)
			}
			if plain := len(d.Issues) > 0; plain != c.plain {
				t.Errorf("read as plain text: %v", plain)
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	formattest.Fuzz(f, markdown.Format, "# a\n\n- b\n  1. c\n\n|x|y|\n|-|-|\n|1|", "---\na: b\n---\n[x](y) ![z](w)", "<table><tr><td>a", "a[^1]\n\n[^1]: b\n\nT\n: d", "```\nx")
}
