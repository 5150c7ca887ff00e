package window

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/render"
)

// Page is a page as a model sees it.
type Page struct {
	Document int    // index among the documents
	Number   int    // doc.Page.Number
	Running  int    // among the pages of all documents, from 1
	Text     string // heading and blocks
	Image    *Image // shown before the text; nil where there is none
	Tokens   int
	Blocks   []int // numbers of its blocks, which run on over all documents
}

// Image is the picture of a page.
type Image struct {
	Document, Page int // index among the documents, and doc.Page.Number
	Data           []byte
	Media          string // "image/png"
}

// View is how pages are shown.
type View struct {
	Numbers bool    // every block begins with its number in square brackets
	Running bool    // pages are called by their number among those of all documents
	Most    int     // tokens of a page that are shown, of its beginning and its end; 0 for all
	Images  []Image // of pages
}

// written is how blocks are shown: all there is, tables as short as they can be.
var written = render.Options{Table: render.Markup, Comments: true, Signatures: true, Unmarked: true, Plain: true}

// Write shows the pages of documents.
func (v View) Write(docs []*doc.Document) []Page {
	type key struct{ document, number int }
	at := map[key]int{}
	var pages []Page
	for i, d := range docs {
		for _, p := range d.Pages {
			at[key{i, p.Number}] = len(pages)
			pages = append(pages, Page{Document: i, Number: p.Number, Running: len(pages) + 1})
		}
	}
	texts := make([]strings.Builder, len(pages))
	number := -1
	for i, d := range docs {
		for k := range d.Blocks {
			number++
			b := d.Blocks[k]
			page, ok := at[key{i, b.Page}]
			if !ok || !render.Show(&b, written) {
				continue
			}
			if text := shown(&b); text != "" {
				if v.Numbers {
					fmt.Fprintf(&texts[page], "[%d] ", number)
				}
				texts[page].WriteString(text + "\n\n")
				pages[page].Blocks = append(pages[page].Blocks, number)
			}
		}
	}
	for i := range v.Images {
		if k, ok := at[key{v.Images[i].Document, v.Images[i].Page}]; ok {
			pages[k].Image = &v.Images[i]
		}
	}
	for i := range pages {
		v.finish(docs, &pages[i], texts[i].String())
	}
	return pages
}

// shown is what a model sees of a block. A line that looks like the heading of a page is told from one.
func shown(b *doc.Block) string {
	text := render.Text(b, render.Content(b, b.Page, written))
	if strings.HasPrefix(text, mark) {
		text = `\` + text
	}
	return strings.ReplaceAll(text, "\n"+mark, "\n\\"+mark)
}

// mark is what the headings of pages begin with.
const mark = "==="

// finish puts the heading of a page above its text.
func (v View) finish(docs []*doc.Document, p *Page, text string) {
	what, number := "page", p.Number
	if docs[p.Document].Kind == doc.Sheet {
		what = "sheet"
	}
	if v.Running {
		what, number = "page", p.Running
	}
	where := ""
	if len(docs) > 1 {
		where = fmt.Sprintf("document %d, ", p.Document+1)
	}
	p.Text = fmt.Sprintf("%s %s%s %d %s\n\n", mark, where, what, number, mark) + Shorten(text, v.Most)
	p.Tokens = Tokens(p.Text)
	if p.Image != nil {
		p.Tokens += imageTokens
	}
}

// imageTokens is what a picture of a page takes of a context; the providers count about so many.
const imageTokens = 1600

// Tokens is about how many tokens a text has, rather too many: four letters of English make one, and hardly more than one
// of other scripts does.
func Tokens(text string) int {
	letters := utf8.RuneCountInString(text)
	return letters/3 + (len(text)-letters)/3
}

// Shorten keeps the beginning of a text and a third as much of its end where it has more tokens than are wanted; 0 wants
// all.
func Shorten(text string, most int) string {
	n := Tokens(text)
	if most <= 0 || n <= most {
		return text
	}
	keep := len(text) / 4 * most / n
	return strings.ToValidUTF8(text[:3*keep], "") + "\n…\n" + strings.ToValidUTF8(text[len(text)-keep:], "")
}

// Parts shows pages to a model: the texts, each behind its picture.
func Parts(pages []Page) []infer.Part {
	var out []infer.Part
	for i := range pages {
		if img := pages[i].Image; img != nil {
			out = append(out, infer.Part{Image: img.Data, Media: img.Media})
		}
		out = append(out, infer.Part{Text: pages[i].Text})
	}
	return out
}
