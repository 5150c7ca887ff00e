package overlay

import (
	"fmt"
	"math"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
)

// Print writes the blocks of a page as text, for people to read and compare. Each opens with a line of its number, its
// type, its level, its box in thousandths of the page (left, top, width, height) and its confidence; what it says is indented below.
func Print(blocks []doc.Block) string {
	var out strings.Builder
	for i := range blocks {
		b := &blocks[i]
		fmt.Fprintf(&out, "%d. %s\n", i+1, heading(b))
		for _, line := range content(b) {
			out.WriteString("    " + line + "\n")
		}
	}
	return out.String()
}

func heading(b *doc.Block) string {
	out := string(b.Type)
	if b.Level > 0 {
		out += fmt.Sprintf(" %d", b.Level)
	}
	for _, mark := range []struct {
		is   bool
		word string
	}{{b.Code, "code"}, {b.Continues, "continues"}} {
		if mark.is {
			out += ", " + mark.word
		}
	}
	whole := func(v float64) int { return int(math.Round(1000 * v)) }
	return fmt.Sprintf("%s [%d %d %d %d] %.2f", out, whole(b.Box.Left), whole(b.Box.Top), whole(b.Box.Width), whole(b.Box.Height), b.Confidence)
}

// content is what a block says, line by line.
func content(b *doc.Block) []string {
	var out []string
	text := b.Text
	if b.Marker != "" {
		text = strings.TrimSpace(b.Marker + " " + text)
	}
	if text != "" && b.Table == nil {
		out = strings.Split(text, "\n")
	}
	if b.Author != "" {
		out = append(out, "by "+b.Author)
	}
	for _, p := range b.Pairs {
		out = append(out, oneLine(p.Key)+" = "+oneLine(p.Value))
	}
	if b.Table != nil {
		out = append(out, rows(b.Table)...)
	}
	if b.Caption != "" {
		out = append(out, "caption: "+oneLine(b.Caption))
	}
	for _, s := range b.Spans {
		if s.Start >= 0 && s.Start <= s.End && s.End <= len(b.Text) {
			out = append(out, strings.TrimSpace(fmt.Sprintf("%s: %s %s", s.Kind, oneLine(b.Text[s.Start:s.End]), s.Target)))
		}
	}
	return out
}

// rows writes a table row by row. Header cells begin with #; positions that a cell spans show from where: < or ^.
func rows(t *doc.Table) []string {
	if !t.Consistent() {
		return []string{fmt.Sprintf("%d × %d with cells that overlap", t.Rows, t.Cols)}
	}
	grid := make([][]string, t.Rows)
	for r := range grid {
		grid[r] = make([]string, t.Cols)
	}
	for i := range t.Cells {
		c := &t.Cells[i]
		for r := range c.RowSpan {
			for k := range c.ColSpan {
				switch {
				case k > 0:
					grid[c.Row+r][c.Col+k] = "<"
				case r > 0:
					grid[c.Row+r][c.Col+k] = "^"
				default:
					grid[c.Row][c.Col] = cell(c)
				}
			}
		}
	}
	out := make([]string, t.Rows)
	for r := range grid {
		out[r] = "| " + strings.Join(grid[r], " | ") + " |"
	}
	return out
}

func cell(c *doc.Cell) string {
	text := oneLine(c.Text)
	if c.Header {
		text = strings.TrimSpace("# " + text)
	}
	return text
}

func oneLine(s string) string { return strings.ReplaceAll(s, "\n", " / ") }
