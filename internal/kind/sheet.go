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

// Bounds of a page, whatever a file puts on it.
const (
	opening   = 25 // words
	banner    = 6  // words that a heading has which is not marked as one
	mostWords = 8000
	mostBytes = 1 << 17
	mostTexts = 12  // that are compared by what they mean
	longText  = 300 // bytes of each of them
)

// Sheet is one page as it is weighed: its words and titles, and the shape of what stands on it.
type Sheet struct {
	bag
	texts []string // titles and first sentences, to be compared by what they mean
}

// NewSheet looks at the page of a document whose Number it is. A page that the document does not have is a blank one.
func NewSheet(d *doc.Document, page int) *Sheet {
	s := &Sheet{bag: newBag()}
	t := newTraits(d, &doc.Page{})
	for i := range d.Pages {
		if d.Pages[i].Number == page {
			t = newTraits(d, &d.Pages[i])
		}
	}
	left := mostBytes
	for i := range d.Blocks {
		if b := &d.Blocks[i]; b.Page == page && left > 0 {
			s.block(b, t, &left)
		}
	}
	s.pages = 1
	for i, c := range cues {
		s.cues[i] = c.measure(t)
	}
	return s
}

// NewNote is a sheet that has words only: something said about a document.
func NewNote(text string) *Sheet {
	s := &Sheet{bag: newBag()}
	s.text(text[:min(len(text), mostBytes)], inLabel)
	return s
}

func (s *Sheet) block(b *doc.Block, t *traits, left *int) {
	take := func(text string, where float64) int {
		if len(text) > *left {
			text = strings.ToValidUTF8(text[:*left], "")
		}
		*left -= len(text)
		s.text(text, where)
		return t.text(text)
	}
	text := b.Text[:min(len(b.Text), *left)]
	words := take(text, place(b))
	words += take(b.Caption, inText)
	for _, p := range b.Pairs {
		words += take(p.Key, inLabel) + take(p.Value, inText)
	}
	if b.Table != nil {
		for _, c := range b.Table.Cells {
			if *left <= 0 {
				break
			}
			where := inText
			if c.Header {
				where = inLabel
			}
			words += take(c.Text, where)
			t.cell(c.Text)
		}
	}
	t.block(b, text, words)
	if text != "" && len(s.texts) < mostTexts && (b.IsHeading() || b.Type == doc.Text) {
		s.texts = append(s.texts, strings.ToValidUTF8(text[:min(len(text), longText)], ""))
	}
}

// place is what the words of a block weigh.
func place(b *doc.Block) float64 {
	switch {
	case b.Type == doc.Title:
		return inTitle
	case b.Type == doc.SectionHeader, b.Type == doc.Text && b.Box.Top < upper && len(b.Text) < 80 && len(strings.Fields(b.Text)) <= banner:
		return inHeading
	case b.Type == doc.Header:
		return inHeader
	}
	return inText
}

// text takes the words of a text that stands in one place.
func (s *Sheet) text(text string, where float64) {
	var found []string
	for _, word := range term.Split(text) {
		if s.length++; s.length > mostWords {
			break
		}
		if !term.Idle(word) {
			found = append(found, word)
		}
		if s.length == opening {
			s.take(found, max(where, inOpening))
			found = found[:0]
		}
	}
	if s.length < opening {
		where = max(where, inOpening)
	}
	s.take(found, where)
}

// take counts words that follow each other. Pages are named where they are seen first, not in the middle of a text.
func (s *Sheet) take(found []string, where float64) {
	k := known()
	stems, single := folded(found, term.Stem), folded(found, term.Singular)
	for i, word := range stems {
		s.words[word] += where
		if i > 0 {
			s.pairs[stems[i-1]+" "+word] += where
		}
		if p := k.words.at(single[i:]); p >= 0 {
			s.says[p] += where
		}
		if p := k.names.at(single[i:]); p >= 0 && where >= inOpening {
			s.names[p] += where
		}
	}
}
