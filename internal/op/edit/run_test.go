package edit_test

import (
	"bytes"
	"image"
	"image/png"
	"strconv"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"github.com/octavo-dev/octavo/internal/engine/tooltest"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/op/edit"
	"github.com/octavo-dev/octavo/internal/reader"
)

func TestFillByInstruction(t *testing.T) {
	b := newBench(t)
	b.Files["svc://form.pdf"] = string(form().Bytes())
	out := b.edit("svc://form.pdf", "First name: Zoë. Set family name to Żak. Select France for Country. Check \"I agree\".", "")
	for name, want := range map[string]string{"a1": "Zoë", "a2": "Żak", "a3": "FR", "a4": "Yes", "a5": "R-77"} {
		if f := b.fields(out.data)[name]; f.Value == nil || *f.Value != want {
			t.Errorf("%s says %v, want %q", name, f.Value, want)
		}
	}
	told := map[string]string{}
	for _, w := range out.FormSchema {
		if w.Value != nil {
			told[w.Description] = *w.Value
		}
		if w.BBox.Page != 1 || w.BBox.Left < 0.3 || w.BBox.Height < 0.01 {
			t.Errorf("%s stands at %+v", w.Description, w.BBox)
		}
	}
	if len(out.FormSchema) != 5 || told["First name"] != "Zoë" || told["Family name"] != "Żak" {
		t.Errorf("form_schema %+v", out.FormSchema)
	}
	if len(out.Warnings) > 0 || out.Usage.NumPages != 1 || *out.JobID == "" {
		t.Errorf("%+v", out.EditResponse)
	}
	if b.Files["svc://form.pdf"] != string(form().Bytes()) {
		t.Error("the source was changed")
	}
}

func TestListFields(t *testing.T) {
	b := newBench(t)
	b.Files["svc://form.pdf"] = string(form().Bytes())
	out := b.edit("svc://form.pdf", "List the fields.", "")
	var told []string
	for _, w := range out.FormSchema {
		told = append(told, w.Description+" "+w.Type)
	}
	if got := strings.Join(told, ", "); got != "First name text, Family name text, Country dropdown, I agree checkbox, Reference text" {
		t.Errorf("fields %s", got)
	}
	if o := out.FormSchema[2].Options; len(o) != 2 || o[1].Value != "FR" || o[1].Label != "France" {
		t.Errorf("options %+v", o)
	}
	for name, f := range b.fields(out.data) {
		if f.Value != nil && name != "a5" {
			t.Errorf("%s was given %q", name, *f.Value)
		}
	}
}

const name = `{"bbox":{"left":0.32,"top":0.06,"width":0.37,"height":0.03,"page":1},"description":"First name","type":"text"`

func TestFormSchema(t *testing.T) {
	b := newBench(t)
	b.Files["svc://form.pdf"] = string(form().Bytes())
	seen := b.edit("svc://form.pdf", "First name: x", "")
	at := seen.FormSchema[0].BBox
	box := `"bbox":{"left":` + float(at.Left) + `,"top":` + float(at.Top) + `,"width":` + float(at.Width) + `,"height":` + float(at.Height) + `,"page":1}`
	for _, tt := range []struct {
		name, instructions, widget string
		field, value               string // what it must come to
	}{
		{"explicit", "", `{` + box + `,"description":"x","type":"text","value":"Ada"}`, "a1", "Ada"},
		{"derived", "Set the given name to Ada", `{` + box + `,"description":"given name","type":"text"}`, "a1", "Ada"},
		{"not filled", "given name: Ada", `{` + box + `,"description":"given name","type":"text","fill":false,"value":"Ada"}`, "a1", ""},
		{"created", "", `{"bbox":{"left":0.1,"top":0.6,"width":0.3,"height":0.03,"page":1},"description":"Extra","type":"text","value":"new"}`, "Extra", "new"},
		{"created empty", "", `{"bbox":{"left":0.1,"top":0.6,"width":0.3,"height":0.03,"page":1},"description":"Extra","type":"checkbox","fill":false}`, "Extra", ""},
		{"barcode", "", `{"bbox":{"left":0.1,"top":0.6,"width":0.3,"height":0.05,"page":1},"description":"Code","type":"barcode","value":"A1"}`, "Code", "A1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out := b.edit("svc://form.pdf", tt.instructions, `"form_schema":[`+tt.widget+`]`)
			f, ok := b.fields(out.data)[tt.field]
			if !ok || (f.Value == nil) != (tt.value == "") || f.Value != nil && *f.Value != tt.value {
				t.Errorf("%s says %v, want %q", tt.field, f.Value, tt.value)
			}
			if len(out.FormSchema) != 1 || (out.FormSchema[0].Value == nil) != (tt.value == "") {
				t.Errorf("form_schema %+v", out.FormSchema)
			}
		})
	}
}

