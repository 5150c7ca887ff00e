package kind

import (
	"math"
	"slices"
)

// bag is what is weighed of one sheet, or of several together.
type bag struct {
	words  map[string]float64 // stems, by how much their places weigh together
	pairs  map[string]float64 // two that follow each other
	says   map[int]float64    // phrases that are known to stand on kinds of documents
	names  map[int]float64    // phrases that name kinds of documents
	cues   []float64
	length float64 // words
	pages  float64
}

func newBag() bag {
	return bag{words: map[string]float64{}, pairs: map[string]float64{}, says: map[int]float64{}, names: map[int]float64{}, cues: make([]float64, len(cues))}
}

// gather puts sheets together.
func gather(sheets []*Sheet) *bag {
	if len(sheets) == 1 {
		return &sheets[0].bag
	}
	b := newBag()
	for _, s := range sheets {
		pour(b.words, s.words)
		pour(b.pairs, s.pairs)
		pour(b.says, s.says)
		pour(b.names, s.names)
		b.length += s.length
		b.pages += s.pages
		for i, v := range s.cues {
			if cues[i].once {
				b.cues[i] = max(b.cues[i], v)
			} else {
				b.cues[i] += v
			}
		}
	}
	for i := range b.cues {
		if !cues[i].once {
			b.cues[i] /= max(b.pages, 1)
		}
	}
	return &b
}

func pour[K comparable](to, from map[K]float64) {
	for k, n := range from {
		to[k] += n
	}
}

// usual is the length of a page in words: in a longer text a word stands more often without saying more.
const usual = 350.0

// strength is how strongly a text speaks of something that weighs so much in it, 0 to 1.
func (b *bag) strength(weight float64) float64 {
	if weight == 0 {
		return 0
	}
	return weight / (weight + 0.5 + 2*math.Sqrt(b.length/usual))
}

// Phrases that are counted for a genre at most: one of which more is known is not more likely for that.
const mostSaid = 8

// fits are how well a bag fits each genre that is known, 0 to 1; the best of them has 1 where anything speaks for it.
func (b *bag) fits() []float64 {
	k := known()
	said := make([][]float64, len(k.genres))
	for p, weight := range b.says {
		worth := b.strength(weight) * k.rarity[p]
		for _, g := range k.words.phrases[p].means {
			said[g] = append(said[g], worth)
		}
	}
	named := make([]float64, len(k.genres))
	for p, weight := range b.names {
		worth := b.strength(weight) * telling(len(k.names.phrases[p].means), len(k.names.phrases[p].words))
		for _, g := range k.names.phrases[p].means {
			named[g] = max(named[g], worth)
		}
	}
	fits := make([]float64, len(k.genres))
	best := leastFit
	for g := range fits {
		slices.Sort(said[g])
		slices.Reverse(said[g])
		for _, worth := range said[g][:min(len(said[g]), mostSaid)] {
			fits[g] += worth
		}
		fits[g] += named[g] + b.looks(k.genres[g].looks)
		fits[g] = max(fits[g], 0)
		best = max(best, fits[g])
	}
	for g := range fits {
		fits[g] = (fits[g] / best) * (fits[g] / best) // what speaks for a kind half as much as for another does not make it half as likely
		for _, w := range k.genres[g].wider {         // stand before what is narrower
			fits[w] = max(fits[w], 0.85*fits[g])
		}
	}
	return fits
}

// leastFit is what must speak for a genre before a bag counts as being of it.
const leastFit = 1.6

// looks is what the looks of a bag say for documents that look like this.
func (b *bag) looks(all []look) float64 {
	sum := 0.0
	for _, l := range all {
		if v := b.cues[l.cue]; l.not {
			sum -= 0.45 * v
		} else {
			sum += 0.7 * v
		}
	}
	return sum
}
