package xlsx_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/format/formattest"
	"github.com/octavo-dev/octavo/internal/format/xlsx"
	"github.com/octavo-dev/octavo/internal/ooxml/ooxmltest"
)

const (
	names = ` xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`
	part  = ooxmltest.Head
)

// book is a workbook with one sheet, the parts of which may be added to or replaced.
func book(sheet string, more ooxmltest.Parts) ooxmltest.Parts {
	parts := ooxmltest.Parts{
		"[Content_Types].xml":        ooxmltest.Types("xl/workbook.xml", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"),
		"_rels/.rels":                ooxmltest.Relations("r1", "officeDocument", "xl/workbook.xml"),
		"xl/workbook.xml":            part + `<workbook` + names + `><sheets><sheet name="One" sheetId="1" r:id="r1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": ooxmltest.Relations("r1", "worksheet", "worksheets/sheet1.xml", "r2", "styles", "styles.xml", "r3", "sharedStrings", "sharedStrings.xml"),
		"xl/worksheets/sheet1.xml":   part + `<worksheet` + names + `>` + sheet + `</worksheet>`,
	}
	for name, content := range more {
		parts[name] = content
	}
	return parts
}

// cells is the data of a sheet: rows of cells from A1 on, numbers as they are, other text inline.
func cells(rows ...string) string {
	var b strings.Builder
	b.WriteString("<sheetData>")
	for i, row := range rows {
		fmt.Fprintf(&b, `<row r="%d">`, i+1)
		for k, text := range strings.Split(row, "|") {
			at := fmt.Sprintf("%c%d", 'A'+k, i+1)
			switch {
			case text == "":
			case strings.Trim(text, "0123456789.") == "":
				fmt.Fprintf(&b, `<c r="%s"><v>%s</v></c>`, at, text)
			default:
				fmt.Fprintf(&b, `<c r="%s" t="inlineStr"><is><t>%s</t></is></c>`, at, text)
			}
		}
		b.WriteString("</row>")
	}
	return b.String() + "</sheetData>"
}

func read(t *testing.T, parts ooxmltest.Parts) *doc.Document {
	t.Helper()
	d, err := xlsx.Format.Read(t.Context(), formattest.File("a.xlsx", parts.Zip(t)), formattest.Options())
	if err != nil {
		t.Fatal(err)
	}
	formattest.CheckSound(t, d)
	return d
}

func TestValues(t *testing.T) {
	parts := book(`<sheetData><row r="2"><c r="B2" t="s"><v>1</v></c><c t="s"><v>0</v></c><c r="D2" s="1"><v>45000.5</v></c><c r="E2" s="2"><v>0.256</v></c><c r="F2" t="b"><v>1</v></c><c r="G2" t="e"><v>#N/A</v></c>`+
		`<c r="H2" t="str"><f>A1&amp;"x"</f><v>made</v></c><c r="I2"><f t="shared" si="0" ref="I2:I3">B$2+SUM(H2:$H2)+"B2"</f><v>3</v></c><c r="J2" s="3"/></row><row><c r="I3"><f t="shared" si="0"/><v>4</v></c></row></sheetData>`,
		ooxmltest.Parts{
			"xl/sharedStrings.xml": part + `<sst` + names + `><si><t xml:space="preserve"> plain </t></si><si><r><t>in </t></r><r><rPr><b/></rPr><t>runs</t></r><rPh sb="0" eb="1"><t>not this</t></rPh></si></sst>`,
			"xl/styles.xml": part + `<styleSheet` + names + `><numFmts><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd"/></numFmts><fonts><font/><font><b/><color rgb="FFFF0000"/></font></fonts>` +
				`<fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="solid"><fgColor indexed="13"/></patternFill></fill></fills>` +
				`<cellXfs><xf numFmtId="0" fontId="0" fillId="0"/><xf numFmtId="164"/><xf numFmtId="9" fontId="1" fillId="1"/><xf numFmtId="0"/></cellXfs></styleSheet>`,
		})
	d := read(t, parts)
	if diff := cmp.Diff([]string{"Table 2x8+1: in runs,plain,2023-03-15,26%,TRUE,#N/A,made,3,4"}, formattest.Outline(d)); diff != "" {
		t.Fatal(diff)
	}
	got := map[string]doc.CellExtra{}
	for _, c := range d.Blocks[0].Table.Cells {
		if c.Extra != nil {
			got[c.Text] = *c.Extra
		}
	}
	want := map[string]doc.CellExtra{
		"2023-03-15": {Value: "45000.5"},
		"26%":        {Value: "0.256", Bold: true, Color: "#ff0000", Fill: "#ffff00"},
		"made":       {Formula: `=A1&"x"`},
		"3":          {Formula: `=B$2+SUM(H2:$H2)+"B2"`},
		"4":          {Formula: `=B$2+SUM(H3:$H3)+"B2"`},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestSheet(t *testing.T) {
	for _, c := range []struct {
		name  string
		parts ooxmltest.Parts
		want  []string
	}{
		{"Merged", book(cells("Region|Sales|", "|Q1|Q2", "North|1|2")+`<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:C1"/></mergeCells>`, nil), []string{"Table 3x3+2: Region(2x1),Sales(1x2),Q1,Q2,North,1,2"}},
		{"CoveredCellsAreNotShown", book(cells("a|hidden|b", "1|2|3")+`<mergeCells><mergeCell ref="A1:B1"/></mergeCells>`, nil), []string{"Table 2x3+1: a(1x2),b,1,2,3"}},
		{"Frozen", book(`<sheetViews><sheetView><pane ySplit="2" state="frozen"/></sheetView></sheetViews>`+cells("a|b", "c|d", "e|f", "g|h"), nil), []string{"Table 4x2+2: a,b,c,d,e,f,g,h"}},
		{"DeclaredTable", book(cells("x|Item|n", "y|1|2", "z|3|4"), ooxmltest.Parts{
			"xl/worksheets/_rels/sheet1.xml.rels": ooxmltest.Relations("r1", "table", "../tables/t1.xml"),
			"xl/tables/t1.xml":                    part + `<table` + names + ` displayName="T" ref="B1:C3"><tableColumns count="2"><tableColumn name="Item"/><tableColumn name="n"/></tableColumns></table>`,
		}), []string{"Table 3x1+1: x,y,z", "Table 3x2+1: Item,n,1,2,3,4"}},
		{"UnorderedRows", book(`<sheetData><row r="3"><c r="B3"><v>4</v></c><c r="A3"><v>3</v></c></row><row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>2</v></c></row></sheetData>`, nil), []string{"Table 2x2+1: 1,2,3,4"}},
		{"Comments", book(cells("a|b", "1|2"), ooxmltest.Parts{
			"xl/worksheets/_rels/sheet1.xml.rels": ooxmltest.Relations("r1", "comments", "../c.xml", "r2", "threadedComment", "../tc.xml"),
			"xl/_rels/workbook.xml.rels":          ooxmltest.Relations("r1", "worksheet", "worksheets/sheet1.xml", "r4", "person", "persons/p.xml"),
			"xl/persons/p.xml":                    part + `<personList xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"><person displayName="Ann" id="p1"/></personList>`,
			"xl/c.xml":                            part + `<comments` + names + `><authors><author>Bob</author></authors><commentList><comment ref="B2" authorId="0"><text><r><t>a </t></r><r><t>note</t></r></text></comment><comment ref="A1" authorId="0"><text><t>[Threaded comment]</t></text></comment></commentList></comments>`,
			"xl/tc.xml":                           part + `<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"><threadedComment ref="A1" personId="p1" id="1"><text>why?</text></threadedComment><threadedComment ref="A1" personId="p1" id="2" parentId="1"><text>because</text></threadedComment></ThreadedComments>`,
		}), []string{"Table 2x2+1: a,b,1,2", "Comment: why?", "Comment: because", "Comment: a note"}},
		{"Drawings", book(cells("a|b", "1|2"), ooxmltest.Parts{
			"xl/worksheets/_rels/sheet1.xml.rels": ooxmltest.Relations("r1", "drawing", "../d.xml"),
			"xl/d.xml": part + `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">` +
				`<xdr:twoCellAnchor><xdr:from><xdr:col>3</xdr:col><xdr:row>0</xdr:row></xdr:from><xdr:to><xdr:col>5</xdr:col><xdr:row>4</xdr:row></xdr:to><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" descr="a ship"/></xdr:nvPicPr></xdr:pic></xdr:twoCellAnchor>` +
				`<xdr:oneCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:row>9</xdr:row></xdr:from><xdr:sp><xdr:txBody><a:p><a:r><a:t>Read </a:t></a:r><a:r><a:t>me</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:oneCellAnchor></xdr:wsDr>`,
		}), []string{"Table 2x2+1: a,b,1,2", "Figure: a ship", "Text: Read me"}},
		{"ChartSheet", book("", ooxmltest.Parts{"xl/worksheets/sheet1.xml": part + `<chartsheet` + names + `/>`}), nil},
		{"Blank", book("<sheetData/>", nil), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, formattest.Outline(read(t, c.parts))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestShiftedText(t *testing.T) {
	run := func(look, text string) string {
		return `<r><rPr><vertAlign val="` + look + `"/></rPr><t xml:space="preserve">` + text + `</t></r>`
	}
	d := read(t, book(`<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is>`+`<r><t>mc</t></r>`+run("superscript", "2  ")+`</is></c>`+
		`<c r="C1" t="s"><v>1</v></c><c r="D1" t="s"><v>7</v></c></row><row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>2</v></c><c r="C2"><v>3</v></c></row></sheetData>`+
		`<hyperlinks><hyperlink ref="A1" location="Two!A1"/></hyperlinks>`, ooxmltest.Parts{
		"xl/sharedStrings.xml": part + `<sst` + names + `><si><r><t>H</t></r>` + run("subscript", "2") + `<r><t>O</t></r></si>` +
			`<si>` + run("baseline", " even") + run("subscript", "") + `</si></sst>`,
	}))
	got := map[string][]doc.Span{}
	for _, c := range d.Blocks[0].Table.Cells {
		if c.Extra != nil {
			got[c.Text] = c.Extra.Spans
		}
	}
	want := map[string][]doc.Span{
		"H2O": {{Kind: doc.Link, End: 3, Target: "#Two!A1"}, {Kind: doc.Lowered, Start: 1, End: 2}},
		"mc2": {{Kind: doc.Raised, Start: 2, End: 3}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestLinksAndLists(t *testing.T) {
	d := read(t, book(cells("site|other|x", "1|2|3")+`<dataValidations><dataValidation type="list" sqref="A2"><formula1>"1,2, 3"</formula1></dataValidation><dataValidation type="list" sqref="B2:B2 Z9"><formula1>$A$1:$C$1</formula1></dataValidation></dataValidations>`+
		`<hyperlinks><hyperlink ref="A1" r:id="r1"/><hyperlink ref="B1" location="Two!A1"/></hyperlinks>`,
		ooxmltest.Parts{"xl/worksheets/_rels/sheet1.xml.rels": ooxmltest.Relations("r1", "hyperlink", "https://example.org/")}))
	got := map[string]doc.CellExtra{}
	for _, c := range d.Blocks[0].Table.Cells {
		if c.Extra != nil {
			got[c.Text] = *c.Extra
		}
	}
	want := map[string]doc.CellExtra{
		"site":  {Spans: []doc.Span{{Kind: doc.Link, End: 4, Target: "https://example.org/"}}},
		"other": {Spans: []doc.Span{{Kind: doc.Link, End: 5, Target: "#Two!A1"}}},
		"1":     {Options: []string{"1", "2", "3"}},
		"2":     {Options: []string{"site", "other", "x"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// several is a workbook of two sheets, the second hidden, with hidden rows and columns on the first.
func several() ooxmltest.Parts {
	return book(`<cols><col min="2" max="2" hidden="1"/></cols><sheetData><row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c><c r="C1"><v>3</v></c></row><row r="2" hidden="1"><c r="A2"><v>4</v></c></row></sheetData>`, ooxmltest.Parts{
		"xl/workbook.xml":            part + `<workbook` + names + `><sheets><sheet name="One" r:id="r1"/><sheet name="Two" state="hidden" r:id="r2"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": ooxmltest.Relations("r1", "worksheet", "worksheets/sheet1.xml", "r2", "worksheet", "worksheets/sheet2.xml"),
		"xl/worksheets/sheet2.xml":   part + `<worksheet` + names + `>` + cells("z") + `</worksheet>`,
	})
}

func TestHidden(t *testing.T) {
	d := read(t, several())
	if diff := cmp.Diff([]string{"Section Header 2: One", "Table 2x3+1: 1,2,3,4", "Section Header 2: Two", "Text: z"}, formattest.Outline(d)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(&doc.SheetInfo{HiddenRows: []int{2}, HiddenCols: []doc.Columns{{First: 2, Last: 2}}}, d.Pages[0].Sheet); diff != "" {
		t.Error(diff)
	}
	if !d.Pages[1].Sheet.Hidden || d.Pages[1].Name != "Two" {
		t.Errorf("second sheet: %+v", d.Pages[1])
	}
	o := formattest.Options()
	o.Sheet.SkipHiddenSheets, o.Sheet.SkipHiddenRows, o.Sheet.SkipHiddenCols = true, true, true
	d, err := xlsx.Format.Read(t.Context(), formattest.File("a.xlsx", several().Zip(t)), o)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"Section Header 2: One", "Table 1x2+1: 1,3"}, formattest.Outline(d)); diff != "" {
		t.Error(diff)
	}
}

// What is hidden and left out is not there for tables, comments and counts, but what begins in it and is shown stays.
func TestLeftOut(t *testing.T) {
	hide := strings.NewReplacer(`<row r="2">`, `<row r="2" hidden="1">`, `<row r="5">`, `<row r="5" hidden="1">`).Replace
	for _, c := range []struct {
		name  string
		parts ooxmltest.Parts
		cells int
		want  []string
	}{
		{"RowsAndColumn", book(`<cols><col min="2" max="2" hidden="1"/></cols>`+hide(cells("a|x|b", "1|2|3", "4|5|6", "7|8|9")), nil), 6,
			[]string{"1,1 3x4: Table 3x2+1: a,b,4,6,7,9"}},
		{"MergedFromAHiddenRow", book(hide(cells("a|b", "north|1", "|2", "|3"))+`<mergeCells><mergeCell ref="A2:A4"/></mergeCells>`, nil), 4,
			[]string{"1,1 2x4: Table 3x2+1: a,b,north(2x1),2,3"}},
		{"MergedOverAHiddenRow", book(hide(cells("top|b", "|1", "|2", "c|3"))+`<mergeCells><mergeCell ref="A1:A3"/></mergeCells>`, nil), 5,
			[]string{"1,1 2x4: Table 3x2+1: top(2x1),b,2,c,3"}},
		{"LastRow", book(hide(cells("a|b", "0|0", "1|2", "3|4", "5|6")), nil), 6, []string{"1,1 2x4: Table 3x2+1: a,b,1,2,3,4"}},
		{"CommentOnAHiddenRow", book(hide(cells("a|b", "0|0", "1|2")), ooxmltest.Parts{
			"xl/worksheets/_rels/sheet1.xml.rels": ooxmltest.Relations("r1", "comments", "../comments1.xml"),
			"xl/comments1.xml":                    part + `<comments` + names + `><commentList><comment ref="A2"><text><t>gone</t></text></comment><comment ref="A3"><text><t>kept</t></text></comment></commentList></comments>`,
		}), 4, []string{"1,1 2x3: Table 2x2+1: a,b,1,2", "1,3 1x1: Comment: kept"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := formattest.Options()
			o.Sheet.Clustering, o.Sheet.SkipHiddenRows, o.Sheet.SkipHiddenCols = format.Fast, true, true
			d, err := xlsx.Format.Read(t.Context(), formattest.File("a.xlsx", c.parts.Zip(t)), o)
			if err != nil {
				t.Fatal(err)
			}
			got := formattest.Outline(d)
			for i, b := range d.Blocks {
				got[i] = fmt.Sprintf("%v,%v %vx%v: %s", b.Box.Left, b.Box.Top, b.Box.Width, b.Box.Height, got[i])
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			if d.Pages[0].Cells != c.cells {
				t.Errorf("%d cells", d.Pages[0].Cells)
			}
		})
	}
}

// What is left out counts against the limit of the service, as it is read, and not against the caller's.
func TestLeftOutIsBounded(t *testing.T) {
	parts := book(strings.ReplaceAll(cells("a|b", "1|2"), `<row r="2">`, `<row r="2" hidden="1">`), nil)
	for _, c := range []struct {
		name        string
		limit, most int
		want        fault.Name
	}{
		{"Service", 3, 0, fault.DocumentTooLarge},
		{"Caller", 4, 1, fault.CellCountExceeded},
		{"Within", 4, 2, ""},
	} {
		o := format.Options{Limits: format.Limits{Cells: c.limit}, Sheet: format.Sheet{MaxCells: c.most, SkipHiddenRows: true}}
		_, err := xlsx.Format.Read(t.Context(), formattest.File("a.xlsx", parts.Zip(t)), o)
		if c.want == "" && err != nil || c.want != "" && !fault.Is(err, c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// Faults 23 and 24: too many cells, and entities.
func TestRefused(t *testing.T) {
	laughs := part + `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><worksheet` + names + `><sheetData><row><c t="inlineStr"><is><t>&b;</t></is></c></row></sheetData></worksheet>`
	huge := format.Options{Limits: format.Limits{Cells: 2}}
	asked := format.Options{Limits: format.DefaultLimits, Sheet: format.Sheet{MaxCells: 2}}
	for _, c := range []struct {
		name  string
		parts ooxmltest.Parts
		opts  format.Options
		want  fault.Name
	}{
		{"TooManyCells", book(cells("a|b", "1|2"), nil), huge, fault.DocumentTooLarge},
		{"MoreThanAsked", book(cells("a|b", "1|2"), nil), asked, fault.CellCountExceeded},
		{"Entities", book("", ooxmltest.Parts{"xl/worksheets/sheet1.xml": laughs}), formattest.Options(), fault.DocumentCorrupt},
		{"NoSheets", book("", ooxmltest.Parts{"xl/workbook.xml": part + `<workbook` + names + `/>`}), formattest.Options(), fault.DocumentCorrupt},
		{"SheetMissing", book("", ooxmltest.Parts{"xl/_rels/workbook.xml.rels": ooxmltest.Relations("r1", "worksheet", "nowhere.xml")}), formattest.Options(), fault.DocumentCorrupt},
		{"CutOff", book("", ooxmltest.Parts{"xl/worksheets/sheet1.xml": part + `<worksheet` + names + `><sheetData><row>`}), formattest.Options(), fault.DocumentCorrupt},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := xlsx.Format.Read(t.Context(), formattest.File("a.xlsx", c.parts.Zip(t)), c.opts); !fault.Is(err, c.want) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// Fault 23: a sheet that says it is used up to its last cell costs what its cells cost.
func TestSparse(t *testing.T) {
	d := read(t, book(`<dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row></sheetData>`, nil))
	if diff := cmp.Diff([]string{"Text: 1", "Text: 2"}, formattest.Outline(d)); diff != "" {
		t.Error(diff)
	}
	if d.Pages[0].Cells != 2 {
		t.Errorf("%d cells", d.Pages[0].Cells)
	}
}

// Many areas over many cells cost a bounded number of looks and are named as what is left out.
func TestOverlappingAreas(t *testing.T) {
	rows := make([]string, 2000)
	for i := range rows {
		rows[i] = "a|b|c|d|e|f"
	}
	lists := strings.Repeat(`<dataValidation type="list" sqref="A1:F2000"><formula1>"x,y"</formula1></dataValidation>`, 9000)
	d := read(t, book(cells(rows...)+`<dataValidations>`+lists+`</dataValidations>`, nil))
	if len(d.Issues) != 1 || !strings.Contains(d.Issues[0].Message, "overlap") || d.Pages[0].Cells != 12_000 {
		t.Errorf("%d cells, %+v", d.Pages[0].Cells, d.Issues)
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{cells("a|b", "1|2"), `<sheetData><row r="9"><c r="ZZ9" t="s" s="4"><f t="shared" si="1" ref="A1">B1</f><v>0</v></c></row></sheetData><mergeCells><mergeCell ref="A1:ZZ99"/></mergeCells>`,
		`<cols><col min="1" max="1" hidden="1"/></cols><sheetData><row r="1" hidden="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row><row r="2"><c r="B2"><v>3</v></c></row></sheetData><mergeCells><mergeCell ref="A1:C2"/></mergeCells>`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, sheet string) {
		for _, skip := range []bool{false, true} {
			o := formattest.Options()
			o.Sheet.SkipHiddenRows, o.Sheet.SkipHiddenCols = skip, skip
			if d, err := xlsx.Format.Read(t.Context(), formattest.File("a.xlsx", book(sheet, nil).Zip(t)), o); err == nil {
				formattest.CheckSound(t, d)
			}
		}
	})
}
