package chart

import (
	"math"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
)

// Bounds of the colours of a picture.
const (
	mostColours  = 14
	leastPixels  = 24
	colourSpread = 24 // of one colour in its pixels
	colourGap    = 40 // between two colours
)

// peak is a colour with the pixels that have it.
type peak struct {
	colour engine.Color
	n      int
	flat   int // of them, those among their own
}

// sort finds the colours of a picture and gives each pixel the number of its own.
func (pic *picture) sort(rgb []engine.Color) {
	peaks := pic.peaks(rgb)
	ground := engine.Color(0xFFFFFFFF)
	if len(peaks) > 0 {
		ground = peaks[0].colour
	}
	for _, p := range peaks {
		if len(pic.palette) >= mostColours {
			break
		}
		if far(p.colour, ground) < colourSpread || white(p.colour) ||
			slices.ContainsFunc(pic.palette, func(c engine.Color) bool { return far(c, p.colour) < colourGap }) ||
			8*p.flat < p.n && pic.blend(p.colour, ground) {
			continue
		}
		pic.palette = append(pic.palette, p.colour)
	}
	pic.assign(rgb, ground)
}

// peaks counts colours, the most frequent first.
func (pic *picture) peaks(rgb []engine.Color) []peak {
	counts := map[engine.Color]*peak{}
	for i, c := range rgb {
		p := counts[c&coarse]
		if p == nil {
			p = &peak{colour: c}
			counts[c&coarse] = p
		}
		p.n++
		if x, y := i%pic.width, i/pic.width; x > 0 && y > 0 && x < pic.width-1 && y < pic.height-1 &&
			max(far(c, rgb[i-1]), far(c, rgb[i+1]), far(c, rgb[i-pic.width]), far(c, rgb[i+pic.width])) <= 12 {
			p.flat++
		}
	}
	peaks := make([]peak, 0, len(counts))
	for _, p := range counts {
		if p.n >= leastPixels {
			peaks = append(peaks, *p)
		}
	}
	slices.SortFunc(peaks, func(a, b peak) int {
		if a.n != b.n {
			return b.n - a.n
		}
		return int(int64(a.colour) - int64(b.colour))
	})
	return peaks
}

// coarse keeps the upper bits of the parts of a colour.
const coarse = 0xF8F8F8FF

// blend reports a colour that lies between two others, as smooth edges have.
func (pic *picture) blend(c, ground engine.Color) bool {
	for i, p := range pic.palette {
		if mixed(c, ground, p) {
			return true
		}
		for _, q := range pic.palette[:i] {
			if mixed(c, p, q) {
				return true
			}
		}
	}
	return false
}

// mixed reports a mixture of two colours.
func mixed(c, a, b engine.Color) bool {
	whole := far(a, b)
	if whole == 0 {
		return false
	}
	t := float64(far(c, a)) / float64(whole)
	cr, cg, cb := rgb(c)
	ar, ag, ab := rgb(a)
	br, bg, bb := rgb(b)
	off := func(c, a, b int) float64 { return math.Abs(float64(c) - (float64(a) + t*float64(b-a))) }
	return t < 1 && max(off(cr, ar, br), off(cg, ag, bg), off(cb, ab, bb)) < 16
}

func (pic *picture) assign(rgb []engine.Color, ground engine.Color) {
	known := map[engine.Color]uint8{}
	pic.colour = make([]uint8, len(rgb))
	for i, c := range rgb {
		number, ok := known[c]
		if !ok {
			number = pic.nearestColour(c, ground)
			known[c] = number
		}
		pic.colour[i] = number
	}
}

func (pic *picture) nearestColour(c, ground engine.Color) uint8 {
	best, away := uint8(unsure), colourSpread
	if white(c) || far(c, ground) < colourSpread/2 {
		return 0
	}
	for i, p := range pic.palette {
		if d := far(c, p); d < away {
			best, away = uint8(i+1), d
		}
	}
	return best
}
