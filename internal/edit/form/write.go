package form

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/edit"
	"github.com/octavo-dev/octavo/internal/engine/cos"
	"github.com/octavo-dev/octavo/internal/fault"
)

// Style is how values look.
type Style struct {
	Color [3]float64 // red, green and blue from 0 to 1
	Size  float64    // of letters, in points; 0 for what fits
}

// Fill writes a value into a field and draws it. A value that the field cannot hold is fault.FormFillFailed.
func (p *Pen) Fill(f *Field, value string, s Style) error {
	if f.ReadOnly {
		return fault.New(fault.FormFillFailed, "the field %q is read-only", f.Name)
	}
	switch f.Kind {
	case Text:
		return p.text(f, value, s)
	case Check:
		return p.check(f, value, s)
	case Radio:
		return p.radio(f, value, s)
	case Choice:
		return p.choice(f, value, s)
	case List:
		return p.list(f, value, s)
	case Signature:
		return fault.New(fault.FormFillFailed, "the field %q takes a signature, which only its owner can write", f.Name)
	default:
		return fault.New(fault.FormFillFailed, "the field %q is a button and takes no value", f.Name)
	}
}

func (p *Pen) text(f *Field, value string, s Style) error {
	value = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(value)
	if !f.Lines {
		value = strings.ReplaceAll(value, "\n", " ")
	}
	if n := utf8.RuneCountInString(value); f.Length > 0 && n > f.Length {
		return fault.New(fault.FormFillFailed, "the field %q takes at most %d letters, the value has %d", f.Name, f.Length, n)
	}
	shown := func(l *look) { l.text(value) }
	if f.Bars && value != "" {
		code, bars, err := encoded(value)
		if err != nil {
			return err
		}
		shown = func(l *look) { l.bars(code, bars) }
	}
	p.write(f, value, s, shown)
	return nil
}

// Write gives a field of text a value whether or not people may change it.
func (p *Pen) Write(f *Field, value string, s Style) {
	p.write(f, value, s, func(l *look) { l.text(value) })
}

func (p *Pen) write(f *Field, value string, s Style, shown func(*look)) {
	p.set(f, cos.Doc(value), nil)
	f.Values = []string{value}
	for _, w := range f.Widgets {
		p.draw(f, w, s, shown)
	}
}

func (p *Pen) check(f *Field, value string, s Style) error {
	if i := slices.IndexFunc(f.Widgets, func(w *Widget) bool { return w.Marked && w.On == value }); i >= 0 {
		p.mark(f, f.Widgets[i].On, s) // a state by its name, which tells apart the marks of one field
		return nil
	}
	switch checked, known := edit.Bool(value); {
	case !known:
		return fault.New(fault.FormFillFailed, "the check box %q takes yes or no, not %q", f.Name, value)
	case checked:
		on := "Yes"
		for _, w := range slices.Backward(f.Widgets) {
			if w.Marked {
				on = w.On
			}
		}
		p.mark(f, on, s)
	default:
		p.mark(f, "Off", s)
	}
	return nil
}

// radio takes the value or the label of one of its marks.
func (p *Pen) radio(f *Field, value string, s Style) error {
	want := strings.TrimSpace(value)
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		for i, w := range f.Widgets {
			if w.Marked && same(w.On, want) || i < len(f.Options) && same(f.Options[i].Value, want) || p.labels[w] != "" && same(p.labels[w], want) {
				p.mark(f, w.On, s)
				return nil
			}
		}
	}
	if strings.EqualFold(want, "off") || want == "" {
		p.mark(f, "Off", s)
		return nil
	}
	var known []string
	for _, w := range f.Widgets {
		known = append(known, w.On)
	}
	return fault.New(fault.FormFillFailed, "the field %q has no option %q; it has %s", f.Name, value, strings.Join(known, ", "))
}

// Has reports whether a value is that of one of the marks of a field.
func (f *Field) Has(value string) bool {
	return slices.ContainsFunc(f.Widgets, func(w *Widget) bool { return w.Marked && w.On == value }) ||
		slices.ContainsFunc(f.Options, func(o Option) bool { return o.Value == value })
}

// mark turns the mark of a state on and the others off.
func (p *Pen) mark(f *Field, state string, s Style) {
	p.set(f, cos.Name(state), nil)
	f.Values = nil
	if state != "Off" {
		f.Values = []string{state}
	}
	for _, w := range f.Widgets {
		dict := maps.Clone(p.update.Dict(w.ref))
		own := cos.Name("Off")
		if state != "Off" && (w.On == state || !w.Marked) {
			own = cos.Name(state)
			if !w.Marked || p.mute(dict, own) {
				p.update.Set(w.ref, dict)
				dict = p.marks(f, w, dict, own, s)
				w.On, w.Marked = state, true
			}
		}
		dict["AS"] = own
		p.update.Set(w.ref, dict)
	}
}

func (f *Field) option(value string) (int, bool) {
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		for i, o := range f.Options {
			if same(o.Value, value) || same(o.Shown, value) {
				return i, true
			}
		}
	}
	return 0, false
}

func (p *Pen) choice(f *Field, value string, s Style) error {
	shown := value
	var more cos.Dict
	if i, ok := f.option(value); ok {
		value, shown = f.Options[i].Value, f.Options[i].Shown
		more = cos.Dict{"I": []any{i}}
	} else if !f.Editable && value != "" {
		return f.unknown(value)
	}
	p.set(f, cos.Doc(value), more)
	f.Values = []string{value}
	for _, w := range f.Widgets {
		p.draw(f, w, s, func(l *look) { l.text(shown) })
	}
	return nil
}

// list takes one entry, or several as a JSON array.
func (p *Pen) list(f *Field, value string, s Style) error {
	wanted := []string{value}
	var several []string
	if json.Unmarshal([]byte(value), &several) == nil {
		wanted = several
	}
	if len(wanted) > 1 && !f.Several {
		return fault.New(fault.FormFillFailed, "the list %q takes one value, these are %d", f.Name, len(wanted))
	}
	var indexes []int
	for _, v := range wanted {
		i, ok := f.option(v)
		if !ok {
			return f.unknown(v)
		}
		indexes = append(indexes, i)
	}
	slices.Sort(indexes)
	indexes = slices.Compact(indexes)
	var values, places []any
	f.Values = nil
	for _, i := range indexes {
		values, places = append(values, cos.Doc(f.Options[i].Value)), append(places, i)
		f.Values = append(f.Values, f.Options[i].Value)
	}
	var v any = values
	if len(values) == 1 {
		v = values[0]
	}
	p.set(f, v, cos.Dict{"I": places})
	for _, w := range f.Widgets {
		p.draw(f, w, s, func(l *look) { l.list(f.Options, indexes) })
	}
	return nil
}

func (f *Field) unknown(value string) error {
	var known []string
	for _, o := range f.Options {
		known = append(known, o.Shown)
	}
	if len(known) > 12 {
		known = append(known[:12], "…")
	}
	return fault.New(fault.FormFillFailed, "the field %q has no option %q; it has %s", f.Name, value, strings.Join(known, ", "))
}

// set gives a field its value. Rich text beside it would contradict it.
func (p *Pen) set(f *Field, value any, more cos.Dict) {
	dict := maps.Clone(p.update.Dict(f.ref))
	dict["V"] = value
	delete(dict, "RV")
	delete(dict, "I")
	maps.Copy(dict, more)
	p.update.Set(f.ref, dict)
	p.filled[f] = true
}
