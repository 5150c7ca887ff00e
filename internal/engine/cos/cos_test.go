package cos_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine/cos"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

const packet = "<x:xmpmeta/>"

// sample has three pages, the second in units of two and a half points.
func sample(packed bool) *pdfgen.File {
	f := &pdfgen.File{Packed: packed}
	f.AddPage(pdfgen.Page{Content: " "})
	f.AddPage(pdfgen.Page{Content: " ", More: "/UserUnit 2.5"})
	f.AddPage(pdfgen.Page{Content: " ", More: "/UserUnit -3"})
	f.Catalog = "/Metadata " + f.AddStream("/Type/Metadata/Subtype/XML/Filter[/FlateDecode]", pdfgen.Deflate([]byte(packet)))
	return f
}

func open(data []byte) *cos.File { return cos.Open(bytes.NewReader(data), int64(len(data))) }

func TestFile(t *testing.T) {
	plain := sample(false).Bytes()
	replaced := func(from, to string) []byte {
		data := bytes.Replace(plain, []byte(from), []byte(to), 1)
		if bytes.Equal(data, plain) {
			t.Fatalf("no %q in the sample", from)
		}
		return data
	}
	updated := append(bytes.Clone(plain), fmt.Appendf(nil, "xref\n0 0\ntrailer\n<</Size 9/Root 1 0 R/Prev %d>>\nstartxref\n%d\n%%%%EOF\n",
		bytes.LastIndex(plain, []byte("xref\n0 ")), len(plain))...)
	deep := sample(false)
	branch := deep.Add("<</Type/Pages/Count 2/Kids[", deep.Next(1), " ", deep.Next(2), "]>>")
	four := deep.Add("<</Type/Page/UserUnit 4>>")
	deep.Add("<</Type/Page/UserUnit ", deep.Next(1), ">>")
	deep.Add("5")
	deep.Tree = "/Count 4/Kids[" + four + " " + branch + " " + four + "]"
	loop := sample(false)
	loop.Tree = "/Count 3/Kids[2 0 R 2 0 R 2 0 R]"
	for name, tt := range map[string]struct {
		data   []byte
		packet string
		units  []float64
	}{
		"plain":               {plain, packet, []float64{1, 2.5, 1, 1}},
		"packed":              {sample(true).Bytes(), packet, []float64{1, 2.5, 1, 1}},
		"noise before":        {append([]byte("noise\n"), plain...), packet, []float64{1, 2.5, 1, 1}},
		"updated":             {updated, packet, []float64{1, 2.5, 1, 1}},
		"encrypted":           {replaced("/Root", "/Encrypt 8 0 R/Root"), "", []float64{1, 2.5, 1}},
		"no start":            {replaced("startxref", "startxxxx"), "", []float64{1, 1}},
		"a start in circles":  {replaced("trailer\n<<", fmt.Sprintf("trailer\n<</Prev %d", bytes.LastIndex(plain, []byte("xref\n0 ")))), packet, []float64{1, 2.5}},
		"page tree in loops":  {loop.Bytes(), packet, []float64{1, 1, 1, 1, 1}},
		"counts that lie":     {replaced("/Count 3", "/Count 9"), packet, []float64{1, 2.5, 1, 1}},
		"no file":             {[]byte("words"), "", []float64{1}},
		"branches":            {deep.Bytes(), packet, []float64{4, 4, 5, 4, 1}},
		"nothing":             {nil, "", []float64{1}},
		"many objects said":   {replaced("xref\n0 ", "xref\n0 9"), "", []float64{1, 1}},
		"a catalog elsewhere": {replaced("/Root 1 0 R", "/Root 2 0 R"), "", []float64{1, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			f := open(tt.data)
			if string(f.Metadata()) != tt.packet {
				t.Errorf("metadata %q, want %q", f.Metadata(), tt.packet)
			}
			for i, want := range tt.units {
				if got := f.UserUnit(i + 1); got != want {
					t.Errorf("unit of page %d: %v, want %v", i+1, got, want)
				}
			}
		})
	}
}

// The length of a stream of objects may be an object in it, which may not be looked for there.
func TestLengthInside(t *testing.T) {
	data := sample(true).Bytes()
	at := bytes.Index(data, []byte("/Type/ObjStm"))
	length := bytes.Index(data[at:], []byte("/Length "))
	copy(data[at+length:], "/Length 1 0 R")
	f := open(data)
	if f.Metadata() != nil || f.UserUnit(2) != 1 {
		t.Error("read what cannot be read")
	}
}

func FuzzFile(f *testing.F) {
	f.Add(sample(false).Bytes())
	f.Add(sample(true).Bytes())
	for _, data := range pdfgen.Hostile() {
		if len(data) < 1<<16 {
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file := open(data)
		file.Metadata()
		for n := range 6 {
			if unit := file.UserUnit(n); !(unit > 0) {
				t.Errorf("unit %v", unit)
			}
		}
	})
}
