package block

import (
	"math"
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
)

// continuations marks blocks that go on in the middle of a sentence: over a column, a page, or something set between. The
// blocks stay two, since each has a place of its own, but a word divided between them is whole again in the first.
func continuations(d *doc.Document) {
	last := -1
	for i := range d.Blocks {
		b := &d.Blocks[i]
		if b.Style == nil || b.Style.Role != "" {
			continue
		}
		switch b.Type {
		case doc.Title, doc.SectionHeader, doc.ListItem:
			last = i
		case doc.Text:
			// Notes and labels stand between the parts of a paragraph in smaller letters.
			if last >= 0 && b.Style.Size < 0.93*d.Blocks[last].Style.Size {
				continue
			}
			if last >= 0 && goesOn(&d.Blocks[last], b) {
				b.Continues = true
				whole(&d.Blocks[last], b)
			}
			last = i
		}
	}
}

// goesOn reports whether the sentence that ends the first block goes on in the second.
func goesOn(a, b *doc.Block) bool {
	alike := math.Abs(math.Log(max(a.Style.Size, 1e-3)/max(b.Style.Size, 1e-3))) < 0.05
	return !a.IsHeading() && alike && b.Page-a.Page <= 1 && !endsSentence(a.Text) && startsLower(b.Text)
}

// whole joins a word that a hyphen divides between two blocks.
func whole(a, b *doc.Block) {
	stem, ok := divided(a.Text)
	head, rest, more := strings.Cut(b.Text, " ")
	if !ok || !more {
		return
	}
	for i := range a.Spans {
		if m := &a.Spans[i]; m.End == len(a.Text) {
			m.End = len(stem)
			if goesWith(*m, b.Spans) {
				m.End += len(head)
			}
		}
	}
	a.Text, b.Text = stem+head, rest
	b.Spans = behind(b.Spans, len(head)+1)
}

// goesWith reports whether a mark at the end of one text goes on at the beginning of another.
func goesWith(m doc.Span, others []doc.Span) bool {
	return slices.ContainsFunc(others, func(o doc.Span) bool { return o.Start == 0 && o.Kind == m.Kind && o.Target == m.Target })
}
