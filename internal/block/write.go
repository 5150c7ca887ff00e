package block

import (
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
)

// write adds the blocks of a leaf.
func (s *sheet) write(out []doc.Block, leaf []piece, role string) []doc.Block {
	if role != "" {
		return s.writeRunning(out, leaf, role)
	}
	rows, known := s.known[&leaf[0]]
	if !known {
		rows = s.rows(leaf)
	}
	from := len(out)
	var starts []float32
	done := 0
	plain := func(to int) {
		if done == to {
			return
		}
		part := rows[done:to]
		at := s.paragraphs(part)
		for i := 1; i < len(at); i++ {
			out = append(out, s.block(part[at[i-1]:at[i]]))
			starts = append(starts, part[at[i-1]].start)
		}
	}
	for i := 0; i < len(rows); i++ {
		if n := s.listing(rows[i:]); n > 0 {
			plain(i)
			out, starts = append(out, s.codeBlock(rows[i:i+n])), append(starts, rows[i].start)
			done = i + n
			i = done - 1
		}
	}
	plain(len(rows))
	nest(out[from:], starts, s.em)
	return out
}

// block is a group, or the paragraph of rows.
func (s *sheet) block(rows []row) doc.Block {
	if rows[0].group != nil {
		return s.groupBlock(rows[0].group)
	}
	return s.paragraph(rows)
}

// writeRunning adds running lines, each stretch of text by itself.
func (s *sheet) writeRunning(out []doc.Block, leaf []piece, role string) []doc.Block {
	for _, r := range s.rows(leaf) {
		for _, p := range r.pieces {
			one := row{pieces: []piece{p}}
			s.fill(&one)
			b := s.paragraph([]row{one})
			b.Type, b.Level, b.Marker, b.Text = doc.Header, 0, "", one.text
			if role == footRole {
				b.Type = doc.Footer
			}
			if pageNumber(b.Text) {
				b.Type = doc.PageNumber
			}
			b.Style.Role = role
			s.mark(&b, p.parts)
			out = append(out, b)
		}
	}
	return out
}

// groupBlock is the block of a table, a figure, labels and values or text that runs at another angle.
func (s *sheet) groupBlock(g *group) doc.Block {
	if g.sign != nil {
		return s.signatureBlock(g)
	}
	if g.pairs != nil {
		return *g.pairs
	}
	b := doc.Block{Type: doc.Text, Page: s.Seen.Number, Confidence: 1, Counts: g.counts}
	var box engine.Box
	if g.table != nil {
		b.Type, b.Table, b.Confidence, box = doc.TableBlock, &g.table.Table, g.table.Confidence, g.table.Box
		b.Style = s.tableStyle(g.table)
	} else if g.figure {
		b.Type, box = doc.Figure, s.original(g.box)
	}
	var text strings.Builder
	last := int32(-1)
	for i, at := range g.lines {
		l := &s.Text.Lines[at]
		if i > 0 {
			if l.Row == last {
				text.WriteByte(' ')
			} else {
				text.WriteByte('\n')
			}
		}
		last = l.Row
		writeWords(&text, l.Words)
		if i == 0 && box == (engine.Box{}) {
			box = l.Box
		}
		box = union(box, l.Box)
	}
	b.Text = text.String()
	if g.lines != nil {
		var parts []part
		for _, at := range g.lines {
			parts = append(parts, part{at, 0, len(s.Text.Lines[at].Words)})
		}
		b.Confidence = s.confidence(parts)
		s.mark(&b, parts)
	}
	b.Box = s.fraction(box)
	return b
}

// original turns a box of the sheet's frame back into the page's.
func (s *sheet) original(b engine.Box) engine.Box {
	b = s.mirror(b)
	switch s.angle {
	case 90:
		return engine.Box{X0: s.Seen.Width - b.Y1, X1: s.Seen.Width - b.Y0, Y0: b.X0, Y1: b.X1}
	case 180:
		return engine.Box{X0: s.Seen.Width - b.X1, X1: s.Seen.Width - b.X0, Y0: s.Seen.Height - b.Y1, Y1: s.Seen.Height - b.Y0}
	case 270:
		return engine.Box{X0: b.Y0, X1: b.Y1, Y0: s.Seen.Height - b.X1, Y1: s.Seen.Height - b.X0}
	}
	return b
}

// confidence is the mean of the words'.
func (s *sheet) confidence(parts []part) float64 {
	sum, n := 0.0, 0
	for _, p := range parts {
		for _, w := range s.words(p) {
			sum += float64(w.Confidence)
			n++
		}
	}
	return sum / float64(max(n, 1))
}

// paragraph is the block of rows that go on.
func (s *sheet) paragraph(rows []row) doc.Block {
	b := doc.Block{Type: doc.Text, Page: s.Seen.Number, Text: joined(rows)}
	var box engine.Box
	parts := partsOf(rows)
	for i, p := range parts {
		words := s.words(p)
		if i == 0 {
			box = words[0].Box
		}
		for k := range words {
			box = union(box, words[k].Box)
		}
	}
	b.Box, b.Confidence = s.fraction(box), s.confidence(parts)
	b.Style = s.style(rows, b.Text)
	if r := &rows[0]; s.listed(r) && !r.contents {
		b.Type, b.Level = doc.ListItem, 1
		if r.mark.kind != check { // the box is part of what the item says
			b.Text = strings.TrimSpace(strings.TrimPrefix(b.Text, r.mark.text))
		}
		if r.mark.kind != bullet && r.mark.kind != check {
			b.Marker = r.mark.text
		}
	}
	s.mark(&b, parts)
	return b
}

// partsOf are the parts of rows, in reading order.
func partsOf(rows []row) []part {
	var out []part
	for i := range rows {
		for k := range rows[i].pieces {
			out = append(out, rows[i].pieces[k].parts...)
		}
	}
	return out
}
