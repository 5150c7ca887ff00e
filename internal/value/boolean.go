package value

var answers = func() map[string]bool {
	out := map[string]bool{}
	for w := range set("yes ja oui sí si sì sim true wahr vrai checked selected ✓ x") {
		out[w] = true
	}
	for w := range set("no nein non nee não nao false falsch faux unchecked") {
		out[w] = false
	}
	return out
}()

const (
	checkedMarks = "☒☑✓✔✗✘🗹🗷■◉●"
	emptyMarks   = "☐□❏❑○◯"
)

// booleans are the answers: a mark that is set or not, or a word. Where marks and words stand beside each other, the word
// whose mark is set is the answer.
func (s *scan) booleans() []Found {
	var out []Found
	for i := 1; i < len(s.lex)-1; i++ {
		set, j := s.checkMark(i)
		if j == 0 {
			answer, known := s.answer(i)
			if !known {
				continue
			}
			// A mark may follow its word where none stands in front of the first one.
			if set, k := s.checkMark(s.past(i + 1)); k > 0 && len(out) == 0 {
				if set {
					return []Found{s.found(answer, i, k)}
				}
				i = k - 1
				continue
			}
			out = append(out, s.found(answer, i, i+1))
			continue
		}
		answer, known := s.answer(s.past(j))
		switch {
		case known && set:
			return []Found{s.found(answer, i, s.past(j)+1)}
		case known:
			i = s.past(j)
		default:
			out = append(out, s.found(set, i, j))
			i = j - 1
		}
	}
	return out
}

// answer reads a word for yes or no.
func (s *scan) answer(i int) (answer, known bool) {
	w := s.lower(i)
	if w == "x" && !(s.at(i-1).kind == end && s.at(i+1).kind == end) { // a cross is an answer only alone
		return false, false
	}
	// "No. 5" is a number, not an answer.
	if w == "no" && (s.is(i+1, ".:") || s.at(s.past(i+1)).kind == digits) && s.at(i+2).kind != end {
		return false, false
	}
	answer, known = answers[w]
	return answer, known
}

// checkMark reads a mark at i: whether it is set, and where it ends; 0 where there is none.
func (s *scan) checkMark(i int) (set bool, next int) {
	switch {
	case s.is(i, checkedMarks):
		return true, i + 1
	case s.is(i, emptyMarks):
		return false, i + 1
	case s.is(i, "[("):
		j := s.past(i + 1)
		closing := map[rune]string{'[': "]", '(': ")"}[s.at(i).r]
		if s.is(j, closing) && (j > i+1 || closing == "]") {
			return false, j + 1
		}
		if k := s.past(j + 1); s.is(k, closing) && (s.lower(j) == "x" || s.is(j, "✓✔*")) {
			return true, k + 1
		}
	}
	return false, 0
}
