package value

import (
	"strings"
	"unicode"
)

// ids are the tokens that may name something: those with a digit that are no date, time, address or amount.
func (s *scan) ids(registered []Found) []Found {
	out := registered
	for i := 1; i < len(s.lex)-1; i++ {
		if s.at(i).kind == blank || s.at(i).kind == end {
			continue
		}
		j := i
		for s.at(j).kind != blank && s.at(j).kind != end {
			j++
		}
		if f, ok := s.id(i, j); ok {
			out = append(out, f)
		}
		i = j
	}
	return ordered(out)
}

// id reads the token from i up to j without the marks around it.
func (s *scan) id(i, j int) (Found, bool) {
	i = s.label(i, j)
	for i < j && s.at(i).kind == mark {
		i++
	}
	for i < j && s.at(j-1).kind == mark {
		j--
	}
	if i >= j || !s.free(i, j) {
		return Found{}, false
	}
	text := s.text[s.at(i).start:s.at(j-1).end]
	count, marks := 0, 0
	for _, r := range text {
		switch {
		case r >= '0' && r <= '9':
			count++
		case unicode.IsLetter(r):
		case strings.ContainsRune("-–/._\\#*+&", r):
			marks++
		default:
			return Found{}, false
		}
	}
	if count == 0 || len(text) < 2 || len(text) > 64 || marks > 8 || decimal(text) || s.measured(i, j) {
		return Found{}, false
	}
	return s.found(text, i, j), true
}

// label is where a token begins after the label that is glued to it: "No.:12345", "n°12345".
func (s *scan) label(i, j int) int {
	for k := j - 1; k > i; k-- {
		if s.is(k, ":=#°º") || s.is(k, ".") && k == i+1 && numberWords[s.lower(i)] {
			return k + 1
		}
	}
	return i
}

var numberWords = set("no nr num núm n ref id")

// decimal reports whether a token is digits around one full stop with two or fewer after it: an amount.
func decimal(t string) bool {
	i := strings.LastIndexByte(t, '.')
	return i > 0 && len(t)-i <= 3 && strings.Trim(t, "0123456789.") == ""
}

// measured reports whether a token is a number with a currency or unit glued to it, or a percentage.
func (s *scan) measured(i, j int) bool {
	if s.is(s.past(j), "%") {
		return true
	}
	if _, n := s.currency(i); n > 0 && i+n < j && s.at(i+n).kind == digits {
		return n+i == j-1
	}
	if s.at(j-1).kind != word || s.at(i).kind != digits {
		return false
	}
	_, n := s.currency(j - 1)
	return j-i == 2 && (n > 0 || units[s.lower(j-1)] != "")
}

// vatForms are what follows the country in VAT numbers: 9 a digit, A a letter, * either.
var vatForms = names(`AT:U99999999 BE:9999999999 BG:999999999 CH:E999999999 CY:99999999A CZ:99999999 DE:999999999 DK:99999999 EE:999999999
	EL:999999999 ES:*9999999* FI:99999999 FR:**999999999 GB:999999999 GR:999999999 HR:99999999999 HU:99999999 IE:9*99999* IT:99999999999
	LT:999999999 LU:99999999 LV:99999999999 MT:99999999 NL:999999999B99 PL:9999999999 PT:999999999 RO:99999999 SE:999999999999 SI:99999999
	SK:9999999999`)

// registered are the VAT and bank account numbers, which begin with a country and may be grouped with blanks. They may
// not be read as anything else.
func (s *scan) registered() []Found {
	var out []Found
	for i := 1; i < len(s.lex)-1; i++ {
		if c := s.str(i); s.at(i).kind != word || len(c) < 2 || !upper(c[:2]) || s.at(i-1).kind == digits || !s.free(i, i+1) {
			continue
		}
		f, j, ok := s.iban(i)
		if !ok {
			f, j, ok = s.vat(i)
		}
		if ok {
			out = append(out, f)
			s.take(i, j)
			i = j - 1
		}
	}
	return out
}

func upper(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r < 'A' || r > 'Z' }) < 0
}

// grouped are the letters and digits from i on, single blanks, full stops and hyphens between them left out, as long as
// there are fewer than n; and where they end.
func (s *scan) compactFrom(i, n int, between string) (string, int) {
	var b strings.Builder
	j := i
	for b.Len() < n {
		l := s.at(j)
		switch {
		case l.kind == digits, l.kind == word && upper(s.str(j)):
			b.WriteString(s.str(j))
		case b.Len() > 0 && (l.kind == blank && l.end-l.start == 1 || l.kind == mark && strings.ContainsRune(between, l.r)):
		default:
			return b.String(), j
		}
		j++
	}
	return b.String(), j
}

// iban reads a bank account number and checks its check digits.
func (s *scan) iban(i int) (Found, int, bool) {
	if s.short(i+1, 2, 4) < 0 && s.at(i+1).end-s.at(i+1).start < 13 || len(s.str(i)) != 2 {
		return Found{}, 0, false
	}
	// The length depends on the country; the check digits tell which of the ends is the right one.
	for n := 34; n >= 15; n-- {
		t, j := s.compactFrom(i, n, "")
		if len(t) == n && s.at(j).kind != digits && checked(t) {
			f := s.found(t, i, j)
			f.Unit = "IBAN"
			return f, j, true
		}
	}
	return Found{}, 0, false
}

// checked reports whether a bank account number is 1 modulo 97 as ISO 13616 demands.
func checked(t string) bool {
	rest := 0
	for _, r := range t[4:] + t[:4] {
		if r >= 'A' {
			rest = (rest*100 + int(r-'A') + 10) % 97
		} else {
			rest = (rest*10 + int(r-'0')) % 97
		}
	}
	return rest == 1
}

// vat reads a VAT number.
func (s *scan) vat(i int) (Found, int, bool) {
	form := vatForms[s.str(i)[:2]]
	if form == "" {
		return Found{}, 0, false
	}
	n := 2 + len(form)
	t, j := s.compactFrom(i, n, ".-")
	if len(t) != n || s.at(j).kind == digits || s.at(j).kind == word {
		return Found{}, 0, false
	}
	for k, want := range form {
		c := t[2+k]
		isDigit := c >= '0' && c <= '9'
		if want == '9' && !isDigit || want != '9' && want != '*' && byte(want) != c && !(want == 'A' && !isDigit) {
			return Found{}, 0, false
		}
	}
	for s.at(j-1).kind == blank || s.is(j-1, ".-") {
		j--
	}
	f := s.found(t, i, j)
	f.Unit = "VAT"
	return f, j, true
}
