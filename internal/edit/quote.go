package edit

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// closers are the signs that end a quotation, by the sign that opens it, in the habits of several languages.
var closers = map[rune]string{
	'"': `"”“`, '\'': `'’`, '“': `”"`, '„': `“”"`, '”': `”`, '‘': `’'`, '‚': `‘’'`, '’': `’`, '«': `»`, '»': `«`, '‹': `›`, '›': `‹`,
	'`': "`´'", '「': `」`, '『': `』`, '＂': `＂`,
}

// short are the quotation marks that are apostrophes as well: they close on their own line.
const short = "'‘‚’`"

// quotation is a quoted piece of a text, with its marks.
type quotation struct {
	from, to     int // the whole of it
	inner, outer int // what stands between the marks
}

// text is what stands between the marks, without the blanks that French puts there.
func (q quotation) text(in string) string {
	text := in[q.inner:q.outer]
	if r, _ := utf8.DecodeRuneInString(in[q.from:]); strings.ContainsRune("«»‹›", r) {
		text = strings.TrimSpace(text)
	}
	return text
}

// quotations finds what is quoted. A mark opens at the start of a word and closes at the end of one; a mark that nothing
// closes is an ordinary sign.
func quotations(text string) []quotation {
	var out []quotation
	hopeless := map[rune]int{} // marks that nothing closes before a place
	before := ' '
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		ends := closers[r]
		if ends == "" || !opens(before) || at < hopeless[r] {
			before, at = r, at+size
			continue
		}
		q, stop := closed(text, at, size, ends, strings.ContainsRune(short, r))
		if q.to == 0 {
			hopeless[r] = stop
			before, at = r, at+size
			continue
		}
		out = append(out, q)
		before, at = '"', q.to
	}
	return out
}

// opens reports whether a quotation may begin behind a sign.
func opens(before rune) bool {
	return unicode.IsSpace(before) || strings.ContainsRune(`([{<:=,;/–—-+|>→：，、`, before)
}

// closed finds the end of the quotation that opens at a place; where there is none, the place up to which that holds.
func closed(text string, at, size int, ends string, line bool) (quotation, int) {
	for i := at + size; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == '\n' && (line || strings.HasPrefix(strings.TrimLeft(text[i+1:], " \t\r"), "\n")) {
			return quotation{}, i // a quotation does not go on behind an empty line
		}
		if strings.ContainsRune(ends, r) {
			after, _ := utf8.DecodeRuneInString(text[i+n:])
			if i+n == len(text) || !unicode.IsLetter(after) && !unicode.IsDigit(after) {
				return quotation{from: at, to: i + n, inner: at + size, outer: i}, 0
			}
		}
		i += n
	}
	return quotation{}, len(text)
}
