package form_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/edit/form"
	"github.com/octavo-dev/octavo/internal/edit/typeface"
	"github.com/octavo-dev/octavo/internal/engine/cos"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

// paper is a form with a field of every kind. Boxes are 20 points high and stand below each other.
func paper(packed bool) []byte {
	f := &pdfgen.File{Packed: packed}
	box := func(i int) string {
		y := 760 - 40*i
		return " /Rect[50 " + itoa(y-20) + " 250 " + itoa(y) + "]/Subtype/Widget/Type/Annot/F 4 "
	}
	mark := f.AddStream("/Type/XObject/Subtype/Form/BBox[0 0 200 20]", []byte("0 0 200 20 re f"))
	none := f.AddStream("/Type/XObject/Subtype/Form/BBox[0 0 200 20]", []byte(" "))
	states := func(on string) string { return "/AP<</N<</" + on + " " + mark + "/Off " + none + ">>>>/AS/Off" }
	framed := f.AddStream("/Type/XObject/Subtype/Form/BBox[0 0 200 20]", []byte("1 1 0 rg 0 0 200 20 re f /Tx BMC q BT (old) Tj ET Q EMC"))
	var fields, shown []string
	add := func(body string) {
		ref := f.Add("<<" + body + ">>")
		fields, shown = append(fields, ref), append(shown, ref)
	}
	add("/FT/Tx/T(name)/TU(Your full name)/AP<</N " + framed + ">>" + box(0))
	add("/FT/Tx/T(notes)/Ff 4096" + box(1))
	add("/FT/Tx/T(code)/Ff 16777216/MaxLen 6/Q 0" + box(2))
	add("/FT/Btn/T(agree)" + states("Yes") + box(3))
	add("/FT/Ch/T(country)/Ff 131072/Opt[[(DE)(Germany)][(FR)(France)]]" + box(4))
	add("/FT/Ch/T(other)/Ff 393216/Opt[(one)(two)]" + box(5))
	add("/FT/Ch/T(days)/Ff 2097152/Opt[(Mon)(Tue)(Wed)]" + box(6))
	add("/FT/Sig/T(sign)" + box(7))
	add("/FT/Tx/T(fixed)/Ff 1/V(as is)" + box(8))
	add("/FT/Tx/T(sum)/AA<</C<</S/JavaScript/JS(0)>>>>" + box(9))
	add("/FT/Btn/T(bare)" + box(10))
	mute := f.AddStream("/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<<>>", []byte("BT / 12 Tf (4) Tj ET"))
	add("/FT/Btn/T(mute)/AP<</N<</Yes " + mute + "/Off " + none + ">>>>/AS/Off" + box(15))
	group := f.Next(2)
	one := f.Add("<</Parent " + group + states("A") + box(11) + ">>")
	two := f.Add("<</Parent " + group + states("B") + box(12) + ">>")
	fields = append(fields, f.Add("<</FT/Btn/Ff 49152/T(choice)/Kids["+one+" "+two+"]/V/Off>>"))
	shown = append(shown, one, two)
	part := f.Next(1)
	child := f.Add("<</Parent " + part + "/T(last)/FT/Tx" + box(13) + ">>")
	fields = append(fields, f.Add("<</T(person)/Kids["+child+"]>>"))
	shown = append(shown, child)
	orphan := f.Add("<</T(lost)/FT/Tx" + box(14) + ">>")
	shown = append(shown, orphan)
	f.AddPage(pdfgen.Page{Content: "BT /F1 12 Tf 300 700 Td (printed) Tj ET", Annots: shown})
	f.Catalog = "/AcroForm<</DA(/Helv 0 Tf 0 g)/NeedAppearances true/XFA(x)/Fields[" + strings.Join(fields, " ") + "]>>"
	return f.Bytes()
}

func itoa(n int) string { return string(cos.Append(nil, n)) }

// desk is a form on which a test works.
type desk struct {
	*form.Pen
	update *cos.Update
	use    *typeface.Use
}

var fonts = typeface.Open(typeface.Fonts)

func open(t *testing.T, data []byte, overflow form.Overflow) *desk {
	t.Helper()
	u, err := cos.Whole(bytes.NewReader(data), int64(len(data))).Update()
	if err != nil {
		t.Fatal(err)
	}
	f, err := form.Read(u)
	if err != nil {
		t.Fatal(err)
	}
	use := typeface.NewUse(u)
	return &desk{form.NewPen(f, fonts, use, overflow), u, use}
}

// saved writes the form and opens it again.
func (d *desk) saved(t *testing.T) *desk {
	t.Helper()
	d.Close()
	d.use.Embed()
	var b bytes.Buffer
	if _, err := d.update.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	return open(t, b.Bytes(), nil)
}
