// Package stroke finds the straight level and upright strokes in a picture of a page.
package stroke

import (
	"math"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/ocr/pixel"
)

// Stroke is a straight line from one end to the other, in points of the page. It runs from left to right, or from the
// top down.
type Stroke struct {
	From, To engine.Point
	Width    float32
}

// Lengths, in inches: what they are measured against is drawn for readers, whatever the resolution.
const (
	thickest = 0.035 // a stroke that is wider is an area
	leastRun = 0.09  // pixels in a row, more than those of letters and fewer than a stroke that lies askew has
	shortest = 0.13  // of a stroke
	widest   = 0.2   // gap between pieces of a broken one
	edge     = 0.04  // at the edges of a picture strokes are those of its paper
)

// mostPieces is how many strokes a page may have; a picture of woven ground or hatching has more.
const mostPieces = 5000

// Resolutions between which rules are told from letters, and which pictures of pages have.
const (
	lowestDPI  = 60
	highestDPI = 4800
)

// Find gives the level strokes of a picture from the top down, and its upright ones from left to right.
func Find(r *engine.Raster) (level, upright []Stroke) {
	m := pixel.Of(r)
	if m.Empty() || !(r.DPI >= lowestDPI && r.DPI <= highestDPI) {
		return nil, nil
	}
	grey := m.ToGrey()
	contrast := leastContrast(grey)
	level = strokes(grey, r.DPI, contrast)
	upright = strokes(mirrored(grey), r.DPI, contrast)
	for i := range upright {
		s := &upright[i]
		s.From, s.To = engine.Point{X: s.From.Y, Y: s.From.X}, engine.Point{X: s.To.Y, Y: s.To.X}
	}
	return level, upright
}

// Inside keeps the strokes whose middle lies in one of some boxes.
func Inside(strokes []Stroke, boxes []engine.Box) []Stroke {
	return slices.DeleteFunc(strokes, func(s Stroke) bool {
		x, y := (s.From.X+s.To.X)/2, (s.From.Y+s.To.Y)/2
		return !slices.ContainsFunc(boxes, func(b engine.Box) bool { return x >= b.X0 && x <= b.X1 && y >= b.Y0 && y <= b.Y1 })
	})
}

// mirrored swaps rows and columns.
func mirrored(m pixel.Image) pixel.Image {
	out := pixel.Image{Pix: make([]byte, len(m.Pix)), Width: m.Height, Height: m.Width, Grey: true}
	const tile = 32
	for y0 := 0; y0 < m.Height; y0 += tile {
		for x0 := 0; x0 < m.Width; x0 += tile {
			for y := y0; y < min(y0+tile, m.Height); y++ {
				for x := x0; x < min(x0+tile, m.Width); x++ {
					out.Pix[x*m.Height+y] = m.Pix[y*m.Width+x]
				}
			}
		}
	}
	return out
}

// Bounds of what is darker than its surroundings: above the noise of the picture, and seen by a reader at all.
const (
	faintest   = 22
	aboveNoise = 4
)

// leastContrast is by how much a stroke is darker than the paper on both sides of it, judged by how much neighbours
// usually differ.
func leastContrast(m pixel.Image) int {
	var count [256]int
	n := 0
	for y := 0; y < m.Height; y += 7 {
		row := m.Pix[y*m.Width : (y+1)*m.Width]
		for x := 1; x < len(row); x++ {
			d := int(row[x]) - int(row[x-1])
			count[max(d, -d)]++
			n++
		}
	}
	noise := 0
	for seen := count[0]; 2*seen < n && noise < 255; seen += count[noise] {
		noise++
	}
	return max(faintest, aboveNoise*noise)
}

// strokes gives the level strokes of a picture.
func strokes(m pixel.Image, dpi float64, contrast int) []Stroke {
	wide := max(1, int(math.Ceil(thickest*dpi)))
	margin := float32(edge * 72)
	width, height := float32(float64(m.Width)*72/dpi), float32(float64(m.Height)*72/dpi)
	pieces := lines(runs(m, wide, max(3, int(leastRun*dpi)), contrast), wide, shortest*dpi)
	if len(pieces) > mostPieces {
		return nil
	}
	var out []Stroke
	for _, piece := range joined(pieces, wide, widest*dpi) {
		s := piece.stroke(dpi)
		y := (s.From.Y + s.To.Y) / 2
		if y < margin || y > height-margin || s.To.X < margin || s.From.X > width-margin {
			continue
		}
		out = append(out, s)
	}
	return out
}
