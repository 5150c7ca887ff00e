// Package flow sets documents that have no pages of their own as one page: every text line gets an equal share of
// its height.
package flow

import (
	"strings"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/doc"
)

// Set makes d a single page and gives every block, pair and table cell its box.
func Set(d *doc.Document) {
	d.Kind = doc.Flow
	d.PageCount = 1
	d.Pages = []doc.Page{{Number: 1, Native: true}}
	total := 0
	for i := range d.Blocks {
		total += height(&d.Blocks[i])
	}
	if total == 0 {
		return
	}
	share := 1 / float64(total)
	top := 0
	for i := range d.Blocks {
		b := &d.Blocks[i]
		b.Page = 1
		b.Box = doc.Box{Left: 0, Top: float64(top) * share, Width: 1, Height: float64(height(b)) * share}
		setPairs(b, share)
		setCells(b, share)
		top += height(b)
	}
}

// height is the number of text lines a block takes, at least one.
func height(b *doc.Block) int {
	switch {
	case b.Table != nil:
		tops := rowTops(b.Table)
		return max(1, tops[len(tops)-1])
	default:
		n := 0
		for range lines(b) {
			n++
		}
		return max(1, n)
	}
}

// lines yields the text lines of every block but a table.
func lines(b *doc.Block) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for _, part := range parts(b) {
			for line := range strings.SplitSeq(part, "\n") {
				if !yield(line) {
					return
				}
			}
		}
	}
}

func parts(b *doc.Block) []string {
	var out []string
	if b.Type == doc.Figure && b.Caption != "" {
		out = append(out, b.Caption)
	}
	if len(b.Pairs) == 0 {
		if s := doc.Shown(b.Text, b.Spans); s != "" {
			out = append(out, s)
		}
		return out
	}
	for i := range b.Pairs {
		out = append(out, pairText(&b.Pairs[i]))
	}
	return out
}

func pairText(p *doc.Pair) string {
	if p.Key == "" {
		return p.Value
	}
	return p.Key + ": " + p.Value
}

func setPairs(b *doc.Block, share float64) {
	top := b.Box.Top
	for i := range b.Pairs {
		h := float64(1+strings.Count(pairText(&b.Pairs[i]), "\n")) * share
		b.Pairs[i].Box = doc.Box{Left: 0, Top: top, Width: 1, Height: h}
		top += h
	}
}

// rowTops gives the first line of each table row and, at the end, the number of lines. A row is as high as its
// highest cell that does not reach into the next row.
func rowTops(t *doc.Table) []int {
	high := make([]int, t.Rows)
	for i := range t.Cells {
		if c := &t.Cells[i]; c.RowSpan == 1 {
			high[c.Row] = max(high[c.Row], 1+strings.Count(c.Text, "\n"))
		}
	}
	tops := make([]int, t.Rows+1)
	for r, h := range high {
		tops[r+1] = tops[r] + max(1, h)
	}
	return tops
}

func setCells(b *doc.Block, share float64) {
	if b.Table == nil {
		return
	}
	tops := rowTops(b.Table)
	width := 1 / float64(max(1, b.Table.Cols))
	boxes := make([]doc.Box, len(b.Table.Cells))
	for i := range b.Table.Cells {
		c := &b.Table.Cells[i]
		boxes[i] = doc.Box{
			Left: float64(c.Col) * width, Top: b.Box.Top + float64(tops[c.Row])*share,
			Width: float64(c.ColSpan) * width, Height: float64(tops[c.Row+c.RowSpan]-tops[c.Row]) * share,
		}
		c.Box = &boxes[i]
	}
}

func columns(s string) int { return utf8.RuneCountInString(s) }
