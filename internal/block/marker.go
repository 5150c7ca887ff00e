package block

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/layout"
)

// kind is the family of a list marker.
type kind uint8

const (
	none kind = iota
	bullet
	number // 1. 1) (1)
	letter // a. a) (a)
	roman  // iv. iv) (iv)
	check  // a check box
)

// mark is a list marker.
type mark struct {
	kind  kind
	value int
	text  string
	form  string // what stands around the number
	caps  bool
}

// markerOf reads the word that a line begins with as a list marker.
func markerOf(word string) mark {
	if word == layout.Checked || word == layout.Unchecked {
		return mark{kind: check, text: word}
	}
	r, n := utf8.DecodeRuneInString(word)
	if n == len(word) && bulletRune(r) {
		return mark{kind: bullet, text: word}
	}
	inner, form := word, ""
	if strings.HasPrefix(inner, "(") {
		inner, form = inner[1:], "("
	}
	if inner == "" {
		return mark{}
	}
	last := inner[len(inner)-1]
	if last != '.' && last != ')' || form == "(" && last != ')' {
		return mark{}
	}
	inner, form = inner[:len(inner)-1], form+string(last)
	switch {
	case digits(inner) && len(inner) <= 3:
		v := 0
		for _, c := range inner {
			v = v*10 + int(c-'0')
		}
		return mark{kind: number, value: v, text: word, form: form}
	case len(inner) == 1 && unicode.IsLetter(rune(inner[0])) && inner[0] < 0x80:
		lower := strings.ToLower(inner)
		return mark{kind: letter, value: int(lower[0]-'a') + 1, text: word, form: form, caps: lower != inner}
	case len(inner) <= 5 && romanValue(strings.ToLower(inner)) > 0:
		return mark{kind: roman, value: romanValue(strings.ToLower(inner)), text: word, form: form, caps: inner == strings.ToUpper(inner)}
	}
	return mark{}
}

func bulletRune(r rune) bool {
	return strings.ContainsRune("•·●○◦▪▫■□◼◾▶►▸➢➤❖✓✔✗☐☑☒§∙‣⁃–—-*", r) || r >= 0xE000 && r <= 0xF8FF
}

// weakBullet marks are also used for other things.
func weakBullet(s string) bool { return s == "–" || s == "—" || s == "-" || s == "*" || s == "§" }

func digits(s string) bool {
	if s == "" {
		return false
	}
	for _, c := range s {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// sectionNumber reports numbers such as 2.1, A.3 and 4.2.1.
func sectionNumber(s string) bool {
	s = strings.TrimSuffix(s, ".")
	parts := strings.Split(s, ".")
	if len(parts) < 2 || len(s) > 10 {
		return false
	}
	for i, p := range parts {
		if len(p) > 2 || !digits(p) && !(i == 0 && len(p) == 1 && p[0] >= 'A' && p[0] <= 'Z') {
			return false
		}
	}
	return true
}

func romanValue(s string) int {
	values := map[byte]int{'i': 1, 'v': 5, 'x': 10, 'l': 50, 'c': 100}
	sum := 0
	for i := range len(s) {
		v := values[s[i]]
		if v == 0 {
			return 0
		}
		if i+1 < len(s) && values[s[i+1]] > v {
			v = -v
		}
		sum += v
	}
	return sum
}
