package kind

import (
	"math"
	"strings"

	"github.com/octavo-dev/octavo/internal/term"
)

// profile is what a kind asks for.
type profile struct {
	name     []ask
	criteria [][]ask
}

// ask is a word or two that follow each other, and how much it tells kinds apart.
type ask struct {
	stem   string // two are divided by a blank
	shown  string
	weight float64
}

// profiles reads the kinds. A word that many of them use tells little.
func profiles(kinds []Kind) []profile {
	out := make([]profile, len(kinds))
	use := map[string]int{}
	for i, k := range kinds {
		p := &out[i]
		p.name = asks(k.Name)
		seen := map[string]bool{}
		count := func(as []ask) {
			for _, a := range as {
				if !seen[a.stem] {
					seen[a.stem] = true
					use[a.stem]++
				}
			}
		}
		count(p.name)
		for _, c := range k.Criteria {
			as := asks(c)
			count(as)
			p.criteria = append(p.criteria, as)
		}
	}
	for i := range out {
		rarity(out[i].name, use, len(kinds))
		for _, c := range out[i].criteria {
			rarity(c, use, len(kinds))
		}
	}
	return out
}

func rarity(as []ask, use map[string]int, kinds int) {
	for i := range as {
		as[i].weight *= math.Log(1 + float64(kinds)/float64(use[as[i].stem]))
	}
}

func asks(text string) []ask {
	var out []ask
	before, shown := "", ""
	for _, word := range term.Split(text) {
		if term.Idle(word) {
			continue
		}
		stem := term.Stem(word)
		out = append(out, ask{stem, word, 1})
		if before != "" {
			out = append(out, ask{before + " " + stem, shown + " " + word, 1})
		}
		before, shown = stem, word
	}
	return out
}

func (p *profile) rate(b *bag) Rating {
	r := Rating{Criteria: make([]Criterion, len(p.criteria))}
	score, _ := met(p.name, b)
	for i, c := range p.criteria {
		m, reason := met(c, b)
		r.Criteria[i] = Criterion{Met: m, Reason: reason}
		score += m / float64(len(p.criteria))
	}
	r.Score = score
	return r
}

// met is the share of what is asked for that the pages speak of, and what of it.
func met(as []ask, b *bag) (float64, string) {
	asked, got := 0.0, 0.0
	var reason []string
	for _, a := range as {
		in := b.words
		if strings.Contains(a.stem, " ") {
			in = b.pairs
		}
		asked += a.weight
		if s := b.strength(in[a.stem]); s > 0 {
			got += a.weight * s
			reason = append(reason, a.shown)
		}
	}
	if asked == 0 {
		return 0, ""
	}
	return got / asked, strings.Join(reason, ", ")
}
