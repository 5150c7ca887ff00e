package docx_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/format/docx"
	"github.com/octavo-dev/octavo/internal/format/formattest"
)

const styles = `<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>` +
	`<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>` +
	`<w:style w:type="paragraph" w:styleId="H2"><w:name w:val="Mine"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>` +
	`<w:style w:type="paragraph" w:styleId="H2a"><w:name w:val="Mine too"/><w:basedOn w:val="H2"/></w:style>` +
	`<w:style w:type="paragraph" w:styleId="TOC"><w:name w:val="TOC Heading"/><w:basedOn w:val="berschrift1"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr></w:style>` +
	`<w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style><w:style w:type="paragraph" w:styleId="Beschriftung"><w:name w:val="caption"/></w:style>` +
	`<w:style w:type="paragraph" w:styleId="Circle"><w:basedOn w:val="Circle2"/></w:style><w:style w:type="paragraph" w:styleId="Circle2"><w:basedOn w:val="Circle"/></w:style>` +
	`<w:style w:type="paragraph" w:styleId="Chapter"><w:name w:val="heading 3"/><w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr></w:style>` +
	`<w:style w:type="paragraph" w:styleId="Bullet"><w:name w:val="List Bullet"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>` +
	`<w:style w:type="character" w:styleId="Secret"><w:rPr><w:vanish/></w:rPr></w:style>`

func lvl(at, format, text string) string {
	return `<w:lvl w:ilvl="` + at + `"><w:start w:val="1"/><w:numFmt w:val="` + format + `"/><w:lvlText w:val="` + text + `"/></w:lvl>`
}

var numbering = `<w:abstractNum w:abstractNumId="1">` + lvl("0", "bullet", "•") + lvl("1", "bullet", "o") + `</w:abstractNum>` +
	`<w:abstractNum w:abstractNumId="2">` + lvl("0", "decimal", "%1.") + lvl("1", "lowerLetter", "%2)") + lvl("2", "upperRoman", "%1.%2.%3") + `</w:abstractNum>` +
	`<w:abstractNum w:abstractNumId="3">` + strings.Replace(lvl("0", "upperLetter", "§%1"), "</w:lvl>", `<w:pStyle w:val="Chapter"/></w:lvl>`, 1) + `</w:abstractNum>` +
	`<w:abstractNum w:abstractNumId="5"><w:numStyleLink w:val="Bullet"/></w:abstractNum>` +
	`<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num><w:num w:numId="3"><w:abstractNumId w:val="3"/></w:num>` +
	`<w:num w:numId="4"><w:abstractNumId w:val="2"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num><w:num w:numId="5"><w:abstractNumId w:val="5"/></w:num>`

var usual = parts{"styles": styles, "numbering": numbering}

// run puts pieces into one run of one paragraph.
func run(pieces string) string { return "<w:p><w:r>" + pieces + "</w:r></w:p>" }

const (
	begin = `<w:fldChar w:fldCharType="begin"/>`
	apart = `<w:fldChar w:fldCharType="separate"/>`
	end   = `<w:fldChar w:fldCharType="end"/>`
)