func float(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

func TestRefusals(t *testing.T) {
	b := newBench(t)
	locked := form()
	locked.Lock = &pdfgen.Lock{User: "secret", Owner: "owner"}
	only := &pdfgen.File{Catalog: "/AcroForm<</Fields[]/XFA(<xdp/>)>>"}
	only.AddPage(pdfgen.Page{Content: "BT /F1 12 Tf 72 700 Td (Please wait) Tj ET"})
	for name, data := range map[string]string{
		"form.pdf": string(form().Bytes()), "locked.pdf": string(locked.Bytes()), "xfa.pdf": string(only.Bytes()), "notes.txt": "words",
		"broken.pdf": "%PDF-1.7\nnothing", "empty.pdf": "",
	} {
		b.Files["svc://"+name] = data
	}
	widget := func(more string) string { return `"form_schema":[` + name + more + `}]` }
	for _, tt := range []struct {
		name, input, instructions, more string
		want                            fault.Name
		typ, says                       string
	}{
		{"nothing understood", "form.pdf", "Make it nicer, please.", "", fault.FormFillFailed, "", "Make it nicer"},
		{"no such field", "form.pdf", "Blood type: A", "", fault.FormFillFailed, "", "Blood type"},
		{"no such text", "form.pdf", `Replace "zebra" with "horse"`, "", fault.FormFillFailed, "", "zebra"},
		{"locked", "locked.pdf", "First name: x", "", fault.DocumentPasswordProtected, "", ""},
		{"xfa", "xfa.pdf", "First name: x", "", fault.FormFillFailed, "", "XFA"},
		{"text file", "notes.txt", "add a watermark that says X", "", fault.DocumentUnsupported, "", "txt"},
		{"schema for no PDF", "notes.txt", "", widget(""), fault.NotApplicable, "", "form_schema"},
		{"damaged", "broken.pdf", "stamp X", "", fault.DocumentCorrupt, "", ""},
		{"empty", "empty.pdf", "stamp X", "", fault.DocumentEmpty, "", ""},
		{"no such page", "form.pdf", "", strings.Replace(widget(`,"value":"x"`), `"page":1`, `"page":7`, 1), fault.InvalidConfig, "invalid_widget", ""},
		{"outside", "form.pdf", "", strings.Replace(widget(`,"value":"x"`), `"left":0.32`, `"left":0.9`, 1), fault.InvalidConfig, "invalid_widget", ""},
		{"no mark", "form.pdf", "", `"form_schema":[` + strings.Replace(name, `"top":0.06`, `"top":0.5`, 1) + `,"value":"perhaps"}]`, "", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.want == "" {
				b.edit("svc://"+tt.input, tt.instructions, tt.more)
				return
			}
			err := b.Fails(edit.Operation, "EditConfig", request("svc://"+tt.input, tt.instructions, tt.more), tt.want, tt.typ)
			if !strings.Contains(err.Message, tt.says) {
				t.Errorf("message %q does not speak of %q", err.Message, tt.says)
			}
		})
	}
}

// letter has two pages of text.
func letter() []byte {
	f := &pdfgen.File{}
	f.AddPage(pdfgen.Page{Content: "BT /F1 12 Tf 72 700 Td (Dear Mr. Smith, your balance is 100 EUR.) Tj 0 -20 Td (Regards, Mr. Smith junior) Tj ET"})
	f.AddPage(pdfgen.Page{Content: "BT /F1 12 Tf 72 700 Td (Second page for Mr. Smith) Tj ET"})
	return f.Bytes()
}

