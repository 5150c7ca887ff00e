package docx_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/render"
)

func tracked(kind, who, runs string) string {
	return "<w:" + kind + ` w:id="1" w:author="` + who + `" w:date="2024-01-02T03:04:05Z">` + runs + "</w:" + kind + ">"
}

func gone(text string) string {
	return `<w:r><w:delText xml:space="preserve">` + text + "</w:delText></w:r>"
}

// The markup of tracked changes, links and highlights is that of the interface, character for character.
func TestMarkup(t *testing.T) {
	mark := func(kind string) string { return "<w:rPr><w:" + kind + ` w:id="1" w:author="Ann"/></w:rPr>` }
	link := `<w:hyperlink r:id="link">` + r("", "there") + "</w:hyperlink>"
	for _, c := range []struct{ name, body, marked, plain string }{
		{"Replaced", "<w:p>" + r("", "The ") + tracked("del", "Ann", gone("old")) + tracked("ins", "Ann", r("", "new")) + r("", " word.") + "</w:p>",
			"The <change><s>old</s><u>new</u></change> word.", "The new word."},
		{"Deleted", "<w:p>" + r("", "The ") + tracked("del", "Ann", gone("very ")) + r("", "word.") + "</w:p>", "The <change><s>very </s></change>word.", "The word."},
		{"Inserted", "<w:p>" + r("", "The ") + tracked("ins", "Ann", r("", "very ")) + r("", "word.") + "</w:p>", "The <change><u>very </u></change>word.", "The very word."},
		{"InsertedFirst", "<w:p>" + tracked("ins", "Ann", r("", "a")) + tracked("del", "Ann", gone("b")) + "</w:p>", "<change><u>a</u></change><change><s>b</s></change>", "a"},
		{"InsertedAndDeletedAgain", "<w:p>" + r("", "a") + tracked("ins", "Ann", tracked("del", "Bob", gone("x"))) + "</w:p>", "a<change><s>x</s></change>", "a"},
		{"Link", "<w:p>" + r("", "go ") + link + "</w:p>", "go [there](http://example.org/a%20b)", "go there"},
		{"LinkNowhere", `<w:p><w:hyperlink w:anchor="x">` + r("", "a") + `</w:hyperlink><w:hyperlink r:id="js">` + r("", "b") + `</w:hyperlink><w:hyperlink r:id="none">` + r("", "c") + "</w:hyperlink></w:p>", "abc", "abc"},
		{"LinkPlace", `<w:p><w:hyperlink r:id="link" w:anchor="top">` + r("", "a") + "</w:hyperlink></w:p>", "[a](http://example.org/a%20b#top)", "a"},
		{"LinkField", run(begin + `<w:instrText xml:space="preserve"> HYPERLINK "http://x.org/(1)" \l "p" \o "tip" </w:instrText>` + apart + "<w:t>a</w:t>" + end + "<w:t>b</w:t>"), "[a](http://x.org/%281%29#p)b", "ab"},
		{"SimpleField", `<w:p><w:fldSimple w:instr="HYPERLINK http://x.org">` + r("", "a") + "</w:fldSimple></w:p>", "[a](http://x.org)", "a"},
		{"LinkInserted", "<w:p>" + tracked("ins", "Ann", r("", "go ")+link+r("", " now")) + "</w:p>", "<change><u>go [there](http://example.org/a%20b) now</u></change>", "go there now"},
		{"LinkDeleted", "<w:p>" + r("", "a ") + `<w:hyperlink r:id="link">` + tracked("del", "Ann", gone("x")) + "</w:hyperlink></w:p>", "a <change><s>[x](http://example.org/a%20b)</s></change>", "a"},
		{"Highlight", "<w:p>" + r(`<w:highlight w:val="yellow"/>`, "a") + r(`<w:highlight w:val="none"/>`, "b") + r(`<w:shd w:val="clear" w:fill="FFFF00"/>`, "c") + r(`<w:shd w:val="clear" w:fill="auto"/>`, "d") + "</w:p>", "<mark>a</mark>b<mark>c</mark>d", "abcd"},
		{"Scripts", "<w:p>" + r("", "H") + r(`<w:vertAlign w:val="subscript"/>`, "2") + r(`<w:vertAlign w:val="baseline"/>`, "O m") + r(`<w:vertAlign w:val="superscript"/><w:highlight w:val="yellow"/>`, "3") + "</w:p>", "H<sub>2</sub>O m<mark><sup>3</sup></mark>", "H2O m3"},
		{"HighlightAcrossRuns", "<w:p>" + r(`<w:highlight w:val="yellow"/>`, "a ") + r(`<w:highlight w:val="yellow"/><w:b/>`, "b") + "</w:p>", "<mark>a b</mark>", "a b"},
		{"HighlightInLink", `<w:p><w:hyperlink r:id="link">` + r(`<w:highlight w:val="yellow"/>`, "a") + "</w:hyperlink></w:p>", "[<mark>a</mark>](http://example.org/a%20b)", "a"},
		{"ParagraphDeleted", p("", "a") + "<w:p><w:pPr>" + mark("del") + "</w:pPr>" + tracked("del", "Ann", gone("b")) + "</w:p>" + p("", "c"), "a\n\n<change><s>b</s></change>\n\nc", "a\n\nc"},
		{"ParagraphInserted", p("", "a") + "<w:p><w:pPr>" + mark("ins") + "</w:pPr>" + tracked("ins", "Ann", r("", "b")) + "</w:p>", "a\n\n<change><u>b</u></change>", "a\n\nb"},
		{"ParagraphsJoined", "<w:p><w:pPr>" + mark("del") + "</w:pPr>" + r("", "a ") + tracked("del", "Ann", gone("x")) + "</w:p>" + p(style("berschrift1"), "b"), "## a <change><s>x</s></change>b", "## a b"},
		{"LastParagraphJoined", "<w:p><w:pPr>" + mark("del") + "</w:pPr>" + r("", "a") + "</w:p>", "a", "a"},
		{"Moved", "<w:p>" + tracked("moveFrom", "Ann", r("", "m")) + r("", "a") + "</w:p><w:p>" + r("", "b") + tracked("moveTo", "Ann", r("", "m")) + "</w:p>", "<change><s>m</s></change>a\n\nb<change><u>m</u></change>", "a\n\nbm"},
		{"Row", table(row("", cell("", "a")), row(`<w:del w:id="1" w:author="Ann"/>`, cell("", "<w:p>"+tracked("del", "Ann", gone("b"))+"</w:p>")), row(`<w:ins w:id="1" w:author="Ann"/>`, cell("", "c"))),
			"| a |\n| --- |\n| <change><s>b</s></change> |\n| <change><u>c</u></change> |", "| a |\n| --- |\n| c |"},
		{"Cell", table(row("", cell("", "a"), cell(`<w:cellDel w:id="1" w:author="Ann"/>`, "b"), cell(`<w:cellIns w:id="1" w:author="Ann"/>`, "c"))), "| a | <change><s>b</s></change> | <change><u>c</u></change> |\n| --- | --- | --- |", "| a |  | c |\n| --- | --- | --- |"},
		{"Table", p("", "x") + table(row(`<w:del w:id="1" w:author="Ann"/>`, cell("", "a"))), "x\n\n| <change><s>a</s></change> |\n| --- |", "x"},
		{"Boxed", `<w:p>` + tracked("del", "Ann", `<w:r><w:pict><v:shape><v:textbox><w:txbxContent>`+p("", "box")+`</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`) + r("", "a") + "</w:p>", "a\n\n<change><s>box</s></change>", "a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := read(t, c.body, usual)
			if got := render.Markdown(d, render.Options{Changes: true, Links: true, Highlights: true, Scripts: true}); got != c.marked {
				t.Errorf("marked: got  %s\nwant %s", got, c.marked)
			}
			if got := render.Markdown(d, render.Options{}); got != c.plain {
				t.Errorf("plain: got  %s\nwant %s", got, c.plain)
			}
		})
	}
}

