package block

import (
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
)

// captionGap, in sizes of the caption's font, is how far a caption stands from what it names.
const captionGap = 2.5

// captions gives figures and tables the captions that stand next to them in the order. A figure without words of its own
// takes its caption into itself; beside other figures it stays a block of text, so that the order of the page is kept.
func captions(blocks []doc.Block, height float64) []doc.Block {
	out := make([]doc.Block, 0, len(blocks))
	dropped := make([]bool, len(blocks))
	for i := range blocks {
		c := &blocks[i]
		if c.Style == nil || c.Style.Role != captionRole {
			continue
		}
		at := named(blocks, i, height)
		if at < 0 {
			continue
		}
		of := &blocks[at]
		if of.Type == doc.TableBlock {
			of.Caption = c.Text
		} else if of.Text == "" {
			of.Caption, of.Box, of.Confidence = c.Text, both(of.Box, c.Box), min(of.Confidence, c.Confidence)
			dropped[i] = true
		}
	}
	for i := range blocks {
		if !dropped[i] {
			out = append(out, blocks[i])
		}
	}
	return out
}

// named is the figure or table that caption i stands next to, or -1. Most tables have theirs above, most figures below.
func named(blocks []doc.Block, i int, height float64) int {
	c := &blocks[i]
	kind, steps := doc.Figure, [...]int{-1, 1}
	if strings.HasPrefix(strings.ToLower(c.Text), "tab") {
		kind, steps = doc.TableBlock, [...]int{1, -1}
	}
	for _, step := range steps {
		j := i + step
		if j < 0 || j >= len(blocks) || blocks[j].Type != kind || blocks[j].Caption != "" {
			continue
		}
		a, b := &c.Box, &blocks[j].Box
		gap := max(a.Top-b.Top-b.Height, b.Top-a.Top-a.Height) * height / c.Style.Size
		if gap < captionGap && a.Left < b.Left+b.Width && b.Left < a.Left+a.Width {
			return j
		}
	}
	return -1
}

func both(a, b doc.Box) doc.Box {
	left, top := min(a.Left, b.Left), min(a.Top, b.Top)
	return doc.Box{
		Left: left, Top: top,
		Width:  max(a.Left+a.Width, b.Left+b.Width) - left,
		Height: max(a.Top+a.Height, b.Top+b.Height) - top,
	}
}
