package word_test

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/edit"
	"github.com/octavo-dev/octavo/internal/edit/word"
	"github.com/octavo-dev/octavo/internal/engine/office/officetest"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/format/docx"
	"github.com/octavo-dev/octavo/internal/format/formattest"
	"github.com/octavo-dev/octavo/internal/ooxml"
	"github.com/octavo-dev/octavo/internal/ooxml/ooxmltest"
)

// raw are the packed bytes of the members of a container, in order.
func raw(t testing.TB, content string) (names []string, packed map[string]string) {
	t.Helper()
	z, err := zip.NewReader(strings.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	packed = map[string]string{}
	for _, f := range z.File {
		in, err := f.OpenRaw()
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, f.Name)
		packed[f.Name] = string(body)
	}
	return names, packed
}

// Only the part that an action is about is written again, and in it only the place that changes.
func TestUntouched(t *testing.T) {
	odd := `<w:p  w:rsidR = '00A1'><!-- kept --><w:pPr><w:spacing w:after="0"/></w:pPr><?keep this?><w:r><w:t>kept&#x20;&#233; old</w:t></w:r ><q:x xmlns:q="urn:q"/></w:p >`
	content := sample(odd+p("<![CDATA[x]]>"), "header1", p("head"), "styles", "").Zip(t)
	parts, _ := apply(t, content, `Replace "old" with "new"`, word.Options{})
	want := strings.Replace(odd, "<w:t>kept&#x20;&#233; old</w:t>", `<w:t xml:space="preserve">kept é new</w:t>`, 1) + p("<![CDATA[x]]>")
	if got := body(parts); got != want {
		t.Errorf("got %s", got)
	}
	names, before := raw(t, content)
	after, now := raw(t, parts[""])
	if strings.Join(names, " ") != strings.Join(after, " ") {
		t.Errorf("the parts %q are now %q", names, after)
	}
	for name := range before {
		if before[name] != now[name] && name != "word/document.xml" {
			t.Errorf("%s changed", name)
		}
	}
}

// Programs may give namespaces other prefixes.
func TestOtherPrefix(t *testing.T) {
	parts := sample(p("Name: ____") + section)
	parts["word/document.xml"] = strings.NewReplacer("<w:", "<ns0:", "</w:", "</ns0:", " w:", " ns0:", "xmlns:w=", "xmlns:ns0=", "xmlns:r=", "xmlns:ns1=").Replace(parts["word/document.xml"])
	parts["[Content_Types].xml"] = strings.NewReplacer("<Types xmlns=", "<ct:Types xmlns:ct=", "</Types", "</ct:Types", "<Override", "<ct:Override", "<Default", "<ct:Default").Replace(parts["[Content_Types].xml"])
	got, report := apply(t, parts.Zip(t), "Name: Ada\nAdd a watermark that says DRAFT", word.Options{})
	if text := shown(t, got); len(report.Left) > 0 || !strings.Contains(text, "Name: Ada") || !strings.Contains(got["word/header1.xml"], "DRAFT") {
		t.Errorf("%v\n%s\n%s", report.Left, text, got["word/document.xml"])
	}
}

func TestStrict(t *testing.T) {
	parts := sample(p("Name: ____") + section)
	parts["word/document.xml"] = strings.NewReplacer("http://schemas.openxmlformats.org/wordprocessingml/2006/main", "http://purl.oclc.org/ooxml/wordprocessingml/main",
		"http://schemas.openxmlformats.org/officeDocument/2006/relationships", "http://purl.oclc.org/ooxml/officeDocument/relationships").Replace(parts["word/document.xml"])
	got, _ := apply(t, parts.Zip(t), "Name: Ada\nStamp PAID", word.Options{})
	if text := shown(t, got); !strings.Contains(text, "Name: Ada") || !strings.Contains(text, "PAID") || !strings.Contains(got["word/_rels/document.xml.rels"], "purl.oclc.org/ooxml/officeDocument/relationships/header") {
		t.Error(text, got["word/_rels/document.xml.rels"])
	}
}

func TestMacrosAreKept(t *testing.T) {
	content := officetest.Docm(officetest.Paragraph("old"), officetest.Project("Sub Main\r\nEnd Sub\r\n"))
	parts, _ := apply(t, string(content), `Replace "old" with "new"`, word.Options{})
	_, before := raw(t, string(content))
	_, now := raw(t, parts[""])
	if before["word/vbaProject.bin"] != now["word/vbaProject.bin"] || !strings.Contains(parts["word/document.xml"], "new") {
		t.Error("the macros changed")
	}
}

