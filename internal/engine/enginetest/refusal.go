package enginetest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"github.com/octavo-dev/octavo/internal/fault"
)

func wantFault(t *testing.T, err error, name fault.Name, typ, message string) {
	t.Helper()
	if !fault.Is(err, name) {
		t.Fatalf("error %v, want %s", err, name)
	}
	if f := fault.Of(err); f.Type != typ || !strings.Contains(f.Message, message) {
		t.Errorf("error %s %q, want %s %q", f.Type, f.Message, typ, message)
	}
}

func testLocks(t *testing.T, e Engine) {
	for _, aes := range []bool{false, true} {
		f := &pdfgen.File{Info: "/Title(Hidden)", Lock: &pdfgen.Lock{User: "open sesame", Owner: "keeper", AES: aes}}
		f.AddPage(pdfgen.Page{Content: "BT /F1 12 Tf 1 0 0 1 72 700 Tm (secret) Tj ET"})
		for _, tt := range []struct{ password, refused string }{
			{"", "is password protected"}, {"wrong word", "password is wrong"}, {"open sesame", ""}, {"keeper", ""},
		} {
			t.Run(fmt.Sprintf("aes %v, password %q", aes, tt.password), func(t *testing.T) {
				d, err := e.Open(f.Bytes(), tt.password)
				if tt.refused != "" {
					wantFault(t, err, fault.DocumentPasswordProtected, "document_access_error", tt.refused)
					if tt.password != "" && strings.Contains(err.Error(), tt.password) {
						t.Errorf("the password is in the error: %v", err)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				defer d.Close()
				want(t, "text", text(read(t, d, 1), every), "secret")
				info, err := d.Info()
				if err != nil {
					t.Fatal(err)
				}
				want(t, "title", info.Properties["Title"], "Hidden")
				want(t, "encrypted", info.Encrypted, true)
			})
		}
	}
	// A password that is not needed is ignored, and so is one where only changes are locked.
	f := &pdfgen.File{Lock: &pdfgen.Lock{Owner: "keeper"}}
	f.AddPage(pdfgen.Page{Content: "BT /F1 12 Tf 1 0 0 1 72 700 Tm (open) Tj ET"})
	want(t, "text", text(read(t, opened(t, e, f), 1), every), "open")
}

func testDamage(t *testing.T, e Engine) {
	f := &pdfgen.File{}
	for i := range 3 {
		f.AddPage(pdfgen.Page{Content: fmt.Sprintf("BT /F1 12 Tf 1 0 0 1 72 700 Tm (page%d) Tj ET", i+1)})
	}
	whole := f.Bytes()
	replaced := func(from, to string) []byte {
		data := bytes.Replace(whole, []byte(from), []byte(to), 1)
		if bytes.Equal(data, whole) {
			t.Fatalf("no %q in the sample", from)
		}
		return data
	}
	for name, data := range map[string][]byte{
		"words":                   []byte("these are only words"),
		"noise after the header":  append([]byte("%PDF-1.7\n"), noise(4096)...),
		"cut at a tenth":          whole[:len(whole)/10],
		"pages that lead nowhere": replaced("/Kids[", "/Kids[990 0 R]/Odd["),
	} {
		t.Run(name, func(t *testing.T) {
			d, err := e.Open(data, "")
			if err == nil {
				d.Close()
			}
			if name == "pages that lead nowhere" && fault.Is(err, fault.DocumentEmpty) {
				return // neither is wrong
			}
			wantFault(t, err, fault.DocumentCorrupt, "pdf_handling_error", "cannot be read")
		})
	}
	t.Run("no bytes", func(t *testing.T) {
		_, err := e.Open(nil, "")
		wantFault(t, err, fault.DocumentEmpty, "document_empty", "")
	})
	t.Run("no pages", func(t *testing.T) {
		_, err := e.Open((&pdfgen.File{}).Bytes(), "")
		wantFault(t, err, fault.DocumentEmpty, "document_empty", "")
	})
	for name, data := range map[string][]byte{
		"no cross references":    replaced("xref\n0", "xxxx\n0"),
		"wrong start":            replaced("startxref\n", "startxref\n7"),
		"too many pages said":    replaced("/Count 3", "/Count 1410065407"),
		"a few too many said":    replaced("/Count 3", "/Count 900"),
		"noise before and after": append(append([]byte("\r\n\r\n"), whole...), noise(100)...),
	} {
		t.Run(name, func(t *testing.T) {
			d, err := e.Open(data, "")
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close()
			want(t, "pages", d.Pages(), 3)
			want(t, "text", text(read(t, d, 3), every), "page3")
		})
	}
	t.Run("pages that are not there", func(t *testing.T) {
		d := opened(t, e, f)
		for _, n := range []int{-1, 0, 4, 1 << 40} {
			if _, err := d.Page(n); err == nil {
				t.Errorf("read page %d of 3", n)
			}
			if _, err := d.Render(n, 72, true); err == nil {
				t.Errorf("rendered page %d of 3", n)
			}
		}
	})
	t.Run("forms in circles", func(t *testing.T) {
		f := &pdfgen.File{}
		x := f.AddStream("/Type/XObject/Subtype/Form/BBox[0 0 100 100]/Resources<</XObject<</X "+f.Next(0)+">>/Font<</F1 4 0 R>>>>",
			[]byte("BT /F1 12 Tf 1 0 0 1 0 0 Tm (again) Tj ET /X Do"))
		f.AddPage(pdfgen.Page{Content: "/X Do", Resources: "/XObject<</X " + x + ">>"})
		d := opened(t, e, f)
		read(t, d, 1)
		if _, err := d.Render(1, 36, true); err != nil {
			t.Error(err)
		}
	})
	t.Run("flipped bytes", func(t *testing.T) { flip(t, e, form().Bytes()) })
}

// flip changes bytes of a file in many ways. Whatever comes of it, the engine must live on and stay within its types.
func flip(t *testing.T, e Engine, whole []byte) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		data := bytes.Clone(whole)
		for range 1 + random.IntN(20) {
			data[random.IntN(len(data))] = byte(random.Uint32())
		}
		d, err := e.Open(data, "")
		if err != nil {
			continue
		}
		for n := 1; n <= min(d.Pages(), 3); n++ {
			p, err := d.Page(n)
			if err != nil {
				continue
			}
			for _, c := range p.Chars {
				if int(c.Font) >= len(p.Fonts) {
					t.Fatalf("font %d of %d", c.Font, len(p.Fonts))
				}
			}
			if _, err := d.Render(n, 18, true); err != nil {
				t.Log(err)
			}
		}
		if _, err := d.Info(); err != nil {
			t.Error(err)
		}
		d.Close()
	}
}

func noise(n int) []byte {
	random := rand.New(rand.NewPCG(3, 4))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(random.Uint32())
	}
	return b
}
