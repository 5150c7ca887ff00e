//go:build cgo

package block_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"github.com/octavo-dev/octavo/internal/render"
)

func TestComments(t *testing.T) {
	first := pdfgen.Lines(72, 700, 10, "The first paragraph says one thing.")
	second := pdfgen.Lines(72, 640, 10, "The second paragraph says another.")
	lines := slices.Concat(first, second)
	const by = "/T(Ada)/CreationDate(D:20260102030405Z)"
	for _, tt := range []struct {
		name        string
		annotations []string
		want        []string
	}{
		{"Note", []string{pdfgen.Annotation("Text", pdfgen.Rect{500, 695, 520, 715}, by+"/Contents(Is this so?)")},
			[]string{first[0].Text, "Ada (2026-01-02T03:04:05Z): Is this so?", second[0].Text}},
		{"OnMarkedText", []string{pdfgen.Markup("Highlight", by+"/Contents(Which one?)", second[0].Around("another"))},
			[]string{first[0].Text, "The second paragraph says <mark>another</mark>.", "Ada (2026-01-02T03:04:05Z): Which one?"}},
		{"SaysWhatItMarks", []string{pdfgen.Markup("Highlight", "/Contents(second paragraph)", second[0].Around("second paragraph"))},
			[]string{first[0].Text, "The <mark>second paragraph</mark> says another."}},
		{"Hidden", []string{pdfgen.Annotation("Text", pdfgen.Rect{500, 695, 520, 715}, "/F 2/Contents(unseen)")},
			[]string{first[0].Text, second[0].Text}},
		{"DateAsWritten", []string{pdfgen.Annotation("Text", pdfgen.Rect{500, 695, 520, 715}, "/M(last Monday)/Contents(well)")},
			[]string{first[0].Text, "(last Monday): well", second[0].Text}},
		{"WithoutAnything", []string{pdfgen.Annotation("Text", pdfgen.Rect{500, 695, 520, 715}, "/Contents( )")},
			[]string{first[0].Text, second[0].Text}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := read(t, onePage(lines, "", tt.annotations...))
			shows(t, d, everything, tt.want...)
			shows(t, d, render.Options{}, first[0].Text, second[0].Text)
		})
	}
}

func TestAnswersFollowWhatTheyAnswer(t *testing.T) {
	f := &pdfgen.File{}
	note := f.Add(pdfgen.Annotation("Text", pdfgen.Rect{500, 695, 520, 715}, "/T(Ada)/Contents(One?)"))
	f.AddPage(pdfgen.Page{Content: pdfgen.Line{X: 72, Y: 700, Size: 10, Text: "A paragraph."}.String() + pdfgen.Line{X: 72, Y: 600, Size: 10, Text: "Another."}.String(), Annots: []string{
		note,
		f.Add(pdfgen.Annotation("Text", pdfgen.Rect{500, 595, 520, 615}, "/T(Cy)/Contents(Two?)")),
		f.Add(pdfgen.Annotation("Text", pdfgen.Rect{500, 595, 520, 615}, "/T(Dan)/CreationDate(D:20260103)/Contents(Later)/IRT "+note)),
		f.Add(pdfgen.Annotation("Text", pdfgen.Rect{500, 595, 520, 615}, "/T(Bob)/CreationDate(D:20260102)/Contents(Yes)/IRT "+note)),
		f.Add(pdfgen.Annotation("Text", pdfgen.Rect{500, 595, 520, 615}, "/State(Accepted)/StateModel(Review)/Contents(Accepted set by Bob)/IRT "+note)),
		f.Add(pdfgen.Annotation("Popup", pdfgen.Rect{520, 595, 600, 615}, "/Parent "+note)),
	}})
	shows(t, read(t, f), everything, "A paragraph.", "Ada: One?", "Bob (2026-01-02T00:00:00Z): Yes", "Dan (2026-01-03T00:00:00Z): Later", "Another.", "Cy: Two?")
}

