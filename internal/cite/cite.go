// Package cite finds phrases in a parsed document and says where they stand.
package cite

import (
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/within"
)

// Place is a box on a page.
type Place struct {
	Page     int // running number
	Original int // number in its own document
	Box      doc.Box
}

// Text is something written at a place.
type Text struct {
	Place
	Text string
}

// Source is what is searched. Blocks and words are in reading order.
type Source struct {
	Blocks []Place
	Lines  []Text
	Words  []Text
}

// Match is one occurrence: a box for every line it stands on.
type Match struct {
	Page  int
	Boxes []Place
}

// Index is a source made ready for many queries.
type Index struct {
	blocks []Place
	lines  []Text
	words  []Text
	tokens []token
	begin  []int            // of each block in tokens, and the end of the last
	first  map[string][]int // token text -> places in tokens
}

// token is a normalised word; one word of the document may be several.
type token struct {
	text  string
	word  int
	line  int
	block int
}

// New maps words to lines and lines to blocks, each to the one that contains most of it.
func New(s Source) *Index {
	x := &Index{blocks: s.Blocks, lines: s.Lines, words: s.Words, first: map[string][]int{}}
	lineOf := within.New(boxes(places(s.Lines)))
	blockOf := within.New(boxes(s.Blocks))
	byBlock := make([][]token, len(s.Blocks))
	for i, w := range s.Words {
		line, ok := lineOf.Find(box(w.Place))
		if !ok {
			continue
		}
		block, ok := blockOf.Find(box(s.Lines[line].Place))
		if !ok {
			continue
		}
		for _, t := range normal(w.Text) {
			byBlock[block] = append(byBlock[block], token{t, i, line, block})
		}
	}
	for _, tokens := range byBlock {
		x.begin = append(x.begin, len(x.tokens))
		for _, t := range tokens {
			x.first[t.text] = append(x.first[t.text], len(x.tokens))
			x.tokens = append(x.tokens, t)
		}
	}
	x.begin = append(x.begin, len(x.tokens))
	return x
}

// normal cuts text into lower-case runs of letters and digits.
func normal(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// Find returns every occurrence of a phrase inside a block, in reading order. With a filter only those in blocks on its
// page that cover at least half of its area.
func (x *Index) Find(phrase string, filter *Place) []Match {
	want := normal(phrase)
	matches := []Match{}
	if len(want) == 0 {
		return matches
	}
	end := 0 // occurrences do not overlap
	for _, at := range x.first[want[0]] {
		if at < end || !x.runs(at, want) || !x.passes(x.tokens[at].block, filter) {
			continue
		}
		end = at + len(want)
		matches = append(matches, x.match(x.tokens[at:end]))
	}
	return matches
}

func (x *Index) runs(at int, want []string) bool {
	if at+len(want) > len(x.tokens) {
		return false
	}
	for i, w := range want {
		if t := x.tokens[at+i]; t.text != w || t.block != x.tokens[at].block {
			return false
		}
	}
	return true
}

func (x *Index) passes(block int, filter *Place) bool {
	if filter == nil {
		return true
	}
	b := x.blocks[block]
	area := filter.Box.Width * filter.Box.Height
	return b.Page == filter.Page && within.Cover(b.Box, filter.Box) >= area/2
}

// match joins the boxes of the words on each line.
func (x *Index) match(run []token) Match {
	m := Match{Page: x.words[run[0].word].Page}
	line := -1
	for _, t := range run {
		w := x.words[t.word].Place
		if t.line != line {
			m.Boxes = append(m.Boxes, w)
			line = t.line
			continue
		}
		last := &m.Boxes[len(m.Boxes)-1]
		last.Box = union(last.Box, w.Box)
	}
	return m
}

func union(a, b doc.Box) doc.Box {
	left, top := min(a.Left, b.Left), min(a.Top, b.Top)
	return doc.Box{
		Left: left, Top: top,
		Width:  max(a.Left+a.Width, b.Left+b.Width) - left,
		Height: max(a.Top+a.Height, b.Top+b.Height) - top,
	}
}

func places(texts []Text) []Place {
	out := make([]Place, len(texts))
	for i := range texts {
		out[i] = texts[i].Place
	}
	return out
}

func boxes(places []Place) []within.Box {
	out := make([]within.Box, len(places))
	for i := range places {
		out[i] = box(places[i])
	}
	return out
}

func box(p Place) within.Box { return within.Box{Page: p.Page, Box: p.Box} }
