package chart

import (
	"math"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
)

// Sizes of letters, in sizes of the font.
const (
	lowLetter   = 0.35
	highLetter  = 1.4
	thinLetter  = 0.08
	wideLetter  = 1.3
	letterGap   = 0.45
	leastLetter = 3 // of a word that counts
)

// unreadWords counts rows of dark shapes with the size of letters: words that recognition did not find, since the known
// ones are white by now.
func (pic *picture) unreadWords(pixels []engine.Color) int {
	inked := picture{width: pic.width, height: pic.height, colour: make([]uint8, len(pixels))}
	for i, c := range pixels {
		if r, g, b := rgb(c); max(r, g, b) < 150 && max(r, g, b)-min(r, g, b) < 60 {
			inked.colour[i] = 1
		}
	}
	var letters []component
	for _, c := range inked.components(1) {
		w, h := float64(c.x1-c.x0)/pic.em, float64(c.y1-c.y0)/pic.em
		if h >= lowLetter && h <= highLetter && w >= thinLetter && w <= wideLetter && len(letters) < maxLabels {
			letters = append(letters, c)
		}
	}
	slices.SortFunc(letters, func(a, b component) int { return a.x0 - b.x0 })
	used := make([]bool, len(letters))
	words := 0
	for i := range letters {
		if used[i] {
			continue
		}
		n, last := 1, letters[i]
		sizes := map[[2]int]bool{{last.x1 - last.x0, last.y1 - last.y0}: true}
		for k := i + 1; k < len(letters) && float64(letters[k].x0-last.x1) <= letterGap*pic.em; k++ {
			if c := letters[k]; !used[k] && c.x1 > last.x1 && math.Abs(float64(c.y1-last.y1)) <= 0.4*pic.em {
				used[k], last = true, c
				n++
				sizes[[2]int{c.x1 - c.x0, c.y1 - c.y0}] = true
			}
		}
		if n >= leastLetter && len(sizes) > 1 { // marks are all alike
			words++
		}
	}
	return words
}