// drawnText is the appearance of an annotation that writes a line.
func drawnText(f *pdfgen.File, width, height float64, text string) string {
	return "/AP<</N " + f.AddStream(fmt.Sprintf("/Type/XObject/Subtype/Form/BBox[0 0 %g %g]/Resources<</Font<</F4 7 0 R>>>>", width, height),
		[]byte(pdfgen.Line{X: 2, Y: 5, Size: 10, Text: text}.String())) + ">>"
}

func TestFreeText(t *testing.T) {
	page := func(x, y float64, text, more string) *doc.Document {
		f := &pdfgen.File{}
		addPage(f, []pdfgen.Line{{X: 72, Y: 700, Size: 10, Text: "Name:"}, {X: 72, Y: 640, Size: 10, Text: "A paragraph that says something of its own."}}, "",
			pdfgen.Annotation("FreeText", pdfgen.Rect{x, y - 5, x + 150, y + 15}, "/DA(/F1 10 Tf)/Contents"+pdfgen.Text(text)+drawnText(f, 150, 20, text)+more))
		return read(t, f)
	}
	remark := page(400, 640, "Too long", "/T(Ada)")
	shows(t, remark, everything, "Name:", "A paragraph that says something of its own.", "Ada: Too long")
	shows(t, remark, render.Options{}, "Name:", "A paragraph that says something of its own.", "Too long")
	shows(t, page(110, 700, "Ada Lovelace", ""), everything, "Name: Ada Lovelace", "A paragraph that says something of its own.")
	shows(t, page(400, 500, "typed anywhere", "/Subj(Typewritten Text)"), everything, "Name:", "A paragraph that says something of its own.", "typed anywhere")
}

// scribble is a curve that runs as handwriting does.
func scribble(x, y float64) string {
	var b strings.Builder
	fmt.Fprintf(&b, "1 w %g %g m ", x, y)
	for i := range 16 {
		u := x + 6*float64(i)
		fmt.Fprintf(&b, "%g %g %g %g %g %g c ", u+2, y+15, u+5, y-10, u+6, y+3)
	}
	return b.String() + "S "
}

func TestSignatures(t *testing.T) {
	text := pdfgen.Lines(72, 700, 10, "We agree to all of this.")
	label := pdfgen.Line{X: 72, Y: 500, Size: 10, Text: "Signature:"}
	f := &pdfgen.File{}
	shown := drawnText(f, 200, 50, "Signed by Ada Lovelace")
	for _, tt := range []struct {
		name        string
		file        *pdfgen.File
		lines       []pdfgen.Line
		drawn       string
		annotations []string
		want        []string // with everything
		plain       []string
	}{
		{"SignedField", &pdfgen.File{}, text, "", []string{pdfgen.Annotation("Widget", pdfgen.Rect{100, 500, 300, 550}, "/FT/Sig/T(s)/V<</Type/Sig/Filter/Adobe.PPKLite/Contents<00>/ByteRange[0 1 2 3]>>")},
			[]string{text[0].Text, "[signature]"}, []string{text[0].Text}},
		{"FieldThatShowsItsSigner", f, text, "", []string{pdfgen.Annotation("Widget", pdfgen.Rect{100, 500, 300, 550}, "/FT/Sig/T(s)/V<</Type/Sig/Filter/Adobe.PPKLite/Contents<00>/ByteRange[0 1 2 3]>>"+shown)},
			[]string{text[0].Text, "Signed by Ada Lovelace"}, []string{text[0].Text, "Signed by Ada Lovelace"}},
		{"UnsignedField", &pdfgen.File{}, text, "", []string{pdfgen.Annotation("Widget", pdfgen.Rect{100, 500, 300, 550}, "/FT/Sig/T(s)")},
			[]string{text[0].Text}, []string{text[0].Text}},
		{"DrawnBesideItsLabel", &pdfgen.File{}, append(text, label), scribble(145, 502), nil,
			[]string{text[0].Text, "Signature:", "[signature]"}, []string{text[0].Text, "Signature:"}},
		{"DrawnOnALine", &pdfgen.File{}, append(text, pdfgen.Line{X: 72, Y: 460, Size: 10, Text: "Ada Lovelace"}), scribble(80, 490) + "72 475 m 260 475 l S ", nil,
			[]string{text[0].Text, "[signature]", "Ada Lovelace"}, []string{text[0].Text, "Ada Lovelace"}},
		{"DrawnAnywhere", &pdfgen.File{}, text, scribble(80, 490), nil, []string{text[0].Text}, []string{text[0].Text}},
		{"Ink", &pdfgen.File{}, append(text, label), "", []string{pdfgen.Annotation("Ink", pdfgen.Rect{150, 495, 260, 530}, "/InkList[[150 500 180 525 200 500 260 520]]")},
			[]string{text[0].Text, "Signature:", "[signature]"}, []string{text[0].Text, "Signature:"}},
		{"InkOverText", &pdfgen.File{}, text, "", []string{pdfgen.Annotation("Ink", pdfgen.Rect{70, 695, 220, 715}, "/InkList[[72 700 180 712 200 700 220 700]]")},
			[]string{text[0].Text}, []string{text[0].Text}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var fields []string
			for range tt.annotations {
				fields = append(fields, tt.file.Next(len(fields)))
			}
			tt.file.Catalog = "/AcroForm<</Fields[" + strings.Join(fields, " ") + "]>>"
			addPage(tt.file, tt.lines, tt.drawn, tt.annotations...)
			d := read(t, tt.file)
			shows(t, d, everything, tt.want...)
			shows(t, d, render.Options{}, tt.plain...)
		})
	}
}

