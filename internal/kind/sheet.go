package kind

import (
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/term"
)

// What a word weighs by where it stands: a title says what a page is, a sentence may speak of anything.
const (
	inTitle   = 4.0
	inHeading = 2.5
	inHeader  = 2.0
	inOpening = 2.0 // the first words of a page
	inLabel   = 1.5
	inText    = 1.0
)

const (
	opening   = 25   // words
	mostWords = 8000 // of a page that are looked at
	mostBytes = 1 << 17
)

// Sheet is one page as it is weighed: its words and titles, and the shape of what stands on it.
type Sheet struct {
	words  map[string]float64 // stems, by how much their places weigh together
	pairs  map[string]float64 // words that follow each other
	length int                // words
}

// NewSheet looks at the page of a document whose Number it is. A page that the document does not have is a blank one.
func NewSheet(d *doc.Document, page int) *Sheet {
	s := &Sheet{words: map[string]float64{}, pairs: map[string]float64{}}
	left := mostBytes
	for i := range d.Blocks {
		if b := &d.Blocks[i]; b.Page == page {
			s.block(b, &left)
		}
	}
	return s
}

// NewNote is a sheet that has words only: something said about a document.
func NewNote(text string) *Sheet {
	s := &Sheet{words: map[string]float64{}, pairs: map[string]float64{}}
	left := mostBytes
	s.text(text, inText, &left)
	return s
}

func (s *Sheet) block(b *doc.Block, left *int) {
	where := inText
	switch b.Type {
	case doc.Title:
		where = inTitle
	case doc.SectionHeader:
		where = inHeading
	case doc.Header:
		where = inHeader
	}
	s.text(b.Text, where, left)
	s.text(b.Caption, where, left)
	for _, p := range b.Pairs {
		s.text(p.Key, inLabel, left)
		s.text(p.Value, inText, left)
	}
	if b.Table == nil {
		return
	}
	for _, c := range b.Table.Cells {
		where = inText
		if c.Header {
			where = inLabel
		}
		s.text(c.Text, where, left)
	}
}

// text takes the words of a text that stands in one place.
func (s *Sheet) text(text string, where float64, left *int) {
	if len(text) > *left {
		text = strings.ToValidUTF8(text[:*left], "")
	}
	*left -= len(text)
	before := ""
	for _, word := range term.Split(text) {
		if s.length++; s.length > mostWords {
			return
		}
		if term.Idle(word) {
			continue
		}
		weight := where
		if s.length <= opening {
			weight = max(where, inOpening)
		}
		word = term.Stem(word)
		s.words[word] += weight
		if before != "" {
			s.pairs[before+" "+word] += weight
		}
		before = word
	}
}

// bag is what sheets have together.
type bag struct {
	words, pairs map[string]float64
	length       float64
}

func gather(sheets []*Sheet) *bag {
	b := &bag{words: map[string]float64{}, pairs: map[string]float64{}}
	for _, s := range sheets {
		for w, n := range s.words {
			b.words[w] += n
		}
		for p, n := range s.pairs {
			b.pairs[p] += n
		}
		b.length += float64(s.length)
	}
	return b
}

// usual is the length of a page in words: in a longer text a word stands more often without saying more.
const usual = 350.0

// strength is how strongly a text speaks of something that weighs so much in it, 0 to 1.
func (b *bag) strength(weight float64) float64 {
	return weight / (weight + 0.5 + 1.5*b.length/usual)
}
