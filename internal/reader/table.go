package reader

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/ocr"
	"github.com/octavo-dev/octavo/internal/stroke"
	"github.com/octavo-dev/octavo/internal/table"
)

// tables finds the tables of a page by what the file says and by what was seen in its pixels.
func (s *sheet) tables(o Options) []table.Found {
	s.drawn.Ruled = o.Lite
	return table.Find(s.seen, s.text, s.drawn)
}

// seeRules looks for the rules of tables in the regions of a page that are read from pixels.
func (s *sheet) seeRules(r *engine.Raster, regions []engine.Box, reading *ocr.Reading) {
	level, upright := stroke.Find(r)
	outside := func(k stroke.Stroke) bool {
		x, y := (k.From.X+k.To.X)/2, (k.From.Y+k.To.Y)/2
		return !slices.ContainsFunc(regions, func(b engine.Box) bool { return x >= b.X0 && x <= b.X1 && y >= b.Y0 && y <= b.Y1 })
	}
	s.drawn.Level, s.drawn.Upright = slices.DeleteFunc(level, outside), slices.DeleteFunc(upright, outside)
	if len(s.text.Lines) == 0 {
		s.drawn.Skew = reading.Skew
	}
}
