package edit_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/edit/pdf"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"github.com/octavo-dev/octavo/internal/engine/tooltest"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/edit"
	"github.com/octavo-dev/octavo/internal/op/optest"
	"github.com/octavo-dev/octavo/internal/reader"
)

func TestMain(m *testing.M) {
	if code, ok := app.Child(os.Args[1:]); ok {
		os.Exit(code)
	}
	os.Exit(m.Run())
}

// bench edits with what an installation reads and writes with.
type bench struct {
	*optest.Bench
	reading *app.Reading
}

func newBench(t *testing.T) *bench {
	t.Helper()
	dir := t.TempDir()
	engines, err := filepath.Abs("../../../.cache/engines")
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := config.Load("", []string{"OCTAVO_DATA_DIR=" + dir, "OCTAVO_ENGINES_DIR=" + engines})
	if err != nil {
		t.Fatal(err)
	}
	reading, err := app.OpenReading(t.Context(), cfg, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = reading.Close() })
	b := &bench{optest.New(t), reading}
	b.Reader, b.PDF = *reading.Reader, reading.Writer
	return b
}

// outcome is an edited document.
type outcome struct {
	api.EditResponse
	data []byte
}

// edit submits a request for a file.
func (b *bench) edit(input, instructions, more string) *outcome {
	b.T.Helper()
	job, body, err := b.Run(edit.Operation, "EditConfig", request(input, instructions, more))
	if err != nil {
		b.T.Fatal(err)
	}
	out := &outcome{data: b.Artifacts[job+"/"+op.KindDocument]}
	if err := json.Unmarshal(body, &out.EditResponse); err != nil {
		b.T.Fatal(err)
	}
	if out.ResponseType != "edit" || out.DocumentURL == "" || len(out.data) == 0 {
		b.T.Fatalf("answer %s, document of %d bytes", body, len(out.data))
	}
	return out
}

func request(input, instructions, more string) string {
	said, err := json.Marshal(instructions)
	if err != nil {
		panic(err)
	}
	if more != "" {
		more = "," + more
	}
	return `{"document_url":"` + input + `","edit_instructions":` + string(said) + more + `}`
}

// fields are those of a PDF file by name.
func (b *bench) fields(data []byte) map[string]pdf.Field {
	b.T.Helper()
	listing, _, err := b.PDF.Fields(b.T.Context(), tooltest.File(b.T, data))
	if err != nil {
		b.T.Fatal(err)
	}
	out := map[string]pdf.Field{}
	for _, f := range listing.Fields {
		out[f.Name] = f
	}
	return out
}

// text is what can be read in a file, page by page.
func (b *bench) text(name string, data []byte) []string { return b.read(name, data, reader.Embedded) }

// read reads a file in one of the ways there are.
func (b *bench) read(name string, data []byte, mode reader.Mode) []string {
	b.T.Helper()
	d, err := b.Reader.Read(b.T.Context(), format.File{Name: name, Size: int64(len(data)), Data: tooltest.File(b.T, data)}, reader.Options{Mode: mode})
	if err != nil {
		b.T.Fatal(err)
	}
	var out []string
	for _, p := range d.Pages {
		var words []string
		for _, w := range p.Words {
			words = append(words, w.Text)
		}
		out = append(out, strings.Join(words, " "))
	}
	return out
}

// form is a page of fields beside printed labels.
func form() *pdfgen.File {
	f := &pdfgen.File{}
	var content strings.Builder
	var fields []string
	row := func(i int, label, more string) {
		y, right := 720-30*i, 420
		if strings.Contains(more, "/Btn") {
			right = 214
		}
		content.WriteString("BT /F1 11 Tf 1 0 0 1 72 " + num(y) + " Tm " + pdfgen.Text(label) + " Tj ET\n")
		fields = append(fields, f.Add("<</Type/Annot/Subtype/Widget/F 4/Rect[200 "+num(y-5)+" "+num(right)+" "+num(y+9)+"]"+more+">>"))
	}
	on := f.AddStream("/Type/XObject/Subtype/Form/BBox[0 0 14 14]", []byte("2 2 10 10 re f"))
	off := f.AddStream("/Type/XObject/Subtype/Form/BBox[0 0 14 14]", []byte(" "))
	row(0, "First name", "/FT/Tx/T(a1)")
	row(1, "Last name", "/FT/Tx/T(a2)/TU(Family name)")
	row(2, "Country", "/FT/Ch/Ff 131072/T(a3)/Opt[[(DE)(Germany)][(FR)(France)]]")
	row(3, "I agree", "/FT/Btn/T(a4)/AP<</N<</Yes "+on+"/Off "+off+">>>>/AS/Off")
	row(4, "Reference", "/FT/Tx/T(a5)/Ff 1/V(R-77)")
	row(5, "Signature", "/FT/Sig/T(a6)")
	f.AddPage(pdfgen.Page{Content: content.String(), Annots: fields})
	f.Catalog = "/AcroForm<</DA(/Helv 0 Tf 0 g)/Fields[" + strings.Join(fields, " ") + "]>>"
	return f
}

func num(n int) string {
	b, _ := json.Marshal(n)
	return string(b)
}
