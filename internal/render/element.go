package render

import "github.com/octavo-dev/octavo/internal/doc"

// tags are the elements of blocks; those of other types are paragraphs.
var tags = map[doc.BlockType]string{doc.Title: "h1", doc.SectionHeader: "h2", doc.ListItem: "li", doc.Figure: "figure"}

// Element is a block as one HTML element. A table whose grid is not consistent is a paragraph.
func Element(b *doc.Block) string {
	if b.Table != nil && b.Table.Consistent() {
		return html(b.Table, Options{Plain: true})
	}
	tag := tags[b.Type]
	if tag == "" {
		tag = "p"
	}
	content := b.Text
	if !b.Code {
		content = Content(b, b.Page, Options{Table: HTML, Plain: true})
	}
	return "<" + tag + ">" + escaped.Replace(content) + "</" + tag + ">"
}
