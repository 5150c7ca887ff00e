package value

import (
	"encoding/json"
	"strings"
)

// maxDigits bounds a number. What is longer names something.
const maxDigits = 24

// amount is a number while it is read.
type amount struct {
	groups []string
	seps   []rune // between the groups; a blank of any kind is ' '
	whole  string
	part   string // after the decimal sign
	minus  bool
	shift  int // digits that a word such as "million" adds
	unit   string
	i, j   int // lexemes
}

// numbers are all numbers that are not part of something else.
func (s *scan) numbers() []Found {
	var out []Found
	used := 0 // lexemes before this one belong to the number before
	for i := 1; i < len(s.lex)-1; i++ {
		if s.at(i).kind != digits || !s.free(i, i+1) || i < used {
			continue
		}
		a, ok := s.amount(i, used)
		if !ok {
			i = max(i, a.j-1) // the rest of a chain that is no number is none either
			continue
		}
		f := s.found(a.number(), a.i, a.j)
		f.Unit = a.unit
		out = append(out, f)
		used = a.j
		i = a.j - 1
	}
	return out
}

// amount reads the number whose first digits are at i. Nothing before used belongs to it.
func (s *scan) amount(i, used int) (amount, bool) {
	a := amount{i: i, j: i}
	s.chain(&a)
	if !a.interpret(s.loc) || !s.left(&a, used) || !s.right(&a) {
		return a, false
	}
	s.brackets(&a, used)
	return a, true
}

// chain gathers groups of digits and what separates them.
func (s *scan) chain(a *amount) {
	a.groups = append(a.groups, s.str(a.i))
	j := a.i + 1
	for len(a.groups) <= maxDigits {
		sep, next := s.separator(j)
		if next == 0 || sep == ' ' && !s.grouped(a, next) {
			break
		}
		a.groups = append(a.groups, s.str(next))
		a.seps = append(a.seps, sep)
		j = next + 1
	}
	a.j = j
}

// separator reads what may stand between two groups of digits at j, and where the second one is.
func (s *scan) separator(j int) (rune, int) {
	l := s.at(j)
	switch {
	case l.kind == mark && strings.ContainsRune(".,'’´`·", l.r):
		sep := l.r
		if strings.ContainsRune("’´`", sep) {
			sep = '\''
		}
		if s.at(j+1).kind == digits {
			return sep, j + 1
		}
		// A blank after the decimal sign is noise where nothing else could be meant.
		if s.loose && s.at(j+1).kind == blank && s.at(j+2).kind == digits && sep != '\'' {
			return sep, j + 2
		}
	case l.kind == blank && s.loose && s.is(j+1, ".,"):
		if k := s.past(j + 2); s.at(k).kind == digits {
			return s.at(j + 1).r, k
		}
	case l.kind == blank && s.at(j+1).kind == digits:
		narrow := l.r == '\u00a0' || l.r == '\u202f' || l.r == '\u2009'
		if narrow || l.end-l.start == 1 && (s.loc.Spaces || s.loose) {
			return ' ', j + 1
		}
	}
	return 0, 0
}

// grouped reports whether a blank before the digits at next can separate thousands.
func (s *scan) grouped(a *amount, next int) bool {
	if s.short(next, 3, 3) < 0 || len(a.groups[0]) > 3 || !s.free(next, next+1) {
		return false
	}
	for k, sep := range a.seps {
		if sep != ' ' || len(a.groups[k+1]) != 3 {
			return false
		}
	}
	return true
}

// interpret tells the decimal sign from those that separate thousands.
func (a *amount) interpret(loc Locale) bool {
	total := 0
	for _, g := range a.groups {
		total += len(g)
	}
	if total > maxDigits {
		return false
	}
	n := len(a.seps)
	decimal := n > 0 && a.decimal(loc)
	last := len(a.groups)
	if decimal {
		last--
		a.part = a.groups[last]
		n--
	}
	for k := range n {
		if a.seps[k] != a.seps[0] || decimal && a.seps[k] == a.seps[n] {
			return false
		}
	}
	if n > 0 && !thousands(a.groups[:last], a.seps[0]) {
		return false
	}
	a.whole = strings.Join(a.groups[:last], "")
	return true
}

// decimal reports whether the last separator is the decimal sign.
func (a *amount) decimal(loc Locale) bool {
	n := len(a.seps)
	last, sep := a.groups[n], a.seps[n-1]
	switch {
	case sep == '\'' || sep == ' ':
		return false
	case n > 1:
		return a.seps[n-2] != sep
	case len(last) != 3 || len(a.groups[0]) > 3 || a.groups[0][0] == '0':
		return true
	}
	return (sep == ',') == loc.comma()
}

// thousands reports whether groups have the lengths that groups have; in India only the last one has three digits.
func thousands(groups []string, sep rune) bool {
	n := len(groups) - 1
	if len(groups[0]) > 3 || len(groups[n]) != 3 {
		return false
	}
	even, odd := true, sep == ',' && len(groups[0]) < 3
	for _, g := range groups[1:n] {
		even = even && len(g) == 3
		odd = odd && len(g) == 2
	}
	return even || odd
}

// number is the amount as JSON writes it.
func (a *amount) number() json.Number {
	whole, part := a.whole, a.part
	for range a.shift {
		digit := "0"
		if part != "" {
			digit, part = part[:1], part[1:]
		}
		whole += digit
	}
	whole = strings.TrimLeft(whole, "0")
	if whole == "" {
		whole = "0"
	}
	if part != "" {
		whole += "." + part
	}
	if a.minus && strings.Trim(whole, "0.") != "" {
		whole = "-" + whole
	}
	return json.Number(whole)
}
