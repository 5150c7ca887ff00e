package main

import (
	"math"
	"strings"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/term"
)

// baseline compares the words of documents with those of categories by the cosine of their weighted counts, as any
// search engine does. It knows all documents beforehand, for how rare a word is.
type baseline struct {
	rarity     map[string]float64
	categories []map[string]float64
}

func newBaseline(categories []api.ClassificationCategory, docs map[string]*doc.Document) *baseline {
	in := map[string]float64{}
	for _, d := range docs {
		for word := range counts(text(d)) {
			in[word]++
		}
	}
	b := &baseline{rarity: map[string]float64{}}
	for word, n := range in {
		b.rarity[word] = math.Log(1 + float64(len(docs))/n)
	}
	for _, c := range categories {
		b.categories = append(b.categories, counts(c.Category+" "+strings.Join(c.Criteria, " ")))
	}
	return b
}

// choice is the index of the nearest category.
func (b *baseline) choice(d *doc.Document) int {
	words := counts(text(d))
	best, at := -1.0, 0
	for i, c := range b.categories {
		if near := b.cosine(words, c); near > best {
			best, at = near, i
		}
	}
	return at
}

func (b *baseline) cosine(x, y map[string]float64) float64 {
	dot := 0.0
	for word, n := range x {
		dot += n * y[word] * b.rarity[word] * b.rarity[word]
	}
	if dot == 0 {
		return 0
	}
	return dot / b.length(x) / b.length(y)
}

func (b *baseline) length(x map[string]float64) float64 {
	sum := 0.0
	for word, n := range x {
		sum += n * n * b.rarity[word] * b.rarity[word]
	}
	return math.Sqrt(sum)
}

// counts are the words of a text, a repeated one dampened.
func counts(text string) map[string]float64 {
	out := map[string]float64{}
	for _, word := range term.Split(text) {
		if !term.Idle(word) {
			out[term.Singular(word)]++
		}
	}
	for word, n := range out {
		out[word] = 1 + math.Log(n)
	}
	return out
}

func text(d *doc.Document) string {
	var out strings.Builder
	for _, b := range d.Blocks {
		out.WriteString(b.Text + " " + b.Caption + " ")
		for _, p := range b.Pairs {
			out.WriteString(p.Key + " " + p.Value + " ")
		}
		if b.Table == nil {
			continue
		}
		for _, c := range b.Table.Cells {
			out.WriteString(c.Text + " ")
		}
	}
	return out.String()
}
