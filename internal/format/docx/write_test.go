package docx_test

import (
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/format/docx"
	"github.com/octavo-dev/octavo/internal/format/formattest"
	"github.com/octavo-dev/octavo/internal/ooxml/ooxmltest"
)

// spaces are the namespaces that the parts of the tests use.
const spaces = ` xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"` +
	` xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"` +
	` xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"` +
	` xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"` +
	` xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml"` +
	` xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"` +
	` xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"`

// parts are the parts of a document beside its body, by the kind of their relation.
type parts map[string]string

// file writes a document. Parts are roots with what is inside them.
func file(t testing.TB, body string, more parts) string {
	t.Helper()
	return packed(body, more).Zip(t)
}

func packed(body string, more parts) ooxmltest.Parts {
	const main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
	p := ooxmltest.Parts{
		"[Content_Types].xml": ooxmltest.Types("word/document.xml", main),
		"_rels/.rels":         ooxmltest.Relations("r1", "officeDocument", "word/document.xml"),
		"word/document.xml":   ooxmltest.Head + "<w:document" + spaces + "><w:body>" + body + "</w:body></w:document>",
	}
	links := []string{"link", "hyperlink", "http://example.org/a b", "js", "hyperlink", "javascript:alert(1)", "img", "image", "http://canary.test/x.png", "local", "image", "file:///etc/passwd"}
	for kind, content := range more {
		name := kind + ".xml"
		p["word/"+name] = part(kind, content)
		links = append(links, kind, strings.TrimRight(kind, "0123456789"), name)
	}
	p["word/_rels/document.xml.rels"] = ooxmltest.Relations(links...)
	return p
}

// roots are the root elements of parts.
var roots = map[string]string{"header": "w:hdr", "footer": "w:ftr", "commentsExtended": "w15:commentsEx", "chart": "c:chartSpace", "diagramData": "dgm:dataModel"}

func part(kind, content string) string {
	kind = strings.TrimRight(kind, "0123456789")
	root := roots[kind]
	if root == "" {
		root = "w:" + kind
	}
	return ooxmltest.Head + "<" + root + spaces + ">" + content + "</" + root + ">"
}

func read(t testing.TB, body string, more parts) *doc.Document {
	t.Helper()
	d, err := docx.Read(t.Context(), formattest.File("a.docx", file(t, body, more)), formattest.Options())
	if err != nil {
		t.Fatal(err)
	}
	formattest.CheckSound(t, d)
	return d
}

// p is a paragraph of one run; properties may be empty.
func p(properties, text string) string {
	if properties != "" {
		properties = "<w:pPr>" + properties + "</w:pPr>"
	}
	return "<w:p>" + properties + r("", text) + "</w:p>"
}

func r(properties, text string) string {
	if properties != "" {
		properties = "<w:rPr>" + properties + "</w:rPr>"
	}
	return "<w:r>" + properties + `<w:t xml:space="preserve">` + text + "</w:t></w:r>"
}

func style(id string) string { return `<w:pStyle w:val="` + id + `"/>` }

func item(list, level string) string {
	return `<w:numPr><w:ilvl w:val="` + level + `"/><w:numId w:val="` + list + `"/></w:numPr>`
}

// row and table write cells that are given with their properties and content.
func row(properties string, cells ...string) string {
	if properties != "" {
		properties = "<w:trPr>" + properties + "</w:trPr>"
	}
	return "<w:tr>" + properties + strings.Join(cells, "") + "</w:tr>"
}

func cell(properties, content string) string {
	if !strings.HasPrefix(content, "<") {
		content = p("", content)
	}
	return "<w:tc><w:tcPr>" + properties + "</w:tcPr>" + content + "</w:tc>"
}

func table(rows ...string) string { return "<w:tbl>" + strings.Join(rows, "") + "</w:tbl>" }
