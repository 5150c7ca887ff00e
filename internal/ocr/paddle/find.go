package paddle

import (
	"context"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/ocr/pixel"
)

const (
	fineScale   = 0.5  // print that is smaller than what this shows is not worth looking for
	minSeen     = 9.0  // pixels of a spot's height at which the detector finds its neighbours too
	strip       = 1280 // height of what the detector sees at a time when the whole is too large
	stripShare  = 0.1  // by which strips overlap
	maxSeen     = 2_500_000
	strongEdge  = 48
	missedShare = 0.35 // of the strong edges may lie outside of all spots: pictures, rules, specks
	fewEdges    = 400
)

// find looks for text in an image whose longer side is brought to side pixels, and looks closer as long as it seems to
// overlook small print.
func (e *Engine) find(ctx context.Context, m pixel.Image, side int) ([]Spot, error) {
	longer := max(m.Width, m.Height)
	for {
		spots, err := e.Detect(m, side)
		if err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		scale := float64(side) / float64(longer)
		if scale >= fineScale || !tiny(spots, scale) && !overlooked(m, spots) {
			return spots, nil
		}
		side = min(2*side, int(fineScale*float64(longer))+1)
	}
}

// tiny reports whether the found text is so small that other text may have been too small to be found.
func tiny(spots []Spot, scale float64) bool {
	if len(spots) == 0 {
		return false
	}
	heights := make([]float64, len(spots))
	for i, s := range spots {
		heights[i] = s.Height * scale
	}
	slices.Sort(heights)
	return heights[len(heights)/2] < minSeen
}

// overlooked reports whether much of what looks like strokes lies outside of all spots.
func overlooked(m pixel.Image, spots []Spot) bool {
	grey := m.ToGrey()
	boxes := make([]engine.Box, len(spots))
	for i, s := range spots {
		boxes[i] = s.Bounds()
	}
	all := edges(grey, engine.Box{X1: float32(m.Width), Y1: float32(m.Height)})
	inside := 0
	for _, b := range boxes {
		inside += edges(grey, b)
	}
	missed := all - min(inside, all)
	return missed > fewEdges && float64(missed) > missedShare*float64(all)
}

// edges counts the places in a box where light and dark change within two pixels.
func edges(m pixel.Image, b engine.Box) int {
	x0, y0, x1, y1 := max(int(b.X0), 0), max(int(b.Y0), 0), min(int(b.X1), m.Width), min(int(b.Y1), m.Height)
	n := 0
	for y := y0; y < y1; y++ {
		row := m.Pix[y*m.Width:][:m.Width]
		for x := x0 + 2; x < x1; x++ {
			if d := int(row[x]) - int(row[x-2]); d > strongEdge || d < -strongEdge {
				n++
			}
		}
	}
	return n
}