func TestRefused(t *testing.T) {
	sound := sample(p("words")).Zip(t)
	broken := func(name, content string) string {
		parts := sample(p("words"), "header1", p("head"))
		parts[name] = content
		return parts.Zip(t)
	}
	entities := `<!DOCTYPE w:document [<!ENTITY a "boom">]><w:document` + spaces + "><w:body>" + p("&a;") + "</w:body></w:document>"
	for _, c := range []struct {
		name, content string
		want          fault.Name
	}{
		{"Locked", ooxmltest.Lock([]byte(sound), "secret", 50), fault.DocumentPasswordProtected},
		{"Cut", sound[:len(sound)/2], fault.DocumentCorrupt},
		{"NoZip", "hello", fault.DocumentCorrupt},
		{"Sheet", broken("word/document.xml", `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>`), fault.DocumentCorrupt},
		{"NoBody", broken("word/document.xml", "<w:document"+spaces+"/>"), fault.DocumentCorrupt},
		{"Entities", broken("word/document.xml", entities), fault.DocumentCorrupt},
		{"CutXML", broken("word/document.xml", entities[len(entities)/2:]), fault.DocumentCorrupt},
		{"CutHeader", broken("word/header1.xml", "<w:hdr"), fault.DocumentCorrupt},
		{"Overlapping", ooxmltest.Overlapping(t), fault.DocumentCorrupt},
		{"Bomb", ooxmltest.Raw(t, ooxmltest.Member{Name: "[Content_Types].xml", Body: []byte(ooxmltest.Types())}, ooxmltest.Member{Name: "word/document.xml", Body: make([]byte, 50<<20)}), fault.DocumentCorrupt},
		{"Sixteen", broken("word/document.xml", "\xff\xfe<\x00x\x00/\x00>\x00"), fault.DocumentUnsupported},
		{"Encoding", broken("word/document.xml", `<?xml version="1.0" encoding="windows-1252"?><w:document`+spaces+"><w:body/></w:document>"), fault.DocumentUnsupported},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := open(t, c.content)
			if err == nil {
				_, err = f.Apply(io.Discard, []edit.Action{{Kind: edit.Replace, Find: "words", Value: "x"}, {Kind: edit.Fill, Label: "x"}}, word.Options{})
			}
			if !fault.Is(err, c.want) {
				t.Error(err)
			}
		})
	}
}

// What an action would make too large is refused before it is made.
func TestTooLarge(t *testing.T) {
	heavy := "<w:p><w:r><w:rPr>" + `<w:lang w:val="` + strings.Repeat("x", 50_000) + `"/>` + "</w:rPr><w:t>" + strings.Repeat("a ", 5000) + "</w:t></w:r></w:p>"
	for _, a := range []edit.Action{{Kind: edit.Highlight, Find: "a"}, {Kind: edit.Insert, Find: "a", Value: "b", Place: edit.After}, {Kind: edit.Replace, Find: "a", Value: strings.Repeat("b", 10_000)}} {
		content := sample(heavy).Zip(t)
		f, err := word.Open(t.Context(), strings.NewReader(content), int64(len(content)), ooxml.Limits{Ratio: 10_000})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Apply(io.Discard, []edit.Action{a}, word.Options{}); !fault.Is(err, fault.DocumentTooLarge) {
			t.Errorf("%s: %v", a.Kind, err)
		}
	}
}

func TestSignatureIsTold(t *testing.T) {
	parts := sample(p("old"))
	parts["_xmlsignatures/sig1.xml"] = "<x/>"
	if _, report := apply(t, parts.Zip(t), `Replace "old" with "new"`, word.Options{}); len(report.Notes) != 1 {
		t.Error(report.Notes)
	}
	if _, report := apply(t, parts.Zip(t), `Replace "nowhere" with "new"`, word.Options{}); len(report.Notes) != 0 {
		t.Error(report.Notes)
	}
}

// every asks for everything there is.
var every = []edit.Action{
	{Kind: edit.Fill, Label: "Name", Value: "Ada <&>\x01"}, {Kind: edit.Check, Label: "Name"}, {Kind: edit.Uncheck, Label: "x"}, {Kind: edit.Select, Label: "x", Value: "y"},
	{Kind: edit.Replace, Find: "a", Value: "bb"}, {Kind: edit.Insert, Find: "b", Value: "i", Place: edit.After}, {Kind: edit.Insert, Find: "b", Value: "i", Place: edit.Before},
	{Kind: edit.Highlight, Find: "b"}, {Kind: edit.Underline, Find: "bb"}, {Kind: edit.Strike, Find: "b"}, {Kind: edit.Write, Value: "w", Place: edit.Top, Pages: edit.Page(1)},
	{Kind: edit.Write, Value: "w", Place: edit.Bottom}, {Kind: edit.Write, Value: "w", Place: edit.Bottom, Pages: edit.Page(1)}, {Kind: edit.Watermark, Value: "m"}, {Kind: edit.Stamp, Value: "s"},
	{Kind: edit.NumberPages, Place: edit.Bottom}, {Kind: edit.DeletePage, Pages: edit.Page(1)}, {Kind: edit.Rotate, Turn: 90}, {Kind: edit.Remove, Find: "i"}, {Kind: "dance"},
}

