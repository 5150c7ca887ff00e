package table

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// sparse counts the columns with no text, or with text in one row of many.
func (g *grid) sparse() int {
	n := 0
	for c := range g.cols {
		if g.cols[c].filled == 0 || g.cols[c].filled == 1 && g.rows() > 2 {
			n++
		}
	}
	return n
}

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

// keyed reports whether most phrases of the first column end with a colon.
func (g *grid) keyed() bool {
	keys, all := 0, 0
	for i := range g.lines {
		if p := g.lines[i].in(0); p != nil {
			all++
			if strings.HasSuffix(g.s.words[p.to-1].text, ":") {
				keys++
			}
		}
	}
	return keys*2 > all
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

// drawn reports whether curves and slanted lines take up a good part of the region.
func (g *grid) drawn() bool {
	n, area := 0, float32(0)
	for _, b := range g.s.art {
		if c := common(b, g.box); c.X1 > c.X0 && c.Y1 > c.Y0 {
			n++
			area = max(area, (c.X1-c.X0)*(c.Y1-c.Y0))
		}
	}
	return n > 2*len(g.lines) || area > 0.15*(g.box.X1-g.box.X0)*(g.box.Y1-g.box.Y0)
}

// void counts the columns without any text, not even a heading.
func (g *grid) void() int {
	n := 0
	for c := range g.cols {
		if g.cols[c].filled > 0 {
			continue
		}
		bare := true
		for r := range g.rows() {
			bare = bare && g.cellAt(r, c) == nil
		}
		if bare {
			n++
		}
	}
	return n
}

// spanning is the share of words, below the header, that stand in cells over several columns.
func (g *grid) spanning() float64 {
	n, all := 0, 0
	for i := range g.lines {
		if g.lines[i].row < g.head {
			continue
		}
		for _, p := range g.lines[i].phrases {
			all += int(p.to - p.from)
			if p.spans {
				n += int(p.to - p.from)
			}
		}
	}
	return share(n, all)
}

// numeric reports whether a column is mostly numbers.
func (g *grid) numeric(c int) bool { return g.cols[c].numbers*2 > g.cols[c].filled }

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

// narrow is the share of borders without a rule where the white that all lines share is no wider than between words.
func (g *grid) narrow() float64 {
	n := 0
	for c := 1; c < len(g.cols); c++ {
		if g.cols[c].filled > 0 && g.cols[c-1].filled > 0 && g.cols[c].x0-g.cols[c-1].x1 < narrowStrip*g.em && !g.ruledAt(g.xs[c]) {
			n++
		}
	}
	return share(n, len(g.cols)-1)
}

// ragged is the share of phrases that stand neither left, right nor centred in their column as most others there do.
func (g *grid) ragged() float64 {
	off, all := 0, 0
	var left, right, mid []float32
	for c := range g.cols {
		left, right, mid = left[:0], right[:0], mid[:0]
		for i := range g.lines {
			if p := g.lines[i].in(c); p != nil && !p.spans {
				left, right, mid = append(left, p.x0), append(right, p.x1), append(mid, (p.x0+p.x1)/2)
			}
		}
		if len(left) < 3 {
			continue
		}
		all += len(left)
		off += len(left) - max(g.level(left), g.level(right), g.level(mid))
	}
	return share(off, all)
}

// level is how many of some places lie within a small distance of each other.
func (g *grid) level(xs []float32) int {
	slices.Sort(xs)
	best, from := 0, 0
	for i := range xs {
		for xs[i]-xs[from] > 0.5*g.em {
			from++
		}
		best = max(best, i-from+1)
	}
	return best
}

// struck counts the words that a rule runs through: the lines of a chart, not of a table.
func (g *grid) struck() int {
	n := 0
	for i := range g.lines {
		l := &g.lines[i]
		for _, h := range g.h {
			if h.pos < l.base-0.6*l.size || h.pos > l.base-0.15*l.size {
				continue
			}
			for _, p := range l.phrases {
				if overlap(p.x0, p.x1, h.from, h.to) > 0.5*(p.x1-p.x0) {
					n += int(p.to - p.from)
				}
			}
		}
	}
	return n
}

// leastBars is how many painted areas with one edge in common and of different lengths make a chart.
const leastBars = 5

// bars reports whether painted areas in the region are the bars of a chart: they stand on one line, and their lengths
// differ.
func (g *grid) bars() bool {
	var upright, lying [][2]float32 // the common edge, and the length
	for i := range g.s.fills {
		b := g.s.fills[i].box
		if !inside(g.box, (b.X0+b.X1)/2, (b.Y0+b.Y1)/2) {
			continue
		}
		upright = append(upright, [2]float32{b.Y1, b.Y1 - b.Y0})
		lying = append(lying, [2]float32{b.X0, b.X1 - b.X0})
	}
	return g.graph(upright) || g.graph(lying)
}

// graph reports whether enough lengths on one edge all differ.
func (g *grid) graph(areas [][2]float32) bool {
	slices.SortFunc(areas, func(a, b [2]float32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	for i := 0; i < len(areas); {
		n := i + 1
		for n < len(areas) && areas[n][0]-areas[i][0] < 0.1*g.em {
			n++
		}
		lengths := make([]float32, 0, n-i)
		for _, a := range areas[i:n] {
			lengths = append(lengths, a[1])
		}
		slices.Sort(lengths)
		different := 1
		for k := 1; k < len(lengths); k++ {
			if lengths[k]-lengths[k-1] > 0.1*g.em {
				different++
			}
		}
		if different >= leastBars && different*3 > n-i {
			return true
		}
		i = n
	}
	return false
}

// pictured reports whether one picture takes up a good part of the region.
func (g *grid) pictured() bool {
	size := (g.box.X1 - g.box.X0) * (g.box.Y1 - g.box.Y0)
	for i := range g.s.page.Images {
		v := g.s.page.Images[i].Visible
		if (v.X1-v.X0)*(v.Y1-v.Y0) > 0.5*g.s.page.Width*g.s.page.Height {
			continue
		}
		if c := common(v, g.box); c.X1 > c.X0 && (c.X1-c.X0)*(c.Y1-c.Y0) > 0.25*size {
			return true
		}
	}
	return false
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

// flows reports the share of phrases, but for those of the first column, that begin like the middle of a sentence.
func (g *grid) flows() float64 {
	lower, all := 0, 0
	for i := range g.lines {
		for j := range g.lines[i].phrases {
			p := &g.lines[i].phrases[j]
			if p.c0 == 0 {
				continue
			}
			all++
			r, _ := utf8.DecodeRuneInString(g.s.words[p.from].text)
			if unicode.IsLower(r) && len(g.s.words[p.from].text) > 1 {
				lower++
			}
		}
	}
	return share(lower, all)
}
