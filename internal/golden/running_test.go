package golden

import (
	"fmt"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

var running = []page{
	{"running-lines", func(f *pdfgen.File) {
		for n := range 4 {
			s := pdfgen.NewSheet(f)
			undo := s.With(pdfgen.Regular, 8)
			s.Text(72, 40, "The harbour and its books")
			s.Right(540, 40, "Third edition")
			s.Text(72, 760, "Harbour Council")
			s.Centre(306, 760, fmt.Sprint(11+n))
			undo()
			y := 90.0
			if n%2 == 0 {
				y = head(s, 72, y, 14, []string{"Of stones", "", "Of timber"}[n])
			}
			y = s.Paragraph(72, y, 468, prose(5*n, 9))
			s.Paragraph(72, y+8, 468, prose(5*n+9, 8))
			s.Add()
		}
	}},
	{"running-paragraph", func(f *pdfgen.File) {
		s := pdfgen.NewSheet(f)
		y := s.Paragraph(72, 500, 468, prose(0, 9))
		s.Lines(72, y+8, "Most of the timber was cut on the northern slope, where larches grow slowly and straight, and the re-")
		s.Centre(306, 760, "1")
		s.Add()
		s = pdfgen.NewSheet(f)
		y = s.Lines(72, 80, "mainder came by sea from a place that the books do not name.")
		s.Paragraph(72, y+8, 468, prose(13, 12))
		s.Centre(306, 760, "2")
		s.Add()
	}},
	{"running-line-numbers", onSheet(func(s *pdfgen.Sheet) {
		s.Pitch = 2
		end := s.Paragraph(80, 90, 460, prose(0, 16))
		end = s.Paragraph(80, end, 460, prose(4, 12))
		for i, y := range steps(90, 20, int(end-90)/20) {
			s.Right(60, y, fmt.Sprint(i+1))
		}
	})},
	{"running-side-notes", onSheet(func(s *pdfgen.Sheet) {
		s.Paragraph(72, 90, 330, prose(0, 20))
		undo := s.With(pdfgen.Italic, 8)
		s.Ragged(430, 130, 120, "The raft is shown in the museum.")
		s.Ragged(430, 220, 120, "See also the chapter on ice and carts.")
		undo()
	})},
	{"running-margin", onSheet(func(s *pdfgen.Sheet) {
		y := s.Paragraph(200, 90, 340, prose(0, 9))
		y = s.Paragraph(200, y+8, 340, prose(9, 8))
		s.Paragraph(200, y+8, 340, prose(4, 9))
		undo := s.With(pdfgen.Italic, 8)
		s.Ragged(72, 102, 110, "The sea is two days away.")
		s.Ragged(72, y-40, 110, "So the keeper says, who was not there.")
		s.Ragged(72, y+32, 110, "See the plan of the tower.")
		undo()
	})},
	{"running-hyphens", onSheet(func(s *pdfgen.Sheet) {
		s.Lines(72, 100, "The council keeps a book in which the height of the wa-", "ter is written down each morning. Some of its pages are miss-",
			"ing, and others were written by well-known chil-", "dren as a joke.")
	})},
	{"running-roman", func(f *pdfgen.File) {
		for n, number := range []string{"iii", "iv", "v"} {
			s := pdfgen.NewSheet(f)
			s.Paragraph(72, 90, 468, prose(6*n, 10))
			s.Centre(306, 755, number)
			s.Add()
		}
	}},
}