func TestWatermarks(t *testing.T) {
	var prose []string
	for i := range 40 {
		prose = append(prose, fmt.Sprintf("Line %d of a page that is full of text which runs over all of its width,", i))
	}
	lines := pdfgen.Lines(72, 720, 10, prose...)
	whole := strings.Join(prose, " ")
	for _, tt := range []struct {
		name, drawn string
		mark        bool
	}{
		{"Skewed", "0.8 g BT /F2 90 Tf 0.6 0.6 -0.6 0.6 150 250 Tm (DRAFT) Tj ET ", true},
		{"LevelAndPale", "0.85 g BT /F2 90 Tf 1 0 0 1 150 480 Tm (DRAFT) Tj ET ", true},
		{"SkewedAndDark", "1 0 0 rg BT /F2 60 Tf 0.8 0.6 -0.6 0.8 150 350 Tm (COPY) Tj ET ", true},
		{"HeadingBelow", "0 g BT /F2 40 Tf 1 0 0 1 72 100 Tm (DRAFT) Tj ET ", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := read(t, onePage(lines, tt.drawn))
			last := d.Blocks[len(d.Blocks)-1]
			if last.Watermark != tt.mark {
				t.Errorf("%+v", last)
			}
			if !tt.mark {
				return
			}
			shows(t, d, render.Options{}, whole, last.Text)
			shows(t, d, render.Options{Unmarked: true}, whole)
		})
	}
}

// A watermark on a page with nothing else on it is known from the other pages.
func TestWatermarkOnABlankPage(t *testing.T) {
	const drawn = "0 g BT /F2 90 Tf 1 0 0 1 150 480 Tm (DRAFT) Tj ET "
	f := &pdfgen.File{}
	f.AddPage(pdfgen.Page{Content: "0.85 g" + drawn[3:] + "0 g " + pdfgen.Line{X: 72, Y: 500, Size: 10, Text: "Some words of the page lie over what is written behind them."}.String()})
	f.AddPage(pdfgen.Page{Content: "0.85 g" + drawn[3:]})
	shows(t, read(t, f), render.Options{Unmarked: true}, "Some words of the page lie over what is written behind them.")
}
