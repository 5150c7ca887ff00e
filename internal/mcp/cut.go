package mcp

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// mostText is how many characters of a document one answer holds; an agent has to read all of them.
const mostText = 20_000

// position is where to read on: the page of a parse and the characters of it that were read, or the entries of other
// results; and where an edited document is to be written to.
type position struct {
	page   int
	offset int
	saveTo string
}

// cutText returns the beginning of a text that has room, and how many characters that is. It ends behind a paragraph,
// else behind a line, else anywhere: a table can be longer than all room there is.
func cutText(text string, room int) (string, int) {
	if n := utf8.RuneCountInString(text); n <= room {
		return text, n
	}
	end := 0
	for range max(room, 0) {
		_, size := utf8.DecodeRuneInString(text[end:])
		end += size
	}
	for _, boundary := range []string{"\n\n", "\n"} {
		if at := strings.LastIndex(text[:end], boundary); at > 0 {
			end = at + len(boundary)
			break
		}
	}
	return text[:end], utf8.RuneCountInString(text[:end])
}

// skipText leaves out characters that were read already.
func skipText(text string, characters int) string {
	for ; characters > 0 && text != ""; characters-- {
		_, size := utf8.DecodeRuneInString(text)
		text = text[size:]
	}
	return text
}

// fit returns the entries of a list, from one on, that there is room for: at least one, and all of them whole.
func fit[E any](entries []E, from, room int) []E {
	from = min(max(from, 0), len(entries))
	for i, e := range entries[from:] {
		raw, err := json.Marshal(e)
		if room -= len(raw); i > 0 && (err != nil || room < 0) {
			return entries[from : from+i]
		}
	}
	return entries[from:]
}
