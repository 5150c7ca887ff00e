package page

import (
	"maps"
	"slices"

	"github.com/octavo-dev/octavo/internal/edit/typeface"
	"github.com/octavo-dev/octavo/internal/engine/cos"
)

// Erase takes the letters that stand in boxes out of the content of a page, and the texts out of what is said there of
// letters. It returns how many there were; cos.ErrUnsound where the content cannot be read.
func Erase(u *cos.Update, fonts *typeface.Case, p cos.Page, boxes []Rect, texts []string) (int, error) {
	own := maps.Clone(u.Dict(p.Ref))
	var data []byte
	for _, v := range contents(u, own) {
		s, ok := u.Value(v).(cos.Stream)
		if !ok {
			continue
		}
		part, ok := u.Data(s)
		if !ok {
			return 0, cos.ErrUnsound
		}
		data = append(append(data, part...), '\n')
	}
	e := &eraser{update: u, fonts: fonts, boxes: boxes, texts: texts, known: map[cos.Ref]*letters{}, left: mostSteps}
	out, forms, whole := e.stream(data, having(u, p), state{to: identity, wide: 1, text: identity, line: identity}, 0)
	if !whole {
		return 0, cos.ErrUnsound
	}
	if e.erased+e.said == 0 {
		return 0, nil
	}
	if len(forms) > 0 {
		own["Resources"] = with(u, having(u, p), cos.Dict{"XObject": forms})
	}
	own["Contents"] = u.Add(cos.Stream{Data: out})
	u.Set(p.Ref, own)
	return e.erased, nil
}

func contents(u *cos.Update, page cos.Dict) []any {
	if all, ok := u.Value(page["Contents"]).([]any); ok {
		return all
	}
	return []any{page["Contents"]}
}

// show follows text that is shown. Where letters of it stand in the boxes it returns the operators that show the others
// in their places.
func (e *eraser) show(s *state, o cos.Operation) ([]byte, bool) {
	var prefix []byte
	switch o.Operator {
	case "'":
		s.move(0, -s.lead)
		prefix = []byte("T* ")
	case "\"":
		if len(o.Operands) == 3 {
			s.word, _ = o.Operands[0].(float64)
			s.letter, _ = o.Operands[1].(float64)
			prefix = append(append(cos.Append(nil, s.word), " Tw "...), append(cos.Append(nil, s.letter), " Tc "...)...)
		}
		s.move(0, -s.lead)
		prefix = append(prefix, "T* "...)
	}
	items, isArray := last(o.Operands).([]any)
	if !isArray {
		items = []any{last(o.Operands)}
	}
	var out []any
	found := false
	for _, item := range items {
		switch v := item.(type) {
		case float64:
			s.advance(-v / 1000 * s.size * s.wide)
			out = append(out, v)
		case cos.Text:
			parts, cut := e.text(s, v)
			found = found || cut
			out = append(out, parts...)
		}
	}
	if !found {
		return nil, false
	}
	return append(cos.Append(prefix, out), " TJ"...), true
}

// text divides a string into what stays and gaps as wide as what goes.
func (e *eraser) text(s *state, t cos.Text) (parts []any, cut bool) {
	if s.font == nil || s.size == 0 {
		return []any{t}, false
	}
	at, kept := 0, 0
	for _, c := range s.font.codes(t) {
		w := s.font.advance(c[0])*s.size + s.letter
		if c[0] == ' ' && c[1] == 1 {
			w += s.word
		}
		w *= s.wide
		if e.inside(s, w) {
			if at > kept {
				parts = append(parts, t[kept:at])
			}
			if scale := s.size * s.wide; scale != 0 {
				parts = append(parts, -1000*w/scale)
			}
			kept, cut = at+c[1], true
			e.erased++
		}
		s.advance(w)
		at += c[1]
	}
	if kept < len(t) {
		parts = append(parts, t[kept:])
	}
	return parts, cut
}

func (s *state) advance(w float64) { s.text = matrix{1, 0, 0, 1, w, 0}.times(s.text) }

// middle is how far above its line the middle of a letter is, in ems.
const middle = 0.3

// inside reports whether the middle of a letter is in one of the boxes.
func (e *eraser) inside(s *state, w float64) bool {
	x, y := s.text.times(s.to).apply(w/2, s.rise+middle*s.size)
	return slices.ContainsFunc(e.boxes, func(r Rect) bool { return x >= r.Left && x <= r.Right && y >= r.Bottom && y <= r.Top })
}
