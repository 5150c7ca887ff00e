package block

import (
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/engine"
)

// numberDepth is how many parts the number has that a heading begins with.
func numberDepth(text string) int {
	first, _, _ := strings.Cut(text, " ")
	if sectionNumber(first) {
		return strings.Count(strings.TrimSuffix(first, "."), ".") + 1
	}
	first = strings.TrimSuffix(first, ".")
	if len(first) <= 2 && first != "" && unicode.IsDigit(rune(first[0])) {
		return 1
	}
	return 0
}

// bookmarks gives the levels of the document's own outline by folded title.
func bookmarks(info *engine.Info) map[string]int {
	out := map[string]int{}
	if info == nil {
		return out
	}
	for _, m := range info.Bookmarks {
		if key := folded(m.Title); len(key) > 2 {
			out[key] = m.Level + 1
		}
	}
	return out
}

// folded is a title without what outlines and pages spell differently.
func folded(s string) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}
