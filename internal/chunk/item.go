package chunk

import (
	"fmt"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/render"
)

// item is a block with the text it adds to its chunk.
type item struct {
	Block
	text  string // empty when the type is filtered
	embed string
	start bool // the page's text begins here, and a marker says so
	end   bool
	tied  bool // must stay with the item before it

	captioned bool // the block beside it is its caption
}

// prepare renders the blocks, cuts those too long for a chunk and marks where pages begin and end.
func prepare(blocks []Block, o Options) []item {
	items := make([]item, 0, len(blocks))
	for i := range blocks {
		it := item{Block: blocks[i], tied: isCaption(blocks, i)}
		it.captioned = it.tied || i+1 < len(blocks) && isCaption(blocks, i+1)
		it.render(o)
		items = append(items, it)
	}
	if o.Markers {
		mark(items)
	}
	if o.Mode == Variable || o.Size > 0 && (o.Mode == BySection || o.Mode == PageSections) {
		_, high := Bounds(o.Size)
		items = cutLong(items, high, o)
	}
	if o.Markers {
		mark(items)
	}
	return items
}

// render writes the item's content and text.
func (it *item) render(o Options) {
	it.Content = render.Content(&it.Block.Block, it.Page, it.Render)
	it.text, it.embed = "", ""
	if o.Filter[it.Type] {
		return
	}
	it.text = render.Text(&it.Block.Block, it.Content)
	if it.Render.Bare {
		it.text = render.Bare(&it.Block.Block, it.Content)
	}
	if it.embed = it.text; o.Optimize {
		it.embed = render.Embed(&it.Block.Block, it.captioned)
	}
}

// isCaption reports whether blocks i-1 and i are a table or figure and the Text block that is its caption.
func isCaption(blocks []Block, i int) bool {
	if i == 0 || blocks[i-1].Page != blocks[i].Page {
		return false
	}
	a, b := &blocks[i-1], &blocks[i]
	return captions(a, b) || captions(b, a)
}

func captions(text, of *Block) bool {
	return text.Type == doc.Text && of.Caption != "" && text.Text == of.Caption
}

// mark notes the first and last text of every page.
func mark(items []item) {
	last := -1
	for i := range items {
		it := &items[i]
		it.start, it.end = false, false
		if it.text == "" {
			continue
		}
		if last < 0 || items[last].Page != it.Page {
			it.start = true
			if last >= 0 {
				items[last].end = true
			}
		}
		last = i
	}
	if last >= 0 {
		items[last].end = true
	}
}

// marked is text between the markers of its page.
func (it *item) marked(text string) string {
	if text == "" {
		return ""
	}
	if it.start {
		text = fmt.Sprintf("[[START OF PAGE %d]]\n\n%s", it.Page, text)
	}
	if it.end {
		text = fmt.Sprintf("%s\n\n[[END OF PAGE %d]]", text, it.Page)
	}
	return text
}

// separator stands between the texts of two items.
func separator(before, after *item) string {
	if before.end || after.start {
		return "\n\n"
	}
	return render.Separator(before.Type, after.Type)
}
