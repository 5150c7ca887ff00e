package sheet

import "strings"

// Kind is what sort of value a cell shows.
type Kind uint8

// Missing is a word that stands for no value. Number, Date and Bool are the typed kinds.
const (
	Word Kind = iota
	Missing
	Number
	Date
	Bool
)

// Typed reports whether the value is more than words.
func (k Kind) Typed() bool { return k >= Number }

// KindOf tells the kind of a value from how it is written.
func KindOf(s string) Kind {
	s = strings.TrimSpace(s)
	switch {
	case len(s) > 40:
		return Word
	case isMissing(s):
		return Missing
	case strings.EqualFold(s, "true") || strings.EqualFold(s, "false"):
		return Bool
	case isDotted(s):
		return Date
	case isNumber(s):
		return Number
	case isDate(s):
		return Date
	}
	return Word
}

func isMissing(s string) bool {
	switch strings.ToLower(s) {
	case "", "-", "--", "–", "—", "n/a", "na", "n.a.", "null", "none", "nil", "nan", "tbd", "?", ".", "..", "…":
		return true
	}
	return false
}

// isNumber accepts signs, parentheses, currency signs, percent signs, exponents and any grouping.
func isNumber(s string) bool {
	s = strings.TrimPrefix(strings.TrimSuffix(s, ")"), "(")
	s = strings.TrimSuffix(strings.TrimSpace(strings.Trim(s, "$€£¥₹%+-−")), "%")
	digits := 0
	for i, c := range strings.TrimSpace(s) {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case c == '.' || c == ',' || c == '\'' || c == ' ' || c == '\u00a0' || c == '\u202f':
		case (c == 'e' || c == 'E') && digits > 0 && i < len(s)-1:
		case (c == '-' || c == '+') && i > 0 && (s[i-1] == 'e' || s[i-1] == 'E'):
		default:
			return false
		}
	}
	return digits > 0
}

// isDotted accepts dates such as 31.01.2024, which could otherwise be taken for numbers in groups.
func isDotted(s string) bool {
	parts := strings.Split(s, ".")
	if len(parts) != 3 || len(parts[2]) != 2 && len(parts[2]) != 4 {
		return false
	}
	for _, p := range parts {
		if p == "" || strings.Trim(p, "0123456789") != "" {
			return false
		}
	}
	return len(parts[0]) <= 2 && len(parts[1]) <= 2
}

// isDate accepts dates and times written with digits, and with the name of a month.
func isDate(s string) bool {
	digits, marks, letters := 0, 0, 0
	for _, c := range s {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case c == '-' || c == '/' || c == ':' || c == '.':
			marks++
		case c == ' ' || c == ',' || c == '+':
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			letters++
		default:
			return false
		}
	}
	switch {
	case digits < 3:
		return false
	case letters == 0:
		return marks >= 1 && digits <= 20
	case letters <= 3 && marks >= 2 && strings.ContainsAny(s, "TZ"): // 2024-01-31T10:00:00Z
		return true
	}
	return letters <= 12 && digits <= 16 && hasMonth(strings.ToLower(s))
}

func hasMonth(s string) bool {
	for _, m := range []string{"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"} {
		if strings.Contains(s, m) {
			return true
		}
	}
	return strings.HasSuffix(s, "am") || strings.HasSuffix(s, "pm")
}
