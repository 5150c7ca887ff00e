package pptx_test

import (
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/format/formattest"
	"github.com/octavo-dev/octavo/internal/format/pptx"
	"github.com/octavo-dev/octavo/internal/ooxml/ooxmltest"
)

const names = ` xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`

// deck is a presentation of one slide, 1000 by 500 units, with a layout and a master whose bodies have bullets.
func deck(shapes string, more ooxmltest.Parts) ooxmltest.Parts {
	tree := func(root, shapes, rest string) string {
		return ooxmltest.Head + `<p:` + root + names + `><p:cSld><p:spTree>` + shapes + `</p:spTree></p:cSld>` + rest + `</p:` + root + `>`
	}
	parts := ooxmltest.Parts{
		"[Content_Types].xml":             ooxmltest.Types(),
		"_rels/.rels":                     ooxmltest.Relations("r1", "officeDocument", "ppt/presentation.xml"),
		"ppt/presentation.xml":            ooxmltest.Head + `<p:presentation` + names + `><p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst><p:sldSz cx="1000" cy="500"/></p:presentation>`,
		"ppt/_rels/presentation.xml.rels": ooxmltest.Relations("r1", "slide", "slides/slide1.xml", "r2", "commentAuthors", "authors.xml"),
		"ppt/slides/slide1.xml":           tree("sld", shapes, ""),
		"ppt/slides/_rels/slide1.xml.rels": ooxmltest.Relations("r1", "slideLayout", "../layout.xml", "l1", "hyperlink", "https://example.org/", "n1", "notesSlide", "../notes.xml",
			"c1", "comments", "../comments.xml", "d1", "diagramData", "../diagram.xml"),
		"ppt/layout.xml":            tree("sldLayout", holder("title", "", place(100, 50, 800, 100), "")+holder("body", "1", place(100, 200, 800, 200), ""), ""),
		"ppt/_rels/layout.xml.rels": ooxmltest.Relations("r1", "slideMaster", "master.xml"),
		"ppt/master.xml": tree("sldMaster", holder("body", "1", place(0, 0, 10, 10), ""),
			`<p:txStyles><p:bodyStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr><a:lvl2pPr><a:buChar char="-"/></a:lvl2pPr></p:bodyStyle></p:txStyles>`),
	}
	for name, content := range more {
		parts[name] = content
	}
	return parts
}

func place(x, y, w, h int) string {
	return `<a:xfrm><a:off x="` + strconv.Itoa(x) + `" y="` + strconv.Itoa(y) + `"/><a:ext cx="` + strconv.Itoa(w) + `" cy="` + strconv.Itoa(h) + `"/></a:xfrm>`
}

// holder is a placeholder; text is its paragraphs.
func holder(kind, index, transform, text string) string {
	return `<p:sp><p:nvSpPr><p:cNvPr id="1" name="x"/><p:nvPr><p:ph type="` + kind + `" idx="` + index + `"/></p:nvPr></p:nvSpPr><p:spPr>` + transform + `</p:spPr><p:txBody>` + text + `</p:txBody></p:sp>`
}

// box is a free text box.
func box(transform, text string) string {
	return `<p:sp><p:nvSpPr><p:cNvPr id="1" name="x"/></p:nvSpPr><p:spPr>` + transform + `</p:spPr><p:txBody>` + text + `</p:txBody></p:sp>`
}

func para(text string) string { return `<a:p><a:r><a:t>` + text + `</a:t></a:r></a:p>` }
func level2(text string) string {
	return `<a:p><a:pPr lvl="1"/><a:r><a:t>` + text + `</a:t></a:r></a:p>`
}
func counted(text string) string {
	return `<a:p><a:pPr><a:buAutoNum type="alphaLcParenR"/></a:pPr><a:r><a:t>` + text + `</a:t></a:r></a:p>`
}

func read(t *testing.T, parts ooxmltest.Parts) *doc.Document {
	t.Helper()
	d, err := pptx.Format.Read(t.Context(), formattest.File("a.pptx", parts.Zip(t)), formattest.Options())
	if err != nil {
		t.Fatal(err)
	}
	formattest.CheckSound(t, d)
	return d
}

