package ocr

import (
	"context"
	"math"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/ocr/pixel"
)

// Twice gives every reader the care that Options.Careful asks for.
type Twice struct{ Reader Reader }

const unsure = 0.85 // a line below this is read again

// scales are the other resolutions at which unsure lines are read.
var scales = [...]float64{0.7, 1.5}

// Read reads a page, and where Options.Careful asks for it unsure lines twice more.
func (t Twice) Read(ctx context.Context, page *engine.Raster, o Options) (*Reading, error) {
	reading, err := t.Reader.Read(ctx, page, o)
	if err != nil || !o.Careful {
		return reading, err
	}
	var regions []engine.Box
	for _, l := range reading.Lines {
		if l.unsure() {
			pad := min(l.Box.X1-l.Box.X0, l.Box.Y1-l.Box.Y0) / 4
			regions = append(regions, engine.Box{X0: l.Box.X0 - pad, Y0: l.Box.Y0 - pad, X1: l.Box.X1 + pad, Y1: l.Box.Y1 + pad})
		}
	}
	if len(regions) == 0 {
		return reading, nil
	}
	var others []Word
	for _, scale := range scales {
		words, err := t.again(ctx, page, o, regions, scale, reading.Rotation)
		if err != nil {
			return nil, err
		}
		others = append(others, words...)
	}
	for i := range reading.Lines {
		if l := &reading.Lines[i]; l.unsure() {
			for k := range l.Words {
				l.Words[k] = elect(l.Words[k], others)
			}
			*l = NewLine(l.Words, l.Angle)
		}
	}
	return reading, nil
}

func (l Line) unsure() bool {
	for _, w := range l.Words {
		if w.Confidence < unsure {
			return true
		}
	}
	return false
}

// again reads regions at another resolution and gives their words in pixels of the page.
func (t Twice) again(ctx context.Context, page *engine.Raster, o Options, regions []engine.Box, scale float64, rotation int) ([]Word, error) {
	width, height := int(math.Round(float64(page.Width)*scale)), int(math.Round(float64(page.Height)*scale))
	if width < 1 || height < 1 || width*height > engine.MaxPixels {
		return nil, nil
	}
	m := pixel.Of(page).Scale(width, height)
	other := &engine.Raster{Pixels: m.Pix, Width: m.Width, Height: m.Height, Grey: m.Grey, DPI: page.DPI * scale}
	o.Careful, o.Regions = false, nil
	for _, r := range regions {
		o.Regions = append(o.Regions, scaled(r, scale))
	}
	reading, err := t.Reader.Read(ctx, other, o)
	if err != nil || reading.Rotation != rotation {
		return nil, err
	}
	var words []Word
	for _, l := range reading.Lines {
		for _, w := range l.Words {
			w.Box = scaled(w.Box, 1/scale)
			words = append(words, w)
		}
	}
	return words, nil
}

func scaled(b engine.Box, by float64) engine.Box {
	f := float32(by)
	return engine.Box{X0: b.X0 * f, Y0: b.Y0 * f, X1: b.X1 * f, Y1: b.Y1 * f}
}

// elect takes the text that has most of the confidence of all readings of one place.
func elect(w Word, others []Word) Word {
	votes := map[string]float64{w.Text: w.Confidence}
	best, cast := w, 1.0
	for _, o := range others {
		if overlap(w.Box, o.Box) < 0.5 {
			continue
		}
		votes[o.Text] += o.Confidence
		cast++
		if votes[o.Text] > votes[best.Text] {
			best.Text, best.Confidence = o.Text, o.Confidence
		}
	}
	if cast > 1 {
		best.Confidence = min(max(best.Confidence, votes[best.Text]/cast), 1)
	}
	return best
}

// overlap is the part that two boxes share of what they cover together.
func overlap(a, b engine.Box) float64 {
	w, h := min(a.X1, b.X1)-max(a.X0, b.X0), min(a.Y1, b.Y1)-max(a.Y0, b.Y0)
	if w <= 0 || h <= 0 {
		return 0
	}
	both := float64(w * h)
	return both / (float64((a.X1-a.X0)*(a.Y1-a.Y0)) + float64((b.X1-b.X0)*(b.Y1-b.Y0)) - both)
}
