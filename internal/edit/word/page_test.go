package word_test

import (
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/edit/word"
)

// three are three pages: a break inside a paragraph, and a paragraph that begins a page.
var three = p("one") + p("one more", page, "two") + p("two more") + "<w:p><w:pPr><w:pageBreakBefore/></w:pPr>" + r("", "three") + "</w:p>" + section

func TestDeletePage(t *testing.T) {
	ending := "<w:p><w:pPr>" + section + "</w:pPr>" + r("", "one ends") + "</w:p>"
	for _, c := range []struct{ name, body, in, want string }{
		{"First", three, "Delete page 1", "two\n\ntwo more\n\nthree"},
		{"Second", three, "Delete page 2", "one\n\none more\n\nthree"},
		{"Last", three, "Delete the last page", "one\n\none more\n\ntwo\n\ntwo more"},
		{"Two", three, "Delete pages 1 and 3", "two\n\ntwo more"},
		{"Run", three, "Delete pages 2-3", "one\n\none more"},
		{"Section", p("one") + ending + p("two") + section, "Delete page 1", "two"},
		{"AfterSection", p("one") + ending + p("two") + section, "Delete page 2", "one\n\none ends"},
		{"Shown", p("one") + "<w:p><w:r><w:t>one more</w:t></w:r><w:r><w:lastRenderedPageBreak/><w:t>two</w:t></w:r></w:p>", "Delete page 2", "one\n\none more"},
		{"SaidTwice", p("one", page) + "<w:p><w:r><w:lastRenderedPageBreak/><w:t>two</w:t></w:r></w:p>", "Delete page 2", "one"},
	} {
		t.Run(c.name, func(t *testing.T) {
			parts, report := apply(t, sample(c.body).Zip(t), c.in, word.Options{})
			if got := shown(t, parts); squeezed(got) != squeezed(c.want) || len(report.Left) > 0 {
				t.Errorf("%v\n%s\n%s", report.Left, got, body(parts))
			}
		})
	}
}

func TestDeletePageLeft(t *testing.T) {
	field := `<w:r><w:fldChar w:fldCharType="begin"/></w:r>`
	for _, c := range []struct{ name, body, in, want string }{
		{"Unknown", p("one"), "Delete page 1", "the document does not say where its pages begin and end"},
		{"Missing", three, "Delete page 7", "the document has 3 pages as far as its page breaks tell"},
		{"All", three, "Delete all pages", "no page would be left"},
		{"Table", table("<w:tr><w:tc>"+p("one")+"<w:p><w:r><w:lastRenderedPageBreak/><w:t>two</w:t></w:r></w:p></w:tc></w:tr>") + p("end"), "Delete page 2", "page 2 begins or ends inside a table"},
		{"Field", p(field, "one", page, "two", `<w:r><w:fldChar w:fldCharType="end"/></w:r>`), "Delete page 1", "page 1 begins or ends inside a field"},
	} {
		t.Run(c.name, func(t *testing.T) {
			parts, report := apply(t, sample(c.body).Zip(t), c.in, word.Options{})
			if len(report.Left) != 1 || report.Left[0].Reason != c.want || body(parts) != c.body {
				t.Errorf("%+v", report)
			}
		})
	}
}

func TestWrite(t *testing.T) {
	ending := "<w:p><w:pPr>" + section + "</w:pPr>" + r("", "one") + "</w:p>"
	for _, c := range []struct{ name, body, in, want string }{
		{"Top", p("words"), `Write "note" at the top`, "note\n\nwords"},
		{"Bottom", p("words") + section, `Write "note" at the bottom`, "words\n\nnote"},
		{"PageTop", three, `Write "note" at the top of page 2`, "one\n\none more\n\nnote\ntwo\n\ntwo more\n\nthree"},
		{"PageBottom", three, `Write "note" at the bottom of page 1`, "one\n\none more\n\nnote\n\ntwo\n\ntwo more\n\nthree"},
		{"BreakBefore", three, `Write "note" at the top of page 3`, "one\n\none more\n\ntwo\n\ntwo more\n\nnote\nthree"},
		{"BeforeBreak", three, `Write "note" at the bottom of page 2`, "one\n\none more\n\ntwo\n\ntwo more\n\nnote\n\nthree"},
		{"SectionTop", ending + p("two") + section, `Write "note" at the top of page 2`, "one\n\nnote\n\ntwo"},
		{"SectionBottom", ending + p("two") + section, `Write "note" at the bottom of page 1`, "one\nnote\n\ntwo"},
		{"EveryTop", p("words") + section, `Write "note" at the top of every page`, "note\n\nwords"},
		{"EveryBottom", p("words") + section, `Write "note" at the bottom of every page`, "words\n\nnote"},
	} {
		t.Run(c.name, func(t *testing.T) {
			parts, report := apply(t, sample(c.body).Zip(t), c.in, word.Options{})
			if got := shown(t, parts); squeezed(got) != squeezed(c.want) || len(report.Left) > 0 {
				t.Errorf("%v\n%s\n%s", report.Left, got, body(parts))
			}
		})
	}
	_, report := apply(t, sample(p("a")+"<w:p><w:r><w:lastRenderedPageBreak/><w:t>b</w:t></w:r></w:p>").Zip(t), `Write "x" at the top of page 2`, word.Options{})
	if len(report.Left) != 1 || !strings.Contains(report.Left[0].Reason, "only where a page break makes one") {
		t.Error(report)
	}
}

