package main

import (
	"fmt"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

// A4 in points.
const (
	paperWidth, paperHeight = 595, 842
	margin                  = 60
)

func sheet(f *pdfgen.File) *pdfgen.Sheet {
	s := pdfgen.NewSheet(f)
	s.Width, s.Height = paperWidth, paperHeight
	return s
}

// invoice is one page with labelled values and a ruled table.
func invoice() []byte {
	f := &pdfgen.File{Info: "/Title(Invoice TW-2026-0418)/Author(Tidewater Instruments)"}
	s := sheet(f)
	undo := s.With(pdfgen.Bold, 20)
	s.Text(margin, 80, "Tidewater Instruments")
	undo()
	s.Lines(margin, 98, "14 Quay Street, Port Ellery", "accounts@tidewater.example")
	undo = s.With(pdfgen.Bold, 16)
	s.Right(paperWidth-margin, 80, "INVOICE")
	undo()
	labels(s, 340, 110, "Invoice number:", "TW-2026-0418", "Invoice date:", "18 April 2026", "Due date:", "18 May 2026", "Order number:", "MO-7731")
	undo = s.With(pdfgen.Bold, 10)
	s.Text(margin, 150, "Bill to")
	undo()
	s.Lines(margin, 164, "Marlow Observatory", "Attn. Dr. Hanna Brandt", "2 Hill Road, Marlow")
	bottom := items(s, 230, [][]string{
		{"Item", "Description", "Qty", "Unit price", "Amount"},
		{"TI-100", "Tide gauge, brass", "2", "480.00", "960.00"},
		{"TI-230", "Float chain, 10 m", "4", "36.50", "146.00"},
		{"TI-310", "Chart paper, box of 50", "12", "8.25", "99.00"},
		{"SV-01", "Calibration on site", "1", "120.00", "120.00"},
	})
	totals(s, bottom+24, "Subtotal", "1,325.00", "VAT 20 %", "265.00", "Total due (GBP)", "1,590.00")
	s.Paragraph(margin, bottom+110, paperWidth-2*margin, "Please pay within thirty days of the invoice date and quote the invoice number. Goods remain ours until they are paid for.")
	labels(s, margin, bottom+160, "Bank:", "First Harbour Bank", "IBAN:", "GB29 NWBK 6016 1331 9268 19")
	s.Add()
	return f.Bytes()
}

// labels writes pairs of a label and its value below each other.
func labels(s *pdfgen.Sheet, x, y float64, pairs ...string) {
	for i := 0; i+1 < len(pairs); i += 2 {
		undo := s.With(pdfgen.Bold, s.Size)
		s.Text(x, y, pairs[i])
		undo()
		s.Text(x+100, y, pairs[i+1])
		y += 15
	}
}

var itemColumns = []float64{60, 120, 320, 370, 450, 535} // edges

// items draws a ruled table whose last three columns are numbers, and gives its lower edge.
func items(s *pdfgen.Sheet, y float64, rows [][]string) float64 {
	const height = 22
	left, right := itemColumns[0], itemColumns[len(itemColumns)-1]
	s.Fill(left, y, right-left, height, pdfgen.Grey)
	for i, row := range rows {
		undo := func() {}
		if i == 0 {
			undo = s.With(pdfgen.Bold, 10)
		}
		for k, cell := range row {
			x, end := itemColumns[k], itemColumns[k+1]
			s.Box(x, y, end-x, height)
			if k >= 2 {
				s.Right(end-6, y+15, cell)
			} else {
				s.Text(x+6, y+15, cell)
			}
		}
		undo()
		y += height
	}
	return y
}

// totals writes pairs of a name and an amount, the last in bold letters.
func totals(s *pdfgen.Sheet, y float64, pairs ...string) {
	for i := 0; i+1 < len(pairs); i += 2 {
		undo := func() {}
		if i+2 == len(pairs) {
			undo = s.With(pdfgen.Bold, 11)
		}
		s.Text(370, y, pairs[i]+":")
		s.Right(529, y, pairs[i+1])
		undo()
		y += 18
	}
}

func pageOf(s *pdfgen.Sheet, n, all int) {
	s.Centre(paperWidth/2, paperHeight-40, fmt.Sprintf("Page %d of %d", n, all))
}
