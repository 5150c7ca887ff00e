package pdfgen

import (
	"bytes"
	"fmt"
	"strings"
)

// Hostile are files that were made to do harm and that an engine reads within bounds of its own, by what they do. Each
// is at most a few megabytes and has one page with text.
func Hostile() map[string][]byte {
	return map[string][]byte{
		"forms in circles":       FormLoop(),
		"fonts in circles":       FontLoop(),
		"patterns in circles":    PatternLoop(),
		"pages in circles":       PageLoop(),
		"tags in circles":        TagLoop(),
		"1.4 billion pages":      PageCount(1_410_065_407),
		"20 nested filters":      NestedFilters(20, 64<<20),
		"a billion references":   ReferenceCount(1_000_000_000, false),
		"a billion packed ones":  ReferenceCount(1_000_000_000, true),
		"200 inches of 75 units": LargePage(14400, 75),
		"deep values":            DeepValues(200_000),
		"entities that multiply": EntityBomb(),
	}
}

// Bombs are files that only the bounds of its process keep an engine from reading for minutes or into gigabytes.
func Bombs() map[string][]byte {
	return map[string][]byte{
		"forms that multiply": FormFan(9, 10),
		"1 GB of content":     ContentBomb(1 << 30),
		"1 GB of pixels":      ImageBomb(32_000),
	}
}

const marked = "BT /F1 12 Tf 1 0 0 1 72 700 Tm (hostile) Tj ET "

// FormLoop draws a form that draws another that draws the first, and one that draws itself.
func FormLoop() []byte {
	f := &File{}
	form := func(calls string) string {
		return f.AddStream("/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</XObject<</X "+calls+">>/Font<</F1 4 0 R>>>>", []byte(marked+"/X Do"))
	}
	one := form(f.Next(1))
	form(one)
	alone := form(f.Next(0))
	f.AddPage(Page{Content: "/A Do /B Do", Resources: "/XObject<</A " + one + "/B " + alone + ">>"})
	return f.Bytes()
}

// FontLoop writes in a Type 3 font whose character is drawn with the font itself.
func FontLoop() []byte {
	f := &File{}
	glyph := f.AddStream("", []byte("1000 0 0 0 1000 1000 d1 BT /T 1 Tf (aa) Tj ET 0 0 500 500 re f"))
	font := f.Add("<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 97/LastChar 97/Widths[1000]"+
		"/Encoding<</Type/Encoding/Differences[97/a]>>/CharProcs<</a ", glyph, ">>/Resources<</Font<</T ", f.Next(0), ">>>>>>")
	f.AddPage(Page{Content: "BT /T 40 Tf 1 0 0 1 72 700 Tm (aaa) Tj ET " + marked, Resources: "/Font<</T " + font + "/F1 4 0 R>>"})
	return f.Bytes()
}

// PatternLoop fills with a tile that is filled with itself.
func PatternLoop() []byte {
	f := &File{}
	tile := f.AddStream("/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 10 10]/XStep 10/YStep 10/Resources<</Pattern<</P "+f.Next(0)+">>>>",
		[]byte("/Pattern cs /P scn 0 0 5 5 re f"))
	f.AddPage(Page{Content: marked + "/Pattern cs /P scn 0 0 600 600 re f", Resources: "/Pattern<</P " + tile + ">>"})
	return f.Bytes()
}

// PageLoop has a page tree whose branches lead to each other and to the root, and one page.
func PageLoop() []byte {
	f := &File{}
	page := f.AddPage(Page{Content: marked})
	one := f.Add("<</Type/Pages/Parent 2 0 R/Count 50/Kids[", f.Next(1), " 2 0 R]>>")
	f.Add("<</Type/Pages/Parent 2 0 R/Count 50/Kids[", one, " ", f.Next(0), "]>>")
	f.Tree = "/Count 99/Kids[" + page + " " + one + "]"
	return f.Bytes()
}

// TagLoop has tagged structure whose elements hold each other.
func TagLoop() []byte {
	f := &File{}
	page := f.AddPage(Page{Content: "/P <</MCID 0>> BDC " + marked + "EMC", More: "/StructParents 0"})
	root := f.Next(0)
	f.Add("<</Type/StructTreeRoot/K ", f.Next(1), "/ParentTree<</Nums[0[", f.Next(2), "]]>>>>")
	f.Add("<</Type/StructElem/S/Sect/P ", f.Next(1), "/K[", f.Next(1), " ", f.Next(0), "]>>")
	f.Add("<</Type/StructElem/S/P/P ", f.Next(-1), "/Pg ", page, "/K[0 ", f.Next(-1), "]>>")
	f.Catalog = "/MarkInfo<</Marked true>>/StructTreeRoot " + root
	return f.Bytes()
}

