// Package pdfgen writes small PDF files byte by byte, so that tests know what stands where in them.
package pdfgen

import (
	"bytes"
	"fmt"
	"strings"
)

// File is a PDF file in the making. Pages may use the fonts /F1 Helvetica, /F2 Helvetica-Bold, /F3 Times-Italic and
// /F4 Courier.
type File struct {
	Catalog string // more entries of the catalog
	Info    string // entries of the information dictionary
	Tree    string // entries of the page tree, instead of those that follow from the pages
	Lock    *Lock
	Packed  bool // objects lie in a compressed stream, and so do the cross references; not with a Lock

	objects []object
	pages   []int
}

// Page is a page of a File. All coordinates are PDF's own: points, y upwards.
type Page struct {
	Width, Height float64 // 612 by 792 when 0
	Content       string
	Contents      string // the reference of its content, instead of Content
	Resources     string // more entries of the resource dictionary
	Fonts         string // more fonts
	More          string // more entries of the page, such as /Rotate 90
	Annots        []string
}

type object struct {
	body   string
	stream []byte
}

const (
	catalog = 1 + iota
	tree
	info
	fonts
	firstFree = fonts + 4
)

// Add takes the body of an object, in pieces, and returns its reference, such as "12 0 R".
func (f *File) Add(body ...string) string {
	f.objects = append(f.objects, object{body: strings.Join(body, "")})
	return ref(firstFree + len(f.objects) - 1)
}

// AddStream takes the entries of a stream's dictionary and its data.
func (f *File) AddStream(entries string, data []byte) string {
	f.objects = append(f.objects, object{body: entries, stream: data})
	return ref(firstFree + len(f.objects) - 1)
}

// Next is the reference of an object that is still to come: 0 means the one that is added next.
func (f *File) Next(n int) string { return ref(firstFree + len(f.objects) + n) }

// AddPage takes a page and returns its reference.
func (f *File) AddPage(p Page) string {
	if p.Width == 0 {
		p.Width, p.Height = 612, 792
	}
	if p.Contents == "" {
		p.Contents = f.AddStream("", []byte(p.Content))
	}
	annots := ""
	if len(p.Annots) > 0 {
		annots = "/Annots [" + strings.Join(p.Annots, " ") + "]"
	}
	page := f.Add(fmt.Sprintf("<</Type/Page/Parent %s/MediaBox[0 0 %g %g]/Contents %s/Resources<</Font<<%s>>%s>>%s%s>>",
		ref(tree), p.Width, p.Height, p.Contents, fontNames()+p.Fonts, p.Resources, annots, p.More))
	f.pages = append(f.pages, firstFree+len(f.objects)-1)
	return page
}

// Text is a literal string.
func Text(s string) string {
	return "(" + strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`).Replace(s) + ")"
}

func ref(n int) string { return fmt.Sprintf("%d 0 R", n) }

func fontNames() string {
	var b strings.Builder
	for i := range 4 {
		fmt.Fprintf(&b, "/F%d %s", i+1, ref(fonts+i))
	}
	return b.String()
}

// Bytes is the finished file.
func (f *File) Bytes() []byte {
	entries := f.Tree
	if entries == "" {
		var kids strings.Builder
		for _, n := range f.pages {
			kids.WriteString(ref(n) + " ")
		}
		entries = fmt.Sprintf("/Kids[%s]/Count %d", kids.String(), len(f.pages))
	}
	all := []object{
		{body: fmt.Sprintf("<</Type/Catalog/Pages %s%s>>", ref(tree), f.Catalog)},
		{body: "<</Type/Pages" + entries + ">>"},
		{body: "<<" + f.Info + ">>"},
	}
	for _, name := range []string{"Helvetica", "Helvetica-Bold", "Times-Italic", "Courier"} {
		all = append(all, object{body: "<</Type/Font/Subtype/Type1/Encoding/WinAnsiEncoding/BaseFont/" + name + ">>"})
	}
	all = append(all, f.objects...)

	var out bytes.Buffer
	out.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	if f.Packed {
		pack(&out, all)
		return out.Bytes()
	}
	offsets := make([]int, len(all))
	for i, o := range all {
		offsets[i] = out.Len()
		if f.Lock != nil {
			o = f.Lock.object(i+1, o)
		}
		write(&out, i+1, o)
	}
	trailer := fmt.Sprintf("/Size %d/Root %s/Info %s", len(all)+1, ref(catalog), ref(info))
	if f.Lock != nil {
		trailer += f.Lock.trailer()
	}
	start := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(all)+1)
	for _, at := range offsets {
		fmt.Fprintf(&out, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&out, "trailer\n<<%s>>\nstartxref\n%d\n%%%%EOF\n", trailer, start)
	return out.Bytes()
}

func write(out *bytes.Buffer, number int, o object) {
	fmt.Fprintf(out, "%d 0 obj\n", number)
	if o.stream == nil {
		out.WriteString(o.body)
	} else {
		fmt.Fprintf(out, "<<%s/Length %d>>\nstream\n%s\nendstream", o.body, len(o.stream), o.stream)
	}
	out.WriteString("\nendobj\n")
}
