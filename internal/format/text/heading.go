package text

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/doc"
)

// maxHeading is how long a line may be and still be a heading without an underline.
const maxHeading = 80

var (
	numbered = regexp.MustCompile(`^(\d{1,3}\.|\d{1,3}(?:\.\d{1,3})+\.?|[A-Z]\.|[A-Z](?:\.\d{1,3})+\.?)[ \t]+\p{Lu}`)
	worded   = regexp.MustCompile(`^(?i:chapter|section|article|appendix|part|annex|schedule|exhibit)[ \t]+(?:\d+|[A-Z]|[IVXLC]+)\b`)
)

// underlined takes a heading with a line of = or - below it, and returns the number of lines taken.
func (p *parser) underlined(lines paragraph) int {
	if !isUnderlined(lines) {
		return 0
	}
	level := 3
	if strings.HasPrefix(strings.TrimSpace(lines[1]), "=") {
		level = 2
		p.equals++
	}
	p.add(doc.Block{Type: doc.SectionHeader, Level: level, Text: squeeze(lines[0])})
	return 2
}

func isUnderlined(lines paragraph) bool {
	if len(lines) < 2 || !isRule(lines[1]) || isRule(lines[0]) {
		return false
	}
	under := strings.TrimSpace(lines[1])
	if !strings.ContainsRune("=-~", rune(under[0])) || strings.Contains(under, " ") {
		return false
	}
	// A rule much longer or shorter than the text separates, it does not underline.
	text := utf8.RuneCountInString(strings.TrimSpace(lines[0]))
	return text <= maxHeading && len(under)*2 >= text && len(under) <= text*2+8 && !strings.ContainsAny(lines[0], "|+\t")
}

// heading recognises a paragraph that is a heading as a whole: an upper-case line, a numbered line between other
// text, or the short line a document opens with.
func (p *parser) heading(i int) *doc.Block {
	lines := p.paras[i]
	if i == 0 && len(lines) <= 3 && len(p.paras) > 1 && isCapitals(lines...) {
		return &doc.Block{Type: doc.Title, Text: squeeze(strings.Join(lines, " "))}
	}
	if len(lines) != 1 {
		return nil
	}
	line := squeeze(lines[0])
	if !headingLike(line) {
		return nil
	}
	if level := numberedLevel(line); level > 0 {
		if p.amongNumbered(i) {
			return nil
		}
		return &doc.Block{Type: doc.SectionHeader, Level: level, Text: line}
	}
	switch {
	case worded.MatchString(line), isCapitals(line):
		return &doc.Block{Type: doc.SectionHeader, Level: 2, Text: line}
	case i == 0 && len(p.paras) > 1 && opensDocument(line, p.paras[1]):
		return &doc.Block{Type: doc.Title, Text: line}
	}
	return nil
}

// headingLike reports a short line that does not end like a sentence or a label.
func headingLike(line string) bool {
	if utf8.RuneCountInString(line) > maxHeading || isRule(line) {
		return false
	}
	return !strings.ContainsAny(line[len(line)-1:], ".,;:!?-")
}

// numberedLevel is 2 for "1. Scope", 3 for "1.1 Terms", 0 for a line without such a number.
func numberedLevel(line string) int {
	m := numbered.FindStringSubmatch(line)
	if m == nil || len(strings.Fields(line)) > 12 {
		return 0
	}
	return min(6, 2+strings.Count(strings.TrimSuffix(m[1], "."), "."))
}

// amongNumbered reports whether the neighbouring paragraph is numbered in the same way: then the lines are a list.
func (p *parser) amongNumbered(i int) bool {
	level := numberedLevel(squeeze(p.paras[i][0]))
	for _, k := range []int{i - 1, i + 1} {
		if k < 0 || k >= len(p.paras) || len(p.paras[k]) != 1 {
			continue
		}
		if numberedLevel(squeeze(p.paras[k][0])) == level {
			return true
		}
	}
	return false
}

// isCapitals reports lines with at least four letters, all of them capitals.
func isCapitals(lines ...string) bool {
	letters := 0
	for _, line := range lines {
		if utf8.RuneCountInString(line) > maxHeading || strings.ContainsAny(line, "|\t") {
			return false
		}
		for _, r := range line {
			switch {
			case unicode.IsLower(r):
				return false
			case unicode.IsUpper(r):
				letters++
			}
		}
	}
	return letters >= 4
}

// opensDocument reports whether the first line stands as a title over what follows.
func opensDocument(line string, next paragraph) bool {
	first, _ := utf8.DecodeRuneInString(line)
	return utf8.RuneCountInString(line) <= 60 && (unicode.IsUpper(first) || unicode.IsDigit(first)) &&
		!strings.Contains(line, ": ") && marker(line) == "" && len(next) > 0
}

// rank settles titles and levels once all headings are known: the only = heading, if it comes first, is the title, and
// then - headings are the first rank below it.
func (p *parser) rank() {
	first := -1
	for i := range p.blocks {
		if p.blocks[i].IsHeading() {
			first = i
			break
		}
	}
	if p.equals == 1 && first >= 0 && p.blocks[first].Type == doc.SectionHeader && p.blocks[first].Level == 2 && first == 0 {
		p.blocks[first].Type, p.blocks[first].Level = doc.Title, 0
	}
	if p.equals > 1 {
		return
	}
	for i := range p.blocks {
		if b := &p.blocks[i]; b.Type == doc.SectionHeader && b.Level == 3 && numberedLevel(b.Text) == 0 {
			b.Level = 2
		}
	}
}

// squeeze joins runs of white space.
func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }
