package edit

import (
	"regexp"
	"strings"
)

var bullet = regexp.MustCompile(`^(?:[-*•·‣▪–—+]\s+|\(?(?:\d{1,3}|[a-zA-Z])[.)]\s+|\[[ xX]?\]\s+)+`)

// words are the words of a sentence without the mark of an item and without courtesies.
func (r *reading) words(s sentence) []token {
	mark := bullet.FindString(r.text[s.from:s.to])
	return fronted(polite(r.tokens(s.from+len(mark), s.to)))
}

// polite leaves out the words before what is asked for: courtesies, and those that only say what comes next.
func polite(ts []token) []token {
	rest := ts
	for again := true; again; {
		again = false
		for _, phrase := range openings {
			if n := len(phrase); len(rest) > n && starts(rest, phrase) && !rest[n-1].colon {
				rest, again = rest[n:], true
				break
			}
		}
	}
	if len(rest) < len(ts) && (verbs[ts0(rest)] || rest[0].is("on", "at") || ts[0].is("please", "kindly")) {
		return rest
	}
	return ts
}

func starts(ts []token, words []string) bool {
	for i, w := range words {
		if i >= len(ts) || !ts[i].is(w) {
			return false
		}
	}
	return true
}

var openings = func() [][]string {
	var out [][]string
	for _, p := range []string{
		"please", "kindly", "now", "then", "also", "next", "finally", "lastly", "first", "firstly", "second", "secondly", "third", "additionally", "afterwards",
		"and", "i want you to", "i would like you to", "i'd like you to", "i need you to", "i want to", "i would like to", "i'd like to", "we need to",
		"can you", "could you", "would you", "will you", "you should", "you must", "make sure to", "be sure to", "go ahead and", "let's", "you need to",
	} {
		out = append(out, strings.Fields(p))
	}
	return out
}()

// fronted moves what stands before the verb behind it: "On page 2, replace …".
func fronted(ts []token) []token {
	if len(ts) < 4 || !ts[0].is("on", "at", "in", "for", "to", "under") {
		return ts
	}
	for i, t := range ts[:len(ts)-2] {
		if next := polite(ts[i+1:]); !t.quoted && t.comma && verbs[next[0].low] && !next[0].quoted {
			return append(append([]token(nil), next...), ts[:i+1]...)
		}
	}
	return ts
}
