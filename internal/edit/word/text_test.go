package word_test

import (
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/edit/word"
	"github.com/octavo-dev/octavo/internal/ooxml/ooxmltest"
)

// torn is a phrase in several runs of different looks.
var torn = p("The ", r("<w:b/>", "Acme "), r("<w:i/>", "Cor"), r("<w:u w:val=\"single\"/>", "p. pays"), " us.")

func TestText(t *testing.T) {
	for _, c := range []struct{ name, body, in, want string }{
		{"Replace", p("old text, old"), `Replace "old" with "new"`, p("new text, new")},
		{"ReplaceTorn", torn, `Replace "Acme Corp." with "Zenith"`, p("The ", r("<w:b/>", "Zenith"), `<w:r><w:rPr><w:i/></w:rPr></w:r>`, r(`<w:u w:val="single"/>`, " pays"), " us.")},
		{"ReplaceEscaped", p("a &amp; b"), `Replace "a & b" with "c < d"`, p("c &lt; d")},
		{"ReplaceCase", p("ACME wins"), `Replace "Acme" with "Zenith"`, p("Zenith wins")},
		{"ReplaceExactCaseFirst", p("ACME and Acme"), `Replace "Acme" with "Zenith"`, p("ACME and Zenith")},
		{"ReplaceSigns", p("it’s “so” 2–3"), `Replace 'it's "so" 2-3' with 'x'`, p("x")},
		{"ReplaceTab", p("a", "<w:r><w:tab/></w:r>", "b"), `Replace "a b" with "c"`, p("c", "<w:r></w:r>", `<w:r></w:r>`)},
		{"ReplaceSpace", "<w:p><w:r><w:t>old</w:t></w:r></w:p>", `Replace "old" with "new "`, `<w:p><w:r><w:t xml:space="preserve">new </w:t></w:r></w:p>`},
		{"ReplaceNothing", p("a b c"), `Replace "b" with ""`, p("a  c")},
		{"Insert", p("Acme pays"), `Add "Ltd" after "Acme"`, p("Acme", red(" Ltd"), " pays")},
		{"InsertBefore", p("Acme pays"), `Insert "the" before "Acme"`, p(red("the "), "Acme pays")},
		{"InsertEnd", p("Acme"), `Insert "pays" after "Acme"`, p("Acme", red(" pays"))},
		{"InsertSign", p("Acme pays"), `Insert ", Ltd," after "Acme"`, p("Acme", red(", Ltd,"), " pays")},
		{"InsertTorn", torn, `Insert "all" before "pays"`, p("The ", r("<w:b/>", "Acme "), r("<w:i/>", "Cor"), r(`<w:u w:val="single"/>`, "p. "), r(`<w:color w:val="FF0000"/><w:u w:val="single"/>`, "all "), r(`<w:u w:val="single"/>`, "pays"), " us.")},
		{"Highlight", p("the total is 5"), `Highlight "total"`, p("the ", r(`<w:highlight w:val="red"/>`, "total"), " is 5")},
		{"Underline", p("total"), `Underline "total"`, p(r(`<w:u w:val="single" w:color="FF0000"/>`, "total"))},
		{"Strike", torn, `Strike "Corp."`, p("The ", r("<w:b/>", "Acme "), r("<w:i/><w:strike/>", "Cor"), r(`<w:strike/><w:u w:val="single"/>`, "p."), r(`<w:u w:val="single"/>`, " pays"), " us.")},
		{"Twice", p("a b"), `Highlight "a". Replace "a" with "c". Strike "c b".`, p(r(`<w:strike/><w:highlight w:val="red"/>`, "c"), r("<w:strike/>", " b"))},
		{"Remove", p("a secret word"), `Remove "secret"`, p("a word")},
		{"RemoveEnd", p("a secret, word"), `Redact "secret"`, p("a, word")},
		{"RemoveAll", p("secret"), `Delete "secret"`, p("<w:r></w:r>")},
		{"RemoveDeleted", p("a ", `<w:del w:id="1" w:author="x"><w:r><w:delText xml:space="preserve">sec</w:delText></w:r></w:del>`, `<w:ins w:id="2" w:author="x">`+r("", "pub")+`</w:ins>`, "ret"), `Redact "secret"`,
			p("a ", `<w:del w:id="1" w:author="x"><w:r></w:r></w:del>`, `<w:ins w:id="2" w:author="x">`+r("", "pub")+`</w:ins>`, `<w:r></w:r>`)},
		{"RemoveCode", p(`<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> HYPERLINK "http://secret.test" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>`, "x", `<w:r><w:fldChar w:fldCharType="end"/></w:r>`), `Redact "secret"`,
			p(`<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> HYPERLINK &quot;http://.test&quot; </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>`, "x", `<w:r><w:fldChar w:fldCharType="end"/></w:r>`)},
	} {
		t.Run(c.name, func(t *testing.T) {
			parts, report := apply(t, sample(c.body).Zip(t), c.in, word.Options{Color: "#FF0000"})
			if got := body(parts); got != c.want || len(report.Left) > 0 {
				t.Errorf("%v\n got %s\nwant %s", report.Left, got, c.want)
			}
		})
	}
}

