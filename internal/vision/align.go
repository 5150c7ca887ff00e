package vision

import (
	"strings"
	"unicode"
)

// maxGrid bounds the comparison of two readings of a page: words of one times words of the other.
const maxGrid = 25_000_000

// word is a word of an earlier reading and the text it belongs to.
type word struct {
	text, plain string
	slot        int
}

// align gives the texts the words of another reading of the same page. Words that both have hold the two together; what
// stands between two such words in the other reading replaces what stands there in this one. Words that the other reading
// lacks stay, and texts that share no word with it stay as they are.
func align(texts []string, other string) []string {
	var mine []word
	for i, t := range texts {
		for _, w := range strings.Fields(t) {
			mine = append(mine, word{w, plain(w), i})
		}
	}
	var theirs []word
	for _, w := range strings.Fields(other) {
		theirs = append(theirs, word{text: w, plain: plain(w)})
	}
	if len(mine) == 0 || len(mine)*len(theirs) > maxGrid {
		return texts
	}
	words := make([][]string, len(texts))
	i, j := 0, 0
	fill := func(toI, toJ int) {
		replace(words, mine[i:toI], theirs[j:toJ])
		i, j = toI, toJ
	}
	for _, at := range common(mine, theirs) {
		fill(at[0], at[1])
		words[mine[i].slot] = append(words[mine[i].slot], theirs[j].text)
		i, j = i+1, j+1
	}
	fill(len(mine), len(theirs))
	out := make([]string, len(texts))
	for k, t := range texts {
		out[k] = rewritten(t, words[k])
	}
	return out
}

// plain is a word without case and signs, so that readings that differ in these alone hold together; a word of signs is
// itself.
func plain(w string) string {
	letters := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, w)
	if letters == "" {
		return w
	}
	return letters
}

// replace puts the words between two that hold together into the texts. As many words as before are taken one by one; else
// they go to the text that all of these belong to. Words that would have to be shared out among several texts otherwise are
// not taken, and words beside nothing have no place.
func replace(words [][]string, mine, theirs []word) {
	if len(mine) == 0 {
		return
	}
	one := mine[0].slot == mine[len(mine)-1].slot
	for i, w := range mine {
		text := w.text
		switch {
		case len(mine) == len(theirs):
			text = theirs[i].text
		case one && len(theirs) > 0 && i == 0:
			text = joined(theirs)
		case one && len(theirs) > 0:
			continue
		}
		words[w.slot] = append(words[w.slot], text)
	}
}

func joined(words []word) string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = w.text
	}
	return strings.Join(out, " ")
}

// common is the longest sequence of words that both readings have, as pairs of places.
func common(a, b []word) [][2]int {
	width := len(b) + 1
	length := make([]uint16, (len(a)+1)*width)
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i].plain == b[j].plain {
				length[i*width+j] = length[(i+1)*width+j+1] + 1
			} else {
				length[i*width+j] = max(length[(i+1)*width+j], length[i*width+j+1])
			}
		}
	}
	var out [][2]int
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i].plain == b[j].plain:
			out = append(out, [2]int{i, j})
			i, j = i+1, j+1
		case length[(i+1)*width+j] >= length[i*width+j+1]:
			i++
		default:
			j++
		}
	}
	return out
}

// rewritten is a text with other words. Where it has as many as before, its blanks and line feeds stay.
func rewritten(text string, words []string) string {
	fields := strings.Fields(text)
	if strings.Join(fields, " ") == strings.Join(words, " ") {
		return text
	}
	if len(fields) != len(words) {
		return strings.Join(words, " ")
	}
	var b strings.Builder
	rest := text
	for i, f := range fields {
		at := strings.Index(rest, f)
		b.WriteString(rest[:at] + words[i])
		rest = rest[at+len(f):]
	}
	b.WriteString(rest)
	return b.String()
}
