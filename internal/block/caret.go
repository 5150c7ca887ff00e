package block

import (
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
)

// caret is text that an annotation inserts behind a word.
type caret struct {
	behind *layout.Word
	text   string
}

// longestInsertion is how much text one caret may insert, in bytes.
const longestInsertion = 1 << 12

// findCarets finds the words behind which text is to be inserted. A caret that answers a deletion stands at its end.
func (s *sheet) findCarets() {
	for i := range s.Seen.Annotations {
		a := &s.Seen.Annotations[i]
		if a.Kind != "Caret" || a.Hidden || len(a.Contents) > longestInsertion {
			continue
		}
		text := strings.Join(strings.Fields(a.Contents), " ")
		if w := s.wordBefore(a.Box); w != nil && text != "" {
			s.carets = append(s.carets, caret{w, text})
		}
	}
}

// wordBefore is the last word that begins left of the middle of a box, on its line.
func (s *sheet) wordBefore(b engine.Box) *layout.Word {
	x := (b.X0 + b.X1) / 2
	var best *layout.Word
	var bestHigh float32
	for i := range s.Text.Lines {
		l := &s.Text.Lines[i]
		high := min(l.Box.Y1, b.Y1) - max(l.Box.Y0, b.Y0)
		if l.Angle != 0 || high <= 0 || x < l.Box.X0-l.Size || x > l.Box.X1+2*l.Size {
			continue
		}
		for k := range l.Words {
			w := &l.Words[k]
			begins := w.Box.X0 < x || k == 0
			if begins && (best == nil || high > bestHigh || high == bestHigh && w.Box.X0 > best.Box.X0) {
				best, bestHigh = w, high
			}
		}
	}
	return best
}

// insert writes what carets say into a block.
func (s *sheet) insert(b *doc.Block, words []*layout.Word) {
	for _, c := range s.carets {
		i := slices.Index(words, c.behind)
		if i < 0 {
			continue
		}
		at := places(b.Text, words)[i].to
		if at < 0 {
			continue
		}
		s.insertAt(b, at, c.text)
	}
}

// insertAt puts text behind a word that ends at a place, and behind what is deleted or inserted there already.
func (s *sheet) insertAt(b *doc.Block, at int, text string) {
	replaces := false
	for _, m := range b.Spans {
		if (m.Kind == doc.Deleted || m.Kind == doc.Inserted) && m.Start < at && at <= m.End {
			at, replaces = m.End, m.Kind == doc.Deleted
		}
	}
	blank := 0
	if !replaces && !strings.ContainsAny(text[:1], ",.;:!?)") {
		blank = 1
	}
	b.Text = b.Text[:at] + " "[:blank] + text + b.Text[at:]
	by := blank + len(text)
	for i := range b.Spans {
		m := &b.Spans[i]
		if m.Start >= at {
			m.Start += by
		}
		if m.End > at {
			m.End += by
		}
	}
	to := len(b.Spans)
	for i := range b.Spans {
		if b.Spans[i].Start >= at {
			to = min(to, i)
		}
	}
	b.Spans = slices.Insert(b.Spans, to, doc.Span{Kind: doc.Inserted, Start: at + blank, End: at + by})
}
