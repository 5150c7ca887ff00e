package block

import (
	"regexp"
	"strings"
	"unicode"
)

var captionStart = regexp.MustCompile(`(?i)^(figure|fig\.?|table|tab\.?|chart|diagram|graph|image|photo|plate|map|exhibit|illustration|scheme|abbildung|abb\.?|tabelle|tableau|figura|tabla|tabela|gráfico|cuadro)(\s*:|\s*\(?([0-9]+|[ivx]+\b|[a-z]?[.-]?[0-9]))`)

// dated matches lines that are a date.
var dated = regexp.MustCompile(`(?i)^([0-9]{1,2}(st|nd|rd|th)?\.? )?(january|february|march|april|may|june|july|august|september|october|november|december)( [0-9]{1,2}(st|nd|rd|th)?,?)? [0-9]{4}$`)

// isCaption reports whether a text begins as captions do.
func isCaption(s string) bool {
	if len(s) < 4 || len(s) > 600 {
		return false
	}
	return captionStart.MatchString(s)
}

// barePage reports whether a text is a page number and nothing around it.
func barePage(s string) bool {
	return digits(s) && len(s) <= 4 || len(s) <= 6 && s == strings.ToLower(s) && romanValue(s) > 0
}

// leaders reports whether a line of dots leads to a page number.
func leaders(s string) bool {
	i := strings.Index(s, "....")
	if i < 0 {
		i = strings.Index(s, ". . . .")
	}
	return i > 0 && pageNumber(strings.Trim(s[i:], ". "))
}

// formula reports whether a line is mathematics set apart, not prose.
func formula(s string) bool {
	signs, letters, words, inWord := 0, 0, 0, 0
	for _, r := range s {
		switch {
		case unicode.IsLetter(r): // asked first: most are
			letters++
			if inWord++; inWord == 4 {
				words++
			}
			if words > 2 {
				return false
			}
		case unicode.IsSpace(r):
			inWord = 0
		case strings.ContainsRune("=+−×÷±≤≥≈∑∫√∂∞∈∀∃→⇒∝∇·^|<>", r) || unicode.Is(unicode.Sm, r):
			signs++
		}
	}
	return signs > 0 && signs*8 >= letters
}
