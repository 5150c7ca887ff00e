package layout

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/stroke"
)

// What check boxes read as.
const (
	Unchecked = "[ ]"
	Checked   = "[x]"
)

// checkbox is a box to be ticked.
type checkbox struct {
	box     engine.Box
	checked bool
	field   bool // a form field, or one of several: it needs no label to be one
}

func (c *checkbox) text() string {
	if c.checked {
		return Checked
	}
	return Unchecked
}

// checkboxes writes check boxes into the text where they stand: fields, drawn squares beside a label, and glyphs.
func (t *Text) checkboxes(p *engine.Page) {
	t.boxGlyphs(p)
	var boxes []checkbox
	for i := range p.Widgets {
		if w := &p.Widgets[i]; (w.Kind == engine.WidgetCheckbox || w.Kind == engine.WidgetRadio) && !w.Hidden && w.Box.X1 > w.Box.X0 {
			boxes = append(boxes, checkbox{w.Box, w.Checked, true})
		}
	}
	for _, b := range t.squares(p) {
		if !slices.ContainsFunc(boxes, func(o checkbox) bool { return within(b.box, o.box) || within(o.box, b.box) }) {
			boxes = append(boxes, b)
		}
	}
	for i := range boxes {
		t.addCheckbox(p, &boxes[i])
	}
}

// AddSquares writes squares that were seen in the pixels of the page into the recognised text, as check boxes. One without
// a label is a check box where another stands above, below or beside it.
func (t *Text) AddSquares(p *engine.Page, squares []stroke.Square) {
	for i := range squares {
		s := &squares[i]
		lined := slices.ContainsFunc(squares, func(o stroke.Square) bool { return o.Box != s.Box && lined(o.Box, s.Box) })
		t.addCheckbox(p, &checkbox{box: s.Box, checked: s.Marked, field: lined})
	}
}

// lined reports whether two boxes of one size stand in one column or in one row.
func lined(a, b engine.Box) bool {
	side := b.X1 - b.X0
	slack := 0.25 * side
	return abs(a.X1-a.X0-side) <= slack && (abs(a.X0-b.X0) <= slack || abs(a.Y0-b.Y0) <= slack)
}

// ticks are the characters that fill a check box.
const ticks = "xX×✓✔✗✘☑☒●•■"

// addCheckbox puts a check box before or behind the word it belongs to. What is drawn inside it is its tick.
func (t *Text) addCheckbox(p *engine.Page, c *checkbox) {
	var inner []Word // what is replaced by the box
	for _, w := range t.wordsIn(c.box) {
		own := w.First < 0 || p.Chars[w.First].Flags&engine.CharAnnotation == 0
		switch {
		case !own:
			inner = append(inner, w)
		case c.field: // the page's own words stay
		case utf8.RuneCountInString(w.Text) > 1 || !strings.Contains(ticks, w.Text):
			return // a cell with something written in it
		default:
			inner = append(inner, w)
			c.checked = true
		}
	}
	beside := t.beside(c)
	if beside < 0 && !c.field {
		return
	}
	for i := range t.Lines {
		l := &t.Lines[i]
		l.Words = slices.DeleteFunc(l.Words, func(w Word) bool {
			return slices.ContainsFunc(inner, func(o Word) bool { return o.Box == w.Box && o.Text == w.Text })
		})
	}
	t.Boxes = append(t.Boxes, c.box)
	side := c.box.Y1 - c.box.Y0
	w := Word{Text: c.text(), Box: c.box, Size: side, Confidence: 1, First: -1, Last: -1, Object: -1, Color: 0xFF, Font: -1}
	if len(p.Fonts) > 0 {
		w.Font = 0
	}
	if beside < 0 {
		t.addLine(Line{Words: []Word{w}, Box: w.Box, Baseline: c.box.Y1 - 0.15*side, Size: side})
	} else {
		t.Lines[beside].put(w)
	}
	t.Lines = slices.DeleteFunc(t.Lines, func(l Line) bool { return len(l.Words) == 0 })
}

