package html

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/format/inline"
)

// word adds text to the paragraph; images that came before it turn out to stand inside a line.
func (w *walker) word(s string) {
	if len(w.images) > 0 && strings.TrimSpace(s) != "" {
		for _, alt := range w.images {
			w.text.Add(alt + " ")
		}
		w.images = nil
	}
	w.text.Add(s)
}

func (w *walker) inline(n *html.Node) {
	switch n.Data {
	case "img":
		alt := fold(attr(n, "alt"))
		switch {
		case alt == "":
		case w.text.Empty():
			w.images = append(w.images, alt)
		default:
			w.text.Add(alt)
		}
		return
	case "br":
		w.text.Break()
		return
	case "select":
		w.word(" " + selected(n) + " ")
		return
	case "input":
		w.word(checkbox(n))
		return
	case "textarea", "button":
		w.word(" " + rawText(n) + " ")
		return
	case "rt", "rp":
		return
	case "q":
		w.word("“")
		w.children(n)
		w.text.Add("”")
		return
	}
	w.marked(n, w.children)
}

// marked reads what an element holds, under the mark that the element makes.
func (w *walker) marked(n *html.Node, read func(*html.Node)) {
	kind, target := mark(n)
	switch kind {
	case "":
		read(n)
	case doc.Raised, doc.Lowered:
		w.text.Shift(kind)
		read(n)
		w.text.Unshift()
	default:
		w.text.Open(kind, target)
		read(n)
		w.text.Close()
	}
}

// mark is the span an element makes, if any.
func mark(n *html.Node) (doc.SpanKind, string) {
	switch n.Data {
	case "a":
		if href := strings.TrimSpace(attr(n, "href")); isTarget(href) {
			return doc.Link, href
		}
	case "mark":
		return doc.Highlight, ""
	case "ins":
		return doc.Inserted, ""
	case "del":
		return doc.Deleted, ""
	case "sup":
		return doc.Raised, ""
	case "sub":
		return doc.Lowered, ""
	}
	return "", ""
}

// isTarget reports whether a link leads anywhere a reader could go.
func isTarget(href string) bool {
	lower := strings.ToLower(href)
	return href != "" && href != "#" && !strings.HasPrefix(lower, "javascript:") && !strings.HasPrefix(lower, "data:")
}

func selected(n *html.Node) string {
	var chosen []string
	for c := range n.Descendants() {
		if c.Type == html.ElementNode && c.Data == "option" && has(c, "selected") {
			chosen = append(chosen, fold(rawText(c)))
		}
	}
	return strings.Join(chosen, ", ")
}

func checkbox(n *html.Node) string {
	switch kind := strings.ToLower(attr(n, "type")); {
	case kind != "checkbox" && kind != "radio":
		return ""
	case has(n, "checked"):
		return "[x] "
	}
	return "[ ] "
}

// lineOf is all text below a node on one line.
func lineOf(n *html.Node) (string, []doc.Span) {
	var in walker
	in.lineOnly(n, " ")
	return in.text.Take()
}

// lineOnly adds everything below a node to one paragraph.
func (w *walker) lineOnly(n *html.Node, sep string) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode:
			w.text.Add(c.Data)
		case c.Type != html.ElementNode || dropped[c.Data] || isHidden(c):
		case c.Data == "img":
			w.text.Add(fold(attr(c, "alt")))
		case c.Data == "br":
			separate(&w.text, sep)
		case c.Data == "select":
			w.text.Add(" " + selected(c) + " ")
		case c.Data == "input":
			w.text.Add(checkbox(c))
		case isInline(c):
			w.marked(c, func(n *html.Node) { w.lineOnly(n, sep) })
		case c.Data == "table" && w.inside != nil && !frames(c):
			w.innerTable(c, sep)
		default:
			separate(&w.text, sep)
			w.lineOnly(c, sep)
			separate(&w.text, sep)
		}
	}
}

func separate(t *inline.Text, sep string) {
	if sep == "\n" {
		t.Break()
		return
	}
	t.Add(sep)
}

// rawText is the text below a node as it is written.
func rawText(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		switch {
		case c.Type == html.TextNode:
			b.WriteString(c.Data)
		case c.Type == html.ElementNode && c.Data == "br":
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func headTitle(head *html.Node) string {
	for c := head.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode && c.Data == "title" {
			return fold(rawText(c))
		}
	}
	return ""
}

func isHidden(n *html.Node) bool {
	if has(n, "hidden") {
		return true
	}
	style := strings.ToLower(strings.Join(strings.Fields(attr(n, "style")), ""))
	return strings.Contains(style, "display:none") || strings.Contains(style, "visibility:hidden")
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func has(n *html.Node, name string) bool {
	for _, a := range n.Attr {
		if a.Key == name {
			return true
		}
	}
	return false
}

func fold(s string) string { return strings.Join(strings.Fields(s), " ") }
