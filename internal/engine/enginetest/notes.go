package enginetest

import (
	"reflect"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

func testNotes(t *testing.T, e Engine) {
	f := &pdfgen.File{}
	target := f.AddPage(pdfgen.Page{Content: "BT /F1 12 Tf 1 0 0 1 72 700 Tm (one) Tj ET"})
	const quads = "/Rect[72 690 172 710]/QuadPoints[72 710 172 710 72 690 172 690]"
	highlight := f.Add("<</Type/Annot/Subtype/Highlight/C[1 1 0]" + quads + "/T(Ada)/Contents(Check this)/NM(h1)/M(D:20260102030405Z)/CreationDate(D:20260101000000Z)>>")
	f.AddPage(pdfgen.Page{
		Content: "BT /F1 12 Tf 1 0 0 1 72 693 Tm (Marked words here) Tj ET",
		Annots: []string{
			highlight,
			f.Add("<</Type/Annot/Subtype/Text/Rect[72 690 90 708]/T(Grace)/Contents(\xfe\xff\x00\xdc\x00b\x00e\x00r)/IRT " + highlight + ">>"),
			f.Add("<</Type/Annot/Subtype/Underline" + quads + ">>"),
			f.Add("<</Type/Annot/Subtype/StrikeOut" + quads + "/F 2>>"),
			f.Add("<</Type/Annot/Subtype/Popup/Rect[0 0 10 10]/Parent " + highlight + ">>"),
			f.Add("<</Type/Annot/Subtype/Link/Rect[72 600 172 620]/A<</S/URI/URI(https://example.com/a?b=c)>>>>"),
			f.Add("<</Type/Annot/Subtype/Link/Rect[72 500 172 520]/Dest[" + target + "/Fit]>>"),
			f.Add("<</Type/Annot/Subtype/Ink/Rect[300 300 400 340]/InkList[[300 300 400 340]]/C[1 0 0]/Contents(Signed by hand)>>"),
			f.Add("<</Type/Annot/Subtype/Stamp/Rect[300 400 400 440]/Name/Approved>>"),
			f.Add("<</Type/Annot/Subtype/Text/Rect[72 690 90 708]/State(Accepted)/StateModel(Review)/IRT " + highlight + ">>"),
		},
	})
	p := read(t, opened(t, e, f), 2)
	if len(p.Annotations) != 7 || len(p.Links) != 2 {
		t.Fatalf("%d annotations, %d links", len(p.Annotations), len(p.Links))
	}
	for i, kind := range []string{"Highlight", "Text", "Underline", "StrikeOut"} {
		want(t, "kind", p.Annotations[i].Kind, kind)
		want(t, kind+"'s index", p.Annotations[i].Index, i)
	}
	mark, reply := p.Annotations[0], p.Annotations[1]
	wantBox(t, "highlight", mark.Box, engine.Box{X0: 72, Y0: 82, X1: 172, Y1: 102}, 0.01)
	want(t, "colour", mark.Color, 0xFFFF00FF)
	want(t, "contents", mark.Contents, "Check this")
	want(t, "author", mark.Author, "Ada")
	want(t, "name", mark.Name, "h1")
	want(t, "created", mark.Created, "D:20260101000000Z")
	want(t, "modified", mark.Modified, "D:20260102030405Z")
	want(t, "reply to", mark.ReplyTo, -1)
	if len(mark.Quads) != 1 {
		t.Fatalf("quads %v", mark.Quads)
	}
	wantPoint(t, "top left", mark.Quads[0][0], engine.Point{X: 72, Y: 82})
	wantPoint(t, "bottom right", mark.Quads[0][3], engine.Point{X: 172, Y: 102})
	want(t, "reply", reply.Contents, "Über")
	want(t, "reply to", reply.ReplyTo, 0)
	want(t, "hidden", p.Annotations[3].Hidden, true)
	ink, stamp, review := p.Annotations[4], p.Annotations[5], p.Annotations[6]
	want(t, "ink", ink.Kind+": "+ink.Contents, "Ink: Signed by hand")
	wantBox(t, "ink", ink.Box, engine.Box{X0: 300, Y0: 452, X1: 400, Y1: 492}, 0.01)
	want(t, "stamp", stamp.Kind, "Stamp")
	want(t, "review", review.State, "Accepted")
	want(t, "review of", review.ReplyTo, 0)

	want(t, "uri", p.Links[0].URI, "https://example.com/a?b=c")
	wantBox(t, "link", p.Links[0].Box, engine.Box{X0: 72, Y0: 172, X1: 172, Y1: 192}, 0.01)
	want(t, "page", p.Links[1].Page, 1)
	want(t, "uri of a page", p.Links[1].URI, "")
}

func testForms(t *testing.T, e Engine) {
	d := opened(t, e, form())
	p := read(t, d, 1)
	if len(p.Widgets) != 5 {
		t.Fatalf("%d widgets", len(p.Widgets))
	}
	name, agree, country, sign := p.Widgets[0], p.Widgets[1], p.Widgets[2], p.Widgets[3]
	want(t, "kind", name.Kind, engine.WidgetText)
	want(t, "name", name.Name, "person.name")
	want(t, "title", name.Title, "Full name")
	want(t, "value", name.Value, "Ada Lovelace")
	want(t, "flags", name.Flags, 2)
	wantBox(t, "name", name.Box, engine.Box{X0: 100, Y0: 92, X1: 300, Y1: 112}, 0.01)
	want(t, "kind", agree.Kind, engine.WidgetCheckbox)
	want(t, "checked", agree.Checked, true)
	want(t, "export", agree.Export, "Yes")
	want(t, "kind", country.Kind, engine.WidgetCombo)
	if want := (engine.Option{Label: "Sweden", Selected: true}); len(country.Options) != 2 || country.Options[1] != want {
		t.Errorf("options %+v", country.Options)
	}
	want(t, "kind", sign.Kind, engine.WidgetSignature)
	want(t, "signed", sign.Signed, true)
	want(t, "kind", p.Widgets[4].Kind, engine.WidgetSignature)
	want(t, "signed", p.Widgets[4].Signed, false)

	// What fields show is seen among the characters, and known not to be the page's own. The list has no appearance of
	// its own in the file.
	want(t, "text of annotations", text(p, flagged(engine.CharAnnotation)), "AdaSweden")
	want(t, "the page's own text", text(p, func(c engine.Char) bool { return c.Font >= 0 && c.Flags&engine.CharAnnotation == 0 }), "Name:")

	// Asking again gives the same.
	if again := read(t, d, 1); !reflect.DeepEqual(again, p) {
		t.Errorf("the second time:\n%+v\nthe first time:\n%+v", again, p)
	}
	info, err := d.Info()
	if err != nil || len(info.Signatures) != 1 || info.Form != engine.AcroForm {
		t.Errorf("after reading: %+v, %v", info, err)
	}
}

// form is a page with fields. The appearance of the text field says less than its value, so that they can be told apart.
func form() *pdfgen.File {
	f := &pdfgen.File{}
	shown := f.AddStream("/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</F1 4 0 R>>>>",
		[]byte("0 0.5 0 rg 180 0 20 20 re f BT 0 g /F1 12 Tf 2 5 Td (Ada) Tj ET"))
	on := f.AddStream("/Type/XObject/Subtype/Form/BBox[0 0 20 20]", []byte("0 0 20 20 re f"))
	name := f.Add("<</Type/Annot/Subtype/Widget/FT/Tx/T(person.name)/TU(Full name)/V(Ada Lovelace)/Ff 2/F 4/DA(/F1 12 Tf 0 g)/Rect[100 680 300 700]/AP<</N " + shown + ">>>>")
	agree := f.Add("<</Type/Annot/Subtype/Widget/FT/Btn/T(agree)/V/Yes/AS/Yes/F 4/Rect[100 640 120 660]/AP<</N<</Yes " + on + ">>>>>>")
	country := f.Add("<</Type/Annot/Subtype/Widget/FT/Ch/Ff 131072/T(country)/Opt[(Norway)(Sweden)]/V(Sweden)/F 4/DA(/F1 12 Tf 0 g)/Rect[100 600 300 620]>>")
	sign := f.Add("<</Type/Annot/Subtype/Widget/FT/Sig/T(signature)/F 4/Rect[100 500 300 550]/V<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/Reason(Approved)/M(D:20260102030405Z)/ByteRange[0 10 20 30]/Contents<00>>>>>")
	unsigned := f.Add("<</Type/Annot/Subtype/Widget/FT/Sig/T(witness)/F 4/Rect[100 400 300 450]>>")
	fields := name + " " + agree + " " + country + " " + sign + " " + unsigned
	f.Catalog = "/AcroForm<</Fields[" + fields + "]/DR<</Font<</F1 4 0 R>>>>/DA(/F1 12 Tf 0 g)>>"
	f.AddPage(pdfgen.Page{Content: "BT /F1 12 Tf 1 0 0 1 40 685 Tm (Name:) Tj ET", Annots: []string{name, agree, country, sign, unsigned}})
	return f
}
