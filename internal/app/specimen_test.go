package app_test

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

// specimen is a sound file that mutants are made of.
type specimen struct {
	name, password string
	data           []byte
}

// specimens are PDF files with something of everything, and small images of every kind.
func specimens(t testing.TB) (documents, pictures []specimen) {
	t.Helper()
	add := func(name string, f *pdfgen.File) {
		documents = append(documents, specimen{name: name + ".pdf", data: f.Bytes()})
	}
	plain := &pdfgen.File{Info: "/Title(A letter)/CreationDate(D:20260102030405Z)"}
	plain.AddPage(letter("First page", "of three"))
	plain.AddPage(letter("Second page"))
	plain.AddPage(pdfgen.Page{Content: letter("turned").Content, More: "/Rotate 90/CropBox[10 10 500 700]"})
	add("plain", plain)
	packed := &pdfgen.File{Packed: true}
	packed.AddPage(letter("packed"))
	packed.AddPage(pdfgen.Page{Contents: packed.AddStream("/Filter/FlateDecode", pdfgen.Deflate([]byte(letter("packed twice").Content)))})
	add("packed", packed)
	for name, aes := range map[string]bool{"rc4": false, "aes": true} {
		locked := &pdfgen.File{Lock: &pdfgen.Lock{User: "user", Owner: "owner", AES: aes}}
		locked.AddPage(letter("locked"))
		documents = append(documents, specimen{name: name + ".pdf", password: "user", data: locked.Bytes()})
	}
	add("drawn", drawn(t))
	add("marked", marked())
	hostile := pdfgen.Hostile()
	delete(hostile, "200 inches of 75 units") // sound, but each of its drawings takes 200 MB and seconds
	for name, data := range hostile {
		if len(data) < 64<<10 {
			documents = append(documents, specimen{name: strings.ReplaceAll(name, " ", "-") + ".pdf", data: data})
		}
	}
	slices.SortFunc(documents, func(a, b specimen) int { return cmp.Compare(a.name, b.name) })
	paths, err := filepath.Glob("testdata/pictures/*")
	if err != nil || len(paths) == 0 {
		t.Fatalf("%d pictures: %v", len(paths), err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		pictures = append(pictures, specimen{name: filepath.Base(path), data: data})
	}
	pictures = append(pictures, specimen{name: "colour.jpg", data: encoded(t, noisy(40, 30), asJPEG)}, specimen{name: "pages.tiff", data: []byte(frameTIFF(3))})
	return documents, pictures
}

// drawn has pictures, patterns, forms and a font of its own.
func drawn(t testing.TB) *pdfgen.File {
	f := &pdfgen.File{}
	photo := f.AddStream("/Type/XObject/Subtype/Image/Width 40/Height 30/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode",
		encoded(t, noisy(40, 30), asJPEG))
	grey := image.NewGray(image.Rect(0, 0, 16, 16))
	mask := f.AddStream("/Type/XObject/Subtype/Image/Width 16/Height 16/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode/DecodeParms<</Predictor 1>>", pdfgen.Deflate(grey.Pix))
	soft := f.AddStream("/Type/XObject/Subtype/Image/Width 16/Height 16/ColorSpace[/Indexed/DeviceRGB 1<ff000000ff00>]/BitsPerComponent 1/SMask "+mask, bytes.Repeat([]byte{0xa5}, 32))
	form := f.AddStream("/Type/XObject/Subtype/Form/BBox[0 0 100 100]/Matrix[1 0 0 1 10 10]/Group<</S/Transparency>>/Resources<</Font<</F1 4 0 R>>>>",
		[]byte("BT /F1 9 Tf (in a form) Tj ET"))
	tile := f.AddStream("/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 10 10]/XStep 10/YStep 10/Resources<<>>", []byte("1 0 0 rg 0 0 5 5 re f"))
	shade := f.Add("<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 100 100]/Function<</FunctionType 2/Domain[0 1]/C0[1 0 0]/C1[0 0 1]/N 1>>>>")
	glyph := f.AddStream("", []byte("1000 0 0 0 1000 1000 d1 0 0 500 500 re f"))
	font := f.Add("<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 97/LastChar 97/Widths[1000]"+
		"/Encoding<</Type/Encoding/Differences[97/a]>>/CharProcs<</a ", glyph, ">>/Resources<<>>>>")
	f.AddPage(pdfgen.Page{
		Content: "q 200 0 0 150 50 500 cm /P Do Q q 50 0 0 50 300 500 cm /S Do Q /X Do /Pattern cs /T scn 0 0 99 99 re f " +
			"q 100 100 50 50 re W n /H sh Q BT /G 20 Tf 1 0 0 1 72 300 Tm (aaa) Tj ET " + letter("beside pictures").Content,
		Resources: "/XObject<</P " + photo + "/S " + soft + "/X " + form + ">>/Pattern<</T " + tile + ">>/Shading<</H " + shade + ">>/Font<</G " + font + "/F1 4 0 R>>",
	})
	return f
}

// marked has annotations, fields, bookmarks, tags, an attachment and XMP.
func marked() *pdfgen.File {
	f := &pdfgen.File{}
	note := f.Add("<</Type/Annot/Subtype/Highlight/Rect[72 690 200 712]/QuadPoints[72 712 200 712 72 690 200 690]/C[1 1 0]/Contents(see this)/T(Ann)/NM(n1)>>")
	reply := f.Add("<</Type/Annot/Subtype/Text/Rect[72 600 90 620]/Contents(answer)/T(Bob)/IRT ", note, ">>")
	link := f.Add("<</Type/Annot/Subtype/Link/Rect[72 500 200 520]/A<</S/URI/URI(https://octavo.invalid/)>>>>")
	look := f.AddStream("/Type/XObject/Subtype/Form/BBox[0 0 100 20]/Resources<</Font<</F1 4 0 R>>>>", []byte("/Tx BMC BT /F1 10 Tf (value) Tj ET EMC"))
	field := f.Add("<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(value)/DA(/F1 10 Tf)/Rect[72 400 172 420]/AP<</N ", look, ">>>>")
	choice := f.Add("<</Type/Annot/Subtype/Widget/FT/Ch/T(kind)/Opt[(one)(two)]/V(two)/DA(/F1 10 Tf)/Rect[72 350 172 370]>>")
	page := f.AddPage(pdfgen.Page{
		Content: "/P <</MCID 0>> BDC " + letter("marked text").Content + "EMC", More: "/StructParents 0",
		Annots: []string{note, reply, link, field, choice},
	})
	root := f.Next(0)
	f.Add("<</Type/StructTreeRoot/K ", f.Next(1), "/ParentTree<</Nums[0[", f.Next(1), "]]>>>>")
	f.Add("<</Type/StructElem/S/H1/P ", root, "/Pg ", page, "/K 0>>")
	outline := f.Next(0)
	f.Add("<</Type/Outlines/First ", f.Next(1), "/Last ", f.Next(1), "/Count 1>>")
	f.Add("<</Title(Top)/Parent ", outline, "/Dest[", page, "/Fit]>>")
	content := f.AddStream("/Type/EmbeddedFile/Subtype/text#2Fplain", []byte("attached"))
	file := f.Add("<</Type/Filespec/F(a.txt)/EF<</F ", content, ">>>>")
	packet := f.AddStream("/Type/Metadata/Subtype/XML", []byte(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">`+
		`<rdf:Description xmlns:pdf="http://ns.adobe.com/pdf/1.3/" pdf:Producer="by hand"/></rdf:RDF></x:xmpmeta>`))
	f.Catalog = fmt.Sprintf("/MarkInfo<</Marked true>>/StructTreeRoot %s/Outlines %s/Metadata %s/AcroForm<</Fields[%s %s]/DR<</Font<</F1 4 0 R>>>>>>/Names<</EmbeddedFiles<</Names[(a.txt)%s]>>>>",
		root, outline, packet, field, choice, file)
	return f
}
