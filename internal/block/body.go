package block

import (
	"github.com/octavo-dev/octavo/internal/doc"
)

// body is what most text of the document looks like.
type body struct {
	size   float64
	weight int
	color  uint32
	font   string
}

func bodyOf(d *doc.Document) body {
	weights, colors, fonts := map[int]int{}, map[uint32]int{}, map[string]int{}
	var sizes tally
	scarce := prose(d) < fewProse
	for i := range d.Blocks {
		b := &d.Blocks[i]
		n := len(b.Text)
		switch {
		case b.Style == nil:
			continue
		case b.Type == doc.TableBlock && scarce:
			for k := range b.Table.Cells {
				n += len(b.Table.Cells[k].Text)
			}
			sizes.addSize(b.Style.Size, n)
			continue
		case b.Type == doc.KeyValue && scarce:
			for k := range b.Pairs {
				n += len(b.Pairs[k].Key) + len(b.Pairs[k].Value)
			}
			sizes.addSize(b.Style.Size, n)
			continue
		case b.Type != doc.Text && b.Type != doc.ListItem:
			continue
		}
		sizes.addSize(b.Style.Size, n)
		colors[b.Style.Color] += n
		fonts[b.Style.Font] += n
		weights[b.Style.Weight] += n
	}
	return body{size: sizes.usualSize(1), weight: most(weights), color: most(colors), font: most(fonts)}
}

// fewProse is how many characters of prose a document has at least that can tell its own usual size.
const fewProse = 300

// prose counts the characters of blocks that read as sentences do.
func prose(d *doc.Document) int {
	n := 0
	for i := range d.Blocks {
		b := &d.Blocks[i]
		if b.Style != nil && (b.Type == doc.Text || b.Type == doc.ListItem) && (b.Style.Lines > 2 || endsSentence(b.Text)) {
			n += len(b.Text)
		}
	}
	return n
}

func most[K int | uint32 | string](counts map[K]int) K {
	var best K
	n := 0
	for k, c := range counts {
		if c > n || c == n && k > best {
			best, n = k, c
		}
	}
	return best
}
