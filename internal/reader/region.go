package reader

import (
	"context"
	"fmt"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/ocr"
)

// lookSide is the longer side, in pixels, of a page that regions are looked for on: they are seen from afar.
const lookSide = 1000

// regions finds the regions of a page in points, where the file's own drawing does not tell them or they are asked for.
// A page is read without them where that fails.
func (f *File) regions(ctx context.Context, s *sheet) ([]ocr.Region, error) {
	if f.reader.Regions == nil || !f.options.Regions && s.page.Native && f.options.Mode != Pixels {
		return nil, nil
	}
	raster := s.raster
	if raster == nil {
		var err error
		dpi := lookSide * 72 / float64(max(s.seen.Width, s.seen.Height, 1))
		if raster, err = f.pages.Render(ctx, s.page.Number, dpi, false); err != nil {
			return nil, err
		}
	}
	found, err := f.reader.Regions.Find(ctx, raster, s.turn)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("find regions of page %d: %w", s.page.Number, context.Cause(ctx))
	}
	if err != nil {
		s.issues = append(s.issues, "the layout model could not look at the page: "+fault.Of(err).Message)
		return nil, nil
	}
	for i := range found {
		found[i].Box = scaled(found[i].Box, float32(72/raster.DPI))
	}
	return found, nil
}
