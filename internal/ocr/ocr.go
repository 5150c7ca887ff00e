// Package ocr reads text from pixels.
package ocr

import (
	"context"

	"github.com/octavo-dev/octavo/internal/engine"
)

// Reader recognises the text of a page image.
type Reader interface {
	Read(ctx context.Context, page *engine.Raster, o Options) (*Reading, error)
}

// Options say what is expected on the page.
type Options struct {
	// Languages are ISO 639-2 codes as Tesseract spells them: eng, deu, fra; none means all that are installed.
	Languages []string
	// Regions limits the reading to parts of the page, in pixels; none means the whole page.
	Regions []engine.Box
	// Careful reads what was unsure again, at other resolutions, and takes what most readings say of each word.
	Careful bool
}

// Reading is what stands on a page image. All places are pixels of the image as it was given.
type Reading struct {
	// Rotation is the turn, clockwise, that sets the page upright: 0, 90, 180 or 270.
	Rotation int
	// Skew is what remains after that, degrees clockwise.
	Skew  float64
	Lines []Line // from the top of the upright page down
}

// Line is a run of words on one baseline.
type Line struct {
	Words      []Word
	Box        engine.Box
	Angle      float64 // of the baseline in the image, degrees clockwise, 0 ≤ Angle < 360
	Confidence float64 // 0 to 1
}

// Word is one recognised word.
type Word struct {
	Text       string
	Box        engine.Box
	Confidence float64 // 0 to 1: how likely the whole word is right
}
