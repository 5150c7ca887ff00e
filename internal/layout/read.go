package layout

import "github.com/octavo-dev/octavo/internal/engine"

// Read finds the words and lines of a page.
func Read(p *engine.Page) *Text {
	s := begin(p)
	defer s.release()
	glyphs := s.glyphsOf(p)
	t := &Text{}
	number := int32(0)
	for len(glyphs) > 0 {
		n := 1
		for n < len(glyphs) && glyphs[n].group == glyphs[0].group {
			n++
		}
		s.rules.turn(p.Chars[glyphs[0].char].Angle)
		rows := s.rowsOf(glyphs[:n])
		s.findGutters()
		for _, r := range rows {
			s.add(t, once(r.glyphs), number)
			number++
		}
		glyphs = glyphs[n:]
	}
	s.finish(t)
	t.separate(p)
	t.Stamps = t.stamps(p)
	t.checkboxes(p)
	t.values(p)
	return t
}

// wideGap, in sizes of the font, separates lines on one baseline. Justified text stretches its spaces to about one.
const wideGap = 1.2

// add cuts a row at wide gaps and rules and writes its lines.
func (s *scratch) add(t *Text, row []glyph, number int32) {
	for len(row) > 0 {
		n := s.segment(row)
		if line, ok := s.line(row[:n]); ok {
			line.Row = number
			if line.Hidden == Seen {
				t.Lines = append(t.Lines, line)
			} else {
				t.Hidden = append(t.Hidden, line)
			}
		}
		row = row[n:]
	}
}

// segment is the end of the first line of a row.
func (s *scratch) segment(row []glyph) int {
	end, last := row[0].u1, &row[0]
	for n := 1; n < len(row); n++ {
		g := &row[n]
		if g.is(space) {
			continue
		}
		gap := g.u0 - end
		if gap > wideGap*max(g.size, last.size) || gap > leastGap*g.size && len(s.rules.all) > 0 && s.rules.between(end, g) {
			return n
		}
		last, end = g, max(end, g.u1)
	}
	return len(row)
}
