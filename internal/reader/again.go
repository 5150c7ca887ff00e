package reader

import (
	"context"
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/ocr"
	"github.com/octavo-dev/octavo/internal/stroke"
	"github.com/octavo-dev/octavo/internal/table"
)

// closeDPI is the resolution of a second look.
const closeDPI = 360

// lookAgain looks at tables of a page once more, closer: their rules are sought in pixels, their recognised cells are
// read one by one, and the grid that more of it agrees with is kept. With an error comes what was found until then.
func (f *File) lookAgain(ctx context.Context, s *sheet, found []table.Found) ([]table.Found, error) {
	s.improved = make([]bool, len(found))
	var raster *engine.Raster
	var level, upright []stroke.Stroke
	for i := 0; i < len(found); i++ {
		if f.options.Tables == Doubtful && found[i].Confidence >= sure {
			continue
		}
		if raster == nil {
			dpi := min(closeDPI, mostSide*72/float64(max(s.seen.Width, s.seen.Height, 1)))
			var err error
			if raster, err = f.pages.Render(ctx, s.page.Number, dpi, false); err != nil {
				return found, err
			}
			level, upright = stroke.Find(raster)
		}
		text, drawn := s.text, s.drawn
		drawn.Level, drawn.Upright = closer(drawn.Level, level, found[i].Box), closer(drawn.Upright, upright, found[i].Box)
		lines, gone, err := f.readCells(ctx, s, raster, &found[i])
		if err != nil {
			return found, err
		}
		if len(lines) > 0 {
			text = without(s.text, gone)
			text.Add(lines)
		}
		looked := table.Find(s.seen, text, drawn)
		if better(found, i, looked) {
			s.text, s.drawn, found = text, drawn, looked
			s.improved[i] = true
		}
	}
	return found, nil
}

// better reports whether the same tables are found by a second look, and more of one of them agrees with its grid.
func better(first []table.Found, i int, second []table.Found) bool {
	if len(second) != len(first) {
		return false
	}
	for k := range first {
		if a, b := first[k].Box, second[k].Box; overlap(a, b) < 0.5*max(area(a), area(b)) {
			return false
		}
	}
	a, b := &first[i], &second[i]
	return b.Confidence > a.Confidence || b.Confidence == a.Confidence && len(b.Words) > len(a.Words)
}

// closer is strokes with those of a box as a closer look shows them.
func closer(known, seen []stroke.Stroke, box engine.Box) []stroke.Stroke {
	near := []engine.Box{box}
	replaced := stroke.Inside(slices.Clone(known), near)
	kept := slices.DeleteFunc(slices.Clone(known), func(k stroke.Stroke) bool { return slices.Contains(replaced, k) })
	return append(kept, stroke.Inside(slices.Clone(seen), near)...)
}

// leastSure is the confidence below which nothing is written into a cell that was blank.
const leastSure = 0.6

// readCells reads the cells of a table that have no text of the file, each without its neighbours: like the squares of
// a chess board, first those of one colour and then those of the other. It gives the lines that are better than what
// was there, and the words they stand for.
func (f *File) readCells(ctx context.Context, s *sheet, r *engine.Raster, found *table.Found) ([]layout.Line, map[table.Place]bool, error) {
	if f.reader.OCR == nil || f.options.Mode == Embedded {
		return nil, nil, nil
	}
	cells := s.cells(found)
	if !slices.ContainsFunc(cells, func(c held) bool { return c.read && len(c.words) > 0 }) {
		return nil, nil, nil
	}
	o := ocr.Options{Languages: f.languages(), Careful: f.options.Careful}
	points, ink := float32(72/r.DPI), stroke.InkOf(r)
	for colour := range 2 {
		o.Regions = nil
		for i := range cells {
			if c := &cells[i]; c.read && c.colour == colour {
				o.Regions = append(o.Regions, scaled(c.box, 1/points))
			}
		}
		if o.Regions == nil {
			continue
		}
		reading, err := f.reader.OCR.Read(ctx, r, o)
		if err != nil {
			return nil, nil, err
		}
		for _, l := range recognised(reading, r, ink) {
			x, y := (l.Box.X0+l.Box.X1)/2, (l.Box.Y0+l.Box.Y1)/2
			for i := range cells {
				if c := &cells[i]; c.read && c.colour == colour && x >= c.box.X0 && x <= c.box.X1 && y >= c.box.Y0 && y <= c.box.Y1 {
					c.lines = append(c.lines, l)
					break
				}
			}
		}
	}
	var lines []layout.Line
	gone := map[table.Place]bool{}
	for i := range cells {
		if c := &cells[i]; s.improves(c) {
			lines = append(lines, c.lines...)
			for _, w := range c.words {
				gone[w] = true
			}
		}
	}
	return lines, gone, nil
}

