package section

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/doc"
)

// flow is whether the text of the page goes on from another or to another.
func (l *leaf) flow() {
	first, last := -1, -1
	for i := range l.one.Blocks {
		b := &l.one.Blocks[i]
		if (b.Type == doc.Text || b.Type == doc.ListItem) && letters(b.Text) > 8 && !b.Watermark {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if first < 0 {
		return
	}
	begin, end := &l.one.Blocks[first], &l.one.Blocks[last]
	l.onward = begin.Marker == "" && (begin.Continues || startsLow(begin.Text))
	l.begun = runsOn(end.Text) && wordCount(end.Text) >= 6
}

func wordCount(text string) int { return len(strings.Fields(text)) }

// startsLow reports whether a text begins with a small letter, as the rest of a sentence does.
func startsLow(text string) bool {
	for _, r := range text {
		return unicode.IsLower(r) && !strings.HasPrefix(text, "http") && !strings.HasPrefix(text, "www")
	}
	return false
}

// runsOn reports whether a text ends without the mark of an end.
func runsOn(text string) bool {
	text = strings.TrimRight(text, " \t\n")
	if text == "" {
		return false
	}
	last := rune(0)
	for _, r := range text {
		last = r
	}
	return unicode.IsLower(last) || last == ',' || last == '-' || last == '\u00ad'
}

// continued reports whether the page says itself that it goes on from another.
func (l *leaf) continued() bool {
	for i := range l.lines {
		if i >= edgeLines {
			break
		}
		if goesOn.MatchString(l.lines[i].text) {
			return true
		}
	}
	return false
}

var goesOn = regexp.MustCompile(`(?i)\b(?:continued|cont'd|cont\.|fortsetzung|suite|continuación|continua)\b`)
