package kind

import (
	"math"
	"strings"
)

// profile is what a kind asks for.
type profile struct {
	name     statement
	labelled int // words of the name
	criteria []statement
	genres   map[int]float64 // it is tied to
	rest     bool            // it is for all that is of no other kind
}

func profiles(kinds []Kind) []profile {
	out := make([]profile, len(kinds))
	use := map[string]int{}
	for i, k := range kinds {
		p := &out[i]
		p.name = read(k.Name)
		p.labelled = len(words(k.Name))
		p.rest = catchAll(words(k.Name))
		seen := map[string]bool{}
		count := func(s statement) {
			for _, a := range s.asks {
				if !seen[a.stem] {
					seen[a.stem] = true
					use[a.stem]++
				}
			}
		}
		count(p.name)
		for _, c := range k.Criteria {
			s := read(c)
			count(s)
			p.criteria = append(p.criteria, s)
		}
	}
	for i := range out {
		out[i].genres = out[i].ties()
		out[i].name.rarity(use, len(kinds))
		for k := range out[i].criteria {
			out[i].criteria[k].rarity(use, len(kinds))
		}
	}
	return out
}

// What the parts of a rating weigh.
const (
	byGenre    = 1.0
	byLabel    = 0.5
	byCriteria = 1.3
)

// otherwise is the score of a kind for all that is of no other: what does not reach it is hardly of any.
const otherwise = 0.6

// catchAll reports whether the words of a name mean whatever is left.
func catchAll(words []string) bool {
	return len(words) > 0 && rest[words[0]] || len(words) == 2 && rest[words[1]]
}

var rest = set(`other others else none unknown miscellaneous misc unclassified uncategorized rest sonstige sonstiges andere anderes unbekannt
	autre autres divers inconnu otro otros otra otras desconocido altro altri varie overig overige onbekend`)

func (p *profile) rate(b *bag, fits []float64) Rating {
	r := Rating{Criteria: make([]Criterion, len(p.criteria))}
	label := p.name.met(b, nil)
	own, weights := 0.0, 0.0
	for i := range p.criteria {
		c := &p.criteria[i]
		r.Criteria[i] = c.met(b, fits)
		own += c.weight() * r.Criteria[i].Met
		weights += c.weight()
	}
	r.Score = byGenre*p.genre(fits) + byLabel*label.Met
	if weights > 0 {
		r.Score += byCriteria * own / weights
	}
	if p.rest {
		r.Score = max(r.Score, otherwise)
	}
	return r
}

// genre is how well pages fit the genres that a kind is tied to.
func (p *profile) genre(fits []float64) float64 {
	best, against := 0.0, 0.0
	for g, worth := range p.genres {
		best = max(best, worth*fits[g])
	}
	for i := range p.criteria {
		for _, t := range p.criteria[i].genres {
			if t.not && !known().genres[t.genre].class {
				against = max(against, fits[t.genre])
			}
		}
	}
	return best - 0.25*against
}

// weight is how much it tells that a statement is met: much is not like something.
func (s *statement) weight() float64 {
	if len(s.asks) > 0 {
		return 1
	}
	for _, l := range s.looks {
		if !l.not {
			return 1
		}
	}
	for _, t := range s.genres {
		if !t.not {
			return 1
		}
	}
	return 0.3
}

// met is how much of what a statement asks for is there. What is asked for most clearly counts most: of several words
// that may stand on a page not all need to.
func (s *statement) met(b *bag, fits []float64) Criterion {
	asked, got := 0.0, 0.0
	var reason []string
	add := func(v, weight float64, why string) {
		asked += weight
		got += weight * v * v
		if v > 0.3 && len(reason) < 4 {
			reason = append(reason, why)
		}
	}
	for _, a := range s.asks {
		in := b.words
		if strings.Contains(a.stem, " ") {
			in = b.pairs
		}
		add(b.strength(in[a.stem]), a.weight, a.shown)
	}
	for _, l := range s.looks {
		if v := b.cues[l.cue]; l.not {
			add(1-v, 1, "not "+cues[l.cue].name)
		} else {
			add(v, 1.5, cues[l.cue].name)
		}
	}
	is := 0.0
	if fits != nil {
		for _, t := range s.genres {
			if known().genres[t.genre].class {
				continue
			}
			if v := fits[t.genre]; t.not {
				add(1-v, 0.7, "no "+known().genres[t.genre].name)
			} else {
				add(v, 1, known().genres[t.genre].name)
				is = max(is, v)
			}
		}
	}
	if asked == 0 {
		return Criterion{}
	}
	return Criterion{Met: max(math.Sqrt(got/asked), is), Reason: strings.Join(reason, ", ")}
}