// held is a cell with what stands in it.
type held struct {
	box    engine.Box
	colour int
	read   bool          // from pixels, or blank
	words  []table.Place // without their cell
	lines  []layout.Line // of a second reading
}

// cells lists the positions of a table, with the words they hold.
func (s *sheet) cells(found *table.Found) []held {
	cells := make([]held, len(found.Table.Cells))
	for i := range found.Table.Cells {
		c := &found.Table.Cells[i]
		cells[i] = held{colour: (c.Row + c.Col) % 2, read: true}
		if c.Box != nil {
			cells[i].box = s.inner(*c.Box)
		}
	}
	for _, w := range found.Words {
		c := &cells[w.Cell]
		word := &s.text.Lines[w.Line].Words[w.Word]
		c.read = c.read && word.Font < 0 && word.Text != layout.Checked && word.Text != layout.Unchecked
		c.words = append(c.words, table.Place{Line: w.Line, Word: w.Word})
	}
	return cells
}

// inner is the place of a cell on the page without its borders.
func (s *sheet) inner(b doc.Box) engine.Box {
	const border = 1
	w, h := float64(s.seen.Width), float64(s.seen.Height)
	return engine.Box{
		X0: float32(b.Left*w) + border, Y0: float32(b.Top*h) + border,
		X1: float32((b.Left+b.Width)*w) - border, Y1: float32((b.Top+b.Height)*h) - border,
	}
}

// improves reports whether the second reading of a cell is surer than the first and not much shorter.
func (s *sheet) improves(c *held) bool {
	var before, now, old, letters float32
	for _, w := range c.words {
		word := &s.text.Lines[w.Line].Words[w.Word]
		before += word.Confidence
		old += float32(len(word.Text))
	}
	n := 0
	for i := range c.lines {
		for _, w := range c.lines[i].Words {
			now += w.Confidence
			letters += float32(len(w.Text))
			n++
		}
	}
	if n == 0 {
		return false
	}
	now /= float32(n)
	if len(c.words) == 0 {
		return now >= leastSure
	}
	return now > before/float32(len(c.words)) && letters >= 0.7*old
}

// without is the text of a page without some of its words.
func without(t *layout.Text, gone map[table.Place]bool) *layout.Text {
	out := &layout.Text{Hidden: t.Hidden, Apart: t.Apart, Boxes: t.Boxes, Stamps: t.Stamps, Unsound: t.Unsound, Shifted: t.Shifted}
	for i, l := range t.Lines {
		var words []layout.Word
		for k, w := range l.Words {
			if !gone[table.Place{Line: int32(i), Word: int32(k)}] {
				words = append(words, w)
			}
		}
		if len(words) == 0 {
			continue
		}
		l.Words, l.Box = words, words[0].Box
		for _, w := range words[1:] {
			l.Box = engine.Box{X0: min(l.Box.X0, w.Box.X0), Y0: min(l.Box.Y0, w.Box.Y0), X1: max(l.Box.X1, w.Box.X1), Y1: max(l.Box.Y1, w.Box.Y1)}
		}
		out.Lines = append(out.Lines, l)
	}
	return out
}
