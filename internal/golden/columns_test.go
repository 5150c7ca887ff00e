package golden

import "github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"

var columns = []page{
	{"column-one", onSheet(func(s *pdfgen.Sheet) {
		y := head(s, 72, 90, 20, "The harbour and its books")
		y = s.Paragraph(72, y+4, 468, prose(0, 4))
		y = head(s, 72, y+18, 13, "How it was built")
		y = s.Paragraph(72, y, 468, prose(4, 5))
		y = s.Paragraph(72, y+8, 468, prose(9, 4))
		y = head(s, 72, y+18, 13, "What remains of it")
		s.Paragraph(72, y, 468, prose(13, 6))
	})},
	{"column-two", onSheet(func(s *pdfgen.Sheet) {
		undo := s.With(pdfgen.Bold, 18)
		s.Centre(306, 80, "On the keeping of water books")
		undo()
		s.Centre(306, 100, "Ada Bergmann and Tom Hale")
		undo = s.With(pdfgen.Italic, 9)
		s.Paragraph(110, 130, 392, "Abstract. "+prose(3, 4))
		undo()
		y := head(s, 60, 200, 11, "1 Introduction")
		y = s.Paragraph(60, y, 235, prose(0, 8))
		y = head(s, 60, y+14, 11, "2 The books")
		s.Paragraph(60, y, 235, prose(8, 8))
		y = s.Paragraph(317, 200, 235, prose(16, 9))
		y = head(s, 317, y+14, 11, "3 The tower")
		s.Paragraph(317, y, 235, prose(5, 9))
	})},
	{"column-three", onSheet(func(s *pdfgen.Sheet) {
		undo := s.With(pdfgen.Bold, 26)
		s.Text(50, 80, "The Harbour Gazette")
		undo()
		for i, x := range []float64{50, 225, 400} {
			undo := s.With(pdfgen.Regular, 9)
			y := head(s, x, 120, 12, []string{"Ice in the bay", "Bread is late", "A whale is seen"}[i])
			y = s.Paragraph(x, y, 160, prose(5*i, 7))
			s.Paragraph(x, y+6, 160, prose(5*i+7, 6))
			undo()
		}
	})},
	{"column-heading-between", onSheet(func(s *pdfgen.Sheet) {
		s.Paragraph(60, 90, 235, prose(0, 8))
		s.Paragraph(317, 90, 235, prose(8, 8))
		head(s, 60, 330, 16, "A heading that runs over both of the columns")
		s.Paragraph(60, 360, 235, prose(4, 9))
		s.Paragraph(317, 360, 235, prose(12, 9))
	})},
	{"column-figure-between", onSheet(func(s *pdfgen.Sheet) {
		s.Paragraph(60, 90, 235, prose(0, 7))
		s.Paragraph(317, 90, 235, prose(7, 7))
		s.Picture(110, 290, 392, 150)
		undo := s.With(pdfgen.Regular, 9)
		s.Centre(306, 456, "Figure 2. The bay in winter, seen from the tower.")
		undo()
		s.Paragraph(60, 490, 235, prose(3, 8))
		s.Paragraph(317, 490, 235, prose(11, 8))
	})},
	{"column-sidebar", onSheet(func(s *pdfgen.Sheet) {
		y := head(s, 60, 90, 18, "A walk along the quay")
		s.Paragraph(60, y, 310, prose(0, 14))
		s.Fill(395, 105, 160, 190, pdfgen.Grey)
		undo := s.With(pdfgen.Regular, 9)
		y = head(s, 405, 125, 11, "Good to know")
		y = s.Ragged(405, y, 140, prose(16, 2))
		s.Ragged(405, y+8, 140, prose(6, 2))
		undo()
		s.Paragraph(60, 360, 492, prose(9, 6))
	})},
	{"column-same-baselines", onSheet(func(s *pdfgen.Sheet) {
		s.Paragraph(72, 100, 220, prose(0, 14))
		s.Paragraph(320, 100, 220, prose(7, 14))
	})},
	{"column-indented", onSheet(func(s *pdfgen.Sheet) {
		y := 90.0
		for i := range 5 {
			y = s.Indented(72, y, 440, 18, prose(3*i, 4+i%2))
		}
	})},
	{"column-drop-cap", onSheet(func(s *pdfgen.Sheet) {
		y := head(s, 72, 90, 18, "Chapter the first")
		undo := s.With(pdfgen.Regular, 33)
		s.Text(72, y+23, "N")
		undo()
		s.Lines(100, y, "obody knows who paid for the work, though several families claim that they did. In",
			"winter the ice grows so thick that carts can cross the bay from one side to the other.")
		s.Paragraph(72, y+36, 440, prose(4, 6))
	})},
	{"column-quote", onSheet(func(s *pdfgen.Sheet) {
		y := s.Paragraph(72, 90, 468, prose(0, 5))
		undo := s.With(pdfgen.Italic, 10)
		y = s.Paragraph(108, y+10, 396, prose(14, 3))
		undo()
		s.Paragraph(72, y+10, 468, prose(8, 5))
	})},
	{"column-cards", onSheet(func(s *pdfgen.Sheet) {
		y := head(s, 60, 90, 18, "Three ways to cross")
		s.Paragraph(60, y, 492, prose(10, 2))
		for i, x := range []float64{60, 230, 400} {
			s.Box(x-8, 175, 160, 130)
			y := head(s, x, 195, 11, []string{"By bridge", "By ferry", "On the ice"}[i])
			s.Ragged(x, y, 140, prose(10+3*i, 2))
		}
	})},
}
