// Package numfmt shows numbers and dates as spreadsheets do, by the number format of a cell.
package numfmt

import (
	"math"
	"strconv"
	"strings"
)

// Format is a parsed number format.
type Format struct {
	sections []section
}

// section is one of up to four parts of a format: for positive, negative and zero numbers and for text, or for what a
// condition says.
type section struct {
	tokens  []token
	test    string // "<", ">=", …; empty without a condition
	bound   float64
	date    bool // shows a date or a time
	general bool
	text    bool // shows text: has an @
}

// Parse reads the code of a format. Codes that no spreadsheet would write show their values plainly.
func Parse(code string) *Format {
	f := &Format{}
	for _, part := range split(code) {
		if len(f.sections) == maxSections {
			break
		}
		f.sections = append(f.sections, parseSection(part))
	}
	return f
}

const maxSections = 4

// split divides a code at semicolons that are neither quoted nor escaped.
func split(code string) []string {
	var out []string
	start, quoted := 0, false
	for i := 0; i < len(code); i++ {
		switch c := code[i]; {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '\\' || c == '_' || c == '*':
			i++
		case c == ';':
			out = append(out, code[start:i])
			start = i + 1
		}
	}
	return append(out, code[start:])
}

// IsDate reports whether numbers are shown as dates or times.
func (f *Format) IsDate() bool { return f.sections[0].date }

// Number shows a number. Dates count from 1904 where the workbook says so.
func (f *Format) Number(v float64, from1904 bool) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	s, sign := f.choose(v)
	switch {
	case s.general, s.text:
		return s.literals(func() string { return sign + General(math.Abs(v)) })
	case s.date:
		if v < 0 {
			return General(v)
		}
		return s.showDate(v, from1904)
	}
	return s.showNumber(math.Abs(v), sign)
}

// Text shows a text.
func (f *Format) Text(text string) string {
	last := &f.sections[len(f.sections)-1]
	if len(f.sections) < maxSections && !last.text {
		return text
	}
	var b strings.Builder
	for _, t := range last.tokens {
		switch t.kind {
		case literal:
			b.WriteString(t.text)
		case at:
			b.WriteString(text)
		}
	}
	return b.String()
}

// choose picks the section for a number and the sign that it does not show itself.
func (f *Format) choose(v float64) (s *section, sign string) {
	for i := range f.sections {
		s := &f.sections[i]
		if s.test != "" && s.holds(v) {
			return s, minus(v, i == 0 || s.test[0] != '<')
		}
	}
	numeric := f.sections
	if len(numeric) == maxSections || len(numeric) > 1 && numeric[len(numeric)-1].text {
		numeric = numeric[:len(numeric)-1]
	}
	switch first := &numeric[0]; {
	case len(numeric) == 1:
		return first, minus(v, true)
	case first.test != "": // what the conditions leave over
		return &numeric[len(numeric)-1], minus(v, true)
	case v < 0:
		return &numeric[1], ""
	case v == 0 && len(numeric) > 2:
		return &numeric[2], ""
	}
	return &numeric[0], ""
}

func minus(v float64, shown bool) string {
	if v < 0 && shown {
		return "-"
	}
	return ""
}

func (s *section) holds(v float64) bool {
	switch s.test {
	case "<":
		return v < s.bound
	case "<=":
		return v <= s.bound
	case ">":
		return v > s.bound
	case ">=":
		return v >= s.bound
	case "=":
		return v == s.bound
	}
	return v != s.bound // <>
}

// literals shows what stands around a value in a section that has no digits of its own.
func (s *section) literals(value func() string) string {
	var b strings.Builder
	for _, t := range s.tokens {
		switch t.kind {
		case literal:
			b.WriteString(t.text)
		case general, at:
			b.WriteString(value())
		}
	}
	return b.String()
}

// General shows a number as a cell without a format does: at most eleven characters wide.
func General(v float64) string {
	const width = 11
	size := math.Abs(v)
	if size != 0 && (size >= 1e11 || size < 1e-9) {
		s := strconv.FormatFloat(v, 'E', 5, 64)
		mantissa, exponent, _ := strings.Cut(s, "E")
		if strings.Contains(mantissa, ".") {
			mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
		}
		return mantissa + "E" + exponent
	}
	whole := len(strconv.FormatFloat(math.Trunc(size), 'f', 0, 64))
	s := strconv.FormatFloat(v, 'f', max(0, width-1-whole), 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	return s
}
