package stroke

import (
	"cmp"
	"math"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/ocr/pixel"
)

// Bounds of lines through text, in heights of the text.
const (
	strikeTop    = 0.3 // from the top of the letters
	strikeBottom = 0.75
	leastStrike  = 1.2 // of its length
	mostStrike   = 0.2 // of its width
	unbroken     = 1.0 // of it lies on one row at least, however it is askew: bars of letters that stand close are shorter
)

// bareColumns is the part of a line through text in which nothing but the line is drawn: between letters and inside them.
const bareColumns = 0.2

// Through gives the level lines that run through the middle of lines of text, whose boxes in points are given. Letters
// alone are dark at some height nowhere for so long.
func (k *Ink) Through(text []engine.Box) []Stroke {
	if k.dpi == 0 {
		return nil
	}
	scale := k.dpi / 72
	var out []Stroke
	for _, b := range text {
		high := float64(b.Y1-b.Y0) * scale
		var pieces []run
		for y := int(float64(b.Y0)*scale + strikeTop*high); y <= int(float64(b.Y0)*scale+strikeBottom*high); y++ {
			pieces = k.darkRuns(pieces, y, int(float64(b.X0)*scale-high), int(float64(b.X1)*scale+high), unbroken*high)
		}
		for _, s := range chained(pieces, high) {
			if width, ok := k.bare(s, high); ok && float64(s.x1-s.x0) >= leastStrike*high {
				y := (float64(s.y) + 0.5) / scale
				out = append(out, Stroke{
					engine.Point{X: float32(float64(s.x0) / scale), Y: float32(y)}, engine.Point{X: float32(float64(s.x1+1) / scale), Y: float32(y)}, float32(width / scale),
				})
			}
		}
	}
	return out
}

// darkRuns adds the long runs of a row. A single light pixel is noise.
func (k *Ink) darkRuns(out []run, y, x0, x1 int, least float64) []run {
	for x := x0; x <= x1; x++ {
		if !k.at(x, y) {
			continue
		}
		from, last := x, x
		for x++; x <= x1 && x-last <= 2; x++ {
			if k.at(x, y) {
				last = x
			}
		}
		if float64(last-from) >= least {
			out = append(out, run{y, from, last})
		}
		x = last
	}
	return out
}

// chained joins the runs of neighbouring rows to lines, each at the height of its longest run.
func chained(pieces []run, high float64) []run {
	slices.SortStableFunc(pieces, func(a, b run) int { return cmp.Compare(a.x0, b.x0) })
	var out []run
	longest := 0
	for _, p := range pieces {
		n := len(out) - 1
		if n >= 0 && p.x0-out[n].x1 <= 2 && math.Abs(float64(p.y-out[n].y)) <= mostStrike*high {
			if p.x1-p.x0 > longest {
				out[n].y, longest = p.y, p.x1-p.x0
			}
			out[n].x1 = max(out[n].x1, p.x1)
			continue
		}
		out, longest = append(out, p), p.x1-p.x0
	}
	return out
}

// bare reports whether enough of a line stands free, with nothing close above and below it, and how wide it is there.
func (k *Ink) bare(s run, high float64) (width float64, ok bool) {
	most := int(mostStrike * high)
	n := 0
	sum := 0
	for x := s.x0; x <= s.x1; x++ {
		if _, tall := k.column(x, s.y, most); tall > 0 && tall <= max(most, 1) {
			n++
			sum += tall
		}
	}
	return float64(sum) / float64(max(n, 1)), float64(n) >= bareColumns*float64(s.x1-s.x0+1)
}

// column is the top of the dark pixels of a column that hang together with a height or stand beside it, and how many there
// are, not counted beyond what matters.
func (k *Ink) column(x, y, most int) (top, tall int) {
	at := y
	for d := range most + 1 { // a line that lies askew is a little higher or lower here
		if k.at(x, y-d) {
			at = y - d
			break
		}
		if k.at(x, y+d) {
			at = y + d
			break
		}
	}
	if !k.at(x, at) {
		return 0, 0
	}
	top = at
	for top > at-2*most-2 && k.at(x, top-1) {
		top--
	}
	bottom := at
	for bottom < at+2*most+2 && k.at(x, bottom+1) {
		bottom++
	}
	return top, bottom - top + 1
}

// Unruled is a picture without some lines through text. Where letters cross them nothing is taken away.
func (k *Ink) Unruled(r *engine.Raster, lines []Stroke) *engine.Raster {
	m := pixel.Of(r)
	if len(lines) == 0 || m.Empty() || k.dpi == 0 {
		return r
	}
	out := *r
	out.Pixels = slices.Clone(r.Pixels)
	scale, n := k.dpi/72, m.Channels()
	for _, s := range lines {
		y, most := int(float64(s.From.Y)*scale), int(math.Ceil(1.5*float64(s.Width)*scale))
		for x := max(0, int(float64(s.From.X)*scale)-1); x < min(m.Width, int(float64(s.To.X)*scale)+2); x++ {
			top, tall := k.column(x, y, most)
			if tall == 0 || tall > most {
				continue
			}
			from, to := max(0, top-1), min(m.Height, top+tall+1) // with its soft edges
			paper := slices.Clone(lightest(m, x, max(0, from-1), x+1, min(m.Height, to+1)))
			for row := from; row < to; row++ {
				copy(out.Pixels[(row*m.Width+x)*n:(row*m.Width+x+1)*n], paper)
			}
		}
	}
	return &out
}
