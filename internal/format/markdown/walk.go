package markdown

import (
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"
	extended "github.com/yuin/goldmark/extension/ast"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/format/html"
)

// node adds the blocks of one node; level is the depth of the lists around it.
func (w *walker) node(n ast.Node, level int) {
	switch n := n.(type) {
	case *ast.Heading:
		w.heading(n)
	case *ast.Paragraph, *ast.TextBlock:
		w.paragraph(n)
	case *ast.FencedCodeBlock:
		w.code(n, string(n.Language(w.source)))
	case *ast.CodeBlock:
		w.code(n, "")
	case *ast.List:
		w.list(n, level+1)
	case *extended.Table:
		w.table(n)
	case *extended.DefinitionList:
		w.definitions(n)
	case *extended.FootnoteList:
		w.footnotes(n)
	case *ast.ThematicBreak:
	default:
		w.children(n, level)
	}
}

func (w *walker) heading(n *ast.Heading) {
	text, spans := w.inline(n)
	text = strings.ReplaceAll(text, "\n", " ")
	switch {
	case text == "":
	case n.Level == 1:
		w.add(doc.Block{Type: doc.Title, Text: text, Spans: spans})
	default:
		w.add(doc.Block{Type: doc.SectionHeader, Level: n.Level, Text: text, Spans: spans})
	}
}

// paragraph adds text, or figures when it holds nothing but images.
func (w *walker) paragraph(n ast.Node) {
	if alts := w.onlyImages(n); alts != nil {
		for _, alt := range alts {
			w.add(doc.Block{Type: doc.Figure, Text: alt})
		}
		return
	}
	if text, spans := w.inline(n); text != "" {
		w.add(doc.Block{Type: doc.Text, Text: text, Spans: spans})
	}
}

// onlyImages returns the alternative texts of a paragraph of images, nil for any other.
func (w *walker) onlyImages(n ast.Node) []string {
	var alts []string
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Image:
			if alt, _ := w.inline(c); alt != "" {
				alts = append(alts, alt)
			}
		case *ast.Text:
			if strings.TrimSpace(string(c.Value(w.source))) != "" {
				return nil
			}
		default:
			return nil
		}
	}
	return alts
}

func (w *walker) code(n ast.Node, lang string) {
	text := strings.TrimRight(w.lines(n), "\n")
	if strings.TrimSpace(text) != "" {
		w.add(doc.Block{Type: doc.Text, Code: true, Lang: lang, Text: text})
	}
}

func (w *walker) lines(n ast.Node) string {
	var b strings.Builder
	lines := n.Lines()
	for i := range lines.Len() {
		s := lines.At(i)
		b.Write(s.Value(w.source))
	}
	return b.String()
}

func (w *walker) writeHTML(markup *strings.Builder, n *ast.HTMLBlock) {
	markup.WriteString(w.lines(n))
	if n.HasClosure() {
		markup.Write(n.ClosureLine.Value(w.source))
	}
}

// html reads a fragment of HTML inside the Markdown; one that cannot be read is left out.
func (w *walker) html(markup *strings.Builder) {
	if markup.Len() == 0 {
		return
	}
	found, err := html.Blocks(markup.String(), w.limits)
	markup.Reset()
	if err == nil {
		w.blocks = append(w.blocks, found...)
	}
}

func (w *walker) list(n *ast.List, level int) {
	number := n.Start
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		mark := ""
		if n.IsOrdered() {
			mark = fmt.Sprintf("%d%c", number, n.Marker)
			number++
		}
		w.item(c, mark, level)
	}
}

// item adds a list item: its first paragraph and those that follow without anything between.
func (w *walker) item(n ast.Node, mark string, level int) {
	var item *doc.Block
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if c.Kind() != ast.KindParagraph && c.Kind() != ast.KindTextBlock {
			w.close(item)
			item = nil
			w.child(c, level)
			continue
		}
		text, spans := w.inline(c)
		switch {
		case text == "":
		case item != nil:
			join(item, text, spans)
		case c == n.FirstChild():
			item = &doc.Block{Type: doc.ListItem, Level: level, Marker: mark, Text: text, Spans: spans}
		default:
			item = &doc.Block{Type: doc.Text, Text: text, Spans: spans}
		}
	}
	w.close(item)
}

// child adds one child of a list item.
func (w *walker) child(n ast.Node, level int) {
	if block, ok := n.(*ast.HTMLBlock); ok {
		var markup strings.Builder
		w.writeHTML(&markup, block)
		w.html(&markup)
		return
	}
	w.node(n, level)
}

func (w *walker) close(item *doc.Block) {
	if item != nil {
		w.add(*item)
	}
}

// join adds a further paragraph to a block.
func join(b *doc.Block, text string, spans []doc.Span) {
	b.Text += "\n"
	for _, s := range spans {
		s.Start += len(b.Text)
		s.End += len(b.Text)
		b.Spans = append(b.Spans, s)
	}
	b.Text += text
}

func (w *walker) table(n *extended.Table) {
	t := &doc.Table{HeaderRows: 1}
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		col := 0
		for c := row.FirstChild(); c != nil; c = c.NextSibling() {
			text, spans := w.inline(c)
			cell := doc.Cell{Row: t.Rows, Col: col, RowSpan: 1, ColSpan: 1, Header: t.Rows == 0, Text: text}
			if len(spans) > 0 {
				cell.Extra = &doc.CellExtra{Spans: spans}
			}
			t.Cells = append(t.Cells, cell)
			col++
		}
		t.Rows++
		t.Cols = max(t.Cols, col)
	}
	w.add(doc.Block{Type: doc.TableBlock, Table: t})
}

func (w *walker) definitions(n ast.Node) {
	var pairs []doc.Pair
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		text := w.flat(c)
		switch {
		case c.Kind() == extended.KindDefinitionTerm:
			pairs = append(pairs, doc.Pair{Key: text})
		case len(pairs) > 0 && pairs[len(pairs)-1].Value != "":
			pairs[len(pairs)-1].Value += "; " + text
		case len(pairs) > 0:
			pairs[len(pairs)-1].Value = text
		}
	}
	if len(pairs) > 0 {
		w.add(doc.Block{Type: doc.KeyValue, Pairs: pairs})
	}
}

func (w *walker) footnotes(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if note, ok := c.(*extended.Footnote); ok {
			w.add(doc.Block{Type: doc.Text, Text: fmt.Sprintf("[%d] %s", note.Index, w.flat(note))})
		}
	}
}