// Whatever a body holds, what is made of it is sound XML that our reader reads.
func TestSound(t *testing.T) {
	piece := rapid.SampledFrom([]string{
		p("Name: ____"), p("a", page, "b"), p(r("<w:b/>", "ab"), "ba"), table(row("Name", ""), row("x", "a")), p(control("<w:text/>"+holder, prompt)), control("<w:text/>", p("a")), control(box, p("☐")),
		p(control(box, r("", "☐")), " x"), p(legacy(oldText, r("", "a"))), p(legacy(oldBox, ""), "x"), p(legacy(oldList, "")), "<w:p/>", p("[ ] x ☐ y"), section, "<w:p><w:pPr>" + section + "</w:pPr></w:p>",
		p(`<w:r><w:fldChar w:fldCharType="end"/></w:r>`), p(`<w:r><w:fldChar w:fldCharType="begin"/></w:r>`, "a"), "<w:tbl/>", "<w:tr/>", "<w:tc/>", "<w:sdt/>", "<w:sdt><w:sdtPr/><w:sdtContent/></w:sdt>",
		"<w:p><w:del><w:r><w:delText>a</w:delText></w:r></w:del></w:p>", "<w:p><w:r><w:lastRenderedPageBreak/></w:r></w:p>", "<w:p><w:pPr><w:pageBreakBefore/></w:pPr></w:p>", "<w:r><w:t>a</w:t></w:r>", "<w:p><w:t>a</w:t></w:p>",
		"<w:p><w:r><w:br w:type=\"page\"/><w:tab/><w:t>ab</w:t><w:sym/></w:r></w:p>",
	})
	rapid.Check(t, func(rt *rapid.T) {
		text := strings.Join(rapid.SliceOfN(piece, 0, 8).Draw(rt, "body"), "")
		check(t, text)
	})
}

func check(t testing.TB, text string) {
	content := sample(text+p("end"), "footer1", p("a")).Zip(t)
	f, err := open(t, content)
	if err != nil {
		return
	}
	var out bytes.Buffer
	report, err := f.Apply(&out, every, word.Options{Color: "#00ff00", FontSize: 9})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if len(report.Done)+len(report.Left) != len(every) {
		t.Errorf("%s: %d done, %d left", text, len(report.Done), len(report.Left))
	}
	// A field without end hides all that follows, so that nothing may be left to be read.
	d, err := docx.Read(t.Context(), formattest.File("a.docx", out.String()), formattest.Options())
	if err == nil {
		formattest.CheckSound(t, d)
	} else if !fault.Is(err, fault.DocumentEmpty) {
		t.Errorf("%s: %v", text, err)
	}
	if again, err := word.Open(t.Context(), bytes.NewReader(out.Bytes()), int64(out.Len()), ooxml.DefaultLimits); err != nil {
		t.Errorf("%s: %v", text, err)
	} else if _, err := again.Document(); err != nil {
		t.Errorf("%s: %v", text, err)
	}
}

func FuzzApply(f *testing.F) {
	f.Add(form)
	f.Add(three)
	f.Add(torn)
	f.Fuzz(func(t *testing.T, text string) { check(t, text) })
}

// Long documents are worked on in a time that grows with their length.
func TestManyPieces(t *testing.T) {
	const n = 2000
	for name, text := range map[string]string{
		"Runs": "<w:p>" + strings.Repeat(r("", "a"), n) + "</w:p>", "Run": p(strings.Repeat("a ", n)), "Blanks": p(strings.Repeat("a ____ ", n)), "Cells": table("<w:tr>" + strings.Repeat("<w:tc><w:p/></w:tc>", n) + "</w:tr>"),
		"Rows": table(strings.Repeat(row("Name", ""), n)), "Controls": "<w:p>" + strings.Repeat(control("<w:text/>", r("", "a")), n) + "</w:p>", "Pages": strings.Repeat(p("a", page), n),
		"Sections": strings.Repeat("<w:p><w:pPr><w:sectPr/></w:pPr></w:p>", n), "Fields": "<w:p>" + strings.Repeat(legacy(oldText, r("", "a")), n/4) + "</w:p>", "Boxes": p(strings.Repeat("☐ a ", n)),
	} {
		t.Run(name, func(t *testing.T) {
			content := sample(text).Zip(t)
			f, err := word.Open(t.Context(), strings.NewReader(content), int64(len(content)), ooxml.Limits{Ratio: 10_000})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.Apply(io.Discard, every[:10], word.Options{}); err != nil {
				t.Fatal(err)
			}
		})
	}
}
