package markdown

import (
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"
	extended "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/format/inline"
)

// inline is the running text below a node with its links.
func (w *walker) inline(n ast.Node) (string, []doc.Span) {
	var t inline.Text
	w.collect(n, &t)
	return t.Take()
}

// flat is all text below a node, blocks included, on one line.
func (w *walker) flat(n ast.Node) string {
	if n.Type() == ast.TypeInline || n.FirstChild() == nil || n.FirstChild().Type() == ast.TypeInline {
		text, _ := w.inline(n)
		return strings.ReplaceAll(text, "\n", " ")
	}
	var parts []string
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if s := w.flat(c); s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, " ")
}

func (w *walker) collect(n ast.Node, t *inline.Text) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			w.text(c, t)
		case *ast.String:
			t.Add(string(c.Value))
		case *ast.CodeSpan:
			w.codeSpan(c, t)
		case *ast.Link:
			t.Open(doc.Link, string(c.Destination))
			w.collect(c, t)
			t.Close()
		case *ast.AutoLink:
			t.Open(doc.Link, string(c.URL(w.source)))
			t.Add(string(c.Label(w.source)))
			t.Close()
		case *ast.RawHTML:
			w.rawHTML(c, t)
		case *extended.TaskCheckBox:
			t.Add(map[bool]string{true: "[x] ", false: "[ ] "}[c.IsChecked])
		case *extended.FootnoteLink:
			t.Add(fmt.Sprintf("[%d]", c.Index))
		case *extended.FootnoteBacklink:
		default:
			w.collect(c, t)
		}
	}
}

// text adds a piece of text with its escapes and entities resolved.
func (w *walker) text(n *ast.Text, t *inline.Text) {
	value := n.Value(w.source)
	if !n.IsRaw() {
		value = util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(value)))
	}
	t.Add(string(value))
	switch {
	case n.HardLineBreak():
		t.Break()
	case n.SoftLineBreak():
		t.Add(" ")
	}
}

func (w *walker) codeSpan(n *ast.CodeSpan, t *inline.Text) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if piece, ok := c.(*ast.Text); ok {
			t.Add(string(piece.Value(w.source)))
		}
	}
}

// rawHTML keeps the line break of a br and what raises or lowers text; other tags only carry looks.
func (w *walker) rawHTML(n *ast.RawHTML, t *inline.Text) {
	if n.Segments.Len() == 0 {
		return
	}
	first := n.Segments.At(0)
	switch tag := strings.ToLower(string(first.Value(w.source))); {
	case strings.HasPrefix(tag, "<br"):
		t.Break()
	case tag == "<sub>":
		t.Shift(doc.Lowered)
	case tag == "<sup>":
		t.Shift(doc.Raised)
	case tag == "</sub>", tag == "</sup>":
		t.Unshift()
	}
}
