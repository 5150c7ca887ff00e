package ocr

import (
	"context"

	"github.com/octavo-dev/octavo/internal/engine"
)

// Finder finds the regions of a page image. Turn, clockwise, sets the page upright: 0, 90, 180 or 270.
type Finder interface {
	Find(ctx context.Context, page *engine.Raster, turn int) ([]Region, error)
}

// Region is a part of a page that is one thing.
type Region struct {
	Kind  Kind
	Score float64    // 0 to 1
	Box   engine.Box // pixels of the image as it was given
}

// Kind is what a region is.
type Kind uint8

// The kinds of regions.
const (
	TextRegion Kind = iota
	TitleRegion
	HeadingRegion
	CaptionRegion
	HeaderRegion
	FooterRegion
	NumberRegion // of the page
	FootnoteRegion
	AsideRegion
	FormulaRegion
	TableRegion
	ChartRegion
	PictureRegion
	SealRegion
	LastKind = SealRegion
)
