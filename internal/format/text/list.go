package text

import (
	"regexp"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
)

var (
	bullet  = regexp.MustCompile(`^(?:[-*+•‣▪◦·–—●○■□]|\[[ xX]\])[ \t]+\S`)
	ordinal = regexp.MustCompile(`^(\d{1,3}[.)]|\(\d{1,3}\)|[a-zA-Z]\)|\([a-zA-Z]\)|[a-z]\.|[ivxlc]{1,6}[.)]|\([ivxlc]{1,6}\))[ \t]+\S`)
)

// marker is the list mark a line begins with, empty when there is none.
func marker(line string) string {
	line = strings.TrimLeft(line, " \t")
	if isRule(line) {
		return ""
	}
	if bullet.MatchString(line) {
		return line[:strings.IndexAny(line, " \t")]
	}
	if m := ordinal.FindStringSubmatch(line); m != nil {
		return m[1]
	}
	return ""
}

func isBullet(mark string) bool { return mark != "" && !strings.ContainsAny(mark, ".)") }

// listStart reports whether a list begins with the first line. A lone number may be a sentence, so a numbered list
// needs a second number or must begin at the start of one.
func listStart(lines paragraph) bool {
	mark := marker(lines[0])
	if mark == "" {
		return false
	}
	if isBullet(mark) {
		return true
	}
	for _, line := range lines[1:min(len(lines), lookahead)] {
		if m := marker(line); m != "" && !isBullet(m) {
			return true
		}
	}
	return len(lines) == 1 || indent(lines[1]) > indent(lines[0])
}

// list takes a run of list items with their continuation lines, and returns the number of lines taken.
func (p *parser) list(lines paragraph) int {
	if !listStart(lines) {
		return 0
	}
	var indents []int // of the open levels
	i := 0
	for i < len(lines) {
		mark := marker(lines[i])
		if mark == "" {
			break
		}
		in := indent(lines[i])
		for len(indents) > 0 && in < indents[len(indents)-1] {
			indents = indents[:len(indents)-1]
		}
		if len(indents) == 0 || in > indents[len(indents)-1] {
			indents = append(indents, in)
		}
		n := continuation(lines[i:], in)
		p.add(item(lines[i:i+n], mark, len(indents)))
		i += n
	}
	return i
}

// continuation counts the item's line and those that go on with it: unmarked ones, until the text returns to the left
// of the item after having been indented.
func continuation(lines paragraph, in int) int {
	n := 1
	for n < len(lines) && marker(lines[n]) == "" {
		if indent(lines[n]) <= in && n > 1 && indent(lines[1]) > in {
			break
		}
		n++
	}
	return n
}

func item(lines paragraph, mark string, level int) doc.Block {
	parts := make([]string, len(lines))
	for i, line := range lines {
		parts[i] = strings.TrimSpace(line)
	}
	text := strings.TrimLeft(strings.TrimPrefix(parts[0], mark), " \t")
	b := doc.Block{Type: doc.ListItem, Level: level}
	switch {
	case strings.HasPrefix(mark, "["):
		text = mark + " " + text
	case !isBullet(mark):
		b.Marker = mark
	}
	parts[0] = text
	b.Text = strings.Join(parts, " ")
	return b
}