// wordsIn are the words whose middles lie in a box.
func (t *Text) wordsIn(b engine.Box) []Word {
	var out []Word
	for i := range t.Lines {
		if touching(t.Lines[i].Box, b) {
			for _, w := range t.Lines[i].Words {
				if within(w.Box, b) {
					out = append(out, w)
				}
			}
		}
	}
	return out
}

func touching(a, b engine.Box) bool { return a.X0 < b.X1 && b.X0 < a.X1 && a.Y0 < b.Y1 && b.Y0 < a.Y1 }

// Bounds of check boxes, in sizes of the label's font.
const (
	leastBox = 0.6
	mostBox  = 1.4
	boxGap   = 2 // distance of the label
)

// beside is the line that a box labels: on its height, with a word close by, to the right rather than to the left.
func (t *Text) beside(c *checkbox) int {
	best, nearest := -1, float32(0)
	middle, side := (c.box.Y0+c.box.Y1)/2, c.box.Y1-c.box.Y0
	for i := range t.Lines {
		l := &t.Lines[i]
		if l.Angle != 0 || abs(middle-(l.Baseline-0.32*l.Size)) > 0.55*l.Size || side > mostBox*l.Size && !c.field || side < leastBox*l.Size && !c.field {
			continue
		}
		for k := range l.Words {
			w := &l.Words[k]
			if w.Text == Checked || w.Text == Unchecked || within(w.Box, c.box) {
				continue
			}
			far := w.Box.X0 - c.box.X1
			if w.Box.X0 < c.box.X0 {
				far = 2 * (c.box.X0 - w.Box.X1) // labels stand behind their boxes
			}
			if far > -0.5*l.Size && far < boxGap*l.Size && (best < 0 || far < nearest) {
				best, nearest = i, far
			}
		}
	}
	return best
}

// put adds a word to a level line where it stands. It looks like those beside it.
func (l *Line) put(w Word) {
	at := slices.IndexFunc(l.Words, func(o Word) bool { return o.Box.X0 >= w.Box.X0 })
	if at < 0 {
		at = len(l.Words)
	}
	like := &l.Words[min(at, len(l.Words)-1)]
	w.Size, w.Font, w.Color, w.First, w.Last, w.Bold, w.Italic = like.Size, like.Font, like.Color, like.First, like.Last, like.Bold, like.Italic
	w.Box.Y0, w.Box.Y1 = min(w.Box.Y0, like.Box.Y0), max(w.Box.Y1, like.Box.Y1)
	l.Words = slices.Insert(slices.Clip(l.Words), at, w)
	l.Box = union(l.Box, w.Box)
}

// addLine adds a level line, in the row of others on its height or in one of its own.
func (t *Text) addLine(l Line) {
	at := len(t.Lines)
	for i := range t.Lines {
		o := &t.Lines[i]
		if o.Angle != 0 {
			at = min(at, i)
			break
		}
		if abs(o.Baseline-l.Baseline) < sharedBaseline*min(o.Size, l.Size) {
			l.Row, l.Baseline = o.Row, o.Baseline
			for at = i; at < len(t.Lines) && t.Lines[at].Row == l.Row && t.Lines[at].Box.X0 < l.Box.X0; at++ {
			}
			t.Lines = slices.Insert(t.Lines, at, l)
			return
		}
		if o.Baseline > l.Baseline {
			at = min(at, i)
		}
	}
	if at < len(t.Lines) {
		l.Row = t.Lines[at].Row
		for i := range t.Lines {
			if t.Lines[i].Row >= l.Row {
				t.Lines[i].Row++
			}
		}
	} else if at > 0 {
		l.Row = t.Lines[at-1].Row + 1
	}
	t.Lines = slices.Insert(t.Lines, at, l)
}
