// Package inline collects running text from markup: white space folded, with links and other marks as spans.
package inline

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/doc"
)

// Text is running text under construction. The zero value is empty.
type Text struct {
	b     strings.Builder
	last  byte // last byte written, 0 at the start
	space bool // white space is due before the next character
	fixed int  // blanks among it that no line may break at
	spans []doc.Span
	open  []doc.Span
}

// noBreak is the blank that holds two words together.
const noBreak = '\u00a0'

// Add appends text with every run of white space folded to one blank. A no-break space stays one where it stands alone
// between two words; in runs and at the ends of lines it is there to push things around on a screen.
func (t *Text) Add(s string) {
	for _, r := range s {
		switch {
		case r == noBreak:
			t.fixed++
		case unicode.IsSpace(r):
			t.space = true
		default:
			t.settle()
			t.put(r)
		}
	}
}

// settle writes the white space that is due, except at the start of a line and behind a blank.
func (t *Text) settle() {
	if t.last != 0 && t.last != '\n' && t.last != ' ' {
		switch {
		case t.space || t.fixed > 1:
			t.put(' ')
		case t.fixed == 1:
			t.put(noBreak)
		}
	}
	t.space, t.fixed = false, 0
}

func (t *Text) put(r rune) {
	n := len(t.open)
	if n > 0 && t.open[n-1].Start < 0 {
		t.open[n-1].Start = t.b.Len()
	}
	t.b.WriteRune(r)
	t.last = byte(min(r, utf8.RuneSelf))
}

// Break starts a new line, but never a second one in a row.
func (t *Text) Break() {
	t.space, t.fixed = false, 0
	if t.last != 0 && t.last != '\n' {
		t.b.WriteByte('\n')
		t.last = '\n'
	}
}

// Open begins a mark. A mark inside another interrupts it, so that marks never overlap.
func (t *Text) Open(kind doc.SpanKind, target string) {
	t.settle()
	t.pause()
	t.open = append(t.open, doc.Span{Kind: kind, Target: target, Start: -1})
}

// Close ends the mark opened last.
func (t *Text) Close() {
	t.pause()
	t.open = t.open[:len(t.open)-1]
}

// pause ends the innermost mark for now; it goes on with the next character.
func (t *Text) pause() {
	n := len(t.open)
	if n == 0 || t.open[n-1].Start < 0 {
		return
	}
	s := t.open[n-1]
	s.End = t.b.Len()
	t.spans = append(t.spans, s)
	t.open[n-1].Start = -1
}

// Len is the number of bytes collected so far.
func (t *Text) Len() int { return t.b.Len() }

// Empty reports whether no visible character was added.
func (t *Text) Empty() bool { return t.b.Len() == 0 }

// Take returns what was collected and starts anew. Marks that are open stay open.
func (t *Text) Take() (string, []doc.Span) {
	t.pause()
	text := strings.TrimRight(t.b.String(), "\n")
	spans := t.spans
	for len(spans) > 0 && spans[len(spans)-1].Start >= len(text) {
		spans = spans[:len(spans)-1]
	}
	if n := len(spans); n > 0 {
		spans[n-1].End = min(spans[n-1].End, len(text))
	}
	t.b.Reset()
	t.last, t.space, t.fixed, t.spans = 0, false, 0, nil
	return text, spans
}
