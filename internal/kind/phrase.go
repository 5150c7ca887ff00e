package kind

import (
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/term"
)

// words are those of a text without the ones that say nothing.
func words(text string) []string {
	return slices.DeleteFunc(term.Split(text), term.Idle)
}

// folded are words as they are compared.
func folded(words []string, fold func(string) string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = fold(w)
	}
	return out
}

// phrasebook finds phrases in texts. Every phrase stands for one or several things, by their indexes.
type phrasebook struct {
	fold    func(string) string
	phrases []phrase
	by      map[string][]int // first word -> phrases, longer ones first
}

type phrase struct {
	words []string
	means []int
}

// add puts a list of phrases, divided by commas, into the book.
func (b *phrasebook) add(list string, means int) {
	for text := range strings.SplitSeq(list, ",") {
		words := folded(words(text), b.fold)
		if len(words) == 0 {
			continue
		}
		if b.by == nil {
			b.by = map[string][]int{}
		}
		at := -1
		for _, i := range b.by[words[0]] {
			if slices.Equal(b.phrases[i].words, words) {
				at = i
			}
		}
		if at < 0 {
			at = len(b.phrases)
			b.phrases = append(b.phrases, phrase{words: words})
			b.by[words[0]] = append(b.by[words[0]], at)
		}
		if p := &b.phrases[at]; !slices.Contains(p.means, means) {
			p.means = append(p.means, means)
		}
	}
}

// sorted brings longer phrases before shorter ones.
func (b *phrasebook) sorted() {
	for _, list := range b.by {
		slices.SortStableFunc(list, func(x, y int) int { return len(b.phrases[y].words) - len(b.phrases[x].words) })
	}
}

// at is the longest phrase at the start of folded words, -1 for none.
func (b *phrasebook) at(words []string) int {
	for _, i := range b.by[words[0]] {
		if p := b.phrases[i].words; len(p) <= len(words) && slices.Equal(p, words[:len(p)]) {
			return i
		}
	}
	return -1
}
