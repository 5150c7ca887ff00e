package distill

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/render"
)

// page is a page as the model sees it.
type page struct {
	document int
	number   int // Page.Number
	text     string
	image    *Image
	tokens   int
	blocks   []int // numbers of its blocks
}

// written is how blocks are shown: all there is, tables as short as they can be.
var written = render.Options{Table: render.Markup, Comments: true, Signatures: true, Unmarked: true, Plain: true}

// write shows the pages of all documents.
func (e *extractor) write() []page {
	type key struct{ document, number int }
	at := map[key]int{}
	var pages []page
	for i, d := range e.docs {
		for _, p := range d.Pages {
			at[key{i, p.Number}] = len(pages)
			pages = append(pages, page{document: i, number: p.Number})
		}
	}
	texts := make([]strings.Builder, len(pages))
	for n, h := range e.blocks {
		b := e.docs[h.document].Blocks[h.block]
		i, ok := at[key{h.document, b.Page}]
		if !ok || !render.Show(&b, written) {
			continue
		}
		if text := render.Text(&b, render.Content(&b, b.Page, written)); text != "" {
			fmt.Fprintf(&texts[i], "[%d] %s\n\n", n, text)
			pages[i].blocks = append(pages[i].blocks, n)
		}
	}
	for i := range e.o.Images {
		if k, ok := at[key{e.o.Images[i].Document, e.o.Images[i].Page}]; ok {
			pages[k].image = &e.o.Images[i]
		}
	}
	for i := range pages {
		p := &pages[i]
		p.text = heading(e.docs, p) + texts[i].String()
		p.tokens = tokens(p.text)
		if p.image != nil {
			p.tokens += imageTokens
		}
	}
	return pages
}

func heading(docs []*doc.Document, p *page) string {
	what := "page"
	if docs[p.document].Kind == doc.Sheet {
		what = "sheet"
	}
	if len(docs) == 1 {
		return fmt.Sprintf("=== %s %d ===\n\n", what, p.number)
	}
	return fmt.Sprintf("=== document %d, %s %d ===\n\n", p.document+1, what, p.number)
}

// imageTokens is what a picture of a page takes of a context; the providers count about so many.
const imageTokens = 1600

// tokens is about how many tokens a text has, rather too many: four letters of English make one, and hardly more than one
// of other scripts does.
func tokens(text string) int {
	letters := utf8.RuneCountInString(text)
	return letters/3 + (len(text)-letters)/3
}

// parts shows pages to the model: the texts, each behind its picture.
func parts(pages []page) []infer.Part {
	var out []infer.Part
	for i := range pages {
		if img := pages[i].image; img != nil {
			out = append(out, infer.Part{Image: img.Data, Media: img.Media})
		}
		out = append(out, infer.Part{Text: pages[i].text})
	}
	return out
}
