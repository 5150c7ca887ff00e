package browser_test

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

// documents writes the files that flows use and gives their paths by name.
func documents(t *testing.T) map[string]string {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{"scan": filepath.Join(dir, "scan.png")}
	for name, f := range map[string]*pdfgen.File{"report": report(), "invoice": invoice(), "form": form(), "bundle": bundle(), "long": long(300)} {
		files[name] = filepath.Join(dir, name+".pdf")
		if err := os.WriteFile(files[name], f.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := writeScan(files["scan"]); err != nil {
		t.Fatal(err)
	}
	return files
}

func heading(s *pdfgen.Sheet, y, size float64, text string) {
	undo := s.With(pdfgen.Bold, size)
	s.Text(72, y, text)
	undo()
}

// grid draws a ruled table and gives the place below it.
func grid(s *pdfgen.Sheet, y, width float64, rows ...[]string) float64 {
	for _, row := range rows {
		for i, cell := range row {
			x := 72 + width*float64(i)
			s.Box(x, y, width, 22)
			s.Text(x+6, y+15, cell)
		}
		y += 22
	}
	return y
}

// report is two pages: a title, a paragraph and a table; a heading and a list.
func report() *pdfgen.File {
	f := &pdfgen.File{Info: "/Title(Report of the lighthouse)"}
	s := pdfgen.NewSheet(f)
	heading(s, 90, 20, "Report of the lighthouse")
	y := s.Paragraph(72, 130, 440, "The lamp burned on every night of the year. Oil was brought by boat in spring and in autumn, and the keeper counted more ships than in any year before.")
	grid(s, y+10, 140, []string{"Season", "Ships", "Oil in litres"}, []string{"Spring", "118", "640"}, []string{"Summer", "203", "410"}, []string{"Autumn", "151", "725"})
	s.Add()
	s = pdfgen.NewSheet(f)
	heading(s, 90, 15, "What is to be done")
	s.Lines(90, 120, "1. Paint the gallery before the rains.", "2. Replace the two cracked panes.", "3. Order a new wick for the second lamp.")
	s.Paragraph(72, 180, 440, "The keeper asks for a decision by the first of March, so that the work is finished when the nights grow long again.")
	s.Add()
	return f
}

func invoicePage(f *pdfgen.File) {
	s := pdfgen.NewSheet(f)
	heading(s, 80, 20, "INVOICE")
	s.Lines(72, 110, "Cape Lantern Works", "7 Harbour Row", "Eastmouth")
	s.Lines(360, 110, "Invoice number: 3127", "Invoice date: 2026-03-04", "Due date: 2026-04-03")
	s.Lines(72, 165, "Bill to:", "Lighthouse Board")
	y := grid(s, 210, 110, []string{"Description", "Quantity", "Price", "Amount"}, []string{"Lamp glass", "4", "25.00", "100.00"}, []string{"Wick, broad", "12", "3.50", "42.00"}, []string{"Delivery", "1", "18.00", "18.00"})
	s.Lines(300, y+30, "Subtotal: 160.00", "Tax: 8.00", "Total: 168.00")
	s.Add()
}

func invoice() *pdfgen.File {
	f := &pdfgen.File{}
	invoicePage(f)
	return f
}

// form has fields of every common kind.
func form() *pdfgen.File {
	f := &pdfgen.File{}
	s := pdfgen.NewSheet(f)
	heading(s, 80, 18, "Application for a berth")
	var fields []string
	row := func(label string, width int, more string) {
		y := 120 + 34*float64(len(fields))
		s.Text(72, y, label)
		low := 792 - int(y) - 5
		field := f.Add(fmt.Sprintf("<</Type/Annot/Subtype/Widget/F 4/Rect[220 %d %d %d]/MK<</BC[0.4 0.4 0.4]>>%s>>", low, 220+width, low+18, more))
		fields = append(fields, field)
	}
	on := f.AddStream("/Type/XObject/Subtype/Form/BBox[0 0 18 18]", []byte("3 3 12 12 re f"))
	off := f.AddStream("/Type/XObject/Subtype/Form/BBox[0 0 18 18]", []byte(" "))
	row("First name", 260, "/FT/Tx/T(first)")
	row("Last name", 260, "/FT/Tx/T(last)")
	row("Date of arrival", 140, "/FT/Tx/T(arrival)")
	row("Harbour", 140, "/FT/Ch/Ff 131072/T(harbour)/Opt[[(E)(Eastmouth)][(N)(Northcove)]]")
	row("I need shore power", 18, "/FT/Btn/T(power)/AP<</N<</Yes "+on+"/Off "+off+">>>>/AS/Off")
	s.Annots = fields
	s.Add()
	f.Catalog = "/AcroForm<</DA(/Helv 0 Tf 0 g)/Fields[" + strings.Join(fields, " ") + "]>>"
	return f
}

// bundle is three documents in one: an invoice, a contract of two pages, and a letter.
func bundle() *pdfgen.File {
	f := &pdfgen.File{}
	invoicePage(f)
	s := pdfgen.NewSheet(f)
	heading(s, 90, 18, "SERVICE CONTRACT")
	s.Paragraph(72, 130, 440, "This contract is made between the Lighthouse Board and Cape Lantern Works. The parties agree that the contractor keeps the lamp in order and that the board pays for it every quarter.")
	s.Text(280, 750, "Page 1 of 2")
	s.Add()
	s = pdfgen.NewSheet(f)
	s.Paragraph(72, 90, 440, "The contract ends on the last day of December unless the parties renew it in writing. Disputes are brought before the court of Eastmouth.")
	s.Lines(72, 200, "Signed for the Lighthouse Board: ____________", "Signed for the contractor: ____________")
	s.Text(280, 750, "Page 2 of 2")
	s.Add()
	s = pdfgen.NewSheet(f)
	s.Lines(72, 90, "Edith Tanner", "12 Cliff Road", "Eastmouth")
	s.Text(72, 150, "Dear Sir or Madam,")
	s.Paragraph(72, 175, 440, "I am writing to you because the foghorn was silent on Tuesday night. I should be grateful for an answer.")
	s.Text(72, 230, "Yours faithfully, Edith Tanner")
	s.Add()
	return f
}

// long has many pages of a heading and a paragraph.
func long(pages int) *pdfgen.File {
	f := &pdfgen.File{Packed: true}
	for n := 1; n <= pages; n++ {
		s := pdfgen.NewSheet(f)
		heading(s, 90, 16, fmt.Sprintf("Day %d of the log", n))
		s.Paragraph(72, 125, 440, fmt.Sprintf("Wind from the west, sea moderate. %d ships passed before noon, and one anchored in the bay until the tide turned.", n%7+2))
		s.Text(290, 750, fmt.Sprintf("%d", n))
		s.Add()
	}
	return f
}

// writeScan draws lines of text into a picture of a page at 150 dpi.
func writeScan(path string) error {
	face, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return err
	}
	letters, err := opentype.NewFace(face, &opentype.FaceOptions{Size: 14, DPI: 150})
	if err != nil {
		return err
	}
	page := image.NewRGBA(image.Rect(0, 0, 1240, 900))
	draw.Draw(page, page.Bounds(), image.White, image.Point{}, draw.Src)
	pen := font.Drawer{Dst: page, Src: image.NewUniform(color.Gray{Y: 30}), Face: letters}
	for i, line := range []string{"Delivery note", "Order number: 88-214", "Two lamps and one coil of rope", "Received in good order on 12 May 2026"} {
		pen.Dot = fixed.P(120, 150+70*i)
		pen.DrawString(line)
	}
	out, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer out.Close()
	if err := png.Encode(out, page); err != nil {
		return err
	}
	return out.Close()
}
