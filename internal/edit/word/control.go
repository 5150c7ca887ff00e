package word

import (
	"strconv"
	"strings"
	"time"

	"github.com/octavo-dev/octavo/internal/edit"
)

// unfillable are kinds of content controls that hold no value of a form.
var unfillable = []string{"w:picture", "w:docPartObj", "w:docPartList", "w:group", "w:citation", "w:bibliography", "w:equation", "w15:repeatingSection", "w15:repeatingSectionItem"}

// controls finds the content controls.
func (s *survey) controls() {
	s.root.each(func(n *node) bool {
		if n.name == "alt:Fallback" {
			return false
		}
		if n.name == "w:sdt" {
			s.control(n)
		}
		return true
	})
}

func (s *survey) control(n *node) {
	pr, content := n.child("w:sdtPr"), n.child("w:sdtContent")
	if pr == nil || content == nil || content.within("w:txbxContent") && pr.child("w:dataBinding") != nil && pr.child("w:alias") == nil {
		return
	}
	for _, name := range unfillable {
		if pr.child(name) != nil {
			return
		}
	}
	if lock := pr.child("w:lock").attrOr("w:val", ""); lock == "contentLocked" || lock == "sdtContentLocked" {
		return
	}
	nested := false
	content.each(func(k *node) bool {
		nested = nested || k.name == "w:sdt" || k.name == "w:tbl" || k.name == "w:tr"
		return !nested
	})
	if nested {
		return
	}
	x := field{at: n.start}
	x.Name = pr.child("w:alias").attrOr("w:val", pr.child("w:tag").attrOr("w:val", ""))
	x.Kind = edit.TextField
	p := s.around(n)
	x.home = p
	s.taken[content] = true
	if pr.child("w14:checkbox") != nil {
		s.checkControl(n, x, p)
		return
	}
	if p != nil {
		x.Label = label(s.before(p, n.start))
	}
	if x.Label == "" {
		x.Label = s.beside(n)
	}
	for _, list := range []string{"w:dropDownList", "w:comboBox"} {
		if items := pr.child(list); items != nil {
			x.Kind, x.Free = edit.Dropdown, list == "w:comboBox"
			for _, k := range items.kids {
				if k.name == "w:listItem" {
					x.Options = append(x.Options, edit.Option{Value: k.attr("w:value"), Label: k.attrOr("w:displayText", k.attr("w:value"))})
				}
			}
		}
	}
	if !pr.child("w:showingPlcHdr").on() {
		for _, q := range contents(content) {
			x.Value = strings.TrimSpace(x.Value + "\n" + q.text())
		}
	}
	x.patches = func(value string) []patch { return s.fillControl(n, x.Field, value) }
	s.add(x)
}

// contents are the paragraphs of a control; one that stands inside a paragraph is like one.
func contents(content *node) []*paragraph {
	if all := content.paragraphs(); len(all) > 0 {
		return all
	}
	return []*paragraph{newParagraph(content)}
}

// fillControl are the patches that put a value into a control in place of what it shows.
func (s *survey) fillControl(n *node, x edit.Field, value string) []patch {
	pr, content := n.child("w:sdtPr"), n.child("w:sdtContent")
	var out []patch
	shows := pr.child("w:showingPlcHdr").on()
	for _, name := range []string{"w:showingPlcHdr", "w:dataBinding", "w15:dataBinding"} {
		// What is bound to data elsewhere would show that again.
		if k := pr.child(name); k != nil {
			out = append(out, patch{from: k.start, to: k.end})
		}
	}
	if o, ok := x.Choose(value); ok && x.Kind == edit.Dropdown {
		value = o.Label
	}
	if date := pr.child("w:date"); date != nil {
		value = dated(date, value, &out)
	}
	all := contents(content)
	first := all[0]
	var l look
	switch {
	case !shows && len(first.shown()) > 0:
		l = first.look(0)
	default:
		l = lookOf(pr.child("w:rPr"))
	}
	run := s.f.run(l, value)
	if first.node == content {
		return append(out, first.whole(run))
	}
	out = append(out, first.whole(run))
	for _, p := range all[1:] {
		if p.up == first.up {
			out = append(out, patch{from: p.start, to: p.end})
		}
	}
	return out
}

// dated writes a date in the form that a control asks for, and notes it in the control.
func dated(date *node, value string, out *[]patch) string {
	day, err := time.Parse(time.DateOnly, strings.TrimSpace(value))
	if err != nil {
		return value
	}
	*out = append(*out, patch{date.start, date.inner, date.set("w:", "fullDate", day.Format("2006-01-02")+"T00:00:00Z")})
	form := date.child("w:dateFormat").attrOr("w:val", "")
	if form == "" {
		return value
	}
	return day.Format(dateForms.Replace(form))
}

// dateForms are the parts of the forms of dates.
var dateForms = strings.NewReplacer("yyyy", "2006", "yy", "06", "MMMM", "January", "MMM", "Jan", "MM", "01", "M", "1", "dddd", "Monday", "ddd", "Mon", "dd", "02", "d", "2", "'", "")

// checkControl adds a box.
func (s *survey) checkControl(n *node, x field, p *paragraph) {
	x.Kind = edit.CheckBox
	box := n.child("w:sdtPr", "w14:checkbox")
	checked := box.child("w14:checked")
	x.Value = strconv.FormatBool(checked != nil && isOn(checked.attr("w14:val")))
	if p != nil {
		x.Label = behind(s.after(p, n.end))
		x.Section = label(s.before(p, n.start))
	}
	if x.Label == "" {
		x.Label, x.Section = x.Section, ""
	}
	x.asked = x.Section != ""
	if name := s.beside(n); x.Label == "" {
		x.Label = name
	} else if x.Section == "" {
		x.Section = name
	}
	x.patches = func(value string) []patch { return s.tickControl(n, value == "true") }
	s.add(x)
}

func isOn(value string) bool { return value == "1" || value == "true" || value == "on" }

// tickControl sets a box and the sign that shows it.
func (s *survey) tickControl(n *node, on bool) []patch {
	box := n.child("w:sdtPr", "w14:checkbox")
	state, sign, digit := box.child("w14:uncheckedState"), "2610", "0"
	if on {
		state, sign, digit = box.child("w14:checkedState"), "2612", "1"
	}
	var out []patch
	if checked := box.child("w14:checked"); checked != nil {
		out = append(out, patch{checked.start, checked.inner, checked.set("w14:", "val", digit)})
	} else {
		tag := box.open()
		prefix := tag[1 : strings.IndexByte(tag, ':')+1]
		out = append(out, patch{box.start, box.inner, tag + "<" + prefix + "checked " + prefix + `val="` + digit + `"/>` + closing(box)})
	}
	if state != nil {
		sign = state.attrOr("w14:val", sign)
	}
	code, err := strconv.ParseUint(sign, 16, 32)
	if err != nil {
		code = 0x2612
	}
	for _, p := range contents(n.child("w:sdtContent")) {
		if len(p.read) == 0 {
			continue
		}
		c := p.read[0]
		by := `<w:t>` + string(rune(code)) + `</w:t>`
		if c.at.name == "w:sym" {
			by = c.at.set("w:", "char", strings.ToUpper(sign))
		}
		l := s.f.inserted(lookOf(c.run.child("w:rPr")))
		return append(out, patch{c.run.start, c.run.end, c.run.open() + l.xml() + by + c.run.shut()})
	}
	return out
}
