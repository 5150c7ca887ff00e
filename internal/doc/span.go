package doc

import "strings"

// Shown is text without the parts its spans mark as deleted.
func Shown(text string, spans []Span) string {
	var b strings.Builder
	from := 0
	for _, s := range spans {
		if s.Kind == Deleted {
			b.WriteString(text[from:s.Start])
			from = s.End
		}
	}
	if from == 0 {
		return text
	}
	b.WriteString(text[from:])
	return b.String()
}
