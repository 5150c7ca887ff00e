package main

import (
	"math"
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/section"
)

// baseline gives every page to the section whose name and description are nearest to its words: the cosine of term
// frequencies, weighed by how few pages have a term. Pages that follow each other in a section are one part of it.
func baseline(docs []*doc.Document, wants []section.Want) []section.Section {
	out := make([]section.Section, len(wants))
	var asked []map[string]float64
	for i, w := range wants {
		out[i].Name = w.Name
		asked = append(asked, bag(w.Name+" "+w.Description))
	}
	var pages []map[string]float64
	in := map[string]float64{}
	for _, d := range docs {
		for i := range d.Pages {
			var text strings.Builder
			for _, w := range d.Pages[i].Words {
				text.WriteString(w.Text + " ")
			}
			words := bag(text.String())
			for w := range words {
				in[w]++
			}
			pages = append(pages, words)
		}
	}
	before := -1
	for p, words := range pages {
		best, most := 0, -1.0
		for i := range asked {
			if c := cosine(asked[i], words, in, float64(len(pages))); c > most {
				best, most = i, c
			}
		}
		page := section.Page{Number: p + 1}
		out[best].Pages = append(out[best].Pages, page)
		if wants[best].Key != "" {
			if before != best {
				out[best].Parts = append(out[best].Parts, section.Part{Name: section.Unknown})
			}
			last := &out[best].Parts[len(out[best].Parts)-1]
			last.Pages = append(last.Pages, page)
		}
		before = best
	}
	return out
}

func bag(text string) map[string]float64 {
	out := map[string]float64{}
	for w := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		out[w]++
	}
	return out
}

func cosine(a, b, in map[string]float64, pages float64) float64 {
	weight := func(w string, n float64) float64 { return n * math.Log(1+pages/(1+in[w])) }
	dot, aa, bb := 0.0, 0.0, 0.0
	for w, n := range a {
		x := weight(w, n)
		aa += x * x
		dot += x * weight(w, b[w])
	}
	for w, n := range b {
		bb += weight(w, n) * weight(w, n)
	}
	return dot / math.Sqrt(max(aa*bb, 1e-12))
}
