package block

import (
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/table"
)

// sheet is a page while its blocks are made. Boxes are those of the page turned so that most of its text runs level.
type sheet struct {
	Page
	width, height float32
	angle         float32        // of most of the text: 0, 90, 180 or 270
	em            float32        // size of most of the text
	pitch         float32        // distance of its baselines
	held          []bool         // by line: it is part of something that is no plain line
	taken         map[int][]bool // by word of lines that stand in a table with some words only
	groups        []group
	rules         []engine.Box // long thin strokes, level ones
	atoms         []piece
	known         map[*piece][]row // of leaves, by the first of their pieces
	shelves       []shelf
	sound         bool // the tags of the page can be relied on
	marks         map[sign]int
	refs          map[string]bool // raised marks in the text
	zones         []zone          // what marks words, from the top down
	carets        []caret
	patches       []patch
	reluctance    float32 // to divide the page into columns, in parts of the usual
	mirrored      bool    // most of the text runs from right to left, and so does the frame
	typed         bool    // most of the text is set in letters of one width
}

// group is something that takes part in the order as a whole.
type group struct {
	box    engine.Box
	table  *table.Found
	figure bool
	counts bool // numbers of lines
	sign   *signature
	pairs  *doc.Block // of labels and values
	lines  []int      // of the text inside it, in reading order
}

// newSheet measures the page.
func newSheet(p Page) *sheet {
	s := &sheet{Page: p, held: make([]bool, len(p.Text.Lines)), known: map[*piece][]row{}, reluctance: 1}
	s.angle = mainAngle(p.Text.Lines)
	s.width, s.height = p.Seen.Width, p.Seen.Height
	if s.angle == 90 || s.angle == 270 {
		s.width, s.height = s.height, s.width
	}
	s.mirrored, s.typed = backward(p.Text.Lines), s.typewritten()
	s.seePatches()
	s.recognised()
	s.em = mainSize(s.Text.Lines, s.height/usualLines)
	s.pitch = s.mainPitch()
	s.sound = len(p.Seen.Elements) > 0 && p.Seen.StructureSound()
	return s
}

// mainAngle is the upright angle of most characters.
func mainAngle(lines []layout.Line) float32 {
	var chars [4]int
	for i := range lines {
		quarter := int(lines[i].Angle+45) / 90 % 4
		if lines[i].Angle == float32(quarter*90) {
			chars[quarter] += length(&lines[i])
		}
	}
	best := 0
	for q := range chars {
		if chars[q] > chars[best] {
			best = q
		}
	}
	return float32(best * 90)
}

// usualLines is how many font sizes high a page is, where nothing on it tells.
const usualLines = 80

// mainSize is the font size of most characters. Nearly equal sizes count together.
func mainSize(lines []layout.Line, otherwise float32) float32 {
	var sizes tally
	for i := range lines {
		sizes.addSize(float64(lines[i].Size), length(&lines[i]))
	}
	return float32(sizes.usualSize(float64(otherwise)))
}

// Distances of baselines, in sizes of the font: what can be that of lines, how much it varies, and what it mostly is.
const (
	leastPitch = 0.7
	mostPitch  = 2.7
	samePitch  = 0.045
	plainPitch = 1.2
)

// mainPitch is the most frequent distance between baselines of the main size.
func (s *sheet) mainPitch() float32 {
	var distances tally
	lines := s.Text.Lines
	for i := range lines {
		if lines[i].Angle != s.angle {
			continue
		}
		for j := i + 1; j < len(lines) && j < i+6; j++ {
			d := (lines[j].Baseline - lines[i].Baseline) / s.em
			if lines[j].Angle != s.angle || d < leastPitch || d >= mostPitch {
				continue
			}
			if lines[j].Box.X0 < lines[i].Box.X1 && lines[i].Box.X0 < lines[j].Box.X1 && near(lines[i].Size, s.em, 0.1) {
				distances.add(float64(d), length(&lines[j]))
				break
			}
		}
	}
	return float32(distances.usual(samePitch, plainPitch)) * s.em
}

// length is the number of characters of a line, roughly.
func length(l *layout.Line) int {
	n := 0
	for i := range l.Words {
		n += len(l.Words[i].Text)
	}
	return n
}

// level turns a box of the page into the frame of the sheet.
func (s *sheet) level(b engine.Box) engine.Box {
	switch s.angle {
	case 90:
		b = engine.Box{X0: b.Y0, X1: b.Y1, Y0: s.Seen.Width - b.X1, Y1: s.Seen.Width - b.X0}
	case 180:
		b = engine.Box{X0: s.Seen.Width - b.X1, X1: s.Seen.Width - b.X0, Y0: s.Seen.Height - b.Y1, Y1: s.Seen.Height - b.Y0}
	case 270:
		b = engine.Box{X0: s.Seen.Height - b.Y1, X1: s.Seen.Height - b.Y0, Y0: b.X0, Y1: b.X1}
	}
	return s.mirror(b)
}

// fraction measures a box of the page in parts of it.
func (s *sheet) fraction(b engine.Box) doc.Box {
	part := func(x, of float32) float64 {
		if !(of > 0) {
			return 0
		}
		return min(max(float64(x)/float64(of), 0), 1)
	}
	left, top := part(b.X0, s.Seen.Width), part(b.Y0, s.Seen.Height)
	return doc.Box{Left: left, Top: top, Width: part(b.X1, s.Seen.Width) - left, Height: part(b.Y1, s.Seen.Height) - top}
}

// baseline is the height of a line in the frame of the sheet.
func (s *sheet) baseline(l *layout.Line) float32 {
	switch s.angle {
	case 90:
		return l.Baseline + s.Seen.Width
	case 180:
		return l.Baseline + s.Seen.Height
	}
	return l.Baseline
}

func near(a, b, part float32) bool { return a-b <= part*b && b-a <= part*b }

func union(a, b engine.Box) engine.Box {
	return engine.Box{X0: min(a.X0, b.X0), Y0: min(a.Y0, b.Y0), X1: max(a.X1, b.X1), Y1: max(a.Y1, b.Y1)}
}

func area(b engine.Box) float32 { return max(0, b.X1-b.X0) * max(0, b.Y1-b.Y0) }

// common is what two boxes share; it has no area when they share nothing.
func common(a, b engine.Box) engine.Box {
	c := engine.Box{X0: max(a.X0, b.X0), Y0: max(a.Y0, b.Y0), X1: min(a.X1, b.X1), Y1: min(a.Y1, b.Y1)}
	c.X1, c.Y1 = max(c.X0, c.X1), max(c.Y0, c.Y1)
	return c
}

func grown(b engine.Box, by float32) engine.Box {
	return engine.Box{X0: b.X0 - by, Y0: b.Y0 - by, X1: b.X1 + by, Y1: b.Y1 + by}
}

// inside reports whether the middle of a box lies in another.
func inside(b, in engine.Box) bool {
	x, y := (b.X0+b.X1)/2, (b.Y0+b.Y1)/2
	return x >= in.X0 && x <= in.X1 && y >= in.Y0 && y <= in.Y1
}
