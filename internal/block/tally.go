package block

import (
	"cmp"
	"math"
	"slices"
)

// tally counts measured values. Which of them count together depends on how far apart they are and not on where the
// edges of bins lie, so that a page drawn larger is measured the same.
type tally []counted

type counted struct {
	value float64
	n     int
}

func (t *tally) add(value float64, n int) { *t = append(*t, counted{value, n}) }

// usual is the mean of the values within a window of such a width that come most often; of equals the largest.
func (t tally) usual(width, otherwise float64) float64 {
	slices.SortFunc(t, func(a, b counted) int { return cmp.Compare(a.value, b.value) })
	most, n, from := 0, 0, 0
	first, last := 0, -1
	for i := range t {
		n += t[i].n
		for t[i].value-t[from].value > width {
			n -= t[from].n
			from++
		}
		if n > 0 && n >= most {
			most, first, last = n, from, i
		}
	}
	if last < 0 {
		return otherwise
	}
	sum := 0.0
	for _, c := range t[first : last+1] {
		sum += c.value * float64(c.n)
	}
	return sum / float64(most)
}

// sameSize is how far the logarithms of font sizes are apart at most that count as one.
const sameSize = 0.03

// addSize counts a font size, usualSize is the one that comes most often.
func (t *tally) addSize(size float64, n int) { t.add(math.Log(max(size, 1e-3)), n) }

func (t tally) usualSize(otherwise float64) float64 {
	return math.Exp(t.usual(sameSize, math.Log(max(otherwise, 1e-3))))
}