func TestParagraphs(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       []string
	}{
		{"Plain", p("", "one") + p("", " ") + p("", "two"), []string{"Text: one", "Text: two"}},
		{"HeadingsWithoutStyles", p(style("Title"), "t") + p(style("Heading1"), "a") + p(style("Heading9"), "b") + p(style("Heading10"), "c") + p(style("Heading"), "d") + p(style("Heading1Char"), "e"),
			[]string{"Title: t", "Section Header 2: a", "Section Header 6: b", "Text: c", "Text: d", "Text: e"}},
		{"Headings", p(style("Titel"), "t") + p(style("berschrift1"), "a") + p(style("H2"), "b") + p(style("H2a"), "c") + p(style("TOC"), "d") + p(`<w:outlineLvl w:val="7"/>`, "e") + p(style("Circle"), "f"),
			[]string{"Title: t", "Section Header 2: a", "Section Header 3: b", "Section Header 3: c", "Text: d", "Section Header 6: e", "Text: f"}},
		{"Numbers", p(item("2", "0"), "a") + p(item("2", "1"), "b") + p(item("2", "1"), "c") + p(item("2", "2"), "d") + p(item("2", "0"), "e") + p(item("2", "1"), "f"),
			[]string{"List Item 1 1.: a", "List Item 2 a): b", "List Item 2 b): c", "List Item 3 1.b.I: d", "List Item 1 2.: e", "List Item 2 a): f"}},
		{"Restart", p(item("2", "0"), "a") + p(item("4", "0"), "b") + p(item("4", "0"), "c") + p(item("2", "0"), "d"),
			[]string{"List Item 1 1.: a", "List Item 1 7.: b", "List Item 1 8.: c", "List Item 1 9.: d"}},
		{"DeepFirst", p(item("2", "2"), "a"), []string{"List Item 3 1.a.I: a"}},
		{"EmptyItemsCount", p(item("2", "0"), "a") + p(item("2", "0"), "") + p(item("2", "0"), "b"), []string{"List Item 1 1.: a", "List Item 1 3.: b"}},
		{"Bullets", p(item("1", "0"), "a") + p(item("1", "1"), "b") + p(style("Bullet"), "c") + p(style("Bullet")+item("0", "0"), "d") + p(item("5", "0"), "e") + p(item("99", "0"), "f"),
			[]string{"List Item 1: a", "List Item 2: b", "List Item 1: c", "Text: d", "List Item 1: e", "Text: f"}},
		{"NumberedHeading", p(style("Chapter"), "a") + p(style("Chapter"), "b"), []string{"Section Header 4 §A: a", "Section Header 4 §B: b"}},
		{"Breaks", run(`<w:t>a</w:t><w:br/><w:t>b</w:t><w:tab/><w:t>c</w:t><w:noBreakHyphen/><w:t>d</w:t><w:softHyphen/><w:t>e&#173;f</w:t><w:cr/>`), []string{"Text: a\nb\tc‑def"}},
		{"Symbols", run(`<w:sym w:font="Wingdings" w:char="F0FE"/><w:t xml:space="preserve"> yes </w:t><w:sym w:font="Wingdings" w:char="F0A8"/><w:t xml:space="preserve"> no </w:t><w:sym w:font="Symbol" w:char="F061"/>`), []string{"Text: [x] yes [ ] no α"}},
		{"Hidden", "<w:p>" + r("", "a") + r("<w:vanish/>", "x") + r(`<w:rStyle w:val="Secret"/>`, "y") + r(`<w:vanish w:val="0"/>`, "b") + "</w:p>", []string{"Text: ab"}},
		{"Spaces", `<w:p><w:r><w:t> a </w:t></w:r>` + r("", " b ") + "</w:p>", []string{"Text: a b"}},
		{"Ruby", run(`<w:ruby><w:rt><w:r><w:t>kan</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>漢</w:t></w:r></w:rubyBase></w:ruby>`), []string{"Text: 漢"}},
		{"Field", run(begin + `<w:instrText>DATE \@ "yyyy"</w:instrText>` + apart + `<w:t>2024</w:t>` + end), []string{"Text: 2024"}},
		{"FieldInField", run(begin + `<w:instrText>IF </w:instrText>` + begin + `<w:instrText>X</w:instrText>` + apart + `<w:t>hidden</w:t>` + end + apart + `<w:t>seen</w:t>` + end), []string{"Text: seen"}},
		{"FieldUnclosed", run(begin+`<w:instrText>X</w:instrText>`) + p("", "hidden"), nil},
		{"FormFields", run(`<w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox></w:ffData></w:fldChar>`+`<w:instrText>FORMCHECKBOX</w:instrText>`+apart+end+`<w:t xml:space="preserve"> a </w:t>`) +
			run(`<w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="no"/><w:listEntry w:val="yes"/></w:ddList></w:ffData></w:fldChar>`+end), []string{"Text: [x] a", "Text: yes"}},
		{"Controls", `<w:p><w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr><w:sdtContent>` + r("", "☒") + `</w:sdtContent></w:sdt>` + r("", " on ") +
			`<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="0"/></w14:checkbox></w:sdtPr><w:sdtContent>` + r("", "☐") + `</w:sdtContent></w:sdt>` + r("", " off ") +
			`<w:sdt><w:sdtPr><w:dropDownList><w:listItem w:displayText="x" w:value="1"/></w:dropDownList></w:sdtPr><w:sdtContent>` + r("", "chosen") + `</w:sdtContent></w:sdt></w:p>` +
			`<w:sdt><w:sdtContent>` + p("", "block") + `</w:sdtContent></w:sdt>`, []string{"Text: [x] on [ ] off chosen", "Text: block"}},
		{"Boxes", `<w:p>` + r("", "before") + `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor><wp:docPr id="1" name="x"/><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>` + p("", "boxed") + p(item("1", "0"), "item") +
			`</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict><v:rect><v:textbox><w:txbxContent>` + p("", "boxed") + `</w:txbxContent></v:textbox></v:rect></w:pict></mc:Fallback></mc:AlternateContent></w:r>` + r("", " after") + `</w:p>` +
			run(`<w:pict><v:shape><v:textbox><w:txbxContent>`+p("", "old")+`</w:txbxContent></v:textbox></v:shape></w:pict>`), []string{"Text: before after", "Text: boxed", "List Item 1: item", "Text: old"}},
		{"Pictures", run(`<w:drawing><wp:inline><wp:docPr id="1" name="n" descr="a  cat"/><a:graphic><a:graphicData><pic:pic><pic:nvPicPr><pic:cNvPr id="0" name="cat.png"/></pic:nvPicPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`) +
			p(style("Beschriftung"), "Figure 1") + run(`<w:pict><v:shape alt="a dog"><v:imagedata r:id="img"/></v:shape></w:pict>`), []string{"Figure: Figure 1 / a cat", "Figure: a dog"}},
		{"Formula", `<w:p>` + r("", "so ") + `<m:oMath><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup><m:r><m:t>=</m:t></m:r><m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num><m:den><m:r><m:t>c</m:t></m:r></m:den></m:f>` +
			`<m:rad><m:deg/><m:e><m:r><m:t>2</m:t></m:r></m:e></m:rad><m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub><m:r><m:t>i=1</m:t></m:r></m:sub><m:sup><m:r><m:t>n</m:t></m:r></m:sup><m:e><m:r><m:t>i</m:t></m:r></m:e></m:nary>` +
			`<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/><m:sepChr m:val=";"/></m:dPr><m:e><m:r><m:t>p</m:t></m:r></m:e><m:e><m:r><m:t>q</m:t></m:r></m:e></m:d></m:oMath></w:p>`, []string{"Text: so x^2=(a+b)/c√2∑_(i=1)^n i[p;q]"}},
		{"Matrix", `<w:p><m:oMathPara><m:oMath><m:m><m:mr><m:e><m:r><m:t>1</m:t></m:r></m:e><m:e><m:r><m:t>0</m:t></m:r></m:e></m:mr><m:mr><m:e><m:r><m:t>0</m:t></m:r></m:e><m:e><m:r><m:t>1</m:t></m:r></m:e></m:mr></m:m></m:oMath></m:oMathPara></w:p>`, []string{"Text: [1, 0; 0, 1]"}},
		{"RightToLeft", `<w:p><w:pPr><w:bidi/></w:pPr>` + r("<w:rtl/>", "שלום") + r("", " abc") + "</w:p>", []string{"Text: שלום abc"}},
		{"Unknown", `<w:future/><w:p><w:future>` + r("", "x") + `</w:future>` + r("", "a") + `</w:p>`, []string{"Text: a"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			body := c.body
			want := c.want
			if want == nil { // a document must say something
				body, want = p("", "lead")+body, []string{"Text: lead"}
			}
			if diff := cmp.Diff(want, formattest.Outline(read(t, body, usual))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTables(t *testing.T) {
	const merge, goesOn = `<w:vMerge w:val="restart"/>`, `<w:vMerge/>`
	for _, c := range []struct {
		name, body string
		want       []string
	}{
		{"Plain", table(row("<w:tblHeader/>", cell("", "a"), cell("", "b")), row("", cell("", "c"), cell("", "d"))), []string{"Table 2x2+1: a,b,c,d"}},
		{"Spans", table(row("", cell(merge, "a"), cell(`<w:gridSpan w:val="2"/>`, "b")), row("", cell(goesOn, "hidden"), cell("", "c"), cell("", "d"))), []string{"Table 2x3+0: a(2x1),b(1x2),c,d"}},
		{"OldSpans", table(row("", cell(`<w:hMerge w:val="restart"/>`, "a"), cell(`<w:hMerge/>`, ""), cell("", "b"))), []string{"Table 1x3+0: a(1x2),b"}},
		{"Late", table(row("", cell("", "a"), cell("", "b")), row(`<w:gridBefore w:val="1"/>`, cell("", "c"))), []string{"Table 2x2+0: a,b,c"}},
		{"GoesOnFromNothing", table(row("", cell(goesOn, "a"))), []string{"Table 1x1+0: a"}},
		{"Lines", table(row("", cell("", p("", "a")+p(item("1", "1"), "b")+p(item("2", "0"), "c")))), []string{"Table 1x1+0: a\n  - b\n1. c"}},
		{"Nested", table(row("", cell("", p("", "a")+table(row("", cell("", "b"), cell("", "c")))+p("", "d")))), []string{"Table 1x1+0: a\nb\tc\nd"}},
		{"Controls", table(`<w:sdt><w:sdtContent>` + row("", `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr><w:sdtContent>`+cell("", "☒")+`</w:sdtContent></w:sdt>`, cell("", "b")) + `</w:sdtContent></w:sdt>`), []string{"Table 1x2+0: [x],b"}},
		{"PictureInside", table(row("", cell("", run(`<w:pict><v:shape alt="a dog"><v:imagedata r:id="img"/></v:shape></w:pict>`)+p("", "a")))), []string{"Table 1x1+0: a", "Figure: a dog"}},
		{"CaptionAbove", p(style("Beschriftung"), "Table 1") + table(row("", cell("", "a"))), []string{"Text: Table 1", "Table 1x1+0: a"}},
		{"Empty", p("", "x") + table() + table(row("")), []string{"Text: x"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, formattest.Outline(read(t, c.body, usual))); diff != "" {
				t.Error(diff)
			}
		})
	}
	inner := read(t, table(row("", cell("", table(row("", cell("", "b")))))), nil).Blocks[0].Table.Cells[0].Extra.Tables
	if len(inner) != 1 || inner[0].Table.Cells[0].Text != "b" || inner[0].Start != 0 || inner[0].End != 1 {
		t.Errorf("the table inside is %+v", inner)
	}
}

func TestStories(t *testing.T) {
	note := func(kind, id, text string) string {
		return "<w:" + kind + ` w:id="` + id + `">` + p("", text) + "</w:" + kind + ">"
	}
	section := func(references string) string { return "<w:sectPr>" + references + "</w:sectPr>" }
	header := func(kind, id string) string {
		return `<w:headerReference w:type="` + kind + `" r:id="` + id + `"/>`
	}
	said := func(id, who, paragraph, text string) string {
		return `<w:comment w:id="` + id + `" w:author="` + who + `" w:date="2024-01-02T03:04:05Z"><w:p w14:paraId="` + paragraph + `">` + r("", text) + "</w:p></w:comment>"
	}
	refer := func(id string) string { return `<w:r><w:commentReference w:id="` + id + `"/></w:r>` }
	for _, c := range []struct {
		name, body string
		more       parts
		want       []string
	}{
		{"Notes", "<w:p>" + r("", "a") + `<w:r><w:footnoteReference w:id="2"/></w:r>` + r("", " b") + `<w:r><w:endnoteReference w:id="7"/></w:r><w:r><w:footnoteReference w:id="5"/></w:r><w:r><w:footnoteReference w:id="9"/></w:r></w:p>`,
			parts{"footnotes": `<w:footnote w:type="separator" w:id="0">` + p("", "no") + "</w:footnote>" + note("footnote", "5", "second") + note("footnote", "2", "first") + note("footnote", "3", "unused"), "endnotes": note("endnote", "7", "last")},
			[]string{"Text: a[^1] b[^e1][^2]", "Text: [^1]: first", "Text: [^2]: second", "Text: [^e1]: last"}},
		{"Headers", "<w:p><w:pPr>" + section(header("default", "header1")+header("first", "header2")+`<w:footerReference w:type="default" r:id="footer1"/>`) + "</w:pPr>" + r("", "one") + "</w:p>" + p("", "two") + section(header("default", "header3")),
			parts{"header1": p("", "h1") + table(row("", cell("", "x"), cell("", "y"))), "header2": p("", "not shown"), "header3": p("", "h3"), "footer1": p("", "- 3 -")},
			[]string{"Header: h1\nx\ty", "Text: one", "Page Number: - 3 -", "Header: h3", "Text: two"}},
		{"FirstAndEven", p("", "a") + section(header("default", "header1")+header("first", "header2")+header("even", "header3")+"<w:titlePg/>"),
			parts{"header1": p("", "d"), "header2": p("", "f"), "header3": p("", "e"), "settings": "<w:evenAndOddHeaders/>"}, []string{"Header: f", "Header: d", "Header: e", "Text: a"}},
		{"Watermark", p("", "a") + section(header("default", "header1")), parts{"header1": run(`<w:pict><v:shape><v:textpath string="DRAFT"/></v:shape></w:pict>`)}, []string{"Text: DRAFT", "Text: a"}},
		{"Threads", "<w:p>" + r("", "a") + refer("1") + refer("2") + "</w:p>" + table(row("", cell("", "<w:p>"+r("", "b")+refer("3")+"</w:p>"))) + p("", "c"),
			parts{"comments": said("1", "Ann", "A1", "first") + said("3", "Cid", "A3", "cell") + said("2", "Bob", "A2", "reply") + said("4", "", "A4", "lost"),
				"commentsExtended": `<w15:commentEx w15:paraId="A1" w15:done="1"/><w15:commentEx w15:paraId="A2" w15:paraIdParent="A1" w15:done="0"/>`},
			[]string{"Text: a", "Comment: first", "Comment: reply", "Table 1x1+0: b", "Comment: cell", "Text: c", "Comment: lost"}},
		{"Chart", run(`<w:drawing><wp:inline><wp:docPr id="1" name="n" descr="alt"/><a:graphic><a:graphicData><c:chart r:id="chart1"/></a:graphicData></a:graphic></wp:inline></w:drawing>`),
			parts{"chart1": `<c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:barDir val="col"/>` +
				`<c:ser><c:tx><c:strRef><c:f>A1</c:f><c:strCache><c:pt idx="0"><c:v>North</c:v></c:pt></c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>Q1</c:v></c:pt><c:pt idx="1"><c:v>Q2</c:v></c:pt></c:strCache></c:strRef></c:cat>` +
				`<c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>4.5</c:v></c:pt><c:pt idx="1"><c:v>5</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart>`},
			[]string{"Figure: Sales / bar chart", "Table 3x2+1: North,Q1,4.5,Q2,5"}},
		{"Diagram", run(`<w:drawing><wp:inline><a:graphic><a:graphicData><dgm:relIds r:dm="diagramData1"/></a:graphicData></a:graphic></wp:inline></w:drawing>`),
			parts{"diagramData1": `<dgm:ptLst><dgm:pt><dgm:t><a:p><a:r><a:t>Plan</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt><dgm:t><a:p/></dgm:t></dgm:pt></dgm:ptLst>`}, []string{"List Item 1: Plan"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, formattest.Outline(read(t, c.body, c.more))); diff != "" {
				t.Error(diff)
			}
		})
	}
	d := read(t, "<w:p>"+r("", "a")+refer("1")+"</w:p>", parts{"comments": said("1", "Ann", "A1", "x"), "commentsExtended": `<w15:commentEx w15:paraId="A1" w15:done="1"/>`})
	if b := d.Blocks[1]; b.Author != "Ann" || b.Time != "2024-01-02T03:04:05Z" || !b.Resolved {
		t.Errorf("%+v", b)
	}
}

// Files in the strict spelling of the namespaces read the same.
func TestStrict(t *testing.T) {
	body := p(style("berschrift1"), "a") + p(item("2", "0"), "b") + `<w:p><w:hyperlink r:id="link">` + r("", "c") + "</w:hyperlink></w:p>"
	parts := packed(body, usual)
	strict := strings.NewReplacer(
		"http://schemas.openxmlformats.org/wordprocessingml/2006/main", "http://purl.oclc.org/ooxml/wordprocessingml/main",
		"http://schemas.openxmlformats.org/officeDocument/2006/relationships", "http://purl.oclc.org/ooxml/officeDocument/relationships",
	)
	for name, content := range parts {
		parts[name] = strict.Replace(content)
	}
	d, err := docx.Read(t.Context(), formattest.File("a.docx", parts.Zip(t)), formattest.Options())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(formattest.Outline(read(t, body, usual)), formattest.Outline(d)); diff != "" || len(d.Blocks[2].Spans) != 1 {
		t.Error(diff, d.Blocks)
	}
}
