package main

import (
	"fmt"
	"strings"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

// form is an application with text fields, a check box, three radio buttons and a dropdown.
func form() []byte {
	f := &pdfgen.File{Info: "/Title(Application for a library card)"}
	s := sheet(f)
	heading(s, 80, 18, "Application for a library card")
	s.Paragraph(margin, 104, textWidth, "Please fill in every field. Cards are sent by post within ten days.")
	b := &fields{file: f, sheet: s}
	for i, name := range []string{"Full name", "Date of birth", "Email", "Street", "City"} {
		y := 150 + 34*float64(i)
		s.Text(margin, y, name)
		b.text(name, 180, y-14, 300)
	}
	s.Text(margin, 330, "Card type")
	b.radio("Card type", 320, "Adult", "Child", "Senior")
	s.Text(margin, 364, "Home branch")
	b.choice("Home branch", 180, 350, "Harbour", "Hill", "Market")
	b.check("Newsletter", 180, 386)
	s.Text(200, 397, "Send me the newsletter")
	s.Add()
	f.Catalog = "/AcroForm<</DA(/Helv 0 Tf 0 g)/DR<</Font<</Helv 4 0 R>>>>/Fields[" + strings.Join(b.all, " ") + "]>>"
	return f.Bytes()
}

// fields puts the fields of a form onto a page.
type fields struct {
	file  *pdfgen.File
	sheet *pdfgen.Sheet
	all   []string
}

const fieldHeight = 20

// box is the rectangle of a field whose upper left corner is given, as PDF writes it; it is drawn as well.
func (b *fields) box(x, y, width, height float64) string {
	b.sheet.Box(x, y, width, height)
	top := b.sheet.Height - y
	return fmt.Sprintf("/Type/Annot/Subtype/Widget/F 4/Rect[%g %g %g %g]", x, top-height, x+width, top)
}

func (b *fields) add(object string) {
	ref := b.file.Add("<<" + object + ">>")
	b.all, b.sheet.Annots = append(b.all, ref), append(b.sheet.Annots, ref)
}

func (b *fields) text(name string, x, y, width float64) {
	b.add(b.box(x, y, width, fieldHeight) + "/FT/Tx/T" + pdfgen.Text(name) + "/DA(/Helv 11 Tf 0 g)")
}

func (b *fields) choice(name string, x, y float64, options ...string) {
	list := ""
	for _, o := range options {
		list += pdfgen.Text(o)
	}
	b.add(b.box(x, y, 160, fieldHeight) + "/FT/Ch/Ff 131072/T" + pdfgen.Text(name) + "/Opt[" + list + "]/DA(/Helv 11 Tf 0 g)")
}

// mark is the look of a button that is on or off.
func (b *fields) mark(drawing string) string {
	return b.file.AddStream("/Type/XObject/Subtype/Form/BBox[0 0 14 14]", []byte(drawing))
}

func (b *fields) check(name string, x, y float64) {
	on, off := b.mark("0 G 1.5 w 3 7 m 6 3 l 11 11 l S"), b.mark("")
	b.add(b.box(x, y, 14, 14) + "/FT/Btn/T" + pdfgen.Text(name) + "/V/Off/AS/Off/AP<</N<</Yes " + on + "/Off " + off + ">>>>")
}

// radio is a group of which one is on; the group is the field, its buttons stand on the page.
func (b *fields) radio(name string, y float64, options ...string) {
	on, off := b.mark("0 g 4 4 6 6 re f"), b.mark("")
	group, kids := b.file.Next(len(options)), ""
	for i, o := range options {
		x := 180 + 90*float64(i)
		kid := b.file.Add("<<" + b.box(x, y, 14, 14) + "/Parent " + group + "/AS/Off/AP<</N<</" + o + " " + on + "/Off " + off + ">>>>>>")
		b.sheet.Annots = append(b.sheet.Annots, kid)
		b.sheet.Text(x+20, y+11, o)
		kids += kid + " "
	}
	b.all = append(b.all, b.file.Add("<</FT/Btn/Ff 49152/T"+pdfgen.Text(name)+"/V/Off/Kids["+kids+"]>>"))
}
