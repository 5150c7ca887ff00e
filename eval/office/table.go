package main

import (
	"iter"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/octavo-dev/octavo/internal/api"
)

// table tells the shape and the cells of a table, and of those inside it.
func (s *seen) table(b *api.ParseBlock) {
	if t := parsed(b.Content); t != nil {
		s.grid(t, b.BBox.Page, -1)
	}
}

// parsed is the table of a block, nil where it is none.
func parsed(content string) *html.Node {
	root, err := html.Parse(strings.NewReader(content))
	if err != nil {
		return nil
	}
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && n.Data == "table" {
			return n
		}
	}
	return nil
}

// grid tells one table; parent is the index of the one it lies in, negative for none.
func (s *seen) grid(table *html.Node, page, parent int) {
	index := s.tables
	s.tables++
	rows, cols := 0, 0
	var inner []*html.Node
	for td, at := range cells(table) {
		rows, cols = max(rows, at.row+at.down), max(cols, at.col+at.across)
		s.cell(td, fact{"table": index, "row": at.row, "col": at.col, "rowspan": at.down, "colspan": at.across})
		inner = append(inner, tables(td)...)
	}
	s.add(fact{"kind": "table", "index": index, "rows": rows, "cols": cols, "nested": parent >= 0, "slide": page})
	if parent >= 0 {
		s.add(fact{"kind": "nested_in", "table": index, "parent": parent})
	}
	for _, t := range inner {
		s.grid(t, page, index)
	}
}

// area is a cell with what it spans.
type area struct{ row, col, down, across int }

// cells visits the cells of a table with their places, which count from 0.
func cells(table *html.Node) iter.Seq2[*html.Node, area] {
	return func(yield func(*html.Node, area) bool) {
		taken := map[[2]int]bool{}
		row := 0
		for tr := range each(table, "tr") {
			col := 0
			for td := range each(tr, "td", "th") {
				for taken[[2]int{row, col}] {
					col++
				}
				at := area{row, col, span(td, "rowspan"), span(td, "colspan")}
				for r := range at.down {
					for c := range at.across {
						taken[[2]int{row + r, col + c}] = true
					}
				}
				if !yield(td, at) {
					return
				}
				col += at.across
			}
			row++
		}
	}
}

var (
	item   = regexp.MustCompile(`^( *)(-|\(?[0-9a-zA-Z]{1,4}(?:\.[0-9a-zA-Z]{1,4})*[.)]) `)
	ticked = strings.NewReplacer("[x]", "☒", "[ ]", "☐")
)

// cell tells the text of a cell, and the items of a list inside it, whose marks are part of the text there. The facts
// spell check boxes as characters.
func (s *seen) cell(td *html.Node, at fact) {
	var unlisted []string
	whole := text(td)
	for line := range strings.SplitSeq(whole, "\n") {
		m := item.FindStringSubmatch(line)
		if m == nil {
			unlisted = append(unlisted, line)
			continue
		}
		unlisted = append(unlisted, line[len(m[0]):])
		s.add(fact{"kind": "list_item", "level": len(m[1]) / 2, "text": line[len(m[0]):]})
	}
	for _, t := range []string{whole, strings.Join(unlisted, "\n"), ticked.Replace(whole)} {
		f := fact{"kind": "cell", "text": t}
		for k, v := range at {
			f[k] = v
		}
		s.add(f)
	}
}

// each visits the elements of those names inside a node and inside no other table.
func each(n *html.Node, names ...string) iter.Seq[*html.Node] {
	return func(yield func(*html.Node) bool) { walk(n, names, yield) }
}

func walk(n *html.Node, names []string, yield func(*html.Node) bool) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		found := false
		for _, name := range names {
			found = found || c.Type == html.ElementNode && c.Data == name
		}
		switch {
		case found:
			if !yield(c) {
				return false
			}
		case c.Type == html.ElementNode && c.Data == "table":
		case !walk(c, names, yield):
			return false
		}
	}
	return true
}

// tables are the outermost tables inside a cell.
func tables(n *html.Node) []*html.Node {
	var out []*html.Node
	for t := range each(n, "table") {
		out = append(out, t)
	}
	return out
}

// text is what a cell says outside of tables inside it, line by line.
func text(n *html.Node) string {
	var b strings.Builder
	var visit func(*html.Node)
	visit = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			switch {
			case c.Type == html.TextNode:
				b.WriteString(c.Data)
			case c.Data == "br":
				b.WriteByte('\n')
			case c.Data != "table":
				visit(c)
			}
		}
	}
	visit(n)
	return strings.TrimSpace(b.String())
}

func span(n *html.Node, name string) int {
	for _, a := range n.Attr {
		if v, err := strconv.Atoi(a.Val); a.Key == name && err == nil {
			return v
		}
	}
	return 1
}
