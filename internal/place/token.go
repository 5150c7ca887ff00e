package place

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/octavo-dev/octavo/internal/doc"
)

// vocabulary numbers words, so that they are compared as numbers.
type vocabulary map[string]int32

func (v vocabulary) number(word string) int32 {
	n, ok := v[word]
	if !ok {
		n = int32(len(v))
		v[word] = n
	}
	return n
}

// token is one word as it is compared, and where it stands in its text.
type token struct {
	id       int32
	from, to int
}

const softHyphen = '\u00ad'

// tokens cuts a text into words without regard to case, ligatures, soft hyphens and punctuation. Numbers are words of
// their own: on paper the mark of a note touches the word before it. Where a script writes no spaces, every character is
// a word.
func (v vocabulary) tokens(text string, visit func(token)) {
	from, number := -1, false
	flush := func(to int) {
		if from >= 0 {
			visit(token{v.number(fold(text[from:to])), from, to})
			from = -1
		}
	}
	for i, r := range text {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) && unicode.IsLetter(r):
			flush(i)
			from = i
			flush(i + len(string(r)))
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r), r == softHyphen && from >= 0:
			if digit := unicode.IsDigit(r); digit != number && !unicode.IsMark(r) && r != softHyphen {
				flush(i)
				number = digit
			}
			if from < 0 {
				from = i
			}
		default:
			flush(i)
		}
	}
	flush(len(text))
}

func fold(word string) string {
	plain := true
	for i := range len(word) {
		if word[i] >= 0x80 {
			plain = false
			break
		}
	}
	if !plain {
		word = norm.NFKC.String(strings.ReplaceAll(word, string(softHyphen), ""))
	}
	return strings.ToLower(word)
}

// owner is the block that words belong to, and its cell or pair; -1 is none.
type owner struct{ block, part int32 }

var nobody = owner{-1, -1}

// text is the words of blocks in their order.
type text struct {
	tokens []int32
	owners []owner
	start  []int   // of each block in tokens, and the end
	at     []int32 // where each stands in the print, -1 where that is not known
}

func newText(blocks []doc.Block, v vocabulary) *text {
	t := &text{}
	for i := range blocks {
		t.start = append(t.start, len(t.tokens))
		parts(&blocks[i], func(part int, words string) {
			v.tokens(words, func(w token) {
				t.tokens = append(t.tokens, w.id)
				t.owners = append(t.owners, owner{int32(i), int32(part)})
			})
		})
	}
	t.start = append(t.start, len(t.tokens))
	t.at = make([]int32, len(t.tokens))
	for i := range t.at {
		t.at[i] = -1
	}
	return t
}

// parts visits the texts of a block: those of its cells and pairs under their numbers, others under -1.
func parts(b *doc.Block, visit func(part int, text string)) {
	switch {
	case !isPrinted(b):
	case b.Table != nil:
		for i := range b.Table.Cells {
			visit(i, b.Table.Cells[i].Text)
		}
	case len(b.Pairs) > 0:
		for i := range b.Pairs {
			visit(i, b.Pairs[i].Key)
			visit(i, b.Pairs[i].Value)
		}
	default:
		visit(-1, b.Text)
	}
}

// paper is the words of all pages in the order in which they were drawn.
type paper struct {
	pages  []Page
	tokens []int32
	words  []place // of each token
	owners []owner // of each token
	start  []int   // of each page in tokens, and the end
}

// place is a box on a page, which is given by its index.
type place struct {
	page int
	box  doc.Box
}

func newPaper(pages []Page, v vocabulary) *paper {
	p := &paper{pages: pages}
	for i := range pages {
		p.start = append(p.start, len(p.tokens))
		for _, w := range pages[i].Words {
			v.tokens(w.Text, func(t token) {
				p.tokens = append(p.tokens, t.id)
				p.words = append(p.words, place{i, w.Box})
				p.owners = append(p.owners, nobody)
			})
		}
	}
	p.start = append(p.start, len(p.tokens))
	return p
}
