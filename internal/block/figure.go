package block

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/table"
)

// holdTables takes the words of tables out of the text.
func (s *sheet) holdTables() {
	taken := map[int][]bool{}
	s.markCells()
	for i := range s.Tables {
		t := &s.Tables[i]
		for _, w := range t.Words {
			line := int(w.Line)
			if taken[line] == nil {
				taken[line] = make([]bool, len(s.Text.Lines[line].Words))
			}
			taken[line][w.Word] = true
		}
		s.groups = append(s.groups, group{box: s.level(t.Box), table: t})
	}
	for line, words := range taken {
		if !slices.Contains(words, false) {
			s.held[line] = true
			delete(taken, line)
		}
	}
	s.taken = taken
}

// Bounds of figures. Lengths are in sizes of the main font.
const (
	leastFigure    = 2.5 // side of a picture
	leastDrawing   = 5   // side of a drawing
	mostFigure     = 0.9 // part of the page; more is its background
	writtenFigure  = 0.3 // part of a picture that text may cover; more is a background of text
	reach          = 1.6 // distance of labels from a drawing
	longLabel      = 45  // characters
	fewestStrokes  = 3
	fewestProse    = 6    // long lines
	shadedByText   = 0.12 // part of a filled rectangle that text covers when it is a cell or a box of text
	ruleThickness  = 0.25
	drawingDensity = 0.35
	mostTurns      = 8   // of looking for labels beside labels
	fewestLetters  = 6   // of the words on a shaded area
	largeLabel     = 1.3 // size of labels, at most
)

// findFigures makes groups of pictures and drawings with the labels inside them.
func (s *sheet) findFigures() {
	for _, b := range s.pictures() {
		s.addFigure(b, s.labels(b, false))
	}
	for _, b := range s.drawings() {
		if lines := s.labels(b, true); !s.prose(b) && !s.overTable(b) && s.drawn(b, lines) {
			for _, i := range lines {
				b = union(b, s.level(s.Text.Lines[i].Box))
			}
			s.addFigure(b, lines)
		}
	}
	s.patchFigures()
}

func (s *sheet) addFigure(b engine.Box, lines []int) {
	for _, i := range lines {
		s.held[i] = true
	}
	page := engine.Box{X1: s.width, Y1: s.height}
	s.groups = append(s.groups, group{box: common(b, page), figure: true, lines: lines})
}

// pictures are the images of the page that show something, those that touch joined.
func (s *sheet) pictures() []engine.Box {
	var boxes []engine.Box
	for i := range s.Seen.Images {
		b := s.level(s.Seen.Images[i].Visible)
		w, h := b.X1-b.X0, b.Y1-b.Y0
		if min(w, h) < leastFigure*s.em || w*h > mostFigure*s.width*s.height || s.inTable(b) || s.signed(b) || s.written(b) > writtenFigure || s.Text.Stamped(s.Seen.Images[i].Visible) {
			continue
		}
		boxes = joinBoxes(boxes, b, 0.1*s.em)
	}
	// What was joined from strips may be the whole page after all.
	return slices.DeleteFunc(boxes, func(b engine.Box) bool {
		return area(b) > mostFigure*s.width*s.height || s.written(b) > writtenFigure || s.prose(b)
	})
}

// prose reports whether a picture is a scan of prose, or the ground that prose stands on. Labels of a chart are short.
func (s *sheet) prose(b engine.Box) bool {
	n := 0
	for i := range s.Text.Lines {
		l := &s.Text.Lines[i]
		if length(l) > longLabel && inside(s.level(l.Box), b) {
			n++
		}
	}
	return n >= fewestProse
}

func (s *sheet) inTable(b engine.Box) bool {
	return slices.ContainsFunc(s.Tables, func(t table.Found) bool { return inside(b, s.level(t.Box)) })
}

// overTable reports whether a drawing covers a good part of a table: then its shapes are those of the table.
func (s *sheet) overTable(b engine.Box) bool {
	return slices.ContainsFunc(s.Tables, func(t table.Found) bool {
		box := s.level(t.Box)
		return area(common(box, b)) > 0.3*area(box)
	})
}

// written is the part of a box that lines of embedded text cover. What was recognised in a picture is part of it.
func (s *sheet) written(b engine.Box) float32 {
	var covered float32
	for i := range s.Text.Lines {
		l := &s.Text.Lines[i]
		if l.Words[0].Font >= 0 {
			covered += area(common(s.level(l.Box), b))
		}
	}
	return covered / max(area(b), 1e-6)
}

// joinBoxes adds a box to others that do not touch each other.
func joinBoxes(boxes []engine.Box, b engine.Box, seam float32) []engine.Box {
	for i := 0; i < len(boxes); i++ {
		o := boxes[i]
		if b.X0 <= o.X1+seam && o.X0 <= b.X1+seam && b.Y0 <= o.Y1+seam && o.Y0 <= b.Y1+seam {
			b = union(b, o)
			boxes = append(boxes[:i], boxes[i+1:]...)
			i = -1
		}
	}
	return append(boxes, b)
}

// drawings are the places where outlines other than rules and frames stand together.
func (s *sheet) drawings() []engine.Box {
	g := newGrid(s.width, s.height, s.em)
	s.shelve()
	var shapes, strokes []engine.Box
	for i := range s.Seen.Paths {
		p := &s.Seen.Paths[i]
		b := s.level(p.Visible)
		w, h := b.X1-b.X0, b.Y1-b.Y0
		if p.Annotation || w*h > 0.4*s.width*s.height || p.Fill&0xFF == 0 && p.Stroke&0xFF == 0 {
			continue
		}
		if thin := ruleThickness * s.em; w <= thin || h <= thin {
			if w > 3*s.em && h <= thin {
				s.rules = append(s.rules, b)
			}
			if max(w, h) > leastDrawing*s.em {
				strokes = append(strokes, b)
			}
			continue
		}
		if p.Fill>>8 == 0xFFFFFF || p.Fill&0xFF == 0 && plainFrame(p) || s.inTable(b) || s.signed(b) || s.shades(b) {
			continue
		}
		g.mark(b)
		shapes = append(shapes, b)
	}
	for _, b := range s.axes(shapes, strokes) {
		g.mark(b)
	}
	return g.components(fewestStrokes, leastDrawing*s.em)
}

// plainFrame reports outlines that are one rectangle.
func plainFrame(p *engine.Path) bool { return len(p.Segments) <= 6 }
