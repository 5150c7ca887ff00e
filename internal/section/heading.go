package section

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/term"
)

// headingList is how the headings of the sections may read: the words of their names.
type headingList [][]string

func headings(wants []Want) headingList {
	var out headingList
	for _, w := range wants {
		if s := stems(w.Name); len(s) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// stems are the words of a text that say something, in their plain forms.
func stems(text string) []string {
	var out []string
	for _, w := range term.Split(text) {
		if !term.Idle(w) {
			out = append(out, term.Stem(w))
		}
	}
	return out
}

// mostHeading is how many words a heading has at most.
const mostHeading = 12

// names reports whether a text is the heading of one of the sections.
func (h headingList) names(text string) bool {
	said := stems(clip(text, longest))
	if len(said) == 0 || len(said) > mostHeading {
		return false
	}
	return slices.ContainsFunc(h, func(name []string) bool {
		return !slices.ContainsFunc(name, func(w string) bool { return !slices.Contains(said, w) })
	})
}

// mostParts is into how many parts a page is cut at most.
const mostParts = 6

// cut divides a page where headings of sections stand in the middle of it.
func (h headingList) cut(l *leaf) []*doc.Document {
	blocks := l.one.Blocks
	at := []int{0}
	for i := range blocks {
		b := &blocks[i]
		if i > 0 && b.IsHeading() && len(at) < mostParts && h.names(b.Text) && said(blocks[at[len(at)-1]:i]) {
			at = append(at, i)
		}
	}
	if len(at) == 1 {
		return []*doc.Document{l.one}
	}
	at = append(at, len(blocks))
	var out []*doc.Document
	for i := range len(at) - 1 {
		out = append(out, partOf(l.one, at[i], at[i+1]))
	}
	return out
}

// fewWords is what a part of a page has at least to be the end of a section, and not the head of what follows.
const fewWords = 30

// said reports whether blocks say more than what runs along the edge of the page or stands over a title.
func said(blocks []doc.Block) bool {
	words := 0
	for i := range blocks {
		if b := &blocks[i]; b.Type != doc.Header && b.Type != doc.Footer && b.Type != doc.PageNumber && !b.Watermark {
			words += wordCount(clip(textOf(b), longest))
		}
	}
	return words >= fewWords
}

// partOf is what some blocks of a page cover.
func partOf(one *doc.Document, from, to int) *doc.Document {
	out := *one
	out.Blocks = one.Blocks[from:to:to]
	page := one.Pages[0]
	inside := func(box doc.Box) bool {
		return slices.ContainsFunc(out.Blocks, func(b doc.Block) bool { return holdsMiddle(box)(b.Box) })
	}
	page.Words = slices.DeleteFunc(slices.Clone(page.Words), func(w doc.Word) bool { return !inside(w.Box) })
	page.Lines = slices.DeleteFunc(slices.Clone(page.Lines), func(l doc.Line) bool { return !inside(l.Box) })
	out.Pages = []doc.Page{page}
	return &out
}

// headed reports whether a page opens with a heading.
func (l *leaf) headed() bool {
	for i := range l.one.Blocks {
		switch b := &l.one.Blocks[i]; b.Type {
		case doc.Header, doc.Footer, doc.PageNumber, doc.Figure:
		default:
			return b.IsHeading()
		}
	}
	return false
}