// PageCount says that it has so many pages and has one.
func PageCount(said int) []byte {
	f := &File{}
	f.Tree = fmt.Sprintf("/Count %d/Kids[%s]", said, f.AddPage(Page{Content: marked}))
	return f.Bytes()
}

// FormFan draws forms in so many levels, each of which draws the next so many times.
func FormFan(levels, times int) []byte {
	f := &File{}
	last := f.AddStream("/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</Font<</F1 4 0 R>>>>", []byte(marked))
	for range levels {
		last = f.AddStream("/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</XObject<</X "+last+">>>>", []byte(strings.Repeat("/X Do ", times)))
	}
	f.AddPage(Page{Content: "/X Do", Resources: "/XObject<</X " + last + ">>"})
	return f.Bytes()
}

// ContentBomb has a content stream that unpacks to about so many bytes of drawing.
func ContentBomb(size int) []byte {
	const step = "0 0 m 9 9 l S\n"
	f := &File{}
	content := f.AddStream("/Filter/FlateDecode", repeated([]byte(strings.Repeat(step, 1<<12)), size/(len(step)<<12)))
	f.AddPage(Page{Contents: content})
	return f.Bytes()
}

// ImageBomb draws a grey image of so many pixels each way.
func ImageBomb(side int) []byte {
	f := &File{}
	image := f.AddStream(fmt.Sprintf("/Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode", side, side),
		repeated(make([]byte, side), side))
	f.AddPage(Page{Content: marked + "q 500 0 0 500 50 50 cm /I Do Q", Resources: "/XObject<</I " + image + ">>"})
	return f.Bytes()
}

// NestedFilters has content of so many bytes behind so many filters.
func NestedFilters(filters, size int) []byte {
	data := repeated([]byte(strings.Repeat(" ", 1<<16)+marked), size>>16)
	for range filters - 1 {
		data = Deflate(data)
	}
	f := &File{}
	content := f.AddStream("/Filter["+strings.Repeat("/FlateDecode", filters)+"]", data)
	f.AddPage(Page{Contents: content})
	return f.Bytes()
}

// ReferenceCount says that it has so many objects.
func ReferenceCount(said int, packed bool) []byte {
	f := &File{Packed: packed}
	f.AddPage(Page{Content: marked})
	if packed {
		return changed(f.Bytes(), "/W[1 4 2]/Size 12", fmt.Sprintf("/W[1 4 2]/Index[0 %d]/Size %d", said, said))
	}
	return changed(f.Bytes(), "xref\n0 10", fmt.Sprintf("xref\n0 %d", said), "/Size 10", fmt.Sprintf("/Size %d", said))
}

// LargePage is a square page of so many units, each of so many points.
func LargePage(side, unit float64) []byte {
	f := &File{}
	f.AddPage(Page{Width: side, Height: side, More: fmt.Sprintf("/UserUnit %g", unit), Content: marked})
	return f.Bytes()
}

// DeepValues has arrays and dictionaries within each other.
func DeepValues(depth int) []byte {
	f := &File{}
	f.Add(strings.Repeat("[", depth), strings.Repeat("]", depth))
	deep := f.Add(strings.Repeat("<</A ", depth), "1", strings.Repeat(">>", depth))
	f.Catalog = "/Metadata " + deep
	f.AddPage(Page{Content: marked, More: "/Odd " + deep})
	return f.Bytes()
}

// EntityBomb has XMP and a form whose XML multiplies and asks for a file.
func EntityBomb() []byte {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "laughter"><!ENTITY file SYSTEM "file:///etc/hostname">`)
	for i := range 12 {
		fmt.Fprintf(&b, `<!ENTITY e%d "%s">`, i+1, strings.Repeat(fmt.Sprintf("&e%d;", i), 10))
	}
	b.WriteString(`]><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"` +
		` xmlns:pdf="http://ns.adobe.com/pdf/1.3/"><rdf:Description><pdf:Producer>&e12;&file;</pdf:Producer></rdf:Description></rdf:RDF></x:xmpmeta>`)
	f := &File{}
	packet := f.AddStream("/Type/Metadata/Subtype/XML", []byte(b.String()))
	f.Catalog = "/Metadata " + packet + "/AcroForm<</Fields[]/XFA " + packet + ">>"
	f.AddPage(Page{Content: marked})
	return f.Bytes()
}

// changed replaces pieces of a file that stand behind all its objects, whose places stay as they are.
func changed(data []byte, pairs ...string) []byte {
	for i := 0; i < len(pairs); i += 2 {
		if !bytes.Contains(data, []byte(pairs[i])) {
			panic("no " + pairs[i] + " in the file")
		}
		data = bytes.Replace(data, []byte(pairs[i]), []byte(pairs[i+1]), 1)
	}
	return data
}
