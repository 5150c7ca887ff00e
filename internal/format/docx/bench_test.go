package docx_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/format/docx"
	"github.com/octavo-dev/octavo/internal/format/formattest"
)

// long is a document of some 300 printed pages: headings, paragraphs of several runs, lists, a table every few pages.
func long(t testing.TB) string {
	var b strings.Builder
	sentence := "The quick brown fox jumps over the lazy dog while the band plays on and on. "
	for page := range 300 {
		b.WriteString(p(style("berschrift1"), "Section "+strconv.Itoa(page)))
		for range 6 {
			b.WriteString(`<w:p w:rsidR="00AB12CD" w:rsidRDefault="00AB12CD"><w:pPr><w:spacing w:after="120"/><w:jc w:val="both"/></w:pPr>`)
			for i := range 6 {
				b.WriteString(r(`<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri"/><w:sz w:val="22"/>`, strconv.Itoa(i)+" "+sentence))
			}
			b.WriteString("</w:p>")
		}
		for range 4 {
			b.WriteString(p(item("2", "0"), "An item of a list"))
		}
		if page%3 == 0 {
			cells := strings.Repeat(cell(`<w:tcW w:w="1000" w:type="dxa"/>`, "12,345.67"), 5)
			b.WriteString(table(strings.Repeat(row("", cells), 10)))
		}
	}
	return file(t, b.String(), usual)
}

func BenchmarkRead(b *testing.B) {
	content := long(b)
	for b.Loop() {
		if _, err := docx.Read(b.Context(), formattest.File("a.docx", content), formattest.Options()); err != nil {
			b.Fatal(err)
		}
	}
}
