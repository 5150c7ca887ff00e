package golden

import (
	"fmt"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

var forms = []page{
	{"form-pairs", onSheet(func(s *pdfgen.Sheet) {
		y := head(s, 72, 90, 16, "Entry in the register")
		for i, p := range [][2]string{{"Name:", "Heron"}, {"Owner:", "Widow Tanner and sons"}, {"Built:", "1871, Low Ferry"}, {"Length:", "31.5 feet"}, {"Number:", "NC-204"}} {
			at := y + 18*float64(i)
			undo := s.With(pdfgen.Bold, 10)
			s.Text(72, at, p[0])
			undo()
			s.Text(160, at, p[1])
		}
		s.Paragraph(72, 230, 468, prose(12, 5))
	})},
	{"form-invoice", onSheet(func(s *pdfgen.Sheet) {
		undo := s.With(pdfgen.Bold, 20)
		s.Text(60, 80, "INVOICE")
		undo()
		s.Lines(60, 110, "Northcove Rope Works", "3 Quay Street", "Northcove")
		rows(s, 110, 14, []float64{360, 460}, "Invoice no.:|2041", "Date:|4 March 1902", "Due:|1 April 1902")
		s.Lines(60, 180, "Bill to:", "Harbour Council", "The Tower")
		s.Fill(60, 240, 492, 18, pdfgen.Grey)
		undo = s.With(pdfgen.Bold, 10)
		rows(s, 253, 18, []float64{66, 330, 400}, "Description|Quantity|Price")
		s.Right(546, 253, "Amount")
		undo()
		for i, row := range [][4]string{{"Hemp rope, three strands", "120", "0.40", "48.00"}, {"Tarred line", "60", "0.55", "33.00"}, {"Splicing and delivery", "1", "7.50", "7.50"}} {
			y := 271 + 18*float64(i)
			rows(s, y, 18, []float64{66, 330, 400}, row[0]+"|"+row[1]+"|"+row[2])
			s.Right(546, y, row[3])
			s.Line(60, y+5, 552, y+5)
		}
		for i, row := range [][2]string{{"Subtotal", "88.50"}, {"Tax 5 %", "4.43"}, {"Total", "92.93"}} {
			y := 335 + 16*float64(i)
			s.Text(420, y, row[0])
			s.Right(546, y, row[1])
		}
		s.Text(60, 420, "Please pay within four weeks. Thank you for your custom.")
	})},
	{"form-boxes", onSheet(func(s *pdfgen.Sheet) {
		head(s, 72, 80, 14, "Application for a mooring")
		for i, label := range []string{"Surname", "Given names", "Vessel", "Home port"} {
			y := 110 + 44*float64(i)
			undo := s.With(pdfgen.Regular, 7)
			s.Text(76, y+9, label)
			undo()
			s.Box(72, y, 300, 34)
			s.Text(76, y+26, []string{"Tanner", "Edith Mary", "Heron", "Northcove"}[i])
		}
	})},
	{"form-checks", onSheet(func(s *pdfgen.Sheet) {
		s.Text(72, 90, "What should be repaired first?")
		for i, label := range []string{"The roof of the tower", "The northern wall", "The clock", "The bridge"} {
			y := 115 + 20*float64(i)
			s.Box(72, y-9, 9, 9)
			if i == 1 {
				s.Line(72, y-9, 81, y)
				s.Line(72, y, 81, y-9)
			}
			s.Text(88, y, label)
		}
	})},
	{"form-choices", onSheet(func(s *pdfgen.Sheet) {
		s.Text(72, 90, "How will the boat be moored?")
		for i, label := range []string{"At the quay", "At a buoy", "On the beach"} {
			y := 115 + 20*float64(i)
			circle(s, 77, y-3.5, 4.5, "S")
			if i == 1 {
				circle(s, 77, y-3.5, 2.2, "f")
			}
			s.Text(88, y, label)
		}
		s.Text(72, 190, "Is a pilot wanted?")
		for i, label := range []string{"Yes", "No"} {
			x := 180 + 60*float64(i)
			circle(s, x, 186.5, 4.5, "S")
			s.Text(x+10, 190, label)
		}
		s.Text(72, 220, "Which papers are there?")
		for i, label := range []string{"Bill of lading", "Certificate of health"} {
			y := 245 + 20*float64(i)
			for _, l := range [][4]float64{{72, y - 9, 81, y - 9}, {72, y, 81, y}, {72, y - 9, 72, y}, {81, y - 9, 81, y}} {
				s.Line(l[0], l[1], l[2], l[3])
			}
			if i == 0 {
				s.Line(74, y-4, 76, y-2)
				s.Line(76, y-2, 80, y-8)
			}
			s.Text(88, y, label)
		}
		for i, item := range []string{"Rings are for reading: these are bullets.", "None of them is filled.", "They stand below each other."} {
			y := 320 + 20*float64(i)
			circle(s, 77, y-3.5, 3.2, "S")
			s.Text(88, y, item)
		}
	})},
	{"form-fields", func(f *pdfgen.File) {
		s := pdfgen.NewSheet(f)
		head(s, 72, 80, 14, "Declaration of cargo")
		var fields string
		for i, p := range [][2]string{{"Captain", "E. Tanner"}, {"Cargo", "Forty sheep"}, {"From", "Low Ferry"}} {
			y := 120 + 30*float64(i)
			s.Text(72, y, p[0])
			shown := f.AddStream("/Type/XObject/Subtype/Form/BBox[0 0 200 18]/Resources<</Font<</F1 4 0 R>>>>",
				fmt.Appendf(nil, "/Tx BMC BT /F1 10 Tf 2 5 Td %s Tj ET EMC", pdfgen.Text(p[1])))
			field := f.Add(fmt.Sprintf("<</Type/Annot/Subtype/Widget/FT/Tx/T%s/V%s/Rect[150 %g 350 %g]/F 4/AP<</N %s>>>>",
				pdfgen.Text(p[0]), pdfgen.Text(p[1]), 792-y-5, 792-y+13, shown))
			fields += field + " "
			s.Annots = append(s.Annots, field)
		}
		f.Catalog = "/AcroForm<</Fields[" + fields + "]/DA(/F1 10 Tf)/DR<</Font<</F1 4 0 R>>>>>>"
		s.Add()
	}},
	{"form-blanks", onSheet(func(s *pdfgen.Sheet) {
		head(s, 72, 80, 14, "Receipt of keys")
		for i, label := range []string{"Received by:", "On the day of:", "Number of keys:"} {
			y := 115 + 26*float64(i)
			s.Text(72, y, label)
			s.Line(160, y+2, 400, y+2)
		}
		s.Line(72, 260, 250, 260)
		s.Text(72, 272, "Signature of the keeper")
	})},
}

// circle draws a circle of four curves, with the operator that strokes or fills it.
func circle(s *pdfgen.Sheet, x, y, r float64, operator string) {
	const arc = 0.5523 // where the handles of a quarter are
	y = s.Height - y
	k := arc * r
	s.Raw(fmt.Sprintf("%g %g m %g %g %g %g %g %g c %g %g %g %g %g %g c %g %g %g %g %g %g c %g %g %g %g %g %g c h %s",
		x+r, y, x+r, y+k, x+k, y+r, x, y+r, x-k, y+r, x-r, y+k, x-r, y,
		x-r, y-k, x-k, y-r, x, y-r, x+k, y-r, x+r, y-k, x+r, y, operator))
}
