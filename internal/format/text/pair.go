package text

import (
	"regexp"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
)

// label is a short name before a colon: at most five words, beginning with a letter.
var label = regexp.MustCompile(`^(\pL[^\s:.;!?]*(?:[ \t]+[^\s:;!?]+){0,4})[ \t]*:(?:[ \t]+(.*)|)$`)

// splitPair cuts a line at its label.
func splitPair(line string) (key, value string, ok bool) {
	m := label.FindStringSubmatch(strings.TrimSpace(line))
	if m == nil || len(m[1]) > 40 {
		return "", "", false
	}
	return squeeze(m[1]), strings.TrimSpace(m[2]), true
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
