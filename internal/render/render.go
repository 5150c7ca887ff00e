// Package render writes blocks as text: Markdown prefixes, tables in every output format, inline marks.
package render

import (
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
)

// Options is how blocks are written.
type Options struct {
	Table TableFormat

	Links      bool // [text](url)
	Highlights bool // <mark>
	Changes    bool // <change>; without it insertions are plain and deletions left out

	Scripts bool // <sub> and <sup>

	Comments   bool // Comment blocks
	Signatures bool // Signature blocks
	Unmarked   bool // watermarks are left out
	Uncounted  bool // numbers that count lines are left out

	Colors    bool // of cells
	Formulas  bool
	Dropdowns bool
	Plain     bool // no <b>, <i>, <s> inside cells

	Bare bool // chunks have no Markdown prefixes: see Bare
}

// Show reports whether a block is written at all. A comment or signature that is drawn on the page and was not asked for
// becomes what it is otherwise.
func Show(b *doc.Block, o Options) bool {
	switch {
	case b.Watermark:
		return !o.Unmarked
	case b.Counts:
		return !o.Uncounted
	case b.Type == doc.Comment && o.Comments, b.Type == doc.Signature && o.Signatures:
		return true
	case b.Type != doc.Comment && b.Type != doc.Signature:
		return true
	}
	b.Type, b.Author, b.Time = b.Otherwise, "", ""
	return b.Type != ""
}

// Content is the text of a block without Markdown prefix; a table is already in its output format. Page is the number
// that boxes inside the content carry. A table whose grid is not consistent becomes plain text.
func Content(b *doc.Block, page int, o Options) string {
	switch {
	case b.Table != nil:
		return Table(b.Table, page, o)
	case b.Type == doc.Figure:
		return joined("\n", b.Caption, inline(b.Text, b.Spans, o, as))
	case b.Type == doc.Comment:
		return comment(b, o)
	case b.Type == doc.Signature && b.Text == "":
		return "[signature]"
	case len(b.Pairs) > 0:
		return pairs(b.Pairs, o)
	case b.Code && b.Text != "":
		return fenced(b.Text, b.Lang)
	}
	text := inline(b.Text, b.Spans, o, as)
	if b.IsHeading() {
		text = strings.Join(strings.Fields(text), " ")
	}
	return text
}

// Text is what a block adds to its chunk: its content behind a Markdown prefix.
func Text(b *doc.Block, content string) string {
	if content == "" {
		return ""
	}
	switch b.Type {
	case doc.Title:
		return "# " + content
	case doc.SectionHeader:
		level := b.Level
		if level == 0 {
			level = 2
		}
		return strings.Repeat("#", min(max(level, 2), 6)) + " " + joined(" ", b.Marker, content)
	case doc.ListItem:
		mark := b.Marker
		if mark == "" {
			mark = "-"
		}
		return strings.Repeat("  ", max(b.Level-1, 0)) + mark + " " + content
	}
	return content
}

// Bare is what a block adds to its chunk where no Markdown is wanted: its content behind its own number.
func Bare(b *doc.Block, content string) string {
	if content == "" {
		return ""
	}
	return joined(" ", b.Marker, content)
}

// Separator stands between the texts of two neighbouring blocks.
func Separator(before, after doc.BlockType) string {
	if before == doc.ListItem && after == doc.ListItem {
		return "\n"
	}
	return "\n\n"
}

// Markdown is a whole document as one text.
func Markdown(d *doc.Document, o Options) string {
	var out strings.Builder
	var last *doc.Block
	for i := range d.Blocks {
		b := d.Blocks[i]
		if !Show(&b, o) {
			continue
		}
		text := Text(&b, Content(&b, b.Page, o))
		if text == "" {
			continue
		}
		if out.Len() > 0 {
			out.WriteString(between(last, &b))
		}
		out.WriteString(text)
		last = &b
	}
	return out.String()
}

// between stands between two blocks. A paragraph that goes on in another column or on another page is one text.
func between(before, after *doc.Block) string {
	if after.Continues && after.Type == doc.Text && (before.Type == doc.Text || before.Type == doc.ListItem) && !before.Watermark {
		return " "
	}
	return Separator(before.Type, after.Type)
}

func pairs(all []doc.Pair, o Options) string {
	lines := make([]string, len(all))
	for i, p := range all {
		lines[i] = inline(p.Value, p.Spans, o, as)
		if p.Key != "" {
			lines[i] = strings.TrimRight(p.Key+": "+lines[i], " ")
		}
	}
	return strings.Join(lines, "\n")
}

// comment is "author (time): text" as far as these are known.
func comment(b *doc.Block, o Options) string {
	text := inline(b.Text, b.Spans, o, as)
	who := b.Author
	if b.Time != "" {
		who = strings.TrimLeft(who+" ("+b.Time+")", " ")
	}
	if who == "" {
		return text
	}
	return who + ": " + text
}

// fenced is program text between fences longer than any run of back quotes inside it.
func fenced(text, lang string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + lang + "\n" + text + "\n" + fence
}

func joined(sep string, parts ...string) string {
	var out []string
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, sep)
}
