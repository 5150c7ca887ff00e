package section

import (
	"math"
	"slices"
	"strings"
	"unicode"
)

// tally is a word and how often it is said.
type tally struct {
	word  uint32
	times float32
}

// vocabulary numbers words.
type vocabulary map[string]uint32

// wordsOf counts the words of lines that say something, in the order of their numbers.
func (v vocabulary) wordsOf(lines []line) []tally {
	var all []uint32
	for i := range lines {
		for w := range strings.FieldsFuncSeq(strings.ToLower(lines[i].text), func(r rune) bool { return !unicode.IsLetter(r) }) {
			if len(w) < 3 || len(all) >= mostWords {
				continue
			}
			number, known := v[w]
			if !known {
				number = uint32(len(v))
				v[strings.Clone(w)] = number
			}
			all = append(all, number)
		}
	}
	slices.Sort(all)
	var out []tally
	for _, w := range all {
		if n := len(out); n > 0 && out[n-1].word == w {
			out[n-1].times++
		} else {
			out = append(out, tally{w, 1})
		}
	}
	return slices.Clip(out)
}

// rarity is how few pages say each word.
type rarity struct {
	pages float64
	in    []float64 // by the number of the word
}

func newRarity(all []*leaf) *rarity {
	r := &rarity{pages: float64(len(all))}
	for _, l := range all {
		for _, t := range l.words {
			for int(t.word) >= len(r.in) {
				r.in = append(r.in, 0)
			}
			r.in[t.word]++
		}
	}
	return r
}

// alike is how much two pages speak of the same: the cosine of their words, rare ones counting for more.
func (r *rarity) alike(a, b *leaf) float64 {
	dot, aa, bb := 0.0, 0.0, 0.0
	i, k := 0, 0
	for i < len(a.words) || k < len(b.words) {
		switch {
		case k == len(b.words) || i < len(a.words) && a.words[i].word < b.words[k].word:
			x := r.weight(a.words[i])
			aa += x * x
			i++
		case i == len(a.words) || b.words[k].word < a.words[i].word:
			y := r.weight(b.words[k])
			bb += y * y
			k++
		default:
			x, y := r.weight(a.words[i]), r.weight(b.words[k])
			aa, bb, dot = aa+x*x, bb+y*y, dot+x*y
			i, k = i+1, k+1
		}
	}
	if aa == 0 || bb == 0 {
		return 0
	}
	return dot / math.Sqrt(aa*bb)
}

func (r *rarity) weight(t tally) float64 {
	return math.Sqrt(float64(t.times)) * math.Log(1+r.pages/r.in[t.word])
}
