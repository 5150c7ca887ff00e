package inline

import "github.com/octavo-dev/octavo/internal/doc"

// layer is marks that never overlap each other. Those that are open begin with the next character.
type layer struct {
	spans []doc.Span
	open  []doc.Span // Start is -1 where no character came yet
}

// begin says that a character is written at a place.
func (l *layer) begin(at int) {
	if n := len(l.open); n > 0 && l.open[n-1].Start < 0 {
		l.open[n-1].Start = at
	}
}

// push opens a mark at a place.
func (l *layer) push(s doc.Span, at int) {
	l.pause(at)
	s.Start = -1
	l.open = append(l.open, s)
}

// pop closes the innermost mark.
func (l *layer) pop(at int) {
	l.pause(at)
	if n := len(l.open); n > 0 {
		l.open = l.open[:n-1]
	}
}

// pause ends the innermost mark for now; it goes on with the next character.
func (l *layer) pause(at int) {
	n := len(l.open)
	if n == 0 || l.open[n-1].Start < 0 {
		return
	}
	s := l.open[n-1]
	s.End = at
	l.spans = append(l.spans, s)
	l.open[n-1].Start = -1
}

// take returns the marks up to a place as far as they lie in a text that is somewhat shorter.
func (l *layer) take(at, length int) []doc.Span {
	l.pause(at)
	spans := l.spans
	l.spans = nil
	for len(spans) > 0 && spans[len(spans)-1].Start >= length {
		spans = spans[:len(spans)-1]
	}
	if n := len(spans); n > 0 {
		spans[n-1].End = min(spans[n-1].End, length)
	}
	return spans
}
