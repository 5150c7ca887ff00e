package value

import "strings"

// states are the short names of the United States' states.
var states = set(`AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX
	UT VT VA WA WV WI WY DC`)

// american reports whether an English text is from the United States: states with ZIP codes, telephone numbers and
// dollars as they are written there speak for it, currencies of other countries against it.
func american(text string) bool {
	s := newScan(text, Locale{Language: "en"})
	score := 0
	for i := 1; i < len(s.lex)-1; i++ {
		l := s.at(i)
		switch {
		case l.kind == word && states[s.str(i)] && s.zip(i+1):
			score += 3
		case l.kind == word && americanWords[s.str(i)]:
			score++
		case l.kind == word && currencyCodes[s.str(i)] != "" && currencyCodes[s.str(i)] != "USD" && s.beside(i, i+1):
			score -= 2
		case l.kind == mark && l.r == '$' && s.at(i-1).kind != word && s.at(i+1).kind == digits:
			score++
		case l.kind == mark && currencySigns[l.r] != "" && l.r != '$':
			score -= 2
		case s.is(i, "(") && s.short(i+1, 3, 3) > 0 && s.is(i+2, ")") && s.short(s.past(i+3), 3, 3) > 0:
			score += 2
		case l.kind == word && len(s.monthDay(i)) > 0:
			score++
		}
	}
	return score > 0
}

var americanWords = set("USA LLC Delaware California Texas Florida York Washington Virginia Ohio Illinois Jersey ZIP Inc")

// zip reads a ZIP code that may follow a state.
func (s *scan) zip(i int) bool {
	for s.at(i).kind == blank || s.is(i, ".,-") {
		i++
	}
	l := s.at(i)
	return l.kind == digits && l.end-l.start == 5 && !strings.HasPrefix(s.str(i), "000")
}
