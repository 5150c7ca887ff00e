package block

import (
	"cmp"
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/table"
)

// hit is the part of a word that a zone marks, in bytes of its text.
type hit struct {
	zone     *zone
	from, to int
}

// spans are the marks of a text that is made of words.
func (s *sheet) spans(text string, words []*layout.Word) []doc.Span {
	if len(s.zones) == 0 && !s.Scripts {
		return nil
	}
	var out []doc.Span
	last := map[doc.SpanKind]int{} // index of the last span of a kind, and the mark it belongs to
	mark := map[doc.SpanKind]int{}
	for i, at := range places(text, words) {
		if at.from < 0 {
			continue
		}
		if s.Scripts {
			out = append(out, s.scripts(words[i], at)...)
		}
		for _, h := range s.hits(words[i]) {
			kind, from, to := h.zone.kind, at.from+h.from, min(at.from+h.to, at.to)
			k, known := last[kind]
			switch {
			case from >= to || known && from < out[k].End:
			case known && mark[kind] == h.zone.mark && strings.TrimSpace(text[out[k].End:from]) == "":
				out[k].End = to
			default:
				last[kind], mark[kind] = len(out), h.zone.mark
				out = append(out, doc.Span{Kind: kind, Start: from, End: to, Target: h.zone.target})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b doc.Span) int { return cmp.Compare(a.Start, b.Start) })
	replacements(text, out)
	return out
}

// scripts are the marks of what is raised or lowered in a word.
func (s *sheet) scripts(w *layout.Word, at stretch) []doc.Span {
	shifted := []layout.Shift{{From: 0, To: len(w.Text), Script: w.Script}}
	if w.Script == layout.None {
		shifted = s.Text.Shifted[w.First]
	}
	var out []doc.Span
	for _, shift := range shifted {
		kind := doc.Raised
		if shift.Script == layout.Sub {
			kind = doc.Lowered
		}
		if from, to := at.from+shift.From, min(at.from+shift.To, at.to); from < to {
			out = append(out, doc.Span{Kind: kind, Start: from, End: to})
		}
	}
	return out
}

// replacements lets deletions reach up to the insertions right behind them: both are one change.
func replacements(text string, spans []doc.Span) {
	for i := range spans {
		if spans[i].Kind != doc.Deleted {
			continue
		}
		for _, next := range spans[i+1:] {
			if next.Kind == doc.Inserted && strings.TrimSpace(text[min(spans[i].End, next.Start):next.Start]) == "" {
				spans[i].End = next.Start
			}
		}
	}
}

// stretch is where a word stands in a text; from is -1 where it does not.
type stretch struct{ from, to int }

// places finds the words in the text that was made of them: with blanks between, hyphens at line ends undone, list
// markers left out.
func places(text string, words []*layout.Word) []stretch {
	out := make([]stretch, len(words))
	at := 0
	for i, w := range words {
		for at < len(text) && (text[at] == ' ' || text[at] == '\n') {
			at++
		}
		written := w.Text
		if !strings.HasPrefix(text[at:], written) {
			stem, ok := divided(written)
			if !ok || !strings.HasPrefix(text[at:], stem) {
				out[i] = stretch{-1, -1}
				continue
			}
			written = stem
		}
		out[i] = stretch{at, at + len(written)}
		at += len(written)
	}
	return out
}

// hits are the marks on a word. What is deleted is not inserted.
func (s *sheet) hits(w *layout.Word) []hit {
	var out []hit
	deleted := false
	for i := range s.zones {
		a := &s.zones[i]
		if a.box.Y0 > w.Box.Y1 {
			break
		}
		if a.box.Y1 < w.Box.Y0 || a.box.X0 > w.Box.X1 || a.box.X1 < w.Box.X0 {
			continue
		}
		if from, to := s.covered(w, a.box); from < to {
			out = append(out, hit{a, from, to})
			deleted = deleted || a.kind == doc.Deleted
		}
	}
	if deleted {
		out = slices.DeleteFunc(out, func(h hit) bool { return h.zone.kind == doc.Inserted })
	}
	slices.SortStableFunc(out, func(a, b hit) int { return cmp.Compare(a.from, b.from) })
	return out
}

// wordsOf lists the words of parts.
func (s *sheet) wordsOf(parts []part) []*layout.Word {
	var out []*layout.Word
	for _, p := range parts {
		words := s.words(p)
		for i := range words {
			out = append(out, &words[i])
		}
	}
	return out
}

// mark gives a block of text its marks and the text that carets insert.
func (s *sheet) mark(b *doc.Block, parts []part) {
	if len(s.zones) == 0 && len(s.carets) == 0 && !s.Scripts {
		return
	}
	words := s.wordsOf(parts)
	b.Spans = s.spans(b.Text, words)
	s.insert(b, words)
}

// markCells gives the cells of tables their marks.
func (s *sheet) markCells() {
	if len(s.zones) == 0 && !s.Scripts {
		return
	}
	for i := range s.Tables {
		s.markTable(&s.Tables[i])
	}
}

func (s *sheet) markTable(t *table.Found) {
	for from := 0; from < len(t.Words); {
		cell := t.Words[from].Cell
		var words []*layout.Word
		for ; from < len(t.Words) && t.Words[from].Cell == cell; from++ {
			at := &t.Words[from]
			words = append(words, &s.Text.Lines[at.Line].Words[at.Word])
		}
		c := &t.Table.Cells[cell]
		if spans := s.spans(c.Text, words); spans != nil {
			extra := doc.CellExtra{}
			if c.Extra != nil {
				extra = *c.Extra
			}
			extra.Spans = spans
			c.Extra = &extra
		}
	}
}
