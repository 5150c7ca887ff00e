package form

import (
	"fmt"
	"strings"

	"github.com/octavo-dev/octavo/internal/edit/typeface"
	"github.com/octavo-dev/octavo/internal/engine/cos"
)

// script is how the text of a field is written: with the font that the form gives it, as far as that has the letters.
type script struct {
	pen   *Pen
	own   *font // nil where the form's font cannot be used
	style typeface.Style
	name  cos.Name // of the form's font
	size  float64  // that the form asks for; 0 for what fits
}

// script reads the default appearance of a field.
func (p *Pen) script(f *Field, widget cos.Dict) *script {
	s := &script{pen: p, name: "Helv"}
	da := f.dict["DA"]
	if v := widget["DA"]; v != nil {
		da = v
	}
	text, _ := p.update.Value(da).(cos.Text)
	words := strings.Fields(string(text))
	for i := 2; i < len(words); i++ {
		if words[i] == "Tf" {
			s.name = cos.Name(strings.TrimPrefix(words[i-2], "/"))
			_, _ = fmt.Sscanf(words[i-1], "%f", &s.size) // no number is none asked for
			s.size = min(max(s.size, 0), 200)
		}
	}
	var dict cos.Dict
	for _, resources := range []any{p.dict["DR"], f.dict["DR"], p.update.Dict(p.update.Dict(widget["AP"])["N"])["Resources"]} {
		if d := p.update.Dict(p.update.Dict(p.update.Dict(resources)["Font"])[s.name]); d != nil {
			dict = d
			break
		}
	}
	if dict == nil {
		s.name, dict = "Helv", helvetica
	}
	s.own, s.style = p.font(dict)
	return s
}

var helvetica = cos.Dict{"Type": cos.Name("Font"), "Subtype": cos.Name("Type1"), "BaseFont": cos.Name("Helvetica"), "Encoding": cos.Name("WinAnsiEncoding")}

// appearance is the default appearance with the color and size of a style.
func (s *script) appearance(style Style) string {
	size := s.size
	if style.Size > 0 {
		size = style.Size
	}
	return "/" + string(s.name) + " " + num(size) + " Tf " + ink(style)
}

func ink(s Style) string {
	return num(s.Color[0]) + " " + num(s.Color[1]) + " " + num(s.Color[2]) + " rg"
}

// measure is how long a text is, in ems.
func (s *script) measure(text string) (w float64) {
	if s.own != nil && s.own.has(text) {
		return s.own.measure(text)
	}
	for _, part := range s.pen.fonts.Parts(s.style, text) {
		for _, r := range part.Text {
			w += part.Face.Advance(r)
		}
	}
	return w
}

// show adds the operators that write a text at a place.
func (l *look) show(text string, size, x, y float64) {
	s := l.script
	if text == "" {
		return
	}
	l.out = fmt.Appendf(l.out, "BT\n%s\n1 0 0 1 %s %s Tm\n", ink(l.style), num(x), num(y))
	if s.own != nil && s.own.has(text) {
		l.fonts[s.name] = s.own.value
		l.tj(s.name, size, s.own.encode(text))
	} else {
		for _, part := range s.pen.fonts.Parts(s.style, typeface.Visual(text)) {
			ref, shown := s.pen.use.Show(part.Face, part.Text)
			name := cos.Name(fmt.Sprintf("O%d", ref.Number))
			l.fonts[name] = ref
			l.tj(name, size, shown)
		}
	}
	l.out = append(l.out, "ET\n"...)
}

func (l *look) tj(font cos.Name, size float64, text cos.Text) {
	l.out = cos.Append(l.out, font)
	l.out = fmt.Appendf(l.out, " %s Tf ", num(size))
	l.out = append(cos.Append(l.out, text), " Tj\n"...)
}
