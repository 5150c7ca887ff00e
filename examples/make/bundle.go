package main

import "github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"

// bundle is what came in one envelope: a purchase order, a delivery note, and two invoices, the first of two pages.
func bundle() []byte {
	f := &pdfgen.File{}
	for _, page := range []func(*pdfgen.Sheet){order, deliveryNote, firstInvoice, firstInvoiceRest, secondInvoice} {
		s := sheet(f)
		page(s)
		s.Add()
	}
	return f.Bytes()
}

func order(s *pdfgen.Sheet) {
	heading(s, 80, 20, "Purchase order")
	s.Lines(margin, 104, "Marlow Observatory", "2 Hill Road, Marlow")
	labels(s, margin, 150, "Order number:", "MO-7731", "Order date:", "2 April 2026", "Supplier:", "Tidewater Instruments", "Ship to:", "Marlow Observatory, east gate")
	s.Paragraph(margin, 230, textWidth, "Please supply the following goods at the agreed prices. Deliver before the end of April and send one invoice for each delivery.")
	items(s, 270, [][]string{
		{"Item", "Description", "Qty", "Unit price", "Amount"},
		{"TI-100", "Tide gauge, brass", "2", "480.00", "960.00"},
		{"TI-230", "Float chain, 10 m", "4", "36.50", "146.00"},
	})
	s.Text(margin, 380, "Ordered by: Hanna Brandt")
	pageOf(s, 1, 1)
}

func deliveryNote(s *pdfgen.Sheet) {
	heading(s, 80, 20, "Delivery note")
	s.Lines(margin, 104, "Tidewater Instruments", "14 Quay Street, Port Ellery")
	labels(s, margin, 150, "Delivery number:", "D-5502", "Delivery date:", "17 April 2026", "Your order:", "MO-7731", "Carrier:", "Coastline Parcels")
	s.Paragraph(margin, 230, textWidth, "The goods below left our works today in three parcels. Please check them on arrival and sign for them.")
	grid(s, 270, []float64{60, 140, 340, 440, 535}, [][]string{
		{"Item", "Description", "Delivered", "Parcels"},
		{"TI-100", "Tide gauge, brass", "2", "2"},
		{"TI-230", "Float chain, 10 m", "4", "1"},
	})
	s.Text(margin, 380, "Received in good order: ______________________")
	pageOf(s, 1, 1)
}

func invoiceHead(s *pdfgen.Sheet, number, date string) {
	heading(s, 80, 20, "Invoice")
	s.Lines(margin, 104, "Tidewater Instruments", "14 Quay Street, Port Ellery")
	labels(s, margin, 150, "Invoice number:", number, "Invoice date:", date, "Bill to:", "Marlow Observatory", "Your order:", "MO-7731")
}

func firstInvoice(s *pdfgen.Sheet) {
	invoiceHead(s, "TW-2026-0418", "18 April 2026")
	bottom := items(s, 240, [][]string{
		{"Item", "Description", "Qty", "Unit price", "Amount"},
		{"TI-100", "Tide gauge, brass", "2", "480.00", "960.00"},
		{"TI-230", "Float chain, 10 m", "4", "36.50", "146.00"},
	})
	totals(s, bottom+24, "Subtotal", "1,106.00", "VAT 20 %", "221.20", "Total due (GBP)", "1,327.20")
	s.Text(margin, bottom+100, "The terms of payment are on the next page.")
	pageOf(s, 1, 2)
}

func firstInvoiceRest(s *pdfgen.Sheet) {
	undo := s.With(pdfgen.Regular, 9)
	s.Text(margin, 50, "Invoice TW-2026-0418, continued")
	undo()
	heading(s, 90, 12, "Terms of payment")
	s.Paragraph(margin, 112, textWidth, "Invoices are due thirty days after their date. Later payments bear interest of one per cent for each month that has begun. Goods remain the property of the seller until they are paid for.")
	pageOf(s, 2, 2)
}

func secondInvoice(s *pdfgen.Sheet) {
	invoiceHead(s, "TW-2026-0455", "30 April 2026")
	bottom := items(s, 240, [][]string{
		{"Item", "Description", "Qty", "Unit price", "Amount"},
		{"SV-01", "Calibration on site", "1", "120.00", "120.00"},
	})
	totals(s, bottom+24, "Subtotal", "120.00", "VAT 20 %", "24.00", "Total due (GBP)", "144.00")
	pageOf(s, 1, 1)
}
