package table

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// listed reports whether the first column holds nothing but bullets and numbers of items, and there is one more.
func (g *grid) listed() bool {
	if len(g.cols) > 2 {
		return false
	}
	marks, all := 0, 0
	for i := range g.lines {
		if p := g.lines[i].in(0); p != nil {
			all++
			if marker(g.s.words[p.from].text) && p.to-p.from == 1 {
				marks++
			}
		}
	}
	return all > 2 && marks*10 >= all*8
}

// marker reports whether a word marks an item of a list.
func marker(t string) bool {
	if bullet(t) {
		return true
	}
	r, _ := utf8.DecodeRuneInString(t)
	end, _ := utf8.DecodeLastRuneInString(t)
	return len(t) <= 5 && (end == '.' || end == ')') && (unicode.IsDigit(r) || len(t) <= 4)
}

// bullet reports whether a word is a sign that opens an item of a list.
func bullet(t string) bool {
	switch t {
	case "•", "●", "○", "▪", "■", "□", "◦", "‣", "➢", "➤", "·", "–", "\uf0b7", "\uf0a7", "✓", "❖", "◆", "►":
		return true
	}
	return false
}

// keys is the largest share of phrases in a column that end with a colon. The last column has no values beside it.
func (g *grid) keys() float64 {
	most := 0.0
	for c := range len(g.cols) - 1 {
		keys, all := 0, 0
		for i := range g.lines {
			if p := g.lines[i].in(c); p != nil && p.c0 == c {
				all++
				if strings.HasSuffix(g.s.words[p.to-1].text, ":") {
					keys++
				}
			}
		}
		if all > 1 {
			most = max(most, share(keys, all))
		}
	}
	return most
}

// leaders reports whether dots lead to the numbers of pages.
func (g *grid) leaders() bool {
	n := 0
	for _, w := range g.marks {
		if g.s.words[w].text[0] == '.' {
			n++
		}
	}
	return n*3 > len(g.lines) && len(g.cols) <= 3
}

// fields counts the form fields in the region.
func (g *grid) fields() int {
	n := 0
	for i := range g.s.page.Widgets {
		if b := g.s.page.Widgets[i].Box; inside(g.box, (b.X0+b.X1)/2, (b.Y0+b.Y1)/2) {
			n++
		}
	}
	return n
}

// paged reports whether the last column counts up in whole numbers beside text: the pages of a table of contents.
func (g *grid) paged() bool {
	last := len(g.cols) - 1
	if last > 2 || last < 1 {
		return false
	}
	prev, numbers, others, falls := -1, 0, 0, 0
	for i := range g.lines {
		l := &g.lines[i]
		p := l.in(last)
		if p == nil || p.c0 != last {
			continue
		}
		t := g.s.words[p.from].text
		n, err := strconv.Atoi(t)
		switch {
		case p.to-p.from == 1 && err == nil:
			if n < prev {
				falls++
			}
			prev = n
			numbers++
		case p.to-p.from == 1 && strings.Trim(t, "ivxlcIVXLC") == "":
			numbers++
		default:
			others++
		}
	}
	return numbers >= 3 && falls*8 <= numbers && others*4 <= numbers && g.cols[last-1].filled*2 > numbers && g.cols[last-1].numbers*2 < g.cols[last-1].filled
}
