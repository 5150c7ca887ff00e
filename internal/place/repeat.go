package place

import (
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
)

// margin is how far from the edge of a page running lines stand, as a part of its height.
const margin = 0.3

// repeat puts running lines on every page that shows them, with the numbers that stand there. One that no page shows is
// kept at the edge of the first, unless it is one of several that say the same.
func repeat(running []doc.Block, p *paper, v vocabulary) []doc.Block {
	numbers := digits(v)
	said := map[string]bool{}
	var out []doc.Block
	for i := range running {
		b := &running[i]
		line := runningLine{block: b, numbers: numbers}
		parts(b, func(part int, text string) {
			v.tokens(text, func(t token) {
				line.tokens, line.parts = append(line.tokens, t), append(line.parts, int32(part))
			})
		})
		before := len(out)
		for page := range p.pages {
			if copied, ok := line.on(p, page); ok {
				out = append(out, copied)
			}
		}
		name := string(b.Type) + b.Text
		if len(out) == before && !said[name] {
			kept := *b
			kept.Page, kept.Box = p.pages[0].Number, doc.Box{Width: 1, Height: thin}
			if b.Type != doc.Header {
				kept.Box.Top = 1 - thin
			}
			out = append(out, kept)
		}
		said[name] = true
	}
	return out
}

// digits are the words that are numbers, which differ from page to page.
func digits(v vocabulary) map[int32]string {
	out := map[int32]string{}
	for word, id := range v {
		if strings.Trim(word, "0123456789") == "" {
			out[id] = word
		}
	}
	return out
}

type runningLine struct {
	block   *doc.Block
	tokens  []token
	parts   []int32 // cells or pairs they stand in
	numbers map[int32]string
}

// on finds the line among the words near the edge of a page that no block has.
func (l *runningLine) on(p *paper, page int) (doc.Block, bool) {
	var free []int
	for i := p.start[page]; i < p.start[page+1]; i++ {
		middle := p.words[i].box.Top + p.words[i].box.Height/2
		if p.owners[i] == nobody && (l.block.Type != doc.Footer && middle < margin || l.block.Type != doc.Header && middle > 1-margin) {
			free = append(free, i)
		}
	}
	if len(free) == 0 || len(l.tokens) == 0 {
		return doc.Block{}, false
	}
	a := aligner{make([]int32, len(l.tokens)), make([]int32, len(free)), make([]int32, len(l.tokens))}
	for i, t := range l.tokens {
		a.a[i], a.at[i] = l.kind(t.id), -1
	}
	for i, at := range free {
		a.b[i] = l.kind(p.tokens[at])
	}
	a.align(0, len(a.a), 0, len(a.b), 0)
	return l.copied(p, free, a.at)
}

// anyNumber stands for all numbers.
const anyNumber = -2

func (l *runningLine) kind(id int32) int32 {
	if _, ok := l.numbers[id]; ok {
		return anyNumber
	}
	return id
}

// copied is the line as it stands where its words were found, if enough of them were.
func (l *runningLine) copied(p *paper, free []int, at []int32) (doc.Block, bool) {
	var s spot
	var box *doc.Box
	for i, j := range at {
		if j < 0 {
			continue
		}
		word := p.words[free[j]]
		s.pieces, s.parts = append(s.pieces, word), append(s.parts, l.parts[i])
		join(&box, word.box)
	}
	if len(s.pieces)*2 < len(at) || box == nil {
		return doc.Block{}, false
	}
	for i, j := range at {
		if j >= 0 {
			p.owners[free[j]] = owner{-1, int32(i)} // taken, by no block of the text
		}
	}
	out := *l.block
	out.Text = l.numbered(p, free, at)
	s.place = place{s.pieces[0].page, *box}
	s.last = s.place
	s.set(&out, p)
	return out, true
}

// numbered is the text of the line with the numbers that stand on the page.
func (l *runningLine) numbered(p *paper, free []int, at []int32) string {
	text := l.block.Text
	if l.block.Table != nil || len(l.block.Pairs) > 0 || len(l.block.Spans) > 0 {
		return text
	}
	var out strings.Builder
	from := 0
	for i, j := range at {
		if j < 0 {
			continue
		}
		if number, ok := l.numbers[p.tokens[free[j]]]; ok {
			out.WriteString(text[from:l.tokens[i].from] + number)
			from = l.tokens[i].to
		}
	}
	return out.String() + text[from:]
}
