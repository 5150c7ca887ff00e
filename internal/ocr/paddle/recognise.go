package paddle

import (
	"fmt"
	"math"
	"slices"

	"github.com/octavo-dev/octavo/internal/ocr/pixel"
)

const (
	lineHeight   = 48   // what the recognisers see
	maxLineWidth = 3200 // wider crops are squeezed
	flipWidth    = 192  // what the classifier of flipped lines sees
)

var half = [3]float32{0.5, 0.5, 0.5}

// Glyph is one recognised character.
type Glyph struct {
	Rune       rune
	From, To   float64 // its place along the line, 0 to 1
	Confidence float64
}

// Alphabet chooses a recogniser.
type Alphabet int

// The recognisers.
const (
	English Alphabet = iota // ASCII, and the best on receipts
	Latin                   // letters with accents too
)

// Recognise reads the text in a rectangle of an image.
func (e *Engine) Recognise(m pixel.Image, r pixel.Rect, a Alphabet) ([]Glyph, error) {
	recogniser := e.recognisers[a]
	if recogniser == nil {
		recogniser = e.recognisers[1-a]
	}
	width := int(math.Ceil(r.Width / max(r.Height, 1) * lineHeight))
	width = min(max(width, lineHeight/3), maxLineWidth)
	crop := m.Crop(r, width, lineHeight)
	if crop.Empty() {
		return nil, nil
	}
	out, err := recogniser.Image(planes(crop, half, half), width, lineHeight)
	if err != nil {
		return nil, fmt.Errorf("recognise line: %w", err)
	}
	if shape := out.Shape; len(shape) != 3 || int(shape[2]) != len(recogniser.alphabet) {
		return nil, fmt.Errorf("recognise line: an output of shape %v for %d characters", shape, len(recogniser.alphabet))
	}
	return widened(decode(out.Data, recogniser.alphabet)), nil
}

// decode takes the likeliest character of every step and joins the steps that say the same; character 0 is the pause
// between two.
func decode(out []float32, alphabet []rune) []Glyph {
	steps := len(out) / len(alphabet)
	var glyphs []Glyph
	last := 0
	for t := range steps {
		best, p := 0, float32(-1)
		for i, v := range out[t*len(alphabet):][:len(alphabet)] {
			if v > p {
				best, p = i, v
			}
		}
		switch {
		case best == 0:
		case best == last:
			g := &glyphs[len(glyphs)-1]
			g.To = float64(t+1) / float64(steps)
			g.Confidence = max(g.Confidence, float64(p))
		default:
			glyphs = append(glyphs, Glyph{
				Rune: alphabet[best], Confidence: float64(p),
				From: float64(t) / float64(steps), To: float64(t+1) / float64(steps),
			})
		}
		last = best
	}
	return glyphs
}

// widened gives characters, which are seen in one or two steps near their middle, the room up to their neighbours, but no
// more than the usual distance between two.
func widened(glyphs []Glyph) []Glyph {
	if len(glyphs) == 0 {
		return nil
	}
	middles, steps := make([]float64, len(glyphs)), make([]float64, 0, len(glyphs))
	for i, g := range glyphs {
		middles[i] = (g.From + g.To) / 2
		if i > 0 {
			steps = append(steps, middles[i]-middles[i-1])
		}
	}
	reach := 0.02
	if len(steps) > 0 {
		slices.Sort(steps)
		reach = 0.6 * steps[len(steps)/2]
	}
	for i := range glyphs {
		from, to := middles[i]-reach, middles[i]+reach
		if i > 0 {
			from = max(from, (middles[i-1]+middles[i])/2)
		}
		if i+1 < len(glyphs) {
			to = min(to, (middles[i]+middles[i+1])/2)
		}
		glyphs[i].From, glyphs[i].To = max(from, 0), min(max(to, from), 1)
	}
	return glyphs
}

// Flipped tells how likely the text in a rectangle stands on its head.
func (e *Engine) Flipped(m pixel.Image, r pixel.Rect) (float64, error) {
	width := int(math.Ceil(r.Width / max(r.Height, 1) * lineHeight))
	width = min(max(width, 1), flipWidth)
	crop := m.Crop(r, width, lineHeight)
	if crop.Empty() {
		return 0.5, nil
	}
	// What is left on the right is the grey of a zero.
	in := make([]float32, 3*lineHeight*flipWidth)
	small := planes(crop, half, half)
	for y := range 3 * lineHeight {
		copy(in[y*flipWidth:], small[y*width:][:width])
	}
	out, err := e.classifier.Image(in, flipWidth, lineHeight)
	if err != nil {
		return 0, fmt.Errorf("classify line: %w", err)
	}
	if len(out.Data) != 2 {
		return 0, fmt.Errorf("classify line: %d classes", len(out.Data))
	}
	return float64(out.Data[1]), nil
}
