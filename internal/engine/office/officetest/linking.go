package officetest

import (
	"strings"

	"github.com/octavo-dev/octavo/internal/ooxml/ooxmltest"
)

// Places are what a document may name and nobody may look at: a server, and files in a folder.
type Places struct {
	URL    string // of a server that counts who asks
	Folder string // with marker.png and marker.txt
	Script string // a file that macros write
}

// Linking are documents by their types that name these places in every way we know of. Each says "before" itself.
func Linking(p Places) map[string][]byte {
	picture, text := "file://"+p.Folder+"/marker.png", "file://"+p.Folder+"/marker.txt"
	return map[string][]byte{
		"docx": linkingDocx(p, picture, text),
		"docm": Docm(Paragraph("before"), Project(p.visualBasic())),
		"odt": Odt(`<text:p>before</text:p>`+openPicture(p.URL+"/x.png")+openPicture(picture)+
			openSection("web", p.URL+"/t.txt")+openSection("file", text)+
			`<text:p><draw:frame text:anchor-type="as-char" svg:width="3cm" svg:height="3cm"><draw:object xlink:href="`+p.URL+`/o.odt" xlink:type="simple"/></draw:frame></text:p>`,
			Macro(p.basic())...),
		"rtf": Rtf("before", `{\*\template `+p.URL+`/t.dot}`,
			rtfField(`INCLUDEPICTURE "`+p.URL+`/x.png" \\d`), rtfField(`INCLUDEPICTURE "`+p.Folder+`/marker.png" \\d`),
			rtfField(`INCLUDETEXT "`+p.URL+`/t.txt"`), rtfField(`INCLUDETEXT "`+p.Folder+`/marker.txt"`),
			rtfField(`LINK Word.Document.8 "`+p.URL+`/o.doc" "" \\a \\r`), rtfField(`DDEAUTO soffice "`+p.Folder+`/marker.txt" all`)),
		"ods": Ods(`<table:table-row><table:table-cell office:value-type="string"><text:p>before</text:p></table:table-cell>` +
			openFormula("WEBSERVICE(&quot;"+p.URL+"/w&quot;)") + openFormula("'"+p.URL+"/b.ods'#$Sheet1.A1") + openFormula("'"+text+"'#$marker.A1") + `</table:table-row>`),
		"xlsm": linkingXlsm(p, text),
		"pptx": linkingPptx(p, picture),
		"html": []byte(`<!doctype html><html><head><link rel="stylesheet" href="` + p.URL + `/s.css"><base href="` + p.URL + `"><meta http-equiv="refresh" content="0;url=` + p.URL + `"></head>` +
			`<body><p>before</p><img src="` + p.URL + `/x.png"><img src="` + picture + `"><iframe src="` + text + `"></iframe><object data="` + p.URL + `/o"></object>` +
			`<script src="` + p.URL + `/s.js"></script></body></html>`),
	}
}

func (p Places) basic() string {
	return "Sub Main\n" + `Open "` + p.Script + `" For Output As #1` + "\nPrint #1, \"ran\"\nClose #1\n" + `Shell("/usr/bin/touch ` + p.Script + `")` + "\nEnd Sub"
}

func (p Places) visualBasic() string {
	code := strings.ReplaceAll(strings.TrimPrefix(p.basic(), "Sub Main\n"), "\n", "\r\n") + "\r\n"
	return "Sub AutoOpen()\r\n" + code + "Sub Document_Open()\r\nAutoOpen\r\nEnd Sub\r\n"
}

func openPicture(link string) string {
	return `<text:p><draw:frame text:anchor-type="as-char" svg:width="3cm" svg:height="3cm"><draw:image xlink:href="` + link + `" xlink:type="simple"/></draw:frame></text:p>`
}

func openSection(name, link string) string {
	return `<text:section text:name="` + name + `"><text:section-source xlink:href="` + link + `" xlink:type="simple" text:filter-name="Text"/><text:p/></text:section>`
}

func openFormula(formula string) string {
	return `<table:table-cell table:formula="of:=` + formula + `" office:value-type="string"><text:p>old</text:p></table:table-cell>`
}

func rtfField(instruction string) string {
	return `{\field{\*\fldinst ` + instruction + `}{\fldrslt}}`
}

const word = "application/vnd.openxmlformats-officedocument.wordprocessingml."

