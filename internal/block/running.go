package block

import (
	"math"
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/doc"
)

// place is what running lines of different pages share.
type place struct {
	text string // with every number alike
	y    int    // fiftieths of the page
	head bool
}

// manyPages is how many pages a document has at least whose running lines can be expected to come again.
const manyPages = 4

// edgeZone is the part of the page, at each end, that running lines stand in.
const edgeZone = 0.16

// runningLines marks lines at the edges of pages that come again on others.
func runningLines(d *doc.Document) {
	if len(d.Pages) < 2 {
		return
	}
	pages := map[place]map[int]bool{}
	each(d, func(b *doc.Block, p place) {
		if pages[p] == nil {
			pages[p] = map[int]bool{}
		}
		pages[p][b.Page] = true
	})
	least := min(max(2, len(d.Pages)/20), 4)
	each(d, func(b *doc.Block, p place) {
		if len(pages[p]) < least && !beside(pages, p, least) {
			if len(d.Pages) >= manyPages && (b.Type == doc.Header || b.Type == doc.Footer) && !edgeNumber(b.Text) {
				b.Type, b.Style.Role = doc.Text, ""
			}
			return
		}
		switch {
		case pageNumber(b.Text):
			b.Type = doc.PageNumber
		case p.head:
			b.Type = doc.Header
		default:
			b.Type = doc.Footer
		}
		unlist(b)
	})
}

// beside reports whether the place counts with its neighbour: rounding parts what stands alike.
func beside(pages map[place]map[int]bool, p place, least int) bool {
	n := len(pages[p])
	for _, step := range [...]int{-1, 1} {
		q := p
		q.y += step
		n += len(pages[q])
	}
	return n >= least
}

// each hands over the short texts at the edges of pages.
func each(d *doc.Document, take func(*doc.Block, place)) {
	for i := range d.Blocks {
		b := &d.Blocks[i]
		top, bottom := b.Box.Top, 1-b.Box.Top-b.Box.Height
		if b.Style == nil || b.Style.Lines > 2 || b.Table != nil || len(b.Text) > 200 || top+b.Box.Height > edgeZone && bottom+b.Box.Height > edgeZone {
			continue
		}
		p := place{text: alike(b.Text), head: top < bottom}
		if p.head {
			p.y = int(math.Round(top * 50))
		} else {
			p.y = int(math.Round(bottom * 50))
		}
		take(b, p)
	}
}

// alike folds a text so that numbers do not tell its pages apart.
func alike(s string) string {
	if pageNumber(s) {
		return "#"
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case unicode.IsDigit(r):
			if !strings.HasSuffix(b.String(), "#") {
				b.WriteByte('#')
			}
		case unicode.IsLetter(r):
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}
