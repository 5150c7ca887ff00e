package reader

import (
	"context"
	"fmt"
	"slices"

	"github.com/octavo-dev/octavo/internal/block"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/stroke"
	"github.com/octavo-dev/octavo/internal/table"
)

// sheet is one page as it is being read.
type sheet struct {
	seen   *engine.Page
	text   *layout.Text
	page   doc.Page
	drawn  table.Options // what its pixels show of tables
	blocks []doc.Block
	issues []string
	raster *engine.Raster // its pixels, once they were read
	turn   int            // clockwise, sets them upright

	pictures []engine.Box    // that may hold text
	squares  []stroke.Square // check boxes that its pixels show
	struck   []engine.Box    // and lines through recognised words

	improved []bool // of the tables, those that a second look made better
}

// page reads one page: what the file says stands on it, what its pixels show where that is not enough, and what all of
// it means.
func (f *File) page(ctx context.Context, n int) (*sheet, error) {
	s, err := f.look(ctx, n, true)
	if err != nil {
		return nil, err
	}
	if err := f.readStamps(ctx, s); err != nil {
		return nil, err
	}
	regions, err := f.regions(ctx, s)
	if err != nil {
		return nil, err
	}
	s.dropUnsure(regions)
	found, err := f.tables(ctx, s)
	if err != nil {
		return nil, err
	}
	s.tellWords()
	s.blocks = block.Arrange(block.Page{Seen: s.seen, Text: s.text, Tables: found, Regions: regions, Skew: s.drawn.Skew, Struck: s.struck,
		Reorder: f.options.Regions && f.reader.Regions == nil, Scripts: f.options.Scripts})
	for i := range s.blocks {
		s.blocks[i].Page = n
	}
	s.name(found)
	if f.options.Lite {
		s.lighten()
	}
	if f.options.Charts {
		return s, f.findCharts(ctx, s)
	}
	return s, nil
}

// tellWords puts the words and lines that were read on the page.
func (s *sheet) tellWords() { s.page.Words, s.page.Lines = s.text.Doc(s.seen) }

// look reads the words of one page, those that only its pixels show if asked.
func (f *File) look(ctx context.Context, n int, pixels bool) (*sheet, error) {
	seen, err := f.pages.Page(ctx, n)
	if err != nil {
		return nil, err
	}
	s := &sheet{seen: seen, text: layout.Read(seen), page: doc.Page{
		Number: n, Width: float64(seen.Width), Height: float64(seen.Height), Rotation: (360 - seen.Rotation) % 360, Native: true,
	}}
	if seen.Dropped > 0 {
		s.issues = append(s.issues, fmt.Sprintf("%d drawn objects are left out", seen.Dropped))
	}
	switch {
	case f.options.Mode == Pixels:
		s.text.Lines, s.text.Apart = nil, nil
	case f.options.Mode == Embedded || f.reader.OCR == nil:
		s.showLayer()
	}
	if pixels {
		if err := f.recognise(ctx, s); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// recognise reads the pixels of a page where its text is missing or unsound. Where that fails and the file itself says
// something, that is what there is.
func (f *File) recognise(ctx context.Context, s *sheet) error {
	regions := f.unread(s)
	if regions == nil {
		return nil
	}
	if f.reader.OCR == nil {
		s.issues = append(s.issues, "pictures of text are not read: recognition is not installed")
		return nil
	}
	lines, err := f.pixels(ctx, s, regions)
	if err == nil {
		s.add(lines, regions)
		s.text.AddSquares(s.seen, s.squares)
		return nil
	}
	if ctx.Err() != nil {
		return err
	}
	if len(s.text.Lines) == 0 {
		return &engine.PageError{Page: s.page.Number, Err: err}
	}
	s.issues = append(s.issues, "pictures of text could not be read: "+fault.Of(err).Message)
	return nil
}

// unread lists the parts of a page whose pixels must be read. Nil is none of it.
func (f *File) unread(s *sheet) []engine.Box {
	switch f.options.Mode {
	case Embedded:
		return nil
	case Pixels:
		return []engine.Box{{X1: s.seen.Width, Y1: s.seen.Height}}
	}
	s.pictures = s.text.Pictures(s.seen)
	return slices.Concat(s.text.Unsound, s.pictures)
}

// showLayer believes the text that an earlier recognition left behind a scan, where the scan itself is not read.
func (s *sheet) showLayer() {
	for _, l := range s.text.Hidden {
		if l.Hidden == layout.Layer {
			s.text.Lines = append(s.text.Lines, l)
		}
	}
}