func TestSpans(t *testing.T) {
	d := read(t, "<w:p>"+r("", "  é ")+tracked("del", "Ann", gone("ol"))+tracked("del", "Ann", gone("d"))+tracked("ins", "Bob", r("", "new"))+
		`<w:hyperlink r:id="link">`+r("", "l")+r("<w:b/>", "k")+"</w:hyperlink>"+r(`<w:highlight w:val="red"/>`, " ")+"</w:p>", nil)
	want := []doc.Span{
		{Kind: doc.Deleted, Start: 3, End: 6, Author: "Ann"}, {Kind: doc.Inserted, Start: 6, End: 9, Author: "Bob"}, {Kind: doc.Link, Start: 9, End: 11, Target: "http://example.org/a b"},
	}
	if diff := cmp.Diff(want, d.Blocks[0].Spans); diff != "" || d.Blocks[0].Text != "é oldnewlk" {
		t.Errorf("%q: %s", d.Blocks[0].Text, diff)
	}
}

// Comments follow the block they are about, with their replies.
func TestCommentMarkup(t *testing.T) {
	d := read(t, "<w:p>"+r("", "a")+`<w:r><w:commentReference w:id="1"/></w:r></w:p>`+p("", "b"), parts{
		"comments": `<w:comment w:id="1" w:author="Ann" w:date="2024-01-02T03:04:05Z"><w:p w14:paraId="A">` + r("", "why?") + `</w:p></w:comment>` +
			`<w:comment w:id="2" w:author="Bob"><w:p w14:paraId="B">` + r("", "so") + `</w:p></w:comment>`,
		"commentsExtended": `<w15:commentEx w15:paraId="B" w15:paraIdParent="A"/>`,
	})
	if got, want := render.Markdown(d, render.Options{Comments: true}), "a\n\nAnn (2024-01-02T03:04:05Z): why?\n\nBob: so\n\nb"; got != want {
		t.Errorf("got %s", got)
	}
}
