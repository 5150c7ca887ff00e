package reader_test

import (
	"context"
	"encoding/binary"
	"os"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/compound/compoundtest"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine/office/officetest"
	"github.com/octavo-dev/octavo/internal/ooxml/ooxmltest"
	"github.com/octavo-dev/octavo/internal/reader"
)

// making gives the same file for all.
type making struct{ path string }

func (m making) Convert(_ context.Context, _ *os.File, _, _ string) (*os.File, func(), error) {
	f, err := os.Open(m.path)
	return f, func() { f.Close() }, err
}

// summary is a stream of properties: the program, behind another one.
func summary(program string) compoundtest.Entry {
	u32 := binary.LittleEndian.AppendUint32
	list := u32(u32(nil, 0), 2)
	for _, n := range []uint32{2, 24, 18, 36} { // numbers and places
		list = u32(list, n)
	}
	list = append(u32(u32(list, 30), 4), "abc\x00"...)
	list = append(u32(u32(list, 30), uint32(len(program)+1)), program+"\x00"...)
	head := u32(make([]byte, 44), 48)
	return compoundtest.Entry{Name: "\x05SummaryInformation", Content: append(head, list...)}
}

// What a converted file says about itself is said by the file, but for the program: that is the converter.
func TestPropertiesOfConvertedFiles(t *testing.T) {
	path := t.TempDir() + "/made.docx"
	made := ooxmltest.Parts{
		"[Content_Types].xml": ooxmltest.Types("word/document.xml", "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"),
		"_rels/.rels":         ooxmltest.Relations("r", "officeDocument", "word/document.xml", "c", "metadata/core-properties", "core.xml", "a", "extended-properties", "app.xml"),
		"word/document.xml":   `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>words</w:t></w:r></w:p></w:body></w:document>`,
		"core.xml":            `<c:coreProperties xmlns:c="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>A title</dc:title><dc:creator>Ann</dc:creator></c:coreProperties>`,
		"app.xml":             `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>LibreOffice</Application></Properties>`,
	}.Zip(t)
	if err := os.WriteFile(path, []byte(made), 0o600); err != nil {
		t.Fatal(err)
	}
	meta := `<office:document-meta xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:m="urn:oasis:names:tc:opendocument:xmlns:meta:1.0"><office:meta><m:generator> Typewriter/2 </m:generator></office:meta></office:document-meta>`
	word := func(more ...compoundtest.Entry) string {
		return string(compoundtest.File(append([]compoundtest.Entry{{Name: "WordDocument", Content: make([]byte, 64)}}, more...)...))
	}
	short := summary("Typewriter")
	short.Content = short.Content[:60]
	for _, c := range []struct{ name, kind, content, want string }{
		{"OpenDocument", "odt", string(officetest.Odt("", "meta.xml", meta)), "Typewriter/2"},
		{"OpenDocumentWithout", "odt", string(officetest.Odt("")), ""},
		{"OpenDocumentDamaged", "odt", string(officetest.Odt("", "meta.xml", meta[:150])), ""},
		{"Word", "doc", word(summary("Typewriter")), "Typewriter"},
		{"WordWithout", "doc", word(), ""},
		{"WordShort", "doc", word(short), ""},
		{"Rtf", "rtf", string(officetest.Rtf("x")), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := (&reader.Reader{Office: making{path}}).ReadStream(t.Context(), "a."+c.kind, strings.NewReader(c.content), reader.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if want := (doc.Properties{Title: "A title", Author: "Ann", Creator: c.want}); d.Properties != want {
				t.Errorf("%+v", d.Properties)
			}
		})
	}
}
