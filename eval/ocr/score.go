package main

import (
	"fmt"
	"strings"
	"unicode"
)

// score is how near a text came to the truth, without regard to case.
type score struct {
	edits, chars int
	f1           float64
	seconds      float64
}

func (s score) cer() float64 { return float64(s.edits) / float64(max(s.chars, 1)) }

// sum is the scores of a group: characters are counted together, words by the mean of the images.
type sum struct {
	images, edits, chars int
	f1, seconds          float64
}

func (s *sum) add(o score) {
	s.images++
	s.edits, s.chars = s.edits+o.edits, s.chars+o.chars
	s.f1, s.seconds = s.f1+o.f1, s.seconds+o.seconds
}

func (s *sum) String() string {
	n := float64(s.images)
	return fmt.Sprintf("images %3d  cer_nocase %.4f  word_f1_nocase %.4f  cpu seconds a page %.2f",
		s.images, float64(s.edits)/float64(max(s.chars, 1)), s.f1/n, s.seconds/n)
}

// same folds what typesetting changes and a reader does not see.
var same = strings.NewReplacer("‘", "'", "’", "'", "‚", "'", "“", `"`, "”", `"`, "„", `"`, "–", "-", "—", "-", "‐", "-",
	"‑", "-", "−", "-", "\u00ad", "", "ﬁ", "fi", "ﬂ", "fl", "ﬀ", "ff", "ﬃ", "ffi", "ﬄ", "ffl", "…", "...")

func compare(truth, got string) score {
	plain := func(s string) string { return strings.ToLower(strings.Join(strings.Fields(same.Replace(s)), " ")) }
	t, g := plain(truth), plain(got)
	return score{edits: distance([]rune(t), []rune(g)), chars: len([]rune(t)), f1: bagF1(words(t), words(g))}
}

func words(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) })
}

// bagF1 compares words without regard to their order.
func bagF1(truth, got []string) float64 {
	if len(truth)+len(got) == 0 {
		return 1
	}
	count := map[string]int{}
	for _, w := range truth {
		count[w]++
	}
	hits := 0
	for _, w := range got {
		if count[w] > 0 {
			count[w]--
			hits++
		}
	}
	return 2 * float64(hits) / float64(len(truth)+len(got))
}

// distance is the number of characters to insert, remove or change.
func distance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, q := range b {
			best := min(row[j], row[j+1]) + 1
			if r == q {
				best = min(best, diagonal)
			} else {
				best = min(best, diagonal+1)
			}
			diagonal, row[j+1] = row[j+1], best
		}
	}
	return row[len(b)]
}
