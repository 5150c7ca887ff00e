package blank

import (
	"fmt"
	"strings"
)

// between stands between the parts of a name.
const between = " – "

// Names gives each of some blanks of a document a name that no other has: its label, with the question or the row before
// it and the heading before that as far as others are called the same, and a number where all are.
func Names(all []Words) []string {
	out := make([]string, len(all))
	for i, w := range all {
		out[i] = w.short()
	}
	for _, longer := range []func(Words) string{Words.grouped, Words.whole} {
		same := count(out)
		for i, w := range all {
			if same[fold(out[i])] > 1 {
				out[i] = longer(w)
			}
		}
	}
	same, number := count(out), map[string]int{}
	for i, name := range out {
		if key := fold(name); same[key] > 1 {
			number[key]++
			if number[key] > 1 {
				out[i] = free(fmt.Sprintf("%s (%d)", name, number[key]), same, number[key])
			}
		}
	}
	return out
}

// free is a name that is not taken, and takes it.
func free(name string, taken map[string]int, n int) string {
	for taken[fold(name)] > 0 {
		n++
		name = fmt.Sprintf("%s (%d)", strings.TrimSuffix(name, fmt.Sprintf(" (%d)", n-1)), n)
	}
	taken[fold(name)]++
	return name
}

func fold(s string) string { return strings.ToLower(s) }

func count(names []string) map[string]int {
	out := map[string]int{}
	for _, n := range names {
		out[fold(n)]++
	}
	return out
}

// shortAnswer is how many letters an answer has that says nothing without its question: yes, no, other.
const shortAnswer = 6

// short is the label, with what it answers where it says nothing by itself.
func (w Words) short() string {
	if len([]rune(w.Label)) <= shortAnswer && w.Group != "" {
		return w.grouped()
	}
	return joined(w.Label)
}

func (w Words) grouped() string { return joined(w.Group, w.Label) }

func (w Words) whole() string { return joined(w.Section, w.Group, w.Label) }

// joined is the parts that say something and do not repeat what the last one says.
func joined(parts ...string) string {
	var out []string
	for _, s := range parts {
		if s != "" && (len(out) == 0 || out[len(out)-1] != s) {
			out = append(out, s)
		}
	}
	if len(out) == 0 {
		return "Blank"
	}
	return strings.Join(out, between)
}
