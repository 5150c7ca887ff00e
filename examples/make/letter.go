package main

import "strings"

const wordSpace = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`

// letter is a text document with headings, a list, a table, a tracked change and a comment.
func letter() []byte {
	body := styled("Title", "Agreement on keeping the light") +
		paragraph(run("This agreement is made between the Ellery Coast Trust and Ines Carvalho, keeper.")) +
		styled("Heading1", "Duties") +
		listed("Light the lamp at sunset.") + listed("Wind the clockwork every day.") + listed("Write the log.") +
		styled("Heading1", "Pay") +
		paragraph(run("The keeper is paid ")+
			`<w:del w:id="1" w:author="M. Reed" w:date="2026-02-03T10:00:00Z"><w:r><w:delText>monthly</w:delText></w:r></w:del>`+
			`<w:ins w:id="2" w:author="M. Reed" w:date="2026-02-03T10:00:00Z"><w:r><w:t>every two weeks</w:t></w:r></w:ins>`+
			run(" as the table shows.")) +
		table([]string{"Season", "Hours a week", "Pay a week"}, []string{"Summer", "30", "£ 540"}, []string{"Winter", "38", "£ 684"}) +
		styled("Heading1", "Term") +
		paragraph(`<w:commentRangeStart w:id="0"/>`+run("It begins on 1 May 2026 and ends on 30 April 2028.")+`<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>`)
	return office(
		types("word/document.xml", "wordprocessingml.document.main", "word/styles.xml", "wordprocessingml.styles",
			"word/numbering.xml", "wordprocessingml.numbering", "word/comments.xml", "wordprocessingml.comments"),
		related("_rels/.rels", "officeDocument", "word/document.xml"),
		related("word/_rels/document.xml.rels", "styles", "styles.xml", "numbering", "numbering.xml", "comments", "comments.xml"),
		part{"word/document.xml", `<w:document ` + wordSpace + `><w:body>` + body + `<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440"/></w:sectPr></w:body></w:document>`},
		part{"word/styles.xml", `<w:styles ` + wordSpace + `>` +
			`<w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:rPr><w:b/><w:sz w:val="48"/></w:rPr></w:style>` +
			`<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/><w:sz w:val="30"/></w:rPr></w:style></w:styles>`},
		part{"word/numbering.xml", `<w:numbering ` + wordSpace + `><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/>` +
			`<w:pPr><w:ind w:left="720" w:hanging="360"/></w:pPr></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`},
		part{"word/comments.xml", `<w:comments ` + wordSpace + `><w:comment w:id="0" w:author="I. Carvalho" w:date="2026-02-04T09:30:00Z"><w:p>` + run("Could it begin in April?") + `</w:p></w:comment></w:comments>`},
	)
}

func run(text string) string {
	return `<w:r><w:t xml:space="preserve">` + text + `</w:t></w:r>`
}

func paragraph(content string) string { return `<w:p>` + content + `</w:p>` }

func styled(style, text string) string {
	return paragraph(`<w:pPr><w:pStyle w:val="` + style + `"/></w:pPr>` + run(text))
}

func listed(text string) string {
	return paragraph(`<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>` + run(text))
}

func table(rows ...[]string) string {
	var b strings.Builder
	border := ""
	for _, side := range []string{"top", "left", "bottom", "right", "insideH", "insideV"} {
		border += `<w:` + side + ` w:val="single" w:sz="4"/>`
	}
	b.WriteString(`<w:tbl><w:tblPr><w:tblBorders>` + border + `</w:tblBorders></w:tblPr><w:tblGrid>` + strings.Repeat(`<w:gridCol w:w="3000"/>`, len(rows[0])) + `</w:tblGrid>`)
	for _, row := range rows {
		b.WriteString(`<w:tr>`)
		for _, cell := range row {
			b.WriteString(`<w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/></w:tcPr>` + paragraph(run(cell)) + `</w:tc>`)
		}
		b.WriteString(`</w:tr>`)
	}
	return b.String() + `</w:tbl>`
}
