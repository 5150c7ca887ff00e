package word_test

import (
	"archive/zip"
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/edit"
	"github.com/octavo-dev/octavo/internal/edit/word"
	"github.com/octavo-dev/octavo/internal/format/docx"
	"github.com/octavo-dev/octavo/internal/format/formattest"
	"github.com/octavo-dev/octavo/internal/ooxml"
	"github.com/octavo-dev/octavo/internal/ooxml/ooxmltest"
	"github.com/octavo-dev/octavo/internal/render"
)

const spaces = ` xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"` +
	` xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"` +
	` xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"` +
	` xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"`

// sample is a document with the given body. Further parts follow by the kinds of their relations, as what stands inside
// their roots.
func sample(body string, more ...string) ooxmltest.Parts {
	const kind = "application/vnd.openxmlformats-officedocument.wordprocessingml."
	types := []string{"word/document.xml", kind + "document.main+xml"}
	links := []string{"link", "hyperlink", "mailto:ada@example.org"}
	p := ooxmltest.Parts{
		"_rels/.rels":       ooxmltest.Relations("r1", "officeDocument", "word/document.xml"),
		"word/document.xml": ooxmltest.Head + "<w:document" + spaces + "><w:body>" + body + "</w:body></w:document>",
		"word/other.bin":    "\x00\x01 not XML",
	}
	roots := map[string]string{"header": "w:hdr", "footer": "w:ftr"}
	for i := 0; i+1 < len(more); i += 2 {
		name, base := more[i], strings.TrimRight(more[i], "0123456789")
		root := roots[base]
		if root == "" {
			root = "w:" + base
		}
		p["word/"+name+".xml"] = ooxmltest.Head + "<" + root + spaces + ">" + more[i+1] + "</" + root + ">"
		types = append(types, "word/"+name+".xml", kind+base+"+xml")
		links = append(links, name, base, name+".xml")
	}
	p["[Content_Types].xml"] = strings.Replace(ooxmltest.Types(types...), "<Override", `<Default Extension="bin" ContentType="application/octet-stream"/><Override`, 1)
	p["word/_rels/document.xml.rels"] = ooxmltest.Relations(links...)
	return p
}

// p is a paragraph of one run, or of runs that are given as such.
func p(texts ...string) string {
	var b strings.Builder
	for _, t := range texts {
		if !strings.HasPrefix(t, "<") {
			t = r("", t)
		}
		b.WriteString(t)
	}
	return "<w:p>" + b.String() + "</w:p>"
}

func r(properties, text string) string {
	if properties != "" {
		properties = "<w:rPr>" + properties + "</w:rPr>"
	}
	return "<w:r>" + properties + `<w:t xml:space="preserve">` + text + "</w:t></w:r>"
}

func row(cells ...string) string {
	var b strings.Builder
	for _, c := range cells {
		if !strings.HasPrefix(c, "<") {
			if c != "" {
				c = r("", c)
			}
			c = "<w:p>" + c + "</w:p>"
		}
		b.WriteString("<w:tc><w:tcPr/>" + c + "</w:tc>")
	}
	return "<w:tr>" + b.String() + "</w:tr>"
}

func table(rows ...string) string { return "<w:tbl><w:tblPr/>" + strings.Join(rows, "") + "</w:tbl>" }

func control(properties, content string) string {
	return "<w:sdt><w:sdtPr>" + properties + "</w:sdtPr><w:sdtContent>" + content + "</w:sdtContent></w:sdt>"
}

const (
	page    = `<w:r><w:br w:type="page"/></w:r>`
	section = `<w:sectPr><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr>`
)

// legacy is a form field of the older kind.
func legacy(data, result string) string {
	code := "FORMTEXT"
	switch {
	case strings.Contains(data, "w:checkBox"):
		code = "FORMCHECKBOX"
	case strings.Contains(data, "w:ddList"):
		code = "FORMDROPDOWN"
	}
	return `<w:r><w:fldChar w:fldCharType="begin"><w:ffData>` + data + `</w:ffData></w:fldChar></w:r><w:r><w:instrText xml:space="preserve"> ` + code + ` </w:instrText></w:r>` +
		`<w:r><w:fldChar w:fldCharType="separate"/></w:r>` + result + `<w:r><w:fldChar w:fldCharType="end"/></w:r>`
}

func open(t testing.TB, content string) (*word.File, error) {
	t.Helper()
	return word.Open(t.Context(), strings.NewReader(content), int64(len(content)), ooxml.DefaultLimits)
}

// apply carries out instructions and gives the parts of the result, and what became of the instructions.
func apply(t testing.TB, content, instructions string, o word.Options) (map[string]string, word.Report) {
	t.Helper()
	f, err := open(t, content)
	if err != nil {
		t.Fatal(err)
	}
	actions, skipped := edit.Read(instructions)
	if len(skipped) > 0 {
		t.Fatalf("not understood: %q", skipped)
	}
	var out bytes.Buffer
	report, err := f.Apply(&out, actions, o)
	if err != nil {
		t.Fatal(err)
	}
	return unpacked(t, out.Bytes()), report
}

func unpacked(t testing.TB, data []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{"": string(data)}
	for _, f := range z.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		out[f.Name] = string(body)
	}
	return out
}

// body is what stands in the body of a document.
func body(parts map[string]string) string {
	_, rest, _ := strings.Cut(parts["word/document.xml"], "<w:body>")
	rest, _, _ = strings.Cut(rest, "</w:body>")
	return rest
}

var update = flag.Bool("update", false, "rewrite the wanted outputs under testdata")

func golden(t testing.TB, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Error("the wanted outputs were rewritten")
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Error(diff)
	}
}

// shown is the document as our reader reads it.
func shown(t testing.TB, parts map[string]string) string {
	t.Helper()
	d, err := docx.Read(t.Context(), formattest.File("a.docx", parts[""]), formattest.Options())
	if err != nil {
		t.Fatal(err)
	}
	formattest.CheckSound(t, d)
	return lines(d)
}

func lines(d *doc.Document) string { return render.Markdown(d, render.Options{}) }
