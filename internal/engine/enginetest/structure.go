package enginetest

import (
	"slices"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

// tagged is a page with a heading by a name of its own, a table cell, a picture, a form, a running head, text without
// tags, and content that two elements claim.
func tagged(marked string) *pdfgen.File {
	f := &pdfgen.File{}
	picture := f.AddStream("/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8", []byte{99})
	// The number inside the form is of its own series and must not be taken for the page's.
	form := f.AddStream("/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</Font<</F1 4 0 R>>>>",
		[]byte("/P <</MCID 0>> BDC BT /F1 10 Tf 1 0 0 1 72 500 Tm (formed) Tj ET EMC"))
	page := f.AddPage(pdfgen.Page{
		More: "/StructParents 0", Resources: "/XObject<</I " + picture + "/X " + form + ">>",
		Content: `/Artifact BMC BT /F1 10 Tf 1 0 0 1 72 750 Tm (running) Tj ET EMC
/Head <</MCID 0>> BDC BT /F1 20 Tf 1 0 0 1 72 700 Tm (heading) Tj ET EMC
/TD <</MCID 1>> BDC BT /F1 10 Tf 1 0 0 1 72 650 Tm (cell) Tj ET EMC
/Figure <</MCID 2>> BDC q 50 0 0 50 72 580 cm /I Do Q EMC
/P <</MCID 3>> BDC /X Do EMC
BT /F1 10 Tf 1 0 0 1 72 450 Tm (bare) Tj ET
/P <</MCID 4>> BDC BT /F1 10 Tf 1 0 0 1 72 400 Tm (torn) Tj ET EMC`})
	root := f.Next(0)
	f.Add("<</Type/StructTreeRoot/K ", f.Next(1), "/RoleMap<</Head/H1>>/ParentTree<</Nums[0[", f.Next(2), " ", f.Next(5), " ", f.Next(6), " ", f.Next(7), " ", f.Next(7), "]]>>>>")
	f.Add("<</Type/StructElem/S/Document/P ", root, "/K[", f.Next(1), " ", f.Next(2), " ", f.Next(5), " ", f.Next(6), "]>>")
	f.Add("<</Type/StructElem/S/Head/T(The title)/Lang(de)/P ", f.Next(-1), "/Pg ", page, "/K 0>>")
	f.Add("<</Type/StructElem/S/Table/P ", f.Next(-2), "/K[", f.Next(1), "]>>")
	f.Add("<</Type/StructElem/S/TR/P ", f.Next(-1), "/K[", f.Next(1), "]>>")
	f.Add("<</Type/StructElem/S/TD/A<</O/Table/ColSpan 2>>/P ", f.Next(-1), "/Pg ", page, "/K[1 4]>>")
	f.Add("<</Type/StructElem/S/Figure/Alt(A grey square)/P ", f.Next(-5), "/Pg ", page, "/K 2>>")
	f.Add("<</Type/StructElem/S/P/ActualText(other)/P ", f.Next(-6), "/Pg ", page, "/K[<</Type/MCR/MCID 3/Pg ", page, ">> 4]>>")
	f.Catalog = "/MarkInfo<</Marked " + marked + ">>/StructTreeRoot " + root
	return f
}

func testStructure(t *testing.T, e Engine) {
	p := read(t, opened(t, e, tagged("true")), 1)
	wanted := []engine.Element{
		{Kind: "Document", Parent: -1},
		{Kind: "H1", Parent: 0, Title: "The title", Language: "de"},
		{Kind: "Table", Parent: 0},
		{Kind: "TR", Parent: 2},
		{Kind: "TD", Parent: 3, ColSpan: 2},
		{Kind: "Figure", Parent: 0, Alt: "A grey square"},
		{Kind: "P", Parent: 0, Text: "other"},
	}
	if !slices.Equal(p.Elements, wanted) {
		t.Fatalf("elements %+v", p.Elements)
	}
	within := func(element int) string {
		return text(p, func(c engine.Char) bool { return c.Font >= 0 && int(c.Element) == element })
	}
	want(t, "heading", within(2), "heading")
	want(t, "cell", within(5), "cell")
	want(t, "form", within(7), "formed")
	want(t, "without an element", within(0), "runningbaretorn")
	want(t, "artifacts", text(p, flagged(engine.CharArtifact)), "running")
	if len(p.Images) != 1 || p.Images[0].Element != 6 {
		t.Errorf("images %+v", p.Images)
	}
	if c := p.StructureCoverage(); !near(float32(c), 24./32, 0.001) {
		t.Errorf("coverage %v", c)
	}

	p = read(t, opened(t, e, tagged("false")), 1)
	if len(p.Elements) != 0 || p.StructureCoverage() != 0 {
		t.Errorf("a file that is not tagged: %+v", p.Elements)
	}
}
