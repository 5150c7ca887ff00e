package block

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
)

// Bounds of labels and values, and of a stretch of them.
const (
	fewestPairs  = 3
	longestKey   = 40
	longestValue = 60
	keyWords     = 5
)

// pair is a row that is a label, a colon and a value.
type pair struct{ key, value string }

// pairOf reads a row as a label and its value.
func (s *sheet) pairOf(r *row) (pair, bool) {
	if r.group != nil || r.mark.kind != none || r.contents || r.formula {
		return pair{}, false
	}
	key, value, ok := strings.Cut(r.text, ":")
	value = strings.TrimSpace(value)
	first, _ := utf8.DecodeRuneInString(key)
	fits := ok && value != "" && !strings.HasPrefix(value, "//") && len(key) <= longestKey && len(value) <= longestValue &&
		len(strings.Fields(key)) <= keyWords && unicode.IsUpper(first) && !strings.HasSuffix(key, " ") &&
		strings.HasPrefix(r.text[len(key)+1:], " ")
	return pair{key, value}, fits && !isCaption(r.text)
}

// pairs counts the rows from one on that are labels and values of one arrangement. Labels that come again are the speakers
// of a dialogue.
func (s *sheet) pairs(rows []row) int {
	var keys []string
	for i := range rows {
		p, ok := s.pairOf(&rows[i])
		if !ok || absolute(rows[i].box.X0-rows[0].box.X0) > s.em || slices.Contains(keys, p.key) ||
			i > 0 && rows[i].baseline-rows[i-1].baseline > 3*s.pitch {
			break
		}
		keys = append(keys, p.key)
	}
	if n := len(keys); n < len(rows) && n > 0 && rows[n].group == nil && startsLower(rows[n].text) {
		return n - 1 // the last goes on in the next row
	}
	return len(keys)
}

// pairBlock is the block of rows of labels and values.
func (s *sheet) pairBlock(rows []row) doc.Block {
	b := doc.Block{Type: doc.KeyValue, Page: s.Seen.Number}
	var box engine.Box
	var parts []part
	for i := range rows {
		p, _ := s.pairOf(&rows[i])
		first := len(parts)
		var here engine.Box
		for k := range rows[i].pieces {
			for _, at := range rows[i].pieces[k].parts {
				parts = append(parts, at)
				for _, w := range s.words(at) {
					if here == (engine.Box{}) {
						here = w.Box
					}
					here = union(here, w.Box)
				}
			}
		}
		if i == 0 {
			box = here
		}
		box = union(box, here)
		pair := doc.Pair{Key: p.key, Value: p.value, Box: s.fraction(here)}
		pair.Spans = behind(s.spans(rows[i].text, s.wordsOf(parts[first:])), len(rows[i].text)-len(p.value))
		b.Pairs = append(b.Pairs, pair)
	}
	b.Box, b.Confidence = s.fraction(box), s.confidence(parts)
	return b
}

// behind are the marks of a text without what stands before a place.
func behind(spans []doc.Span, at int) []doc.Span {
	var out []doc.Span
	for _, m := range spans {
		if m.End > at {
			m.Start, m.End = max(m.Start-at, 0), m.End-at
			out = append(out, m)
		}
	}
	return out
}
