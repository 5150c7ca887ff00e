package block

import (
	"strings"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/table"
)

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

// style tells what the block looks like.
func (s *sheet) style(rows []row, text string) *doc.Style {
	r := &rows[0]
	st := &doc.Style{
		Size: float64(r.size), Weight: 1000, Italic: true, Lines: len(rows), Caps: capitals(text),
		Color: uint32(r.look.color >> 8), Alone: len(r.pieces) == 1, Low: r.box.Y0 > s.height/2,
	}
	for i := range rows {
		st.Weight = min(st.Weight, rows[i].look.weight)
		st.Italic = st.Italic && rows[i].look.italic
	}
	st.Centred, st.Seen = s.centred(rows), s.patchHeading(rows)
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
