// Package text reads plain text: paragraphs, headings, lists and runs of labelled values, as far as typed text shows
// them.
package text

import (
	"context"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/flow"
	"github.com/octavo-dev/octavo/internal/format"
)

// Format is plain text.
var Format = format.Format{
	Name:       "txt",
	Endings:    []string{"text", "log"},
	MediaTypes: []string{"text/plain"},
	Text:       true,
	Read:       Read,
}

// Read reads a text file as one page.
func Read(ctx context.Context, f format.File, opts format.Options) (*doc.Document, error) {
	if pages, err := opts.Pages(1, nil); err != nil || len(pages) == 0 {
		return &doc.Document{Type: "txt", Kind: doc.Flow, Name: f.Name, PageCount: 1}, err
	}
	body, err := format.ReadText(ctx, f, opts.Limits)
	if err != nil {
		return nil, err
	}
	d := &doc.Document{Type: "txt", Name: f.Name, Blocks: Blocks(body)}
	flow.Set(d)
	return d, ctx.Err()
}

// Blocks finds the blocks of a text.
func Blocks(body string) []doc.Block {
	p := parser{paras: paragraphs(body)}
	for i := range p.paras {
		p.paragraph(i)
	}
	p.rank()
	return p.blocks
}

// paragraph is a run of lines without a blank one between them, white space at line ends removed.
type paragraph []string

func paragraphs(body string) []paragraph {
	var all []paragraph
	var now paragraph
	for line := range strings.FieldsFuncSeq(body, func(r rune) bool { return r == '\f' }) {
		for line := range strings.SplitSeq(line, "\n") {
			line = strings.TrimRight(line, " \t\v\u00a0")
			if line != "" {
				now = append(now, line)
				continue
			}
			if now != nil {
				all, now = append(all, now), nil
			}
		}
		if now != nil {
			all, now = append(all, now), nil
		}
	}
	return all
}

type parser struct {
	paras  []paragraph
	blocks []doc.Block
	equals int // headings underlined with =
}

// paragraph adds the blocks of one paragraph.
func (p *parser) paragraph(i int) {
	lines := p.paras[i]
	if heading := p.heading(i); heading != nil {
		p.add(*heading)
		return
	}
	for len(lines) > 0 {
		n := p.underlined(lines)
		if n == 0 {
			n = p.pairs(lines)
		}
		if n == 0 {
			n = p.list(lines)
		}
		if n == 0 {
			n = p.prose(lines)
		}
		lines = lines[n:]
	}
}

// prose takes the lines up to the next one that begins something else.
func (p *parser) prose(lines paragraph) int {
	n := 1
	for n < len(lines) && !begins(lines[n:]) {
		n++
	}
	if kept := withoutRules(lines[:n]); len(kept) > 0 {
		p.add(doc.Block{Type: doc.Text, Text: strings.Join(outdent(kept), "\n")})
	}
	return n
}

// lookahead bounds how many lines decide what begins, so that no text makes every line read all that follow.
const lookahead = 20

// begins reports whether a heading, list or run of pairs starts with the first of the lines.
func begins(lines paragraph) bool {
	lines = lines[:min(len(lines), lookahead)]
	return isUnderlined(lines) || pairRun(lines) >= 2 || listStart(lines)
}

func (p *parser) add(b doc.Block) {
	b.Confidence = 1
	p.blocks = append(p.blocks, b)
}

// withoutRules drops lines that only draw a rule above or below other text. Rules inside are left, they may belong to
// a table drawn with characters.
func withoutRules(lines paragraph) paragraph {
	for len(lines) > 0 && isRule(lines[0]) {
		lines = lines[1:]
	}
	for len(lines) > 0 && isRule(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// isRule reports a line of at least three marks of one kind.
func isRule(line string) bool {
	marks := strings.Join(strings.Fields(line), "")
	return len(marks) >= 3 && strings.ContainsRune("-=_*~#", rune(marks[0])) && strings.Trim(marks, marks[:1]) == ""
}

// outdent removes the white space that all lines begin with.
func outdent(lines paragraph) []string {
	common := -1
	for _, line := range lines {
		n := indent(line)
		if common < 0 || n < common {
			common = n
		}
	}
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = line[max(common, 0):]
	}
	return out
}

// indent counts the blanks and tabs a line begins with.
func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }
