package block

import (
	"math"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/layout"
)

// Bounds of program text.
const (
	fewestCode = 2   // rows
	widestCode = 200 // spaces between words, and before the first
	codeSigns  = "{}[]();=<>#$_\\|&"
)

// listing counts the rows from one on that are program text: in letters of one width, amid text in others, and with the
// signs that programs have in many of their lines.
func (s *sheet) listing(rows []row) int {
	if s.typed {
		return 0
	}
	n, signed := 0, 0
	for n < len(rows) && s.fixedRow(&rows[n]) && (n == 0 || rows[n].baseline-rows[n-1].baseline < 2.5*s.pitch) {
		if strings.ContainsAny(rows[n].text, codeSigns) {
			signed++
		}
		n++
	}
	if n < fewestCode || 3*signed < n {
		return 0
	}
	return n
}

// fixed reports whether a word is set in letters of one width.
func (s *sheet) fixed(w *layout.Word) bool {
	return w.Font >= 0 && int(w.Font) < len(s.Seen.Fonts) && s.Seen.Fonts[w.Font].Fixed
}

func (s *sheet) fixedRow(r *row) bool {
	if r.group != nil {
		return false
	}
	for i := range r.pieces {
		for _, w := range s.wordsOf(r.pieces[i].parts) {
			if !s.fixed(w) {
				return false
			}
		}
	}
	return true
}

// typewritten reports whether most of a page is set in letters of one width: then they tell nothing.
func (s *sheet) typewritten() bool {
	n := 0
	for i := range s.Text.Lines {
		for k := range s.Text.Lines[i].Words {
			if w := &s.Text.Lines[i].Words[k]; s.fixed(w) {
				n += len(w.Text)
			} else {
				n -= len(w.Text)
			}
		}
	}
	return n > 0
}

// codeBlock is the block of rows of program text, with the spaces that its words stand apart by.
func (s *sheet) codeBlock(rows []row) doc.Block {
	b := s.paragraph(rows)
	left, advance := rows[0].box.X0, s.advance(rows)
	pitch := s.leafPitch(rows)
	for i := range rows {
		left = min(left, rows[i].box.X0)
	}
	blanks := func(wide float32, least int) string {
		return strings.Repeat(" ", min(max(int(math.Round(float64(wide/advance))), least), widestCode))
	}
	var text strings.Builder
	for i := range rows {
		if i > 0 {
			text.WriteByte('\n')
			if rows[i].baseline-rows[i-1].baseline > 1.5*pitch*rows[i].size {
				text.WriteByte('\n')
			}
		}
		end, least := left, 0
		for k := range rows[i].pieces {
			for _, w := range s.wordsOf(rows[i].pieces[k].parts) {
				box := s.level(w.Box)
				text.WriteString(blanks(box.X0-end, least) + w.Text)
				end, least = box.X1, 1
			}
		}
	}
	b.Type, b.Level, b.Marker, b.Code, b.Text = doc.Text, 0, "", true, text.String()
	b.Style.Role = codeRole
	s.mark(&b, partsOf(rows))
	return b
}

// advance is how wide the letters of program text are.
func (s *sheet) advance(rows []row) float32 {
	var widths tally
	for i := range rows {
		for k := range rows[i].pieces {
			for _, w := range s.wordsOf(rows[i].pieces[k].parts) {
				if n := len([]rune(w.Text)); n > 0 {
					widths.add(float64((w.Box.X1-w.Box.X0)/rows[i].size)/float64(n), n)
				}
			}
		}
	}
	return float32(widths.usual(0.02, 0.6)) * rows[0].size
}
