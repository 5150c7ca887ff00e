package reader

import (
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

// seeRules looks for the rules of tables in the regions of a page that are read from pixels. Where there are many, they
// tell better than short lines of text how a scan lies askew.
func (s *sheet) seeRules(r *engine.Raster, regions []engine.Box, reading *ocr.Reading) {
	level, upright := stroke.Find(r)
	s.drawn.Level, s.drawn.Upright = stroke.Inside(level, regions), stroke.Inside(upright, regions)
	if len(s.text.Lines) > 0 {
		return
	}
	s.drawn.Skew = reading.Skew
	if skew, length := stroke.Skew(s.drawn.Level, s.drawn.Upright); length > s.seen.Width {
		s.drawn.Skew = skew
	}
}
