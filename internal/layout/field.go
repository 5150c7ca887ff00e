package layout

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/engine"
)

// Bounds of what is taken over from fields.
const (
	longestValue = 1 << 13 // bytes
	mostLines    = 200
	secret       = 1 << 13 // the flag of a field whose value is not shown
	charWidth    = 0.5     // of a character, in sizes of the font
)

// values writes the values of form fields that have one and draw nothing.
func (t *Text) values(p *engine.Page) {
	if len(p.Widgets) == 0 {
		return
	}
	var shown []engine.Box // of the characters that fields draw
	for i := range p.Chars {
		if c := &p.Chars[i]; c.Flags&engine.CharAnnotation != 0 && c.Rune > ' ' {
			shown = append(shown, c.Box)
		}
	}
	for i := range p.Widgets {
		w := &p.Widgets[i]
		value := w.Value
		switch w.Kind {
		case engine.WidgetText:
			if w.Flags&secret != 0 {
				continue
			}
		case engine.WidgetCombo, engine.WidgetList:
			if at := slices.IndexFunc(w.Options, func(o engine.Option) bool { return o.Selected }); at >= 0 {
				value = w.Options[at].Label
			}
		default:
			continue
		}
		if w.Hidden || len(value) > longestValue || strings.TrimSpace(value) == "" || w.Box.X1 <= w.Box.X0 ||
			slices.ContainsFunc(shown, func(b engine.Box) bool { return within(b, w.Box) }) {
			continue
		}
		t.addValue(w, value)
	}
}

// addValue writes a value into the box of its field, line by line from the top.
func (t *Text) addValue(w *engine.Widget, value string) {
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(value), "\n")
	lines = lines[:min(len(lines), mostLines)]
	pitch := (w.Box.Y1 - w.Box.Y0) / float32(len(lines))
	size := 0.7 * pitch
	if w.Size > 0 {
		size = min(size, w.Size)
	}
	for i, text := range lines {
		fields := strings.Fields(text)
		if len(fields) == 0 {
			continue
		}
		chars := utf8.RuneCountInString(strings.Join(fields, " "))
		step := min(charWidth*size, (w.Box.X1-w.Box.X0)/float32(chars))
		middle := w.Box.Y0 + (float32(i)+0.5)*pitch
		l := Line{Baseline: middle + 0.32*size, Size: size}
		x := w.Box.X0
		for _, f := range fields {
			to := x + step*float32(utf8.RuneCountInString(f))
			l.Words = append(l.Words, Word{
				Text: f, Box: engine.Box{X0: x, X1: to, Y0: middle - 0.6*size, Y1: middle + 0.6*size},
				Size: size, Font: -1, Color: 0xFF, Confidence: 1, First: -1, Last: -1, Object: -1,
			})
			x = to + step
		}
		l.Box = l.Words[0].Box
		for _, o := range l.Words {
			l.Box = union(l.Box, o.Box)
		}
		t.addLine(l)
	}
}
