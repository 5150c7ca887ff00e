package numfmt

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// kind is what a token of a format stands for.
type kind uint8

const (
	literal kind = iota
	digit        // 0 shows a digit, # one that counts, ? one that counts or a blank
	point
	comma
	percent
	exponent // E+ or E-
	slash
	at
	general
	part     // of a date: y, m, d, h, s in their lengths
	minutes  // m or mm beside hours or seconds
	elapsed  // [h], [mm], [s]
	fraction // of a second: .0, .00
	halfDay  // AM/PM or A/P
)

type token struct {
	kind kind
	text string
}

// parseSection reads one part of a code.
func parseSection(code string) section {
	var s section
	for code != "" {
		code = code[s.next(code):]
	}
	s.settle()
	return s
}

func (s *section) add(k kind, text string) { s.tokens = append(s.tokens, token{k, text}) }

// next reads the token that the code begins with and returns its length.
func (s *section) next(code string) int {
	_, size := utf8.DecodeRuneInString(code)
	lower := strings.ToLower(code)
	switch c := lower[0]; c {
	case '"':
		text, _, closed := strings.Cut(code[1:], `"`)
		s.add(literal, text)
		if !closed {
			return len(code)
		}
		return len(text) + 2
	case '\\':
		return 1 + s.escaped(code[1:], true)
	case '_': // a blank as wide as the next character
		n := s.escaped(code[1:], false)
		s.add(literal, " ")
		return 1 + n
	case '*': // the next character fills the width of the cell
		return 1 + s.escaped(code[1:], false)
	case '[':
		return s.bracket(code)
	case '0', '#', '?':
		s.add(digit, code[:1])
		return 1
	case '.', ',', '%', '/', '@':
		s.add(map[byte]kind{'.': point, ',': comma, '%': percent, '/': slash, '@': at}[c], code[:1])
		return 1
	case 'e':
		if strings.HasPrefix(lower, "e+") || strings.HasPrefix(lower, "e-") {
			s.add(exponent, code[1:2])
			return 2
		}
	case 'g':
		if strings.HasPrefix(lower, "general") {
			s.add(general, "")
			return len("general")
		}
	case 'a':
		for _, half := range []string{"am/pm", "a/p"} {
			if strings.HasPrefix(lower, half) {
				s.add(halfDay, half)
				return len(half)
			}
		}
	case 'y', 'm', 'd', 'h', 's':
		n := 1
		for n < len(lower) && lower[n] == c {
			n++
		}
		s.add(part, lower[:n])
		return n
	}
	s.add(literal, code[:size])
	return size
}

// escaped reads one character behind an escape and returns its length.
func (s *section) escaped(code string, shown bool) int {
	_, n := utf8.DecodeRuneInString(code)
	if shown {
		s.add(literal, code[:n])
	}
	return n
}

// bracket reads a condition, a currency, an elapsed time; colours say nothing here.
func (s *section) bracket(code string) int {
	inside, _, closed := strings.Cut(code[1:], "]")
	if !closed {
		s.add(literal, code)
		return len(code)
	}
	lower := strings.ToLower(inside)
	switch {
	case strings.HasPrefix(inside, "$"):
		symbol, _, _ := strings.Cut(inside[1:], "-")
		s.add(literal, symbol)
	case lower != "" && strings.Trim(lower, lower[:1]) == "" && strings.ContainsAny(lower[:1], "hms"):
		s.add(elapsed, lower)
	default:
		for _, test := range []string{"<=", ">=", "<>", "<", ">", "="} {
			if bound, ok := strings.CutPrefix(inside, test); ok {
				if v, err := strconv.ParseFloat(strings.TrimSpace(bound), 64); err == nil {
					s.test, s.bound = test, v
				}
				break
			}
		}
	}
	return len(inside) + 2
}

// settle decides what the tokens mean together: dates, minutes against months, fractions of seconds.
func (s *section) settle() {
	digits := false
	for _, t := range s.tokens {
		switch t.kind {
		case part, elapsed, halfDay:
			s.date = true
		case general:
			s.general = true
		case at:
			s.text = true
		case digit:
			digits = true
		}
	}
	if len(s.tokens) == 0 && !digits {
		return
	}
	if s.date {
		s.general = false
		s.settleDate()
	}
}

func (s *section) settleDate() {
	var out []token
	last := byte(0) // the part before
	for i := 0; i < len(s.tokens); i++ {
		t := s.tokens[i]
		switch t.kind {
		case part:
			if t.text[0] == 'm' && len(t.text) <= 2 && (last == 'h' || s.nextPart(i+1) == 's') {
				t.kind = minutes
			}
			last = t.text[0]
		case elapsed:
			last = t.text[0]
		case point:
			n := 0
			for i+1+n < len(s.tokens) && s.tokens[i+1+n].kind == digit {
				n++
			}
			t = token{literal, "."}
			if n > 0 && last == 's' {
				t = token{fraction, strings.Repeat("0", n)}
				i += n
			}
		case digit, comma, percent, slash, exponent, general:
			t.kind = literal
		}
		out = append(out, t)
	}
	s.tokens = out
}

// nextPart is the first letter of the next part of a date.
func (s *section) nextPart(from int) byte {
	for _, t := range s.tokens[from:] {
		if t.kind == part || t.kind == elapsed {
			return t.text[0]
		}
	}
	return 0
}
