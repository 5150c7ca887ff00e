package section

import (
	"context"
	"math"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/kind"
)

// book is one division.
type book struct {
	options Options
	wants   []Want
	rules   rules
	docs    []*doc.Document
	leaves  []*leaf
	units   []unit
	scale   *kind.Scale

	lattice lattice
	steps   []step
	parts   [][]part // of each section
}

// unit is a page, or a part of one that a heading opens.
type unit struct {
	*leaf
	one     *doc.Document // the unit alone
	odds    float64       // that a document begins with it, as a logarithm
	headed  bool          // a heading opens it
	opening bool          // it is the first of its page
	sheet   *kind.Sheet
}

func newBook(docs []*doc.Document, wants []Want, o Options) *book {
	b := &book{options: o, wants: wants, docs: docs, rules: readRules(o.Rules, wants)}
	b.options.Overlap = o.Overlap && !b.rules.alone
	b.scale = kind.NewScale(b.kinds(), o.Embed)
	b.leaves = leaves(docs)
	r := newRarity(b.leaves)
	heads := headings(wants)
	for i, l := range b.leaves {
		ones := []*doc.Document{l.one}
		if b.options.Overlap {
			ones = heads.cut(l)
		}
		for k, one := range ones {
			u := unit{leaf: l, one: one, opening: k == 0, headed: k > 0 || l.headed()}
			switch {
			case k > 0:
				u.odds = -certain
			case i > 0:
				u.odds = r.between(b.leaves[i-1], l)
			default:
				u.odds = certain
			}
			u.sheet = kind.NewSheet(one, one.Pages[0].Number)
			b.units = append(b.units, u)
		}
	}
	return b
}

// kinds are the sections as kinds of pages: what the rules say of them is asked for as well.
func (b *book) kinds() []kind.Kind {
	out := make([]kind.Kind, len(b.wants))
	for i, w := range b.wants {
		out[i].Name = w.Name
		if w.Description != "" {
			out[i].Criteria = []string{w.Description}
		}
		out[i].Criteria = append(out[i].Criteria, b.rules.about[i]...)
	}
	return out
}

// batch is how many units are weighed at once, so that what is found out about all of them need not be kept.
const batch = 64

// weigh asks how well every unit fits every section.
func (b *book) weigh(ctx context.Context) error {
	for from := 0; from < len(b.units); from += batch {
		to := min(from+batch, len(b.units))
		sheets := make([]*kind.Sheet, 0, batch)
		for i := from; i < to; i++ {
			sheets = append(sheets, b.units[i].sheet)
		}
		rated, err := b.scale.Pages(ctx, sheets)
		if err != nil {
			return err
		}
		for i, ratings := range rated {
			if b.units[from+i].blank() {
				b.lattice.fit = append(b.lattice.fit, b.even())
				continue
			}
			b.lattice.fit = append(b.lattice.fit, b.fit(ratings))
		}
	}
	b.lattice.turns = make([]turn, len(b.units))
	for i := range b.units {
		b.lattice.turns[i] = turnOf(&b.units[i])
	}
	return nil
}

// How scores become likelihoods. Kinds differ in how much is known of them, so that scores are compared with the best one
// of their page; and one page alone may speak against its neighbours only so loudly.
const (
	deepest = 5.0
	weak    = 0.3 // a page whose best score is this says half of what it could
	least   = 0.1 // the score of what is none of the sections
)

// fit is how well a unit fits the sections, and none of them where that may be.
func (b *book) fit(ratings []kind.Rating) []float32 {
	scores := make([]float64, len(ratings), len(ratings)+1)
	best := 0.0
	for i, r := range ratings {
		scores[i] = max(r.Score, 0)
		if i == b.rules.rest {
			scores[i] = max(scores[i], least)
		}
		best = max(best, scores[i])
	}
	if b.none() >= 0 {
		scores = append(scores, least)
		best = max(best, least)
	}
	out := make([]float32, len(scores))
	for i, s := range scores {
		if best > 0 {
			out[i] = float32(-deepest * best / (best + weak) * (1 - s/best))
		}
	}
	return out
}

// even is the fit of a page that says nothing: it goes with its neighbours, and is in no section only where they are.
func (b *book) even() []float32 {
	out := make([]float32, len(b.wants), len(b.wants)+1)
	if b.none() >= 0 {
		out = append(out, 0)
	}
	return out
}

// none is the place of what is none of the sections; -1 where every page is one of them.
func (b *book) none() int {
	if b.options.Overlap && b.rules.rest < 0 {
		return len(b.wants)
	}
	return -1
}

// What it costs to go over to another section inside a document, where a heading stands and elsewhere.
const (
	headedTurn = -1.5
	plainTurn  = -5.0
)

// turnOf weighs the ways from the unit before.
func turnOf(u *unit) turn {
	goes, begins := logistic(-u.odds), logistic(u.odds)
	within := plainTurn
	if u.headed {
		within = headedTurn
	}
	return turn{on: goes, again: begins, change: max(begins, within), starts: u.odds > 0 || begins >= within}
}

// logistic is the logarithm of the likelihood that odds stand for.
func logistic(odds float64) float64 { return -math.Log1p(math.Exp(-odds)) }

// search finds the sections of all units.
func (b *book) search(ctx context.Context) (err error) {
	b.steps, err = b.lattice.search(ctx)
	return err
}
