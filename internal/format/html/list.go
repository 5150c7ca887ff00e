package html

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/format/numeral"
)

// list is an open list and the item being read in it.
type list struct {
	ordered bool
	kind    string // type attribute: 1, a, A, i, I
	next    int
	step    int
	marker  string // of the open item
	open    bool   // the open item has no text yet
	block   int    // index of the item's block, -1 while it has none
}

func (w *walker) list(n *html.Node) {
	l := list{ordered: n.Data == "ol", kind: attr(n, "type"), next: 1, step: 1, block: -1}
	if start, err := strconv.Atoi(attr(n, "start")); err == nil {
		l.next = start
	}
	if has(n, "reversed") {
		l.step = -1
		if !has(n, "start") {
			l.next = items(n)
		}
	}
	w.lists = append(w.lists, l)
	w.children(n)
	w.flush()
	w.lists = w.lists[:len(w.lists)-1]
}

func items(n *html.Node) int {
	count := 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode && c.Data == "li" {
			count++
		}
	}
	return count
}

func (w *walker) item(n *html.Node) {
	if len(w.lists) == 0 { // an item outside any list
		w.lists = append(w.lists, list{block: -1})
		defer func() { w.lists = w.lists[:len(w.lists)-1] }()
	}
	l := &w.lists[len(w.lists)-1]
	if v, err := strconv.Atoi(attr(n, "value")); err == nil && l.ordered {
		l.next = v
	}
	l.marker, l.open, l.block = "", true, -1
	if l.ordered {
		l.marker = number(l.next, l.kind) + "."
		l.next += l.step
	}
	w.children(n)
	w.flush()
	l = &w.lists[len(w.lists)-1]
	l.open, l.block = false, -1
}

// maxItem bounds the text that paragraphs can add to one list item.
const maxItem = 64 << 10

// inItem gives a paragraph to the open list item: as its text, or as a further line when nothing came between.
func (w *walker) inItem(text string, spans []doc.Span) bool {
	if len(w.lists) == 0 {
		return false
	}
	l := &w.lists[len(w.lists)-1]
	switch {
	case l.open:
		l.open, l.block = false, len(w.blocks)
		w.add(doc.Block{Type: doc.ListItem, Level: len(w.lists), Marker: l.marker, Text: text, Spans: spans})
		return true
	case l.block >= 0 && l.block == len(w.blocks)-1 && len(w.blocks[l.block].Text) < maxItem:
		b := &w.blocks[l.block]
		b.Text += "\n"
		for _, s := range spans {
			s.Start += len(b.Text)
			s.End += len(b.Text)
			b.Spans = append(b.Spans, s)
		}
		b.Text += text
		return true
	}
	return false
}

// number writes an item's number in the style of its list.
func number(n int, kind string) string {
	switch {
	case kind == "a" && n > 0:
		return numeral.Letters(n)
	case kind == "A" && n > 0:
		return strings.ToUpper(numeral.Letters(n))
	case kind == "i" && n > 0 && n < 4000:
		return numeral.Roman(n)
	case kind == "I" && n > 0 && n < 4000:
		return strings.ToUpper(numeral.Roman(n))
	}
	return strconv.Itoa(n)
}

// definitions reads a dl as labels and values.
func (w *walker) definitions(n *html.Node) {
	var pairs []doc.Pair
	valued := false // the last label has a value, so that the next dt begins a new one
	for c := range n.Descendants() {
		if c.Type != html.ElementNode || isHidden(c) || nested(c, n) {
			continue
		}
		switch c.Data {
		case "dt":
			key, _ := lineOf(c)
			key = strings.TrimRight(key, ": ")
			if len(pairs) > 0 && !valued {
				pairs[len(pairs)-1].Key += ", " + key
				continue
			}
			pairs, valued = append(pairs, doc.Pair{Key: key}), false
		case "dd":
			value, _ := lineOf(c)
			if len(pairs) == 0 {
				pairs = append(pairs, doc.Pair{})
			}
			last := &pairs[len(pairs)-1]
			if valued {
				value = last.Value + "; " + value
			}
			last.Value, valued = value, true
		}
	}
	if len(pairs) > 0 {
		w.add(doc.Block{Type: doc.KeyValue, Pairs: pairs})
	}
}

// nested reports whether a node belongs to a list of definitions inside the given one.
func nested(n, outer *html.Node) bool {
	for p := n.Parent; p != nil && p != outer; p = p.Parent {
		if p.Data == "dl" {
			return true
		}
	}
	return false
}
