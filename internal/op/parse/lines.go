package parse

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/doc"
)

// keepLines gives running text the line feeds of its page. It is done last, when all that paragraphs decide is decided.
func keepLines(sources []source) {
	for _, s := range sources {
		lines := map[int][]doc.Line{}
		for i := range s.doc.Pages {
			lines[s.doc.Pages[i].Number] = s.doc.Pages[i].Lines
		}
		for i := range s.doc.Blocks {
			if b := &s.doc.Blocks[i]; !b.IsHeading() && b.Type != doc.Figure && b.Table == nil && b.Pairs == nil && !b.Code {
				breakLines(b, lines[b.Page])
			}
		}
	}
}

// breakLines puts a line feed where one line ends and another one below it begins. Lines that do not stand in the text
// as they are written, and those that run at an angle, are passed over.
func breakLines(b *doc.Block, lines []doc.Line) {
	at := 0
	var last *doc.Line
	var breaks []int
	for i := range lines {
		l := &lines[i]
		if l.Rotation != 0 || !holds(b.Box, l.Box) {
			continue
		}
		from, to, ok := find(b.Text, at, strings.Fields(l.Text), last == nil)
		if !ok {
			continue
		}
		if last != nil && l.Box.Top > last.Box.Top+last.Box.Height/2 {
			breaks = append(breaks, wordEnd(b.Text, from))
		}
		last, at = l, to
	}
	for _, at := range slices.Backward(breaks) {
		feed(b, at)
	}
}

// holds reports whether the middle of a box lies in another.
func holds(b, of doc.Box) bool {
	x, y := of.Left+of.Width/2, of.Top+of.Height/2
	return x >= b.Left && x <= b.Left+b.Width && y >= b.Top && y <= b.Top+b.Height
}

// find looks for words, one behind the other, from a place in a text on. A hyphen at the end of a line may be gone, and
// the sign of a list item is no part of its text.
func find(text string, at int, words []string, first bool) (from, to int, ok bool) {
	if len(words) == 0 {
		return 0, 0, false
	}
	if from, to, ok = match(text, at, words); !ok && first && len(words) > 1 {
		from, to, ok = match(text, at, words[1:])
	}
	return from, to, ok
}

func match(text string, at int, words []string) (from, to int, ok bool) {
	for i, w := range words {
		rest := strings.TrimLeftFunc(text[at:], unicode.IsSpace)
		begin := len(text) - len(rest)
		if i == 0 {
			from = begin
		}
		if !strings.HasPrefix(rest, w) {
			_, size := utf8.DecodeLastRuneInString(w)
			if w = w[:len(w)-size]; i < len(words)-1 || w == "" || !strings.HasPrefix(rest, w) {
				return 0, 0, false
			}
		}
		at = begin + len(w)
	}
	return from, at, true
}

// wordEnd is where a line feed can stand: right there between words, else behind the word that a hyphen had divided.
func wordEnd(text string, at int) int {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at:])
	if unicode.IsSpace(before) || !unicode.IsLower(before) || !unicode.IsLower(after) {
		return at
	}
	if blank := strings.IndexFunc(text[at:], unicode.IsSpace); blank >= 0 {
		return at + blank + 1
	}
	return len(text)
}

// feed ends a line before a place: a blank becomes the line feed, and where there is none it is put in.
func feed(b *doc.Block, at int) {
	if at == 0 || at >= len(b.Text) {
		return
	}
	if b.Text[at-1] == ' ' || b.Text[at-1] == '\n' {
		b.Text = b.Text[:at-1] + "\n" + b.Text[at:]
		return
	}
	b.Text = b.Text[:at] + "\n" + b.Text[at:]
	for i := range b.Spans {
		s := &b.Spans[i]
		if s.Start >= at {
			s.Start++
		}
		if s.End > at {
			s.End++
		}
	}
}