// A text on one page is changed there only.
func TestTextOfPage(t *testing.T) {
	parts, _ := apply(t, sample(p("old")+p(page)+p("old")).Zip(t), `Replace "old" with "new" on page 2`, word.Options{})
	if got := body(parts); got != p("old")+p(page)+p("new") {
		t.Error(got)
	}
}

// Watermarks, stamps and numbers stand on every page, whatever headers and footers the document has.
func TestMargins(t *testing.T) {
	refer := func(kinds ...string) string {
		list := ""
		for _, k := range kinds {
			name, id, _ := strings.Cut(k, "=")
			part, kind, _ := strings.Cut(name, "/")
			list += `<w:` + part + `Reference w:type="` + kind + `" r:id="` + id + `"/>`
		}
		return strings.Replace(section, "<w:pgSz", list+"<w:pgSz", 1)
	}
	titled := strings.Replace(section, "</w:sectPr>", "<w:titlePg/></w:sectPr>", 1)
	even := []string{"settings", "<w:evenAndOddHeaders/>"}
	for _, c := range []struct {
		name, body, in string
		more           []string
		parts          string // that changed or were added
	}{
		{"None", p("x") + section, "Add a watermark that says DRAFT", nil, "header1 "},
		{"NoSection", p("x"), "Add a watermark that says DRAFT", nil, "header1 "},
		{"SingleTag", p("x") + "<w:sectPr/>", "Stamp PAID", nil, "header1 "},
		{"Given", p("x") + refer("header/default=header1"), "Add a watermark that says DRAFT", []string{"header1", p("head")}, "header1 "},
		{"First", p("x") + titled, "Stamp PAID", nil, "header1 header2 "},
		{"Even", p("x") + section, "Stamp PAID", even, "header1 header2 "},
		{"Sections", "<w:p><w:pPr>" + refer("header/default=header1") + "</w:pPr></w:p>" + p("x") + refer("header/default=header2"), "Stamp PAID", []string{"header1", p("a"), "header2", p("b")}, "header1 header2 "},
		{"Numbers", p("x") + section, "Add page numbers", nil, "footer1 "},
		{"NumbersTop", p("x") + section, "Add page numbers at the top", nil, "header1 "},
		{"Line", p("x") + refer("footer/default=footer1"), `Write "Draft" at the bottom of every page`, []string{"footer1", "<w:p/>"}, "footer1 "},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := sample(c.body, c.more...)
			parts, report := apply(t, before.Zip(t), c.in, word.Options{Color: "#0000FF"})
			if len(report.Left) > 0 {
				t.Fatal(report.Left)
			}
			changed := ""
			for _, name := range []string{"header1", "header2", "footer1", "footer2"} {
				if part := "word/" + name + ".xml"; parts[part] != before[part] {
					changed += name + " "
				}
			}
			if changed != c.parts {
				t.Errorf("changed %s", changed)
			}
			golden(t, "margin/"+c.name+".xml", parts["word/document.xml"]+"\n"+parts["word/header1.xml"]+"\n"+parts["word/footer1.xml"]+"\n"+parts["[Content_Types].xml"]+"\n"+parts["word/_rels/document.xml.rels"]+"\n")
			shown(t, parts)
		})
	}
}

func TestMarginsLeft(t *testing.T) {
	numbered := sample(p("x")+strings.Replace(section, "<w:pgSz", `<w:footerReference w:type="default" r:id="footer1"/><w:pgSz`, 1), "footer1", `<w:p><w:fldSimple w:instr=" PAGE \* MERGEFORMAT "><w:r><w:t>1</w:t></w:r></w:fldSimple></w:p>`)
	for _, c := range []struct{ content, in, want string }{
		{numbered.Zip(t), "Add page numbers", "the pages have numbers already"},
		{sample(three).Zip(t), "Add a watermark that says DRAFT to page 2", "what stands in the headers and footers of a text document stands on all pages, not on single ones"},
		{sample(three).Zip(t), "Stamp PAID on page 1", "what stands in the headers and footers of a text document stands on all pages, not on single ones"},
	} {
		_, report := apply(t, c.content, c.in, word.Options{})
		if len(report.Left) != 1 || report.Left[0].Reason != c.want {
			t.Errorf("%s: %+v", c.in, report)
		}
	}
	if _, report := apply(t, sample(three).Zip(t), "Add a watermark that says DRAFT to pages 1-3", word.Options{}); len(report.Left) > 0 {
		t.Error(report.Left)
	}
}
