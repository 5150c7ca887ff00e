package blank

import (
	"slices"
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/table"
)

// phraseGap, in sizes of the font, parts what stands beside each other in a row.
const phraseGap = 1.1

// phrase is words of a row that no wide gap, wall or blank parts.
type phrase struct {
	words []word
	box   engine.Box
	size  float32
	// answered: a blank stands right behind it, or a check box before it; then it is its label.
	answered bool
}

func phraseOf(words []word) phrase {
	f := phrase{words: words, box: words[0].box, size: words[0].size}
	for _, w := range words[1:] {
		f.box = union(f.box, w.box)
		f.size = max(f.size, w.size)
	}
	return f
}

func (f *phrase) text() string {
	var out []string
	for _, w := range f.words {
		if meant(w.text) {
			out = append(out, w.text)
		}
	}
	return strings.Join(out, " ")
}

func (f *phrase) base() float32 { return f.words[0].base }

// bold reports whether all words of a phrase are.
func (f *phrase) bold() bool {
	return !slices.ContainsFunc(f.words, func(w word) bool { return !w.bold && meant(w.text) })
}

// meant reports whether a word says something: arrows and dots do not.
func meant(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '$' || r == '#' || r == '%' || r == '€' || r == '£'
	})
}

// phrases cuts the level rows of a page into phrases, from the top down and from left to right.
func (p *Page) findPhrases() {
	p.phrases = nil
	for from := 0; from < len(p.all); {
		to := from + 1
		for to < len(p.all) && p.all[to].row == p.all[from].row && p.goesOn(&p.all[to-1], &p.all[to]) {
			to++
		}
		if f := phraseOf(p.all[from:to]); p.all[from].row >= 0 && f.text() != "" {
			f.answered = p.answered(&f)
			p.phrases = append(p.phrases, f)
		}
		from = to
	}
}

// goesOn reports whether a word goes on with the one before it.
func (p *Page) goesOn(a, b *word) bool {
	gap := b.box.X0 - a.box.X1
	if gap > phraseGap*max(a.size, b.size) || gap < -3*a.size || meant(a.text) != meant(b.text) && gap > 0.8*a.size {
		return false
	}
	_, y := middle(b.box)
	return !slices.ContainsFunc(p.found, func(s spot) bool {
		x, _ := middle(s.box)
		return s.box.Y0 < y && s.box.Y1 > y && x > a.box.X1-0.3*a.size && x < b.box.X0+0.3*a.size
	}) && !p.parted(a.box.X1, b.box.X0, y)
}

// parted reports whether a wall stands between two places on one height.
func (p *Page) parted(x0, x1, y float32) bool {
	at, _ := slices.BinarySearchFunc(p.upright, x0, func(r table.Rule, x float32) int {
		if r.Pos < x {
			return -1
		}
		return 1
	})
	for ; at < len(p.upright) && p.upright[at].Pos <= x1; at++ {
		if u := p.upright[at]; u.From < y && u.To > y && u.To-u.From > p.em {
			return true
		}
	}
	return false
}

// around is the phrase of a word.
func (p *Page) around(of word) phrase {
	for i := range p.phrases {
		f := &p.phrases[i]
		if of.row == f.words[0].row && of.box.X0 >= f.box.X0 && of.box.X1 <= f.box.X1 {
			return *f
		}
	}
	return phraseOf([]word{of})
}
