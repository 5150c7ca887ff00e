package golden

import (
	"fmt"
	"strings"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

var odd = []page{
	{"odd-tracked", onSheet(func(s *pdfgen.Sheet) {
		undo := s.With(pdfgen.Bold, 14)
		s.Raw("4 Tc")
		s.Text(72, 90, "HARBOUR NEWS")
		s.Raw("0 Tc")
		undo()
		y := s.Paragraph(72, 120, 468, prose(0, 5))
		undo = s.With(pdfgen.Bold, 11)
		s.Raw("2 Tc")
		s.Text(72, y+14, "FROM THE TOWER")
		s.Raw("0 Tc")
		undo()
		s.Paragraph(72, y+34, 468, prose(5, 5))
	})},
	{"odd-fake-bold", onSheet(func(s *pdfgen.Sheet) {
		undo := s.With(pdfgen.Regular, 13)
		for _, dx := range []float64{0, 0.3} {
			s.Text(72+dx, 90, "A heading that is drawn twice")
		}
		undo()
		s.Paragraph(72, 112, 468, prose(3, 6))
	})},
	{"odd-watermark", onSheet(func(s *pdfgen.Sheet) {
		undo := s.With(pdfgen.Bold, 90)
		s.Color = pdfgen.Color{0.9, 0.9, 0.9}
		s.Turned(150, 560, 45, "DRAFT")
		s.Color = pdfgen.Black
		undo()
		y := head(s, 72, 90, 16, "Report on the cellar")
		y = s.Paragraph(72, y, 468, prose(13, 10))
		s.Paragraph(72, y+8, 468, prose(3, 12))
	})},
	{"odd-watermark-picture", onSheet(func(s *pdfgen.Sheet) {
		s.Picture(180, 170, 250, 180)
		y := head(s, 72, 90, 16, "Report on the cellar")
		y = s.Paragraph(72, y, 468, prose(13, 10))
		s.Paragraph(72, y+8, 468, prose(3, 12))
	})},
	{"odd-watermark-note", func(f *pdfgen.File) {
		s := pdfgen.NewSheet(f)
		y := head(s, 72, 90, 16, "Report on the cellar")
		s.Paragraph(72, y, 468, prose(13, 10))
		shown := f.AddStream("/Type/XObject/Subtype/Form/BBox[0 0 300 100]", []byte("0.9 g 10 10 m 290 50 l 10 90 l h f"))
		s.Annots = append(s.Annots, f.Add(fmt.Sprintf("<</Type/Annot/Subtype/Watermark/Rect[150 500 450 600]/F 4/AP<</N %s>>>>", shown)))
		s.Add()
	}},
	{"odd-page-turned", onSheet(func(s *pdfgen.Sheet) {
		s.Width, s.Height, s.More = 612, 792, "/Rotate 90"
		undo := s.With(pdfgen.Bold, 16)
		s.Turned(80, 720, 90, "A page that is turned")
		undo()
		for i, l := range []string{"The text runs up the sheet, and the sheet is", "turned so that it can be read as usual. Every", "viewer shows it level."} {
			s.Turned(110+14*float64(i), 720, 90, l)
		}
	})},
	{"odd-text-turned", onSheet(func(s *pdfgen.Sheet) {
		y := head(s, 100, 90, 16, "Beside the margin")
		s.Paragraph(100, y, 440, prose(0, 12))
		undo := s.With(pdfgen.Regular, 8)
		s.Turned(40, 500, 90, "Printed at the tower by order of the council")
		undo()
	})},
	{"odd-figure", onSheet(func(s *pdfgen.Sheet) {
		y := s.Paragraph(72, 90, 468, prose(0, 5))
		s.Picture(150, y+10, 312, 180)
		undo := s.With(pdfgen.Regular, 9)
		s.Centre(306, y+206, "Figure 1: The tower before the fire.")
		undo()
		s.Paragraph(72, y+236, 468, prose(6, 6))
	})},
	{"odd-chart", onSheet(func(s *pdfgen.Sheet) {
		y := s.Paragraph(72, 90, 468, prose(4, 3))
		base := y + 190
		s.Line(120, y+20, 120, base)
		s.Line(120, base, 460, base)
		undo := s.With(pdfgen.Regular, 8)
		for i, v := range []float64{60, 110, 85, 140} {
			x := 150 + 80*float64(i)
			s.Fill(x, base-v, 40, v, pdfgen.Blue)
			s.Centre(x+20, base+12, fmt.Sprint(1870+10*i))
			s.Centre(x+20, base-v-4, fmt.Sprint(int(v)))
		}
		for i := range 4 {
			s.Right(114, base-40*float64(i)+3, fmt.Sprint(40*i))
		}
		s.Centre(290, base+32, "Figure 4. Boats in the harbour by year")
		undo()
		s.Paragraph(72, base+60, 468, prose(8, 4))
	})},
	{"odd-slide", onSheet(func(s *pdfgen.Sheet) {
		s.Width, s.Height = 720, 405
		s.Fill(0, 0, 720, 60, pdfgen.Blue)
		s.Color = pdfgen.White
		undo := s.With(pdfgen.Bold, 28)
		s.Text(36, 42, "Why the bridge has two names")
		undo()
		s.Color = pdfgen.Black
		s.Size = 20
		for i, l := range []string{"It was built twice", "Each bank named its own half", "Nobody asked the ferryman"} {
			y := 120 + 50*float64(i)
			s.Text(50, y, "•")
			s.Text(74, y, l)
		}
		s.Size = 10
		s.Right(700, 392, "7")
	})},
	{"odd-code", onSheet(func(s *pdfgen.Sheet) {
		y := s.Paragraph(72, 90, 468, "The height of the water is counted by the program below, which the clock runs at noon.")
		undo := s.With(pdfgen.Fixed, 9)
		y = s.Lines(84, y+10, "func height(marks []int) int {", "    sum := 0", "    for _, m := range marks {", "        sum += m", "    }", "    return sum / len(marks)", "}")
		undo()
		s.Paragraph(72, y+10, 468, prose(15, 4))
	})},
	{"odd-formula", onSheet(func(s *pdfgen.Sheet) {
		y := s.Paragraph(72, 90, 468, prose(4, 3))
		undo := s.With(pdfgen.Italic, 12)
		s.Centre(306, y+14, "h = (a + b) / 2 – c")
		undo()
		s.Right(540, y+14, "(3)")
		s.Paragraph(72, y+40, 468, "where a and b are the marks of the evening and c is that of the day before. "+prose(5, 3))
	})},
	{"odd-hidden", onSheet(func(s *pdfgen.Sheet) {
		y := s.Paragraph(72, 90, 468, prose(0, 4))
		s.Raw("3 Tr")
		s.Text(72, y+10, "This line is drawn with nothing.")
		s.Raw("0 Tr")
		s.Color = pdfgen.White
		s.Text(72, y+24, "This line is white on white.")
		s.Color = pdfgen.Black
		s.Text(72, y+38, "This line lies under a box.")
		s.Fill(70, y+28, 300, 14, pdfgen.Grey)
		s.Paragraph(72, y+70, 468, prose(6, 4))
	})},
	{"odd-links", onSheet(func(s *pdfgen.Sheet) {
		y := s.Paragraph(72, 90, 468, prose(2, 3))
		s.Text(72, y+6, "More is at")
		x := 72 + s.Measure("More is at ")
		s.Color = pdfgen.Blue
		s.Text(x, y+6, "the book itself")
		s.Link(x, y-4, s.Measure("the book itself"), 13, "https://example.com/book")
		s.Color = pdfgen.Black
		s.Text(x+s.Measure("the book itself "), y+6, "and in the tower.")
	})},
	{"odd-empty", onSheet(func(*pdfgen.Sheet) {})},
	{"odd-cover", onSheet(func(s *pdfgen.Sheet) {
		undo := s.With(pdfgen.Bold, 32)
		s.Centre(306, 260, "The Water Book")
		undo()
		undo = s.With(pdfgen.Regular, 16)
		s.Centre(306, 300, "Thirty years of a harbour in figures")
		undo()
		undo = s.With(pdfgen.Regular, 12)
		s.Centre(306, 520, "Ada Bergmann")
		s.Centre(306, 700, "Northcove 1902")
		undo()
	})},
	{"odd-dictionary", onSheet(func(s *pdfgen.Sheet) {
		s.Size = 8
		for c, x := range []float64{60, 315} {
			y := 80.0
			for i := range 14 {
				undo := s.With(pdfgen.Bold, 8)
				word := strings.Fields(sentences[(i+7*c)%len(sentences)])[1]
				s.Text(x, y, word)
				width := s.Measure(word + " ")
				undo()
				y = s.Indented(x+10, y, 225, width-10, prose(i+3*c, 2)) + 3
			}
		}
	})},
}