func TestSlide(t *testing.T) {
	table := `<p:graphicFrame><p:xfrm><a:off x="0" y="100"/><a:ext cx="600" cy="300"/></p:xfrm><a:graphic><a:graphicData><a:tbl><a:tblPr firstRow="1"/><a:tblGrid><a:gridCol w="100"/><a:gridCol w="200"/></a:tblGrid>` +
		`<a:tr h="10"><a:tc gridSpan="2"><a:txBody>` + para("head") + `</a:txBody></a:tc><a:tc hMerge="1"><a:txBody/></a:tc></a:tr><a:tr h="20"><a:tc><a:txBody>` + para("1") + `</a:txBody></a:tc><a:tc><a:txBody>` + para("2") + para("3") + `</a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`
	for _, c := range []struct {
		name, shapes string
		more         ooxmltest.Parts
		want         []string
	}{
		{"TitleAndList", holder("body", "1", "", para("one")+level2("two")+`<a:p><a:pPr><a:buNone/></a:pPr><a:r><a:t>plain</a:t></a:r></a:p>`) + holder("title", "", "", para("The")+para("title")), nil,
			[]string{"Title: The title", "List Item 1: one", "List Item 2: two", "Text: plain"}},
		{"Numbers", box(place(0, 0, 10, 10), counted("a")+counted("b")+para("between")+counted("c")), nil, []string{"List Item 1 a): a", "List Item 1 b): b", "Text: between", "List Item 1 a): c"}},
		{"RunningLines", holder("sldNum", "9", place(0, 0, 10, 10), para("7")) + holder("ftr", "8", place(0, 10, 10, 10), para("Firm")) + box(place(0, 100, 10, 10), para("text")), nil,
			[]string{"Text: text", "Page Number: 7", "Footer: Firm"}},
		{"ColumnsBelowALine", box(place(500, 100, 400, 300), para("right")) + box(place(0, 100, 400, 100), para("left")) + box(place(0, 300, 400, 100), para("left below")) + box(place(0, 0, 900, 50), para("top")), nil,
			[]string{"Text: top", "Text: left", "Text: left below", "Text: right"}},
		{"Breaks", box(place(0, 0, 10, 10), `<a:p><a:r><a:t>a</a:t></a:r><a:br/><a:r><a:t>b</a:t></a:r><a:fld type="slidenum"><a:t>4</a:t></a:fld></a:p>`), nil, []string{"Text: a\nb4"}},
		{"Hidden", `<p:sp><p:nvSpPr><p:cNvPr id="1" hidden="1"/></p:nvSpPr><p:txBody>` + para("not seen") + `</p:txBody></p:sp>`, nil, nil},
		{"Picture", `<p:pic><p:nvPicPr><p:cNvPr id="1" descr="a  ship"/></p:nvPicPr><p:spPr>` + place(0, 0, 10, 10) + `</p:spPr></p:pic>`, nil, []string{"Figure: a ship"}},
		{"Table", table, nil, []string{"Table 2x2+1: head(1x2),1,2\n3"}},
		{"Diagram", `<p:graphicFrame><p:xfrm/><a:graphic><a:graphicData><dgm:relIds xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" r:dm="d1"/></a:graphicData></a:graphic></p:graphicFrame>`,
			ooxmltest.Parts{"ppt/diagram.xml": ooxmltest.Head + `<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"` + names + `><dgm:ptLst><dgm:pt><dgm:t>` + para("first") + `</dgm:t></dgm:pt><dgm:pt><dgm:t>` + para("second") + `</dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>`},
			[]string{"List Item 1: first", "List Item 1: second"}},
		{"Notes", box(place(0, 0, 10, 10), para("text")), ooxmltest.Parts{"ppt/notes.xml": ooxmltest.Head + `<p:notes` + names + `><p:cSld><p:spTree>` + holder("sldImg", "", "", "") + holder("body", "1", "", para("say this")) + holder("sldNum", "2", "", para("1")) + `</p:spTree></p:cSld></p:notes>`},
			[]string{"Text: text", "Section Header 3: Notes", "Text: say this"}},
		{"Comments", box(place(0, 0, 10, 10), para("text")), ooxmltest.Parts{
			"ppt/authors.xml":  ooxmltest.Head + `<p:cmAuthorLst` + names + `><p:cmAuthor id="0" name="Ann"/></p:cmAuthorLst>`,
			"ppt/comments.xml": ooxmltest.Head + `<p:cmLst` + names + `><p:cm authorId="0" dt="2026-01-01T00:00:00"><p:text>why?</p:text></p:cm></p:cmLst>`},
			[]string{"Text: text", "Comment: why?"}},
		{"Threads", box(place(0, 0, 10, 10), para("text")), ooxmltest.Parts{
			"ppt/comments.xml": ooxmltest.Head + `<p188:cmLst xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main"` + names + `><p188:cm authorId="x"><p188:replyLst><p188:reply><p188:txBody>` + para("because") + `</p188:txBody></p188:reply></p188:replyLst><p188:txBody>` + para("why?") + `</p188:txBody></p188:cm></p188:cmLst>`},
			[]string{"Text: text", "Comment: why?", "Comment: because"}},
		{"Empty", "", nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, formattest.Outline(read(t, deck(c.shapes, c.more)))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Places come from the shape, from what it inherits, and through groups; cells have their shares of the table.
func TestPlaces(t *testing.T) {
	group := `<p:grpSp><p:grpSpPr><a:xfrm><a:off x="500" y="250"/><a:ext cx="100" cy="100"/><a:chOff x="10" y="10"/><a:chExt cx="10" cy="10"/></a:xfrm></p:grpSpPr>` + box(place(10, 15, 10, 5), para("inside")) + `</p:grpSp>`
	turned := `<p:sp><p:nvSpPr/><p:spPr><a:xfrm rot="5400000"><a:off x="100" y="200"/><a:ext cx="200" cy="100"/></a:xfrm></p:spPr><p:txBody>` + para("turned") + `</p:txBody></p:sp>`
	outside := box(`<a:xfrm><a:off x="-100" y="0"/><a:ext cx="200" cy="9999"/></a:xfrm>`, para("outside"))
	d := read(t, deck(holder("title", "", "", para("title"))+group+turned+outside, nil))
	got := map[string]doc.Box{}
	for _, b := range d.Blocks {
		got[b.Text] = b.Box
	}
	want := map[string]doc.Box{
		"title":   {Left: 0.1, Top: 0.1, Width: 0.8, Height: 0.2},
		"inside":  {Left: 0.5, Top: 0.6, Width: 0.1, Height: 0.1},
		"turned":  {Left: 0.15, Top: 0.3, Width: 0.1, Height: 0.4},
		"outside": {Width: 0.1, Height: 1},
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Error(diff)
	}
	if p := d.Pages[0]; p.Width != 1000.0/12700 || p.Height != 500.0/12700 {
		t.Errorf("page of %v by %v", p.Width, p.Height)
	}
}

func TestLinks(t *testing.T) {
	run := `<a:p><a:r><a:t>see </a:t></a:r><a:r><a:rPr><a:hlinkClick r:id="l1"/></a:rPr><a:t>this</a:t></a:r><a:r><a:rPr><a:highlight/></a:rPr><a:t> marked</a:t></a:r></a:p>`
	d := read(t, deck(box(place(0, 0, 10, 10), run), nil))
	want := []doc.Span{{Kind: doc.Link, Start: 4, End: 8, Target: "https://example.org/"}, {Kind: doc.Highlight, Start: 8, End: 15}}
	if diff := cmp.Diff(want, d.Blocks[0].Spans); diff != "" {
		t.Errorf("%q %s", d.Blocks[0].Text, diff)
	}
}

func TestScripts(t *testing.T) {
	run := `<a:p><a:r><a:rPr baseline="0"/><a:t>H</a:t></a:r><a:r><a:rPr baseline="-25000"/><a:t>2</a:t></a:r><a:r><a:t>O and mc</a:t></a:r><a:r><a:rPr baseline="30%"/><a:t>2</a:t></a:r></a:p>`
	d := read(t, deck(box(place(0, 0, 10, 10), run), nil))
	want := []doc.Span{{Kind: doc.Lowered, Start: 1, End: 2}, {Kind: doc.Raised, Start: 10, End: 11}}
	if diff := cmp.Diff(want, d.Blocks[0].Spans); diff != "" {
		t.Errorf("%q %s", d.Blocks[0].Text, diff)
	}
}

func TestRefused(t *testing.T) {
	for name, more := range map[string]ooxmltest.Parts{
		"NoSlides":     {"ppt/presentation.xml": ooxmltest.Head + `<p:presentation` + names + `/>`},
		"SlideMissing": {"ppt/_rels/presentation.xml.rels": ooxmltest.Relations("r1", "slide", "nowhere.xml")},
		"Entities":     {"ppt/slides/slide1.xml": ooxmltest.Head + `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><p:sld` + names + `>&a;</p:sld>`},
		"CutOff":       {"ppt/slides/slide1.xml": ooxmltest.Head + `<p:sld` + names + `><p:cSld>`},
	} {
		if _, err := pptx.Format.Read(t.Context(), formattest.File("a.pptx", deck("", more).Zip(t)), formattest.Options()); !fault.Is(err, fault.DocumentCorrupt) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(box(place(0, 0, 10, 10), para("text")) + holder("title", "", "", para("title")))
	f.Add(`<p:grpSp><p:grpSpPr><a:xfrm><a:chExt cx="-1" cy="0"/></a:xfrm></p:grpSpPr><p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tblGrid><a:gridCol w="1"/></a:tblGrid><a:tr><a:tc rowSpan="9" gridSpan="9"/></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame></p:grpSp>`)
	f.Fuzz(func(t *testing.T, shapes string) {
		d, err := pptx.Format.Read(t.Context(), formattest.File("a.pptx", deck(shapes, nil).Zip(t)), formattest.Options())
		if err == nil {
			formattest.CheckSound(t, d)
		}
	})
}
