package section

import "math"

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
