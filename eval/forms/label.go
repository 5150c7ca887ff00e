package main

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/eval/page"
	"github.com/octavo-dev/octavo/internal/edit/blank"
)

// sameWords is the share of words from which two labels agree.
const sameWords = 0.6

// says reports whether what is printed around a found blank is what is known of it.
func says(found blank.Words, known ...string) bool {
	for _, label := range []string{found.Label, found.Group + " " + found.Label, found.Section + " " + found.Label} {
		for _, text := range known {
			if tokenF1(label, text) >= sameWords {
				return true
			}
		}
	}
	return false
}

func tokens(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// tokenF1 is how many words two labels share.
func tokenF1(a, b string) float64 {
	left, right := tokens(a), tokens(b)
	count := map[string]int{}
	for _, t := range left {
		count[t]++
	}
	both := 0
	for _, t := range right {
		if count[t] > 0 {
			count[t]--
			both++
		}
	}
	return 2 * float64(both) / float64(max(1, len(left)+len(right)))
}

// tell prints the labels of one page, and what is missing.
func tell(p page.Page, known []truth, found []blank.Blank, pairs []int) {
	fmt.Printf(" %s page %d: %d known, %d found\n", page.Name(p.Path), p.Number, len(known), len(found))
	for i, k := range pairs {
		switch t := &known[i]; {
		case k < 0:
			fmt.Printf("  missed %-9s %q at %.3v\n", t.Type, t.Label, t.BBox)
		case t.Label != "" && t.Near != "" && !says(found[k].Words, t.Label, t.Near):
			fmt.Printf("  label  %-9s %q near %q: %q (%q, %q)\n", t.Type, t.Label, t.Near, found[k].Label, found[k].Group, found[k].Section)
		}
	}
}
