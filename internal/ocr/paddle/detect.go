package paddle

import (
	"fmt"
	"math"

	"github.com/octavo-dev/octavo/internal/ocr/pixel"
)

// What the detector was trained with and how its map is read.
const (
	detectStep   = 32 // its sides are multiples of this
	inkThreshold = 0.3
	boxThreshold = 0.5
	unclip       = 1.6
	minSide      = 3
	maxSpots     = 3000
)

// FullSide is the longer side of a page at which the detector finds everything it can find.
const FullSide = 1280

// Spot is a stretch of text that the detector found.
type Spot struct {
	pixel.Rect
	Score float64
}

var (
	meanBGR = [3]float32{0.485, 0.456, 0.406}
	stdBGR  = [3]float32{0.229, 0.224, 0.225}
)

// Detect finds stretches of text in any direction in an image whose longer side is brought to side pixels. The longer side of the rectangle is taken for the baseline.
func (e *Engine) Detect(m pixel.Image, side int) ([]Spot, error) {
	if m.Empty() {
		return nil, nil
	}
	scale := float64(side) / float64(max(m.Width, m.Height))
	// A small image gains nothing from being blown up further.
	scale = min(scale, 2)
	snap := func(v int) int {
		return max(detectStep, int(math.Round(float64(v)*scale/detectStep))*detectStep)
	}
	if rows := int(strip / scale); scale*float64(m.Width)*scale*float64(m.Height) > maxSeen && rows < m.Height {
		return e.detectStrips(m, side, rows)
	}
	width, height := snap(m.Width), snap(m.Height)
	small := m.Scale(width, height)
	out, err := e.detector.Image(planes(small, meanBGR, stdBGR), width, height)
	if err != nil {
		return nil, fmt.Errorf("detect text: %w", err)
	}
	if len(out.Data) != width*height {
		return nil, fmt.Errorf("detect text: a map of shape %v for %d × %d pixels", out.Shape, width, height)
	}
	spots := findSpots(heat{out.Data, width, height})
	sx, sy := float64(m.Width)/float64(width), float64(m.Height)/float64(height)
	for i := range spots {
		spots[i].Rect = stretch(spots[i].Rect, sx, sy)
	}
	return spots, nil
}

// detectStrips looks at one strip of so many rows after the other. A spot counts where its middle is nearer to the middle
// of its strip than to that of the next.
func (e *Engine) detectStrips(m pixel.Image, side, rows int) ([]Spot, error) {
	shared := int(stripShare * float64(rows))
	var out []Spot
	for top := 0; top < m.Height; top += rows - shared {
		part := m.Cut(0, top, m.Width, top+rows)
		// The side belongs to the whole image.
		partSide := int(float64(side) * float64(max(part.Width, part.Height)) / float64(max(m.Width, m.Height)))
		spots, err := e.Detect(part, partSide)
		if err != nil {
			return nil, err
		}
		from, to := top+shared/2, top+rows-shared/2
		if top == 0 {
			from = 0
		}
		if top+rows >= m.Height {
			to = m.Height
		}
		for _, s := range spots {
			s.Y += float64(top)
			if s.Y >= float64(from) && s.Y < float64(to) && len(out) < maxSpots {
				out = append(out, s)
			}
		}
		if to == m.Height {
			break
		}
	}
	return out, nil
}

// planes lays an image out as three planes in the order blue, green, red.
func planes(m pixel.Image, mean, std [3]float32) []float32 {
	size := m.Width * m.Height
	out := make([]float32, 3*size)
	for k := range 3 {
		plane := out[k*size:][:size]
		var table [256]float32
		for v := range table {
			table[v] = (float32(v)/255 - mean[k]) / std[k]
		}
		n := m.Channels()
		at := 0
		if n > 1 {
			at = 2 - k
		}
		for i := range plane {
			plane[i] = table[m.Pix[i*n+at]]
		}
	}
	return out
}

// stretch scales a rectangle by almost the same factor in both directions.
func stretch(r pixel.Rect, sx, sy float64) pixel.Rect {
	sin, cos := math.Sincos(r.Angle)
	along, across := math.Hypot(cos*sx, sin*sy), math.Hypot(sin*sx, cos*sy)
	return pixel.Rect{
		X: r.X * sx, Y: r.Y * sy,
		Width: r.Width * along, Height: r.Height * across,
		Angle: math.Atan2(sin*sy, cos*sx),
	}
}