func TestInstructionsOnPages(t *testing.T) {
	b := newBench(t)
	b.Files["svc://letter.pdf"] = string(letter())
	for _, tt := range []struct {
		instructions string
		first        []string // words of the first page, in any order
		second       []string
		gone         string
		pages        int
	}{
		{`Replace "Mr. Smith" with "Ms. Jones"`, []string{"Ms. Jones", "100 EUR"}, []string{"Ms. Jones"}, "Smith", 2},
		{`Redact "100 EUR"`, []string{"Mr. Smith"}, []string{"Second"}, "100 EUR", 2},
		{`Redact "mr. smith"`, []string{"Dear"}, []string{"Second"}, "Smith", 2},
		{`Insert "(paid)" after "100 EUR."`, []string{"(paid)", "100 EUR."}, []string{"Second"}, "", 2},
		{`Write "Copy" at the top of page 2`, []string{"Dear"}, []string{"Copy"}, "", 2},
		{`Add a watermark that says DRAFT to every page`, []string{"DRAFT"}, []string{"DRAFT"}, "", 2},
		{`Stamp "Received"`, []string{"Received"}, []string{"Received"}, "", 2},
		{`Add page numbers`, []string{"1"}, []string{"2"}, "", 2},
		{`Delete page 2`, []string{"Dear"}, nil, "Second", 1},
		{`Highlight "balance". Underline "Regards". Strike "junior".`, []string{"balance"}, []string{"Second"}, "", 2},
		{`Rotate page 1 by 90 degrees`, []string{"Dear"}, []string{"Second"}, "", 2},
	} {
		t.Run(tt.instructions, func(t *testing.T) {
			out := b.edit("svc://letter.pdf", tt.instructions, "")
			pages := b.text("letter.pdf", out.data)
			if len(pages) != tt.pages {
				t.Fatalf("%d pages", len(pages))
			}
			for i, wants := range [][]string{tt.first, tt.second} {
				for _, want := range wants {
					if !strings.Contains(pages[i], want) {
						t.Errorf("page %d reads %q, without %q", i+1, pages[i], want)
					}
				}
			}
			if tt.gone != "" && strings.Contains(strings.Join(pages, " "), tt.gone) {
				t.Errorf("%q is still there: %q", tt.gone, pages)
			}
			if len(out.FormSchema) != 0 {
				t.Errorf("form_schema %v of a page without fields", out.FormSchema)
			}
			if tt.pages == 2 && bytes.Equal(out.data, letter()) {
				t.Error("nothing changed")
			}
		})
	}
}

// scan is the first page of a file as a picture.
func (b *bench) scan(data []byte) []byte {
	b.T.Helper()
	file, err := b.Reader.Open(b.T.Context(), format.File{Name: "a.pdf", Size: int64(len(data)), Data: tooltest.File(b.T, data)}, reader.Options{})
	if err != nil {
		b.T.Fatal(err)
	}
	defer file.Close()
	r, err := file.Render(b.T.Context(), &doc.Document{}, 1, 150)
	if err != nil {
		b.T.Fatal(err)
	}
	var out bytes.Buffer
	if err := png.Encode(&out, &image.RGBA{Pix: r.Pixels, Stride: 4 * r.Width, Rect: image.Rect(0, 0, r.Width, r.Height)}); err != nil {
		b.T.Fatal(err)
	}
	return out.Bytes()
}

// What is removed from a picture is not in its pixels any more, nor behind them.
func TestRedactPicture(t *testing.T) {
	b := newBench(t)
	b.Files["svc://scan.png"] = string(b.scan(letter()))
	out := b.edit("svc://scan.png", `Redact "balance". Stamp COPY`, "")
	for _, mode := range []reader.Mode{reader.Pixels, reader.Embedded} {
		got := strings.Join(b.read("scan-edited.pdf", out.data, mode), " ")
		if strings.Contains(got, "balance") || !strings.Contains(got, "Regards") || !strings.Contains(got, "COPY") {
			t.Errorf("%s: the page reads %q", mode, got)
		}
	}
	if bytes.Contains(out.data, []byte("balance")) {
		t.Error("the word is still in the file")
	}
}
