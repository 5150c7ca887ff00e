package reader

import (
	"context"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/stroke"
)

// Look is what is seen on a page before anything is made of it.
type Look struct {
	Page           *engine.Page
	Text           *layout.Text
	Words          []doc.Word
	Level, Upright []stroke.Stroke // in its pixels, where these were read, each by itself
	Squares        []stroke.Square // there as well, also where they are places for letters
	Skew           float64         // of a scan, degrees clockwise
	Issues         []string
}

// Look gives what is seen on one page of a file that is read page by page, with what only its pixels show if asked.
func (f *File) Look(ctx context.Context, n int, pixels bool) (*Look, error) {
	s, err := f.look(ctx, n, pixels)
	if err != nil {
		return nil, err
	}
	s.tellWords()
	l := &Look{
		Page: s.seen, Text: s.text, Words: s.page.Words, Level: s.drawn.Level, Upright: s.drawn.Upright, Skew: s.drawn.Skew, Issues: s.issues,
	}
	if s.raster != nil {
		ink := stroke.InkOf(s.raster)
		l.Squares, l.Level = ink.Frames(), ink.Parted(l.Level)
	}
	return l, nil
}
