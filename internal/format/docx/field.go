package docx

import "strings"

// field is a field whose end has not come yet.
type field struct {
	code   string // the instruction, as far as it was read
	result bool   // what follows is what the field shows
	link   string
	form   string // what a form field of an older kind shows instead
}

// Bounds of fields.
const (
	maxFields = 64
	maxCode   = 8 << 10
)

// visible reports whether what is read now is shown: all open fields have come to their results.
func (s *story) visible() bool {
	for i := range s.fields {
		if f := &s.fields[i]; !f.result || f.form != "" {
			return false
		}
	}
	return true
}

// fieldLink is the target of the innermost field that is a link.
func (s *story) fieldLink() string {
	for i := len(s.fields) - 1; i >= 0; i-- {
		if s.fields[i].link != "" {
			return s.fields[i].link
		}
	}
	return ""
}

func (s *story) instruction() {
	n := len(s.fields) - 1
	s.r.Chars(func(b []byte) {
		if n >= 0 && !s.fields[n].result && len(s.fields[n].code) < maxCode {
			s.fields[n].code += string(b)
		}
	})
}

// fieldChar follows the beginning, middle and end of a field.
func (s *story) fieldChar(l look) {
	n := len(s.fields) - 1
	switch s.r.Attr("w:fldCharType") {
	case "begin":
		if len(s.fields) < maxFields {
			s.fields = append(s.fields, field{form: s.formField()})
		}
	case "separate":
		if n >= 0 {
			s.fields[n].result = true
			s.fields[n].link = linkField(s.fields[n].code)
		}
	case "end":
		if n < 0 {
			return
		}
		f := s.fields[n]
		s.fields = s.fields[:n]
		if f.form != "" && !l.hidden && s.visible() {
			s.write(f.form, l)
		}
	}
}

// formField reads a check box or a drop-down list of the older kind. A text field shows its result.
func (s *story) formField() string {
	shown := ""
	for data := range s.r.Children() {
		if data != "w:ffData" {
			continue
		}
		for kind := range s.r.Children() {
			switch kind {
			case "w:checkBox":
				shown = s.oldCheckBox()
			case "w:ddList":
				shown = s.oldDropdown()
			}
		}
	}
	return shown
}

func (s *story) oldCheckBox() string {
	checked, said := false, false
	for name := range s.r.Children() {
		switch {
		case name == "w:checked":
			checked, said = on(s.r), true
		case name == "w:default" && !said:
			checked = on(s.r)
		}
	}
	return box(checked)
}

func (s *story) oldDropdown() string {
	at := 0
	var entries []string
	for name := range s.r.Children() {
		switch name {
		case "w:result":
			at = number(s.r.Attr("w:val"), 0, maxEntries, 0)
		case "w:listEntry":
			if len(entries) < maxEntries {
				entries = append(entries, s.r.Attr("w:val"))
			}
		}
	}
	if at < len(entries) {
		return entries[at]
	}
	return ""
}

// maxEntries bounds a drop-down list; the program itself allows 25.
const maxEntries = 100

// box is a check box as it stands in a text.
func box(checked bool) string {
	if checked {
		return "[x]"
	}
	return "[ ]"
}

// linkField is the target of a field that is a link: HYPERLINK "target" \l "place".
func linkField(code string) string {
	words := split(code)
	if len(words) == 0 || !strings.EqualFold(words[0], "HYPERLINK") {
		return ""
	}
	target, place := "", ""
	for i := 1; i < len(words); i++ {
		switch {
		case strings.EqualFold(words[i], `\l`) && i+1 < len(words):
			i++
			place = words[i]
		case strings.HasPrefix(words[i], `\`):
			if c := strings.ToLower(words[i]); c == `\o` || c == `\t` {
				i++
			}
		case target == "":
			target = words[i]
		}
	}
	if target == "" {
		return ""
	}
	if place != "" && !strings.Contains(target, "#") {
		target += "#" + place
	}
	return reachable(target)
}

// split cuts an instruction into words; quotes hold words together.
func split(code string) []string {
	var words []string
	for code = strings.TrimSpace(code); code != ""; code = strings.TrimSpace(code) {
		if code[0] == '"' {
			word, rest, _ := strings.Cut(code[1:], `"`)
			words, code = append(words, word), rest
			continue
		}
		end := strings.IndexAny(code, " \t\n\"")
		if end < 0 {
			end = len(code)
		}
		words, code = append(words, code[:end]), code[end:]
	}
	return words
}
