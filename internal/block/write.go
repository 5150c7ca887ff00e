package block

import (
	"strings"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/table"
)

// write adds the blocks of a leaf.
func (s *sheet) write(out []doc.Block, leaf []piece, role string) []doc.Block {
	if role != "" {
		return s.writeRunning(out, leaf, role)
	}
	rows := s.rows(leaf)
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
		if n := s.pairs(rows[i:]); n >= fewestPairs {
			plain(i)
			out, starts = append(out, s.pairBlock(rows[i:i+n])), append(starts, rows[i].start)
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
			out = append(out, b)
		}
	}
	return out
}

// groupBlock is the block of a table, a figure or text that runs at another angle.
func (s *sheet) groupBlock(g *group) doc.Block {
	b := doc.Block{Type: doc.Text, Page: s.Seen.Number, Confidence: 1}
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
	}
	b.Box = s.fraction(box)
	return b
}

// tableStyle is the size of the words of a table: on pages with little prose it is what headings are larger than.
func (s *sheet) tableStyle(t *table.Found) *doc.Style {
	chars, sum := 0, 0.0
	for _, at := range t.Words {
		w := &s.Text.Lines[at.Line].Words[at.Word]
		chars += len(w.Text)
		sum += float64(len(w.Text)) * float64(w.Size)
	}
	if chars == 0 {
		return nil
	}
	return &doc.Style{Size: sum / float64(chars), Weight: regular, Lines: t.Table.Rows}
}

// original turns a box of the sheet's frame back into the page's.
func (s *sheet) original(b engine.Box) engine.Box {
	switch s.angle {
	case 90:
		return engine.Box{X0: s.Seen.Width - b.Y1, X1: s.Seen.Width - b.Y0, Y0: b.X0, Y1: b.X1}
	case 180:
		return s.level(b)
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
	var parts []part
	for i := range rows {
		for k := range rows[i].pieces {
			parts = append(parts, rows[i].pieces[k].parts...)
		}
	}
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
		b.Text = strings.TrimSpace(strings.TrimPrefix(b.Text, r.mark.text))
		if r.mark.kind != bullet {
			b.Marker = r.mark.text
		}
	}
	return b
}

// style tells what the block looks like.
func (s *sheet) style(rows []row, text string) *doc.Style {
	r := &rows[0]
	st := &doc.Style{
		Size: float64(r.size), Weight: 1000, Italic: true, Lines: len(rows), Caps: capitals(text),
		Color: uint32(r.look.color >> 8), Alone: len(r.pieces) == 1,
	}
	for i := range rows {
		st.Weight = min(st.Weight, rows[i].look.weight)
		st.Italic = st.Italic && rows[i].look.italic
	}
	st.Centred = s.centred(rows)
	if f := r.look.font; f >= 0 && int(f) < len(s.Seen.Fonts) {
		st.Font = strings.ToLower(s.Seen.Fonts[f].Family)
	}
	switch {
	case isCaption(text):
		st.Role = captionRole
	case r.contents:
		st.Role = tocRole
	case r.formula && utf8.RuneCountInString(text) < 120:
		st.Role = formulaRole
	}
	if e := s.element(r.first); e > 0 {
		st.Tag = s.Seen.Elements[e-1].Kind
	}
	return st
}

// centred reports whether all rows stand in the middle of their column, with room on both sides.
func (s *sheet) centred(rows []row) bool {
	for i := range rows {
		r := &rows[i]
		left, right := r.box.X0-r.left, r.right-r.box.X1
		if min(left, right) < 2*r.size || absolute(left-right) > r.size {
			return false
		}
	}
	return true
}

// spaces measures the white space above and below each block, within its column.
func (s *sheet) spaces(blocks []doc.Block) {
	for i := range blocks {
		st := blocks[i].Style
		if st == nil {
			continue
		}
		em := st.Size / float64(max(s.Seen.Height, 1))
		st.Above, st.Below = farSpace, farSpace
		for _, step := range [...]int{-1, 1} {
			for j := i + step; j >= 0 && j < len(blocks) && j >= i-3 && j <= i+3; j += step {
				a, b := &blocks[i].Box, &blocks[j].Box
				if a.Left >= b.Left+b.Width || b.Left >= a.Left+a.Width {
					continue
				}
				if up := (a.Top - b.Top - b.Height) / em; up > -0.5 && step < 0 {
					st.Above = min(st.Above, max(up, 0))
				}
				if down := (b.Top - a.Top - a.Height) / em; down > -0.5 && step > 0 {
					st.Below = min(st.Below, max(down, 0))
				}
			}
		}
	}
}

// farSpace stands for the edge of the page, in sizes of the font.
const farSpace = 5
