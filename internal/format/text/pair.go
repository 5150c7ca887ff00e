package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/doc"
)

// maxLabel is how long a label may be.
const maxLabel = 40

// splitPair cuts a line at its label: a short name before a colon, at most five words, beginning with a letter. A colon
// that something follows at once belongs to a time or a URL.
func splitPair(line string) (key, value string, ok bool) {
	line = strings.TrimSpace(line)
	at := strings.IndexByte(line, ':')
	if at <= 0 || at > maxLabel {
		return "", "", false
	}
	key, value = line[:at], line[at+1:]
	if value != "" && value[0] != ' ' && value[0] != '\t' {
		return "", "", false
	}
	words := strings.Fields(key)
	first, _ := utf8.DecodeRuneInString(key)
	if len(words) > 5 || !unicode.IsLetter(first) || strings.ContainsRune(words[0], '.') || strings.ContainsAny(key, ";!?") {
		return "", "", false
	}
	return strings.Join(words, " "), strings.TrimSpace(value), true
}

// pairRun counts the lines at the start that are labelled values or go on with one by being indented. A run needs two
// labels with values; a single one may be any sentence.
func pairRun(lines paragraph) int {
	if marker(lines[0]) != "" {
		return 0
	}
	n, values := 0, 0
	base := indent(lines[0])
	for _, line := range lines {
		_, value, ok := splitPair(line)
		switch {
		case ok && indent(line) == base:
			if value != "" {
				values++
			}
		case n > 0 && indent(line) > base && marker(line) == "":
		default:
			return fit(n, values)
		}
		n++
	}
	return fit(n, values)
}

func fit(lines, values int) int {
	if values < 2 {
		return 0
	}
	return lines
}

// pairs takes a run of labelled values, and returns the number of lines taken.
func (p *parser) pairs(lines paragraph) int {
	n := pairRun(lines)
	if n == 0 {
		return 0
	}
	base := indent(lines[0])
	var all []doc.Pair
	for _, line := range lines[:n] {
		if key, value, ok := splitPair(line); ok && indent(line) == base {
			all = append(all, doc.Pair{Key: key, Value: value})
			continue
		}
		last := &all[len(all)-1]
		last.Value = strings.TrimSpace(last.Value + " " + strings.TrimSpace(line))
	}
	p.add(doc.Block{Type: doc.KeyValue, Pairs: all})
	return n
}
