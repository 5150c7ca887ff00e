package golden

import (
	"fmt"
	"strings"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

var lists = []page{
	{"list-bullets", onSheet(func(s *pdfgen.Sheet) {
		y := s.Paragraph(72, 90, 468, "Before the season begins, the following has to be done:")
		for i := range 4 {
			s.Text(84, y+6, "•")
			y = s.Ragged(98, y+6, 420, sentences[i])
		}
		s.Paragraph(72, y+10, 468, prose(5, 4))
	})},
	{"list-nested", onSheet(func(s *pdfgen.Sheet) {
		y := head(s, 72, 90, 14, "Things on board")
		for _, l := range []string{"0•Ropes and lines", "1–for the anchor", "1–for the sails, in three lengths", "0•Lamps", "1–one for the mast", "1–two for the cabin", "0•Bread for nine days"} {
			x := 84 + 18*float64(l[0]-'0')
			mark, text := "•", strings.TrimPrefix(l[1:], "•")
			if text == l[1:] {
				mark, text = "–", strings.TrimPrefix(l[1:], "–")
			}
			s.Text(x, y, mark)
			s.Text(x+12, y, text)
			y += 15
		}
	})},
	{"list-numbered", onSheet(func(s *pdfgen.Sheet) {
		y := s.Paragraph(72, 90, 468, prose(1, 3))
		for i := range 5 {
			s.Text(84, y+4, fmt.Sprintf("%d.", i+1))
			y = s.Ragged(102, y+4, 420, prose(3*i, 2))
		}
		s.Paragraph(72, y+8, 468, prose(9, 3))
	})},
	{"list-contents", onSheet(func(s *pdfgen.Sheet) {
		head(s, 72, 90, 18, "Contents")
		y := 125.0
		for i, entry := range []string{"1 The harbour", "1.1 How it was built", "1.2 Who paid for it", "2 The tower", "2.1 The lamp", "2.2 The clock", "3 The school", "4 The market and its weights"} {
			x := 72.0
			if strings.Contains(strings.Fields(entry)[0], ".") {
				x = 90
			}
			number := fmt.Sprint(3 + 7*i)
			s.Text(x, y, entry)
			from := x + s.Measure(entry) + 4
			dots := int((520 - from) / s.Measure("."))
			s.Text(from, y, strings.Repeat(".", dots))
			s.Right(540, y, number)
			y += 16
		}
	})},
	{"list-contract", onSheet(func(s *pdfgen.Sheet) {
		undo := s.With(pdfgen.Bold, 15)
		s.Centre(306, 80, "Agreement on the use of the quay")
		undo()
		y := s.Paragraph(72, 110, 468, "This agreement is made between the Harbour Council and the owners of the vessels named in the list.")
		y = head(s, 72, y+10, 11, "1. Purpose")
		s.Text(72, y, "1.1")
		y = s.Ragged(100, y, 440, prose(0, 2))
		s.Text(72, y+4, "1.2")
		y = s.Ragged(100, y+4, 440, prose(2, 2))
		y = head(s, 72, y+10, 11, "2. Duties of the owners")
		s.Text(72, y, "2.1")
		y = s.Ragged(100, y, 440, "The owners shall, at their own expense,")
		for i, mark := range []string{"(a)", "(b)", "(c)"} {
			s.Text(100, y+4, mark)
			y = s.Ragged(122, y+4, 400, []string{"keep the quay free of nets and barrels;", "light a lamp on each vessel after dusk;", "report every damage to the keeper within a day, and in writing."}[i])
		}
		s.Text(72, y+4, "2.2")
		s.Ragged(100, y+4, 440, prose(11, 2))
	})},
	{"list-footnotes", onSheet(func(s *pdfgen.Sheet) {
		y := s.Paragraph(72, 90, 468, prose(0, 4))
		s.Text(72, y, "The book itself is lost.")
		undo := s.With(pdfgen.Regular, 6)
		s.Text(72+10*s.Measure("The book itself is lost.")/6, y-4, "1")
		undo()
		s.Paragraph(72, y+20, 468, prose(5, 9))
		s.Line(72, 680, 200, 680)
		undo = s.With(pdfgen.Regular, 8)
		s.Text(72, 692, "1 It was last seen in the school, where it held a window open.")
		s.Text(72, 703, "2 See the report of the second survey, page 14.")
		undo()
	})},
	{"list-footnotes-columns", onSheet(func(s *pdfgen.Sheet) {
		raised := func(x, y float64, mark string) {
			undo := s.With(pdfgen.Regular, 6)
			s.Text(x, y-4, mark)
			undo()
		}
		for c, x := range []float64{60, 317} {
			y := s.Paragraph(x, 90, 235, prose(9*c, 9))
			s.Text(x, y, []string{"The ferry is never late", "It was a cold winter."}[c])
			raised(x+s.Measure([]string{"The ferry is never late", "It was a cold winter."}[c]), y, fmt.Sprint(2*c+1))
			s.Lines(x, y+12, []string{"and the keeper, who writes down the hour at", "Nobody was on the ice when it broke, which the"}[c],
				[]string{"which it comes, says that it waits for the tide,", "books call a wonder and the priest calls sense."}[c])
			s.Line(x, 640, x+70, 640)
			undo := s.With(pdfgen.Regular, 8)
			y = s.Ragged(x, 652, 235, []string{"1 It was late twice in the year of the great storm, and both times the ferryman had an excuse.", "3 The coldest in the books."}[c])
			s.Ragged(x, y, 235, []string{"2 The tide tables are kept in the school.", "4 See the chapter on ice."}[c])
			undo()
		}
	})},
	{"list-references", onSheet(func(s *pdfgen.Sheet) {
		y := head(s, 72, 90, 14, "References")
		for _, entry := range []string{
			"[1] Bergmann, A. and Hale, T. (1902). On the keeping of water books. Journal of Harbours, 4(2), 11–29.",
			"[2] Tanner, E. (1899). Ropes and how to mend them. Northcove: Rope Works Press. With forty plates and a table of knots.",
			"[3] Council of the Harbour (1871). Minutes of the meeting on the bridge and its two names. Unpublished, in the tower.",
		} {
			s.Text(72, y, entry[:3])
			y = s.Ragged(92, y, 440, entry[4:]) + 4
		}
	})},
	{"list-terms", onSheet(func(s *pdfgen.Sheet) {
		y := head(s, 72, 90, 14, "Words of the harbour")
		for i, term := range []string{"Larch post", "Water book", "Ferry bell"} {
			undo := s.With(pdfgen.Bold, 10)
			s.Text(72, y, term)
			undo()
			y = s.Ragged(100, y+12, 420, prose(12+2*i, 2)) + 6
		}
	})},
}
