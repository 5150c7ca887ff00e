package api

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

func (w *walk) text(s *schema, v []byte, out []byte) []byte {
	if s.enum != nil {
		return w.word(s, v, out)
	}
	if v[0] != '"' {
		w.fail("string_type", "Should be a string", v, nil)
		return out
	}
	if s.minLen == 0 && s.maxLen < 0 && s.pattern == nil && s.coerce == nil {
		return append(out, v...)
	}
	text := unquote(v)
	n := utf8.RuneCountInString(text)
	switch {
	case n < s.minLen:
		w.fail("string_too_short", lengthMessage("at least", s.minLen, "character"), v, Ctx{"min_length": s.minLen})
	case s.maxLen >= 0 && n > s.maxLen:
		w.fail("string_too_long", lengthMessage("at most", s.maxLen, "character"), v, Ctx{"max_length": s.maxLen})
	case s.pattern != nil && !s.pattern.MatchString(text):
		pattern := s.pattern.String()
		w.fail("string_pattern_mismatch", "Should match "+pattern, v, Ctx{"pattern": pattern})
	case s.coerce != nil:
		normal, why := s.coerce(text)
		if why != "" {
			w.invalid(v, why)
			return out
		}
		return append(out, quote(normal)...)
	}
	return append(out, v...)
}

// word checks a value against a fixed list.
func (w *walk) word(s *schema, v []byte, out []byte) []byte {
	if v[0] == '"' {
		text := v[1 : len(v)-1]
		if bytes.IndexByte(text, '\\') >= 0 {
			text = []byte(unquote(v))
		}
		for _, word := range s.enum {
			if string(text) != word {
				continue
			}
			if other, ok := s.aliases[word]; ok {
				word = other
			}
			return append(append(append(out, '"'), word...), '"')
		}
	}
	expected := choice(s.enum)
	w.fail(s.enumError, "Should be "+expected, v, Ctx{"expected": expected})
	return out
}

// choice lists words the way people write them.
func choice(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = "'" + word + "'"
	}
	if n := len(quoted); n > 1 {
		return strings.Join(quoted[:n-1], ", ") + " or " + quoted[n-1]
	}
	return strings.Join(quoted, "")
}

func (w *walk) integer(s *schema, v []byte, out []byte) []byte {
	digits := v
	switch {
	case v[0] == '"' && !s.strict:
		digits = []byte(strings.TrimSpace(unquote(v)))
		whole, fraction, _ := bytes.Cut(digits, []byte("."))
		if len(bytes.Trim(fraction, "0")) > 0 || !isInteger(whole) {
			w.fail("int_parsing", "Should be an integer, the text is none", v, nil)
			return out
		}
		digits = whole
	case v[0] != '-' && (v[0] < '0' || v[0] > '9'):
		w.fail("int_type", "Should be an integer", v, nil)
		return out
	}
	n, err := strconv.ParseInt(string(digits), 10, 64)
	if err != nil {
		f, ferr := strconv.ParseFloat(string(digits), 64)
		switch {
		case ferr == nil && f != math.Trunc(f):
			w.fail("int_from_float", "Should be an integer, the number has a fraction", v, nil)
			return out
		case ferr != nil || math.Abs(f) >= 1<<63:
			w.fail("int_parsing", "Should be an integer of 64 bits", v, nil)
			return out
		}
		n = int64(f)
	}
	if !w.bounds(s, float64(n), v) {
		return out
	}
	return strconv.AppendInt(out, n, 10)
}

// isInteger reports whether b is a sign and digits.
func isInteger(b []byte) bool {
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		b = b[1:]
	}
	for _, c := range b {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(b) > 0 && len(b) <= maxNumber
}

func (w *walk) number(s *schema, v []byte, out []byte) []byte {
	literal := v
	switch {
	case v[0] == '"' && !s.strict:
		literal = []byte(strings.TrimSpace(unquote(v)))
		literal = bytes.TrimPrefix(literal, []byte("+"))
		if len(literal) > maxNumber || scan(literal) != nil || literal[0] != '-' && (literal[0] < '0' || literal[0] > '9') {
			w.fail("float_parsing", "Should be a number, the text is none", v, nil)
			return out
		}
	case v[0] != '-' && (v[0] < '0' || v[0] > '9'):
		w.fail("float_type", "Should be a number", v, nil)
		return out
	}
	f, err := strconv.ParseFloat(string(literal), 64)
	if err != nil {
		w.fail("float_parsing", "Should be a finite number", v, nil)
		return out
	}
	if !w.bounds(s, f, v) {
		return out
	}
	if s.cut != nil && f > *s.cut {
		return strconv.AppendFloat(out, *s.cut, 'f', -1, 64)
	}
	return append(out, literal...)
}

// bounds checks a number against the bounds of its schema.
func (w *walk) bounds(s *schema, f float64, v []byte) bool {
	switch {
	case s.min != nil && f < *s.min:
		w.fail("greater_than_equal", fmt.Sprintf("Should be at least %v", *s.min), v, Ctx{"ge": *s.min})
	case s.over != nil && f <= *s.over:
		w.fail("greater_than", fmt.Sprintf("Should be more than %v", *s.over), v, Ctx{"gt": *s.over})
	case s.max != nil && f > *s.max:
		w.fail("less_than_equal", fmt.Sprintf("Should be at most %v", *s.max), v, Ctx{"le": *s.max})
	default:
		return true
	}
	return false
}

func (w *walk) boolean(v []byte, out []byte) []byte {
	var text string
	switch c := v[0]; {
	case c == 't' || c == 'f':
		return append(out, v...)
	case c == '"':
		text = unquote(v)
	case c == '-' || c >= '0' && c <= '9':
		if f, err := strconv.ParseFloat(string(v), 64); err == nil && (f == 0 || f == 1) {
			text = strconv.Itoa(int(f))
		}
	default:
		w.fail("bool_type", "Should be true or false", v, nil)
		return out
	}
	if b, ok := truth(text); ok {
		return strconv.AppendBool(out, b)
	}
	w.fail("bool_parsing", "Should be true or false, the value is neither", v, nil)
	return out
}

// truth reads the words that stand for true and false.
func truth(text string) (value, ok bool) {
	switch strings.ToLower(text) {
	case "true", "1", "yes", "on":
		return true, true
	case "false", "0", "no", "off":
		return false, true
	}
	return false, false
}

func lengthMessage(bound string, n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("Should have %s %d %s", bound, n, thing)
}
