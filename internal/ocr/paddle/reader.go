package paddle

import (
	"context"
	"math"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/ocr"
	"github.com/octavo-dev/octavo/internal/ocr/order"
	"github.com/octavo-dev/octavo/internal/ocr/pixel"
)

// Reader reads pages with the networks alone.
type Reader struct{ engine *Engine }

// NewReader makes a reader of loaded networks.
func NewReader(e *Engine) *Reader { return &Reader{e} }

// Read reads a page.
func (r *Reader) Read(ctx context.Context, page *engine.Raster, o ocr.Options) (*ocr.Reading, error) {
	v, err := r.engine.Look(ctx, pixel.Of(page), FullSide)
	if err != nil {
		return nil, err
	}
	alphabet := AlphabetOf(o.Languages)
	back := v.Place.Back()
	reading := v.Reading()
	boxes := make([]engine.Box, len(v.Spots))
	for i, s := range v.Spots {
		boxes[i] = s.Bounds()
	}
	for _, row := range order.Rows(boxes) {
		for _, i := range row {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			glyphs, err := r.engine.Recognise(v.Image, v.Spots[i].Rect, alphabet)
			if err != nil {
				return nil, err
			}
			var words []ocr.Word
			for _, w := range Words(glyphs, v.Spots[i].Rect) {
				box := ocr.Inside(back.Rect(w.Rect).Bounds(), pixel.Of(page))
				words = append(words, ocr.Word{Text: w.Text, Box: box, Confidence: w.Confidence})
			}
			if len(words) > 0 {
				angle := back.Rect(v.Spots[i].Rect).Angle
				reading.Lines = append(reading.Lines, ocr.NewLine(words, angle*180/math.Pi))
			}
		}
	}
	return reading, nil
}

// Reading is the empty reading of a view.
func (v *View) Reading() *ocr.Reading {
	return &ocr.Reading{Rotation: v.Turn, Skew: v.Skew * 180 / math.Pi}
}

// AlphabetOf chooses the recogniser for languages.
func AlphabetOf(languages []string) Alphabet {
	for _, l := range languages {
		if l != "eng" {
			return Latin
		}
	}
	if len(languages) == 0 {
		return Latin
	}
	return English
}