func red(text string) string { return r(`<w:color w:val="FF0000"/>`, text) }

func TestTextLeft(t *testing.T) {
	content := sample(p("words")).Zip(t)
	for in, want := range map[string]string{
		`Replace "x" with "y"`: `the document does not say "x"`, `Redact "zzz"`: `the document does not say "zzz"`, `Highlight "x"`: `the document does not say "x"`,
		`Add "y" after "x"`: `the document does not say "x"`, `Replace "words" with "y" on page 2`: "the document does not say where its pages begin and end",
		"Rotate page 1": "a text document has no pages that could be turned one by one",
	} {
		parts, report := apply(t, content, in, word.Options{})
		if len(report.Left) != 1 || report.Left[0].Reason != want || report.Left[0].Sentence != in || body(parts) != p("words") {
			t.Errorf("%s: %+v", in, report)
		}
	}
}

// A text stands in headers, footers, notes and text boxes as well, in both forms that a text box is kept in.
func TestTextEverywhere(t *testing.T) {
	shape := `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:inline><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>` + p("old box") +
		`</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape><v:textbox><w:txbxContent>` + p("old box") +
		`</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>`
	content := sample(p("old body", shape), "header1", p("old head"), "footer1", p("old foot"), "footnotes", `<w:footnote w:id="1">`+p("old note")+"</w:footnote>", "endnotes", `<w:endnote w:id="1">`+p("old end")+"</w:endnote>",
		"comments", `<w:comment w:id="1">`+p("old comment")+"</w:comment>").Zip(t)
	parts, _ := apply(t, content, `Replace "old" with "new"`, word.Options{})
	all := ""
	for name, text := range parts {
		if name != "" && name != "word/comments.xml" {
			all += text
		}
	}
	if strings.Contains(all, "old") || strings.Count(all, "new ") != 7 || !strings.Contains(parts["word/comments.xml"], "old") {
		t.Error(all)
	}
}

// What is redacted is in no part of the file any more.
func TestRedact(t *testing.T) {
	content := sample(p("Ms ", r("<w:b/>", "Ada"), " Byron")+`<w:p><w:hyperlink r:id="link" w:tooltip="write to Ada Byron">`+r("", "write")+"</w:hyperlink></w:p>"+
		p(`<w:ins w:id="1" w:author="Ada Byron">`+r("", "text")+`</w:ins>`, `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="n" descr="Ada  Byron in a boat"/></wp:inline></w:drawing></w:r>`)+
		p(control(`<w:alias w:val="Ada Byron"/><w:text/>`, r("", "x"))),
		"comments", `<w:comment w:id="1" w:author="Ada Byron" w:initials="AB">`+p("Is this Ada ", "Byron?")+"</w:comment>", "header1", p("for Ada Byron"), "settings", `<w:docVars><w:docVar w:name="n" w:val="Ada Byron"/></w:docVars>`)
	content["docProps/core.xml"] = ooxmltest.Head + `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>Ada Byron</dc:creator><dc:title>Letter of Ada Byron, 1840</dc:title></cp:coreProperties>`
	content["docProps/thumbnail.jpeg"] = "picture"
	content["customXml/item1.xml"] = `<data who="Ada Byron"><name>Ada Byron</name></data>`
	content["word/embeddings/a.xlsx"] = "sheet"
	content["_rels/.rels"] = ooxmltest.Relations("r1", "officeDocument", "word/document.xml", "r2", "thumbnail", "docProps/thumbnail.jpeg")
	content["word/_rels/document.xml.rels"] = strings.Replace(content["word/_rels/document.xml.rels"], "ada@example.org", "x@example.org?subject=Ada Byron", 1)
	parts, report := apply(t, content.Zip(t), `Redact "Ada Byron"`, word.Options{})
	for name, text := range parts {
		if name != "" && (strings.Contains(text, "Byron") || strings.Contains(text, "Ada")) {
			t.Errorf("%s: %s", name, text)
		}
	}
	if _, there := parts["docProps/thumbnail.jpeg"]; there || strings.Contains(parts["_rels/.rels"], "thumbnail") {
		t.Error("the picture of the first page is still there")
	}
	if len(report.Notes) != 1 || report.Notes[0] != "files embedded in the document were not searched" {
		t.Error(report.Notes)
	}
	if parts["word/embeddings/a.xlsx"] != "sheet" || !strings.Contains(parts["docProps/core.xml"], "<dc:title>Letter of, 1840</dc:title>") {
		t.Error(parts["docProps/core.xml"])
	}
}
