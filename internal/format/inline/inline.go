// Package inline collects running text from markup: white space folded, with links and other marks as spans.
package inline

import (
	"cmp"
	"slices"
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

	marks  layer
	shifts layer // what is raised or lowered, inside marks and across them
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
	t.marks.begin(t.b.Len())
	t.shifts.begin(t.b.Len())
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
	t.marks.push(doc.Span{Kind: kind, Target: target}, t.b.Len())
}

// Close ends the mark opened last.
func (t *Text) Close() { t.marks.pop(t.b.Len()) }

// Shift begins text that is raised or lowered. Marks go on through it.
func (t *Text) Shift(kind doc.SpanKind) {
	t.settle()
	t.shifts.push(doc.Span{Kind: kind}, t.b.Len())
}

// Unshift ends what Shift began last, if anything.
func (t *Text) Unshift() { t.shifts.pop(t.b.Len()) }

// Len is the number of bytes collected so far.
func (t *Text) Len() int { return t.b.Len() }

// Empty reports whether no visible character was added.
func (t *Text) Empty() bool { return t.b.Len() == 0 }

// Take returns what was collected and starts anew. Marks that are open stay open.
func (t *Text) Take() (string, []doc.Span) {
	written := t.b.Len()
	text := strings.TrimRight(t.b.String(), "\n")
	spans := slices.Concat(t.marks.take(written, len(text)), t.shifts.take(written, len(text)))
	slices.SortStableFunc(spans, func(a, b doc.Span) int { return cmp.Compare(a.Start, b.Start) })
	t.b.Reset()
	t.last, t.space, t.fixed = 0, false, 0
	return text, spans
}
