package reader

import (
	"context"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/ocr"
	"github.com/octavo-dev/octavo/internal/stroke"
	"github.com/octavo-dev/octavo/internal/table"
)

// Second says which tables are looked at a second time.
type Second string

// The tables of a second look.
const (
	Never    Second = ""
	Doubtful Second = "doubtful" // those of low confidence
	Every    Second = "every"
)

// Builtin is what the blocks say that a second look of this program improved.
const Builtin = "builtin"

// sure is the confidence from which a table is not doubtful.
const sure = 0.85

// tables finds the tables of a page by what the file says and by what was seen in its pixels, and looks again at those
// that are doubtful where that is asked for. A second look that fails leaves the first.
func (f *File) tables(ctx context.Context, s *sheet) ([]table.Found, error) {
	s.drawn.Ruled = f.options.Lite
	found := table.Find(s.seen, s.text, s.drawn)
	if f.options.Tables == Never {
		return found, nil
	}
	found, err := f.lookAgain(ctx, s, found)
	if err != nil {
		if ctx.Err() != nil {
			return nil, err
		}
		s.issues = append(s.issues, "tables could not be looked at again: "+fault.Of(err).Message)
	}
	return found, nil
}

// name tells the blocks of tables that a second look improved.
func (s *sheet) name(found []table.Found) {
	for i := range s.blocks {
		for k, improved := range s.improved {
			if b := &s.blocks[i]; improved && b.Table == &found[k].Table {
				b.Agentic = Builtin
			}
		}
	}
}

// lighten leaves out what a lite reading does not give: the text of figures.
func (s *sheet) lighten() {
	for i := range s.blocks {
		if b := &s.blocks[i]; b.Type == doc.Figure {
			b.Text = ""
		}
	}
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
