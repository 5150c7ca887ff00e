package chart

import (
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// number is what a label says in figures.
type number struct {
	value float64
	other float64 // with the one separator taken for the other kind; the same where that is no choice
	unit  string  // % or a sign of money or a short word
	ok    bool
}

// multiples are the letters that stand for powers of ten behind a number.
var multiples = map[string]float64{
	"k": 1e3, "K": 1e3, "tsd": 1e3, "M": 1e6, "m": 1e6, "Mio": 1e6, "mn": 1e6, "B": 1e9, "bn": 1e9, "Bn": 1e9, "Mrd": 1e9, "T": 1e12,
}

const longestNumber = 24 // bytes of a label

// parseNumber reads a number with its sign, separators, multiple and unit.
func parseNumber(text string) number {
	s := strings.TrimSpace(text)
	if s == "" || len(s) > longestNumber {
		return number{}
	}
	sign := 1.0
	if strings.HasPrefix(s, "(") && strings.HasSuffix(s, ")") {
		s, sign = strings.TrimSpace(s[1:len(s)-1]), -1
	}
	unit := ""
	for s != "" { // signs of money and of the number, in any order
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case strings.ContainsRune("-−–", r) && sign > 0 && len(s) > n:
			sign = -1
		case r == '+' || r == ' ' || r == '\u00a0':
		case unicode.Is(unicode.Sc, r):
			unit = string(r)
		default:
			n = 0
		}
		if n == 0 {
			break
		}
		s = s[n:]
	}
	end := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsDigit(r) && !strings.ContainsRune(".,' \u00a0\u202f’", r) })
	if end < 0 {
		end = len(s)
	}
	value, other, ok := digits(strings.TrimSpace(s[:end]))
	if !ok {
		return number{}
	}
	factor, rest, ok := suffix(strings.TrimSpace(s[end:]))
	if !ok {
		return number{}
	}
	if rest != "" {
		unit = rest
	}
	return number{sign * value * factor, sign * other * factor, unit, true}
}

// suffix reads what stands behind the digits.
func suffix(s string) (factor float64, unit string, ok bool) {
	if f, found := multiples[strings.TrimSuffix(s, ".")]; found {
		return f, "", true
	}
	if s == "" {
		return 1, "", true
	}
	if e, found := strings.CutPrefix(strings.ToLower(s), "e"); found {
		if n, err := strconv.Atoi(strings.ReplaceAll(e, "−", "-")); err == nil && abs(n) < 300 {
			return math.Pow10(n), "", true
		}
	}
	if utf8.RuneCountInString(s) > 3 || strings.ContainsFunc(s, unicode.IsDigit) || strings.ContainsAny(s, "-–/:()") {
		return 0, "", false
	}
	return 1, s, true
}

// digits reads figures with separators. One separator before three figures may be of either kind.
func digits(s string) (value, other float64, ok bool) {
	s = strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "", "'", "", "’", "").Replace(s)
	if s == "" || !strings.ContainsAny(s, "0123456789") || strings.HasSuffix(s, ",") || strings.HasSuffix(s, ".") {
		return 0, 0, false
	}
	read := func(group, point string) (float64, bool) {
		whole, part, _ := strings.Cut(s, point)
		if strings.Contains(part, group) || strings.Contains(part, point) {
			return 0, false
		}
		for i, g := range strings.Split(whole, group) {
			if i > 0 && len(g) != 3 || i == 0 && len(g) > 3 && strings.Contains(whole, group) {
				return 0, false
			}
		}
		v, err := strconv.ParseFloat(strings.ReplaceAll(whole, group, "")+"."+part, 64)
		return v, err == nil
	}
	english, a := read(",", ".")
	continental, b := read(".", ",")
	switch {
	case a && b:
		return english, continental, true
	case a:
		return english, english, true
	case b:
		return continental, continental, true
	}
	return 0, 0, false
}

// dates are the ways in which ticks spell times.
var dates = []string{
	"2006-01-02", "2006-01", "2006/01/02", "2006/01", "01/2006", "02.01.2006", "01/02/2006", "Jan 2006", "January 2006", "Jan-06", "Jan 06",
	"Jan '06", "2 Jan 2006", "2 Jan 06", "Jan 2, 2006", "2 January 2006", "2006 Jan",
}

// parseDate reads a time as days.
func parseDate(text string) (float64, bool) {
	s := strings.TrimSpace(text)
	if len(s) < 5 || len(s) > longestNumber {
		return 0, false
	}
	for _, layout := range dates {
		if t, err := time.Parse(layout, s); err == nil {
			return float64(t.Unix()) / 86400, true
		}
	}
	return 0, false
}

// year reports a whole number that is one.
func year(v float64) bool { return v == math.Trunc(v) && v >= 1500 && v <= 2200 }
