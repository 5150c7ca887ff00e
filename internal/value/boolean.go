package value

import "strings"

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

// answer reads a word for yes or no that stands for itself: in running text they are words like others.
func (s *scan) answer(i int) (answer, known bool) {
	answer, known = answers[s.lower(i)]
	if !known {
		return false, false
	}
	before, after := s.at(s.back(i)), s.at(s.past(i+1))
	ends := after.kind == end || after.kind == mark && strings.ContainsRune(",;.)|", after.r)
	if after.r == '.' && s.lower(i) == "no" && s.at(s.past(i+2)).kind != end { // "No. 5"
		return false, false
	}
	if s.lower(i) == "x" { // a cross is an answer only alone
		return true, before.kind == end && after.kind == end
	}
	_, mark := s.checkMark(s.past(i + 1))
	begins := before.kind == end || before.kind != word && before.kind != digits && strings.ContainsRune(":?,;|])"+checkedMarks+emptyMarks, before.r)
	few := len(s.lex) <= 10 && after.kind == end && before.kind == word
	return answer, begins && ends || few || mark > 0
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
