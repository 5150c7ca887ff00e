package kind

import (
	"context"
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/embed"
	"github.com/octavo-dev/octavo/internal/term"
)

// What it is worth how a kind was tied to a genre.
const (
	byName      = 1.0
	byCriterion = 0.6
	byWords     = 0.5 // that are known to stand on documents of the genre
	byMeaning   = 0.5
	untold      = 0.85 // what the best tie of a kind is worth whose name names no genre
)

// ties are the genres a kind is tied to, by how surely; those it is told from are below 0.
func (p *profile) ties() map[int]float64 {
	out := map[int]float64{}
	tie := func(g int, worth float64) { out[g] = max(out[g], worth) }
	covered := 0
	for _, t := range p.name.genres {
		covered += t.covered
	}
	for _, t := range p.name.genres {
		if !t.not {
			tie(t.genre, byName*(0.5+0.5*min(1, float64(covered)/float64(max(p.labelled, 1)))))
		}
	}
	for i := range p.criteria {
		for _, t := range p.criteria[i].genres {
			if !t.not && !known().genres[t.genre].class { // which every other description speaks of
				tie(t.genre, byCriterion)
			}
		}
	}
	return out
}

// named reports whether the name of a kind says what its documents are.
func (p *profile) named() bool {
	return slices.ContainsFunc(p.name.genres, func(t tie) bool { return !t.not })
}

// told ties a kind to the genres on whose documents the words of its description are known to stand.
func told(text string) map[int]float64 {
	k := known()
	sums := map[int]float64{}
	single := folded(words(text), term.Singular)
	for i := range single {
		if at := k.words.at(single[i:]); at >= 0 {
			for _, g := range k.words.phrases[at].means {
				sums[g] += k.rarity[at]
			}
		}
	}
	best := 0.0
	for _, w := range sums {
		best = max(best, w)
	}
	out := map[int]float64{}
	for g, w := range sums {
		if w >= leastTold && w > 0.6*best {
			out[g] = byWords * w / best
		}
	}
	return out
}

// join adds ties of a kind whose name names no genre. The surest of them is worth nearly as much as a name: all that such
// a kind can be recognised by.
func (p *profile) join(more ...map[int]float64) {
	for _, ties := range more {
		for g, worth := range ties {
			p.genres[g] += worth
		}
	}
	best := 0.0
	for _, worth := range p.genres {
		best = max(best, worth)
	}
	for g := range p.genres {
		p.genres[g] *= untold / best
	}
}

// leastTold is what the words must tell that tie a kind to a genre.
const leastTold = 0.5

// near ties kinds to the genres whose names mean what their descriptions mean.
func near(ctx context.Context, e embed.Embedder, texts []string) ([]map[int]float64, error) {
	k := known()
	ask := make([]string, 0, len(k.genres)+len(texts))
	for _, g := range k.genres {
		ask = append(ask, g.shown)
	}
	vectors, err := e.Embed(ctx, append(ask, texts...))
	if err != nil {
		return nil, err
	}
	out := make([]map[int]float64, len(texts))
	for i := range texts {
		best := 0.0
		sims := make([]float64, len(k.genres))
		for g := range k.genres {
			sims[g] = embed.Similarity(vectors[g], vectors[len(k.genres)+i])
			best = max(best, sims[g])
		}
		out[i] = map[int]float64{}
		for g, sim := range sims {
			if sim >= leastNear && sim > best-nearRange {
				out[i][g] = byMeaning * (1 - (best-sim)/nearRange)
			}
		}
	}
	return out, nil
}

const (
	leastNear = 0.25 // what names that mean the same have in common at least
	nearRange = 0.08 // how much less than the nearest another may have
	longKind  = 500  // bytes of a description that are compared
)

// text is what is said about a kind, as one text.
func (k *Kind) text() string {
	t := strings.Join(term.Split(k.Name), " ") + ". " + strings.Join(k.Criteria, ". ")
	return strings.ToValidUTF8(t[:min(len(t), longKind)], "")
}
