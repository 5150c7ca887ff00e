package xlsx

import (
	"strconv"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/markup"
	"github.com/octavo-dev/octavo/internal/sheet"
)

// maxCellText bounds the text of one cell. Excel itself stops at 32,767 characters.
const maxCellText = 128 << 10

// shifts are the looks of runs that raise or lower them.
var shifts = map[string]doc.SpanKind{"superscript": doc.Raised, "subscript": doc.Lowered}

// richText is the text of an element that holds it plainly or in runs, with what of it is raised or lowered. Readings of
// East Asian words are left out.
func richText(r *markup.Reader) (text string, shifted []doc.Span) {
	for child := range r.Children() {
		switch child {
		case "x:t":
			text += r.String(maxCellText - len(text))
		case "x:r":
			start, kind := len(text), doc.SpanKind("")
			for inner := range r.Children() {
				switch inner {
				case "x:rPr":
					for look := range r.Children() {
						if look == "x:vertAlign" {
							kind = shifts[r.Attr("val")]
						}
					}
				case "x:t":
					text += r.String(maxCellText - len(text))
				}
			}
			if kind != "" && len(text) > start {
				shifted = append(shifted, doc.Span{Kind: kind, Start: start, End: len(text)})
			}
		}
	}
	return text, shifted
}

// readStrings reads the texts that cells name by number.
func (b *book) readStrings(part string) error {
	return b.read(part, func(r *markup.Reader) {
		for child := range r.Children() {
			if child != "x:si" {
				continue
			}
			text, shifted := richText(r)
			if shifted != nil {
				b.shifted[len(b.strings)] = shifted
			}
			b.strings = append(b.strings, text)
		}
	})
}

// shared is the text that a cell names, with what of it is raised or lowered.
func (b *book) shared(number string) (string, []doc.Span) {
	n, err := strconv.Atoi(strings.TrimSpace(number))
	if err != nil || n < 0 || n >= len(b.strings) {
		return "", nil
	}
	return b.strings[n], b.shifted[n]
}

// shift marks what is raised or lowered in a cell, unless the cell shows something else than was stored.
func shift(c *sheet.Cell, stored string, shifted []doc.Span) {
	if len(shifted) == 0 || !strings.HasPrefix(stored, c.Text) {
		return
	}
	own := extra(c)
	for _, s := range shifted {
		if s.End = min(s.End, len(c.Text)); s.Start < s.End {
			own.Spans = append(own.Spans, s)
		}
	}
}