func linkingDocx(p Places, picture, text string) []byte {
	field := func(instruction string) string {
		return `<w:p><w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r><w:r><w:instrText xml:space="preserve"> ` + instruction + ` </w:instrText></w:r>` +
			`<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>old</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`
	}
	object := func(shape, id string) string {
		return `<w:p><w:r><w:object xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"><v:shape id="` + shape + `" style="width:90pt;height:90pt">` +
			`<v:imagedata r:id="web"/></v:shape><o:OLEObject Type="Link" ProgID="Word.Document.12" ShapeID="` + shape + `" DrawAspect="Content" ObjectID="_1" UpdateMode="Always" r:id="` + id + `"/></w:object></w:r></w:p>`
	}
	body := Paragraph("before") + linkedPicture("web") + linkedPicture("file") + object("s1", "ole") + object("s2", "olefile") +
		field(`INCLUDEPICTURE "`+p.URL+`/x.png" \d`) + field(`INCLUDEPICTURE "`+p.Folder+`/marker.png" \d`) +
		field(`INCLUDETEXT "`+p.URL+`/t.txt"`) + field(`INCLUDETEXT "`+p.Folder+`/marker.txt"`) +
		`<w:altChunk r:id="chunk"/><w:p><w:subDoc r:id="sub"/></w:p>`
	return Zip(
		"[Content_Types].xml", ooxmltest.Types("word/document.xml", word+"document.main+xml", "word/settings.xml", word+"settings+xml"),
		"_rels/.rels", ooxmltest.Relations("r", "officeDocument", "word/document.xml"),
		"word/document.xml", document(body),
		"word/_rels/document.xml.rels", ooxmltest.Relations("settings", "settings", "settings.xml", "web", "image", p.URL+"/x.png", "file", "image", picture,
			"ole", "oleObject", p.URL+"/o.docx", "olefile", "oleObject", text, "chunk", "aFChunk", text, "sub", "subDocument", p.URL+"/sub.docx"),
		"word/settings.xml", ooxmltest.Head+`<w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="`+relations+`"><w:attachedTemplate r:id="t"/><w:linkStyles/><w:updateFields w:val="true"/></w:settings>`,
		"word/_rels/settings.xml.rels", ooxmltest.Relations("t", "attachedTemplate", p.URL+"/t.dotx"),
	)
}

const excel = "application/vnd.openxmlformats-officedocument.spreadsheetml."

func linkingXlsm(p Places, text string) []byte {
	const names = ` xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="` + relations + `"`
	return Zip(
		"[Content_Types].xml", ooxmltest.Types("xl/workbook.xml", "application/vnd.ms-excel.sheet.macroEnabled.main+xml", "xl/worksheets/sheet1.xml", excel+"worksheet+xml",
			"xl/externalLinks/externalLink1.xml", excel+"externalLink+xml", "xl/connections.xml", excel+"connections+xml", "xl/vbaProject.bin", "application/vnd.ms-office.vbaProject"),
		"_rels/.rels", ooxmltest.Relations("r", "officeDocument", "xl/workbook.xml"),
		"xl/workbook.xml", ooxmltest.Head+`<workbook`+names+`><sheets><sheet name="One" sheetId="1" r:id="s"/></sheets><externalReferences><externalReference r:id="x"/></externalReferences><calcPr fullCalcOnLoad="1"/></workbook>`,
		"xl/_rels/workbook.xml.rels", ooxmltest.Relations("s", "worksheet", "worksheets/sheet1.xml", "x", "externalLink", "externalLinks/externalLink1.xml", "c", "connections", "connections.xml", "m", "vbaProject", "vbaProject.bin"),
		"xl/worksheets/sheet1.xml", ooxmltest.Head+`<worksheet`+names+`><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>before</t></is></c>`+
			`<c r="B1" t="str"><f>WEBSERVICE("`+p.URL+`/w")</f><v>old</v></c><c r="C1"><f>[1]Sheet1!A1</f><v>4</v></c></row></sheetData></worksheet>`,
		"xl/externalLinks/externalLink1.xml", ooxmltest.Head+`<externalLink`+names+`><externalBook r:id="b"><sheetNames><sheetName val="Sheet1"/></sheetNames></externalBook></externalLink>`,
		"xl/externalLinks/_rels/externalLink1.xml.rels", ooxmltest.Relations("b", "externalLinkPath", text),
		"xl/connections.xml", ooxmltest.Head+`<connections`+names+`><connection id="1" name="web" type="4" refreshOnLoad="1"><webPr url="`+p.URL+`/q"/></connection></connections>`,
		"xl/vbaProject.bin", Project(strings.NewReplacer("AutoOpen", "Auto_Open", "Document_Open", "Workbook_Open").Replace(p.visualBasic())),
	)
}

const powerPoint = "application/vnd.openxmlformats-officedocument.presentationml."

func linkingPptx(p Places, picture string) []byte {
	const names = ` xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="` + relations + `"`
	const place = `<p:spPr><a:xfrm><a:off x="914400" y="914400"/><a:ext cx="914400" cy="914400"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>`
	shape := func(id string) string {
		return `<p:pic><p:nvPicPr><p:cNvPr id="4" name="p"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:link="` + id + `"/><a:stretch><a:fillRect/></a:stretch></p:blipFill>` + place + `</p:pic>`
	}
	return Zip(
		"[Content_Types].xml", ooxmltest.Types("ppt/presentation.xml", powerPoint+"presentation.main+xml", "ppt/slides/slide1.xml", powerPoint+"slide+xml"),
		"_rels/.rels", ooxmltest.Relations("r", "officeDocument", "ppt/presentation.xml"),
		"ppt/presentation.xml", ooxmltest.Head+`<p:presentation`+names+`><p:sldIdLst><p:sldId id="256" r:id="s"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`,
		"ppt/_rels/presentation.xml.rels", ooxmltest.Relations("s", "slide", "slides/slide1.xml"),
		"ppt/slides/slide1.xml", ooxmltest.Head+`<p:sld`+names+`><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>`+
			`<p:sp><p:nvSpPr><p:cNvPr id="2" name="t"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr>`+place+`<p:txBody><a:bodyPr/><a:p><a:r><a:t>before</a:t></a:r></a:p></p:txBody></p:sp>`+
			shape("web")+shape("file")+`</p:spTree></p:cSld></p:sld>`,
		"ppt/slides/_rels/slide1.xml.rels", ooxmltest.Relations("web", "image", p.URL+"/x.png", "file", "image", picture),
	)
}
