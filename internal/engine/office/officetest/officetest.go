// Package officetest makes office files for tests.
package officetest

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/octavo-dev/octavo/internal/ooxml/ooxmltest"
)

// Zip packs parts, given as names and contents in turn.
func Zip(parts ...string) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(parts); i += 2 {
		method := zip.Deflate
		if parts[i] == "mimetype" { // programs look for it at its place
			method = zip.Store
		}
		m, err := w.CreateHeader(&zip.FileHeader{Name: parts[i], Method: method})
		if err == nil {
			_, err = m.Write([]byte(parts[i+1]))
		}
		if err != nil {
			panic(err)
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

// Docx is a text document with the given content of its body.
func Docx(body string) []byte {
	return Zip(
		"[Content_Types].xml", ooxmltest.Types("word/document.xml", word+"document.main+xml"),
		"_rels/.rels", ooxmltest.Relations("r", "officeDocument", "word/document.xml"),
		"word/document.xml", document(body),
	)
}

// Docm is the same with a project of macros.
func Docm(body, project string) []byte {
	return Zip(
		"[Content_Types].xml", ooxmltest.Types("word/document.xml", "application/vnd.ms-word.document.macroEnabled.main+xml", "word/vbaProject.bin", "application/vnd.ms-office.vbaProject"),
		"_rels/.rels", ooxmltest.Relations("r", "officeDocument", "word/document.xml"),
		"word/document.xml", document(body),
		"word/_rels/document.xml.rels", strings.Replace(ooxmltest.Relations("macros", "vbaProject", "vbaProject.bin"), relations+"/vbaProject", "http://schemas.microsoft.com/office/2006/relationships/vbaProject", 1),
		"word/vbaProject.bin", project,
	)
}

// document is the part of a text document that holds its body.
func document(body string) string {
	return `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="` + relations + `"` +
		` xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture">` +
		`<w:body>` + body + `</w:body></w:document>`
}

// Paragraph is a paragraph of a text document.
func Paragraph(text string) string {
	return `<w:p><w:r><w:t xml:space="preserve">` + text + `</w:t></w:r></w:p>`
}

// linkedPicture is a paragraph with a picture that lies elsewhere, at the relation with the given id.
func linkedPicture(id string) string {
	return `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="914400" cy="914400"/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture">` +
		`<pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="` + id + `"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>` +
		`<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="914400" cy="914400"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
}

// Odt is an OpenDocument text with the given content. Further parts follow as names and contents in turn.
func Odt(body string, parts ...string) []byte {
	return openDocument("text", `<office:text>`+body+`</office:text>`, parts...)
}

// Ods is an OpenDocument spreadsheet whose first sheet has the given rows.
func Ods(rows string) []byte {
	return openDocument("spreadsheet", `<office:spreadsheet><table:table table:name="Sheet1">`+rows+`</table:table></office:spreadsheet>`)
}

func openDocument(kind, body string, parts ...string) []byte {
	media := "application/vnd.oasis.opendocument." + kind
	var listed strings.Builder
	for i := 0; i < len(parts); i += 2 {
		fmt.Fprintf(&listed, `<manifest:file-entry manifest:full-path=%q manifest:media-type="text/xml"/>`, parts[i])
	}
	return Zip(append([]string{
		"mimetype", media,
		"META-INF/manifest.xml", `<?xml version="1.0" encoding="UTF-8"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.2">` +
			`<manifest:file-entry manifest:full-path="/" manifest:media-type="` + media + `"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>` + listed.String() + `</manifest:manifest>`,
		"content.xml", `<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"` +
			` xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"` +
			` xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:script="urn:oasis:names:tc:opendocument:xmlns:script:1.0" xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" office:version="1.2">` +
			events(parts) + `<office:body>` + body + `</office:body></office:document-content>`,
	}, parts...)...)
}

// events starts a macro when the document is opened, where it has one.
func events(parts []string) string {
	if len(parts) == 0 {
		return ""
	}
	return `<office:scripts><office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load"` +
		` xlink:href="vnd.sun.star.script:Standard.Module1.Main?language=Basic&amp;location=document" xlink:type="simple"/></office:event-listeners></office:scripts>`
}

// Macro is the parts of an OpenDocument file that hold a Basic macro named Main.
func Macro(code string) []string {
	const kind = `<?xml version="1.0" encoding="UTF-8"?>`
	return []string{
		"Basic/script-lc.xml", kind + `<library:libraries xmlns:library="http://openoffice.org/2000/library" xmlns:xlink="http://www.w3.org/1999/xlink"><library:library library:name="Standard" library:link="false"/></library:libraries>`,
		"Basic/Standard/script-lb.xml", kind + `<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="Module1"/></library:library>`,
		"Basic/Standard/Module1.xml", kind + `<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">` + code + `</script:module>`,
	}
}

// Rtf is a text document of paragraphs.
func Rtf(paragraphs ...string) []byte {
	return []byte(`{\rtf1\ansi\deff0{\fonttbl{\f0 Liberation Serif;}}\f0\fs24 ` + strings.Join(paragraphs, `\par `) + `\par}`)
}

// Rewritten is a package of which one part is changed.
func Rewritten(content []byte, part string, change func(string) string) []byte {
	r, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		panic(err)
	}
	var parts []string
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			panic(err)
		}
		body, err := io.ReadAll(in)
		if err != nil {
			panic(err)
		}
		text := string(body)
		if f.Name == part {
			text = change(text)
		}
		parts = append(parts, f.Name, text)
	}
	return Zip(parts...)
}

// LockedOdt is an OpenDocument text that is encrypted with a password nobody knows.
func LockedOdt() []byte {
	locked := Rewritten(Odt(""), "content.xml", func(string) string { return strings.Repeat("sixteen of bytes", 20) })
	return Rewritten(locked, "META-INF/manifest.xml", func(list string) string {
		return strings.Replace(list, `manifest:full-path="content.xml" manifest:media-type="text/xml"/>`, `manifest:full-path="content.xml" manifest:media-type="text/xml" manifest:size="999">`+
			`<manifest:encryption-data manifest:checksum-type="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0#sha256-1k" manifest:checksum="AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=">`+
			`<manifest:algorithm manifest:algorithm-name="http://www.w3.org/2001/04/xmlenc#aes256-cbc" manifest:initialisation-vector="AAAAAAAAAAAAAAAAAAAAAA=="/>`+
			`<manifest:key-derivation manifest:key-derivation-name="PBKDF2" manifest:key-size="32" manifest:iteration-count="100000" manifest:salt="AAAAAAAAAAAAAAAAAAAAAA=="/>`+
			`<manifest:start-key-generation manifest:start-key-generation-name="http://www.w3.org/2000/09/xmldsig#sha256" manifest:key-size="32"/></manifest:encryption-data></manifest:file-entry>`, 1)
	})
}
