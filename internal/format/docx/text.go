package docx

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/doc"
)

// marks are what is said about the text that is written next.
type marks struct {
	change doc.SpanKind // Inserted, Deleted or nothing
	author string
	link   string
	lit    bool         // highlighted or shaded
	shift  doc.SpanKind // Raised, Lowered or nothing
}

// text is running text under construction, with its marks as spans.
type text struct {
	b       []byte
	changes []doc.Span
	links   []doc.Span
	lights  []doc.Span
	shifts  []doc.Span
}

// write adds text under marks.
func (t *text) write(s string, m marks) {
	if s == "" {
		return
	}
	from := len(t.b)
	t.b = append(t.b, s...)
	to := len(t.b)
	if m.change != "" {
		t.changes = extend(t.changes, doc.Span{Kind: m.change, Start: from, End: to, Author: m.author})
	}
	if m.link != "" {
		t.links = extend(t.links, doc.Span{Kind: doc.Link, Start: from, End: to, Target: m.link})
	}
	if m.lit {
		t.lights = extend(t.lights, doc.Span{Kind: doc.Highlight, Start: from, End: to})
	}
	if m.shift != "" {
		t.shifts = extend(t.shifts, doc.Span{Kind: m.shift, Start: from, End: to})
	}
}

// extend adds a span, or lets the last one go on where both say the same.
func extend(spans []doc.Span, s doc.Span) []doc.Span {
	if n := len(spans) - 1; n >= 0 {
		same := s
		same.Start = spans[n].Start
		if last := spans[n]; last.End == s.Start {
			last.End = s.End
			if last == same {
				spans[n].End = s.End
				return spans
			}
		}
	}
	return append(spans, s)
}

// shown reports whether anything is left when what was deleted is left out.
func (t *text) shown() bool {
	return strings.TrimSpace(doc.Shown(string(t.b), t.changes)) != ""
}

// take returns the text without white space at its ends, and its marks in order.
func (t *text) take() (string, []doc.Span) {
	whole := string(t.b)
	left := len(whole) - len(strings.TrimLeftFunc(whole, unicode.IsSpace))
	trimmed := strings.TrimSpace(whole)
	var spans []doc.Span
	for _, s := range slices.Concat(t.changes, t.links, t.lights, t.shifts) {
		if s.Start, s.End = max(s.Start-left, 0), min(s.End-left, len(trimmed)); s.Start < s.End {
			spans = append(spans, s)
		}
	}
	slices.SortStableFunc(spans, func(a, b doc.Span) int { return cmp.Compare(a.Start, b.Start) })
	return trimmed, spans
}
