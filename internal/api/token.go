package api

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// plain marks the bytes that a string may hold as they are.
var plain = func() (t [256]bool) {
	for c := 0x20; c < 0x80; c++ {
		t[c] = c != '"' && c != '\\'
	}
	return t
}()

func (s *scanner) text(i int) (int, bool) {
	b := s.b
	for i++; i < len(b); {
		c := b[i]
		switch {
		case plain[c]:
			i++
		case c == '"':
			return i + 1, true
		case c == '\\':
			n, message := escape(b[i:])
			if message != "" {
				return s.fail(i, message)
			}
			i += n
		case c < 0x20:
			return s.fail(i, "control character in a string")
		default:
			r, n := utf8.DecodeRune(b[i:])
			if r == utf8.RuneError && n == 1 {
				return s.fail(i, "text is not UTF-8")
			}
			i += n
		}
	}
	return s.fail(i, "string without an end")
}

// escape returns the length of the escape sequence at the start of b, or what is wrong with it.
func escape(b []byte) (int, string) {
	if len(b) < 2 {
		return 0, "string without an end"
	}
	switch b[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2, ""
	case 'u':
	default:
		return 0, "unknown escape sequence"
	}
	switch r := hex4(b); {
	case r < 0:
		return 0, "expected four hexadecimal digits"
	case r == 0:
		return 0, "NUL in a string"
	case r < 0xD800 || r > 0xDFFF:
		return 6, ""
	case r <= 0xDBFF && len(b) >= 12 && b[6] == '\\' && b[7] == 'u':
		if low := hex4(b[6:]); low >= 0xDC00 && low <= 0xDFFF {
			return 12, ""
		}
	}
	return 0, "half of a surrogate pair"
}

// hex4 reads the digits of a \uXXXX sequence, -1 when they are none.
func hex4(b []byte) int {
	if len(b) < 6 {
		return -1
	}
	r := 0
	for _, c := range b[2:6] {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return -1
		}
		r = r<<4 | int(c)
	}
	return r
}

func (s *scanner) digits(i int) int {
	for c := s.at(i); c >= '0' && c <= '9'; c = s.at(i) {
		i++
	}
	return i
}

func (s *scanner) number(start int) (int, bool) {
	i := start
	if s.at(i) == '-' {
		i++
	}
	first := i
	if i = s.digits(i); i == first {
		return s.fail(i, "expected a digit")
	}
	if s.b[first] == '0' && i > first+1 {
		return s.fail(first+1, "number with a leading zero")
	}
	if s.at(i) == '.' {
		first = i + 1
		if i = s.digits(first); i == first {
			return s.fail(i, "expected a digit")
		}
	}
	exponent := 0
	if c := s.at(i); c == 'e' || c == 'E' {
		i++
		if c = s.at(i); c == '+' || c == '-' {
			i++
		}
		end := s.digits(i)
		if end == i {
			return s.fail(i, "expected a digit")
		}
		var err error
		if exponent, err = strconv.Atoi(string(s.b[i:min(end, i+10)])); err != nil || end-i > 10 {
			exponent = math.MaxInt
		}
		i = end
	}
	if i-start > maxNumber || exponent > maxNumber {
		return s.fail(start, "number out of range")
	}
	if exponent > 250 || i-start > 250 {
		if _, err := strconv.ParseFloat(string(s.b[start:i]), 64); err != nil {
			return s.fail(start, "number out of range")
		}
	}
	return i, true
}
