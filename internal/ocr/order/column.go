package order

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
)

// What makes two columns of running text, in multiples of the usual height of a box.
const (
	minRows  = 3    // on each side
	minProse = 7.0  // width of a row of running text; prices and dates are narrower
	minFill  = 0.7  // how much of a row is text
	minGap   = 0.05 // between two columns; boxes are larger than their text
	minTail  = 0.25 // above what only seems to go on with a column
	maxPitch = 1.35 // from row to row; the rows of a table are farther apart
)

// band is a part of the page between two heights: two columns, or something else, which is left alone.
type band struct{ left, right []int }

// divide finds the white strip that parts the page into columns best, and gives the bands above, beside and below.
func (p page) divide(set []int) []band {
	var best []band
	most := 0.0
	for _, x := range p.edges(set) {
		bands, score := p.bands(set, x)
		if score > most {
			best, most = bands, score
		}
	}
	return best
}

// edges lists where a column may begin, just left of where a box begins.
func (p page) edges(set []int) []float32 {
	step := float32(max(p.height/4, 1))
	seen := map[int]float32{}
	for _, i := range set {
		x := p.boxes[i].X0
		if old, ok := seen[int(x/step)]; !ok || x < old {
			seen[int(x/step)] = x
		}
	}
	var out []float32
	for _, x := range seen {
		out = append(out, x)
	}
	slices.Sort(out)
	return out
}

// bands parts the set at a strip. Boxes that reach across it end a band.
func (p page) bands(set []int, x float32) ([]band, float64) {
	var out []band
	var open, rest band // a band being filled; what is not in columns
	score := 0.0
	finish := func() {
		if s := p.columns(open.left, open.right); s > 0 {
			score += s
			tail := p.tail(&open)
			out = append(out, rest, open)
			rest = band{left: tail}
		} else {
			rest.left = append(rest.left, p.merged(open)...)
		}
		open = band{}
	}
	for _, i := range set {
		switch b := p.boxes[i]; {
		case b.X1 <= x:
			open.left = append(open.left, i)
		case b.X0 >= x:
			open.right = append(open.right, i)
		default:
			finish()
			rest.left = append(rest.left, i)
		}
	}
	finish()
	return append(out, rest), score
}

// tail takes from the left column what stands below the end of the right one after a gap: it belongs to what follows.
func (p page) tail(b *band) []int {
	end := p.bounds(b.right).Y1
	for k := len(b.left) - 1; k > 0; k-- {
		box, above := p.boxes[b.left[k]], p.boxes[b.left[k-1]]
		if box.Y0 < end-float32(p.height)/2 {
			break
		}
		if float64(box.Y0-above.Y1) > minTail*p.height {
			tail := b.left[k:]
			b.left = b.left[:k:k]
			return tail
		}
	}
	return nil
}

// merged gives both sides of a band as one set.
func (p page) merged(b band) []int {
	all := append(slices.Clone(b.left), b.right...)
	slices.SortStableFunc(all, func(i, k int) int {
		if p.middle(i) < p.middle(k) {
			return -1
		}
		return 1
	})
	return all
}

// columns tells how well two sets of boxes look like columns side by side; 0 is not at all.
func (p page) columns(left, right []int) float64 {
	if len(left) < minRows || len(right) < minRows {
		return 0
	}
	l, r := p.bounds(left), p.bounds(right)
	if float64(r.X0)-p.reach(left) < minGap*p.height {
		return 0
	}
	a, b := p.prose(left, r.Y0, r.Y1), p.prose(right, l.Y0, l.Y1)
	if min(a.rows, b.rows) < minRows || min(a.width, b.width) < minProse*p.height || max(a.pitch, b.pitch) > maxPitch*p.height {
		return 0
	}
	return float64(min(a.rows, b.rows))
}

// reach is where the rows of a column usually end at the latest.
func (p page) reach(set []int) float64 {
	ends := make([]float64, len(set))
	for k, i := range set {
		ends[k] = float64(p.boxes[i].X1)
	}
	slices.Sort(ends)
	return ends[len(ends)*9/10]
}

func (p page) bounds(set []int) engine.Box {
	b := p.boxes[set[0]]
	for _, i := range set[1:] {
		o := p.boxes[i]
		b.X0, b.Y0, b.X1, b.Y1 = min(b.X0, o.X0), min(b.Y0, o.Y0), max(b.X1, o.X1), max(b.Y1, o.Y1)
	}
	return b
}

// prose is what rows of text between two heights are usually like.
type prose struct {
	rows         int
	width, pitch float64
}

func (p page) prose(set []int, from, to float32) prose {
	var widths, pitches []float64
	last := 0.0
	for _, row := range p.rows(set) {
		b := p.bounds(row)
		if b.Y1 < from || b.Y0 > to {
			continue
		}
		text := 0.0
		for _, i := range row {
			text += float64(p.boxes[i].X1 - p.boxes[i].X0)
		}
		whole := float64(b.X1 - b.X0)
		if text < minFill*whole {
			whole = 0
		}
		widths = append(widths, whole)
		middle := float64(b.Y0+b.Y1) / 2
		if len(widths) > 1 {
			pitches = append(pitches, middle-last)
		}
		last = middle
	}
	return prose{len(widths), median(widths), median(pitches)}
}

func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return values[len(values)/2]
}
