package section

import (
	"strconv"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
)

// marks are the first and the last number of the numbered parts of a page: "4." to "7.".
type marks struct{ first, last int }

// marksOf looks at list items and headings with numbers.
func marksOf(one *doc.Document) marks {
	var m marks
	for i := range one.Blocks {
		b := &one.Blocks[i]
		if b.Type == doc.Header || b.Type == doc.Footer || b.Type == doc.PageNumber {
			continue
		}
		n := ordinal(b.Marker)
		if n == 0 && (b.IsHeading() || b.Type == doc.Text) {
			n = ordinal(strings.SplitN(clip(b.Text, 12), " ", 2)[0])
		}
		if n == 0 {
			continue
		}
		if m.first == 0 {
			m.first = n
		}
		m.last = n
	}
	return m
}

// ordinal is the number of a mark such as "4." or "(4)", 0 where it is none.
func ordinal(mark string) int {
	mark = strings.TrimSpace(mark)
	s := strings.Trim(mark, "().:")
	if len(s) == len(mark) || len(s) > 3 {
		return 0
	}
	n, err := strconv.Atoi(s)
	if err != nil || n > 200 {
		return 0
	}
	return n
}
