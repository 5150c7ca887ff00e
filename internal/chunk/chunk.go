// Package chunk groups blocks into chunks and writes their text.
package chunk

import (
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/render"
)

// Mode is how blocks are grouped.
type Mode string

// The modes of the interface.
const (
	Disabled     Mode = "disabled" // one chunk
	ByBlock      Mode = "block"
	ByPage       Mode = "page"
	BySection    Mode = "section"
	PageSections Mode = "page_sections"
	Variable     Mode = "variable"
)

// Options is what chunks are to look like.
type Options struct {
	Mode     Mode
	Size     int // wanted characters; 0 leaves it to the mode
	Overlap  int // characters repeated from the chunk before
	Markers  bool
	Filter   map[doc.BlockType]bool // types left out of the text
	Optimize bool                   // Embed differs from Content: see render.Embed

	Continue  bool // a chunk that starts inside a section begins with its heading
	CutTables bool // Variable may cut tables between rows
}

// Bounds of a chunk's length in characters when no size is given.
const (
	DefaultMin = 250
	DefaultMax = 1500
)

// Bounds are the lengths a chunk of the given size is held between.
func Bounds(size int) (low, high int) {
	if size <= 0 {
		return DefaultMin, DefaultMax
	}
	return size * 3 / 4, (size*5 + 3) / 4
}

// Block is a block on its way into a chunk.
type Block struct {
	doc.Block
	Page      int            // running number over the whole selection
	Document  int            // that it is of; sections end with their document
	Source    int            // for the caller to know the block again, also after it was cut
	Render    render.Options // how it is to be written
	Fragments []Block        // of a merged table, in order
	Content   string         // set by Make
}

// Chunk is a run of blocks and their text.
type Chunk struct {
	Content string
	Embed   string
	Blocks  []Block
}

// Make groups blocks, which are in reading order. Pages are the running numbers of all pages, the blank ones included.
func Make(blocks []Block, pages []int, o Options) []Chunk {
	items := prepare(blocks, o)
	var groups [][]item
	switch o.Mode {
	case ByBlock:
		groups = each(items)
	case ByPage:
		groups = byPage(items, pages)
	case BySection:
		groups = sections(items, o)
	case PageSections:
		for _, page := range byPage(items, pages) {
			groups = append(groups, atLeastOne(sections(page, o))...)
		}
	case Variable:
		low, high := Bounds(o.Size)
		groups = variable(items, low, high)
	default:
		groups = [][]item{items}
	}
	return write(atLeastOne(groups), o)
}

func atLeastOne(groups [][]item) [][]item {
	if len(groups) == 0 {
		return [][]item{nil}
	}
	return groups
}

func each(items []item) [][]item {
	groups := make([][]item, len(items))
	for i := range items {
		groups[i] = items[i : i+1]
	}
	return groups
}

func byPage(items []item, pages []int) [][]item {
	groups := make([][]item, len(pages))
	for i, page := range pages {
		n := 0
		for n < len(items) && items[n].Page == page {
			n++
		}
		groups[i], items = items[:n], items[n:]
	}
	return groups
}

// sections starts a group at every run of headings. With a size, those above it are divided.
func sections(items []item, o Options) [][]item {
	groups := atHeadings(items)
	if o.Size <= 0 {
		return groups
	}
	low, high := Bounds(o.Size)
	var out [][]item
	for _, g := range groups {
		out = append(out, newLine(g).divide(low, high)...)
	}
	return out
}

// atHeadings starts a group at every run of headings.
func atHeadings(items []item) [][]item {
	var groups [][]item
	start := 0
	for i := 1; i < len(items); i++ {
		if items[i].IsHeading() && !items[i-1].IsHeading() {
			groups = append(groups, items[start:i])
			start = i
		}
	}
	if start < len(items) {
		groups = append(groups, items[start:])
	}
	return groups
}

// variable divides sections above high and merges those below low.
func variable(items []item, low, high int) [][]item {
	all := newLine(items)
	var cuts []int
	start := 0
	for _, g := range atHeadings(items) {
		cuts = all.cuts(cuts, start, start+len(g), low, high)
		start += len(g)
		cuts = append(cuts, start)
	}
	return all.merge(cuts, low, high)
}

func length(s string) int { return utf8.RuneCountInString(s) }
