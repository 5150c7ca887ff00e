package golden

import "github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"

var letters = []page{
	{"letter", onSheet(func(s *pdfgen.Sheet) {
		for i, l := range []string{"Harbour Council", "The Tower, Northcove"} {
			s.Right(540, 80+12*float64(i), l)
		}
		s.Lines(72, 130, "Mrs Edith Tanner", "Heron Cottage", "Low Ferry")
		s.Text(72, 190, "4 March 1902")
		undo := s.With(pdfgen.Bold, 10)
		s.Text(72, 220, "Your mooring at the northern quay")
		undo()
		s.Text(72, 245, "Dear Mrs Tanner,")
		y := s.Ragged(72, 265, 468, prose(2, 4))
		y = s.Ragged(72, y+8, 468, prose(10, 3))
		s.Text(72, y+12, "Yours sincerely,")
		s.Text(72, y+60, "T. Hale")
		s.Text(72, y+72, "Keeper of the book")
	})},
	{"letter-memo", onSheet(func(s *pdfgen.Sheet) {
		head(s, 72, 80, 18, "MEMORANDUM")
		rows(s, 110, 16, []float64{72, 140}, "TO:|All keepers", "FROM:|The Council", "DATE:|9 May 1902", "RE:|Lamps that were left burning")
		s.Line(72, 170, 540, 170)
		y := s.Ragged(72, 192, 468, prose(5, 4))
		s.Ragged(72, y+8, 468, prose(14, 4))
	})},
	{"letter-receipt", onSheet(func(s *pdfgen.Sheet) {
		s.Width, s.Height = 226, 400
		s.Font, s.Size = pdfgen.Fixed, 9
		s.Centre(113, 30, "NORTHCOVE STORE")
		s.Centre(113, 42, "3 Quay Street")
		y := 70.0
		for _, row := range [][2]string{{"Rope 3 fathom", "1.20"}, {"Lamp oil", "2.05"}, {"Nails 2 lb", "0.70"}} {
			s.Text(14, y, row[0])
			s.Right(212, y, row[1])
			y += 12
		}
		s.Line(14, y-4, 212, y-4)
		s.Text(14, y+8, "TOTAL")
		s.Right(212, y+8, "3.95")
		s.Centre(113, y+36, "Thank you. Come again.")
	})},
	{"letter-minutes", onSheet(func(s *pdfgen.Sheet) {
		head(s, 72, 80, 16, "Minutes of the meeting of 2 June 1902")
		s.Lines(72, 106, "Present: Bergmann, Hale, Tanner", "Absent: the baker")
		y := head(s, 72, 150, 12, "1. The bridge")
		y = s.Paragraph(72, y, 468, prose(10, 3))
		y = head(s, 72, y+10, 12, "2. The clock")
		y = s.Paragraph(72, y, 468, prose(15, 3))
		y = head(s, 72, y+10, 12, "3. Any other business")
		s.Paragraph(72, y, 468, prose(18, 2))
	})},
}
