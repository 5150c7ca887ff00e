package app_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"github.com/octavo-dev/octavo/internal/ooxml/ooxmltest"
)

// workbook has two tables on a sheet with a coloured cell, a formula, a list to choose from, a row and a column that are
// hidden, and a hidden sheet.
func workbook(t testing.TB) string {
	const names = ` xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`
	text := func(at, s string) string { return `<c r="` + at + `" t="inlineStr"><is><t>` + s + `</t></is></c>` }
	return ooxmltest.Parts{
		"[Content_Types].xml":        ooxmltest.Types("xl/workbook.xml", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"),
		"_rels/.rels":                ooxmltest.Relations("r1", "officeDocument", "xl/workbook.xml"),
		"xl/_rels/workbook.xml.rels": ooxmltest.Relations("r1", "worksheet", "worksheets/sheet1.xml", "r2", "worksheet", "worksheets/sheet2.xml", "r3", "styles", "styles.xml"),
		"xl/workbook.xml":            ooxmltest.Head + `<workbook` + names + `><sheets><sheet name="One" sheetId="1" r:id="r1"/><sheet name="Two" sheetId="2" state="hidden" r:id="r2"/></sheets></workbook>`,
		"xl/styles.xml": ooxmltest.Head + `<styleSheet` + names + `><fonts><font/></fonts><fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFFFF00"/></patternFill></fill></fills>` +
			`<cellXfs><xf/><xf fontId="0" fillId="1"/></cellXfs></styleSheet>`,
		"xl/worksheets/sheet1.xml": ooxmltest.Head + `<worksheet` + names + `><cols><col min="3" max="3" hidden="1"/></cols><sheetData>` +
			`<row r="1">` + text("A1", "Part") + text("B1", "Price") + text("C1", "Column unseen") + `</row>` +
			`<row r="2">` + `<c r="A2" t="inlineStr"><is><r><t>Nut</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>1</t></r></is></c>` + `<c r="B2" s="1"><v>4</v></c><c r="C2"><v>71</v></c></row>` +
			`<row r="3" hidden="1">` + text("A3", "Row unseen") + `<c r="B3"><v>5</v></c><c r="C3"><v>72</v></c></row>` +
			`<row r="4">` + text("A4", "Bolt") + `<c r="B4"><f>B2*2</f><v>8</v></c><c r="C4"><v>73</v></c></row>` +
			`<row r="9">` + text("A9", "Town") + text("B9", "Open") + `</row><row r="10">` + text("A10", "Ulm") + text("B10", "yes") + `</row><row r="11">` + text("A11", "Bonn") + text("B11", "no") + `</row></sheetData>` +
			`<dataValidations><dataValidation type="list" sqref="B10"><formula1>"yes,no"</formula1></dataValidation></dataValidations></worksheet>`,
		"xl/worksheets/sheet2.xml": ooxmltest.Head + `<worksheet` + names + `><sheetData><row r="1">` + text("A1", "Sheet unseen") + text("B1", "x") + `</row></sheetData></worksheet>`,
	}.Zip(t)
}

// grid is a page with a table drawn in rules.
func grid() pdfgen.Page {
	page := letter("What things cost this year:")
	for i := range 4 {
		page.Content += fmt.Sprintf("0.8 w 100 %d 300 0 re 100 %d m 400 %d l S ", 600-20*i, 600-20*i, 600-20*i)
	}
	page.Content += "100 540 m 100 600 l S 250 540 m 250 600 l S 400 540 m 400 600 l S "
	for i, row := range [][2]string{{"Thing", "Price"}, {"Nut", "4"}, {"Bolt", "8"}} {
		for k, text := range row {
			page.Content += pdfgen.Line{X: float64(106 + 150*k), Y: float64(586 - 20*i), Size: 10, Text: text}.String()
		}
	}
	return page
}

// Every row of the table of keys has its effect: with it the answer has what it had not, or lacks what it had.
func TestFormerRows(t *testing.T) {
	s := start(t, "sqlite", "billing: {mode: breakdown}")
	long := "# Report\n\n## One\n\n" + strings.Repeat("Words of a sentence that goes on. ", 80) + "\n\n| item | price |\n| --- | --- |\n| nut | 4 |\n"
	var rows strings.Builder
	for i := range 80 {
		fmt.Fprintf(&rows, "part number %d,costs %d\n", i, 3*i)
	}
	files := map[string]string{}
	for name, content := range map[string]string{
		"marks.pdf": remarked(), "two.pdf": pdf(letter("First page"), letter("Second page")), "chart.pdf": pdf(orchard("")), "table.pdf": pdf(grid()),
		"a.xlsx": workbook(t), "a.md": long, "a.txt": "some *plain* text", "rows.csv": "part,cost\n" + rows.String(),
		"a.html": "<p>Water is H<sub>2</sub>O, and E = mc<sup>2</sup></p>",
	} {
		files[name] = s.upload(name, content)
	}
	parse := func(t *testing.T, file, says string) string {
		body := map[string]any{}
		if err := json.Unmarshal([]byte("{"+says+"}"), &body); err != nil {
			t.Fatal(err)
		}
		options, _ := body["options"].(map[string]any)
		if options == nil {
			options = map[string]any{}
		}
		options["extraction_mode"] = "hybrid"
		body["options"], body["document_url"] = options, files[file]
		return fmt.Sprint(s.want(200, "POST", "/parse", body))
	}
	plain := map[string]string{}
	for _, c := range []struct{ name, file, says, has, lacks string }{
		{"queue", "a.txt", `"queue_priority":"batch"`, "tier:Batch", "tier:Default"},
		{"chunking", "two.pdf", `"options":{"chunking":{"chunk_mode":"page"}}`, "", "First page\n\nSecond page"},
		{"table summary", "a.md", `"options":{"table_summary":{"enabled":true}}`, "item: nut; price: 4.", ""},
		{"charts", "chart.pdf", `"options":{"figure_summary":{"advanced_chart_agent":true}}`, "chart_data:[http", ""},
		{"filter", "a.md", `"options":{"filter_blocks":["Section Header"]}`, "", "## One"},
		{"url", "a.txt", `"options":{"force_url_result":true}`, "type:url", "type:full"},
		{"table format", "a.md", `"advanced_options":{"table_output_format":"md"}`, "| item | price |", "<th>item</th>"},
		{"JSON", "a.md", `"advanced_options":{"table_output_format":"ai_json"}`, `[["item","price"],["nut","4"]]`, "<table"},
		{"page markers", "two.pdf", `"advanced_options":{"add_page_markers":true}`, "[[START OF PAGE 2]]", ""},
		{"colors", "a.xlsx", `"advanced_options":{"include_color_information":true}`, "background-color:#ffff00", ""},
		{"formulas", "a.xlsx", `"advanced_options":{"include_formula_information":true}`, `data-formula="=B2*2"`, ""},
		{"choices", "a.xlsx", `"advanced_options":{"include_dropdown_information":true}`, `data-options='["yes","no"]'`, ""},
		{"large tables", "rows.csv", `"advanced_options":{"large_table_chunking":{"enabled":true,"size":{"row":20}}}`, "costs 57</td></tr></table>", "costs 147</td></tr></table>"},
		{"clusters", "a.xlsx", `"advanced_options":{"spreadsheet_table_clustering":"disabled"}`, "", "<th>Town</th>"},
		{"hidden sheets", "a.xlsx", `"advanced_options":{"exclude_hidden_sheets":true}`, "", "Sheet unseen"},
		{"hidden rows", "a.xlsx", `"advanced_options":{"exclude_hidden_rows_cols":true}`, "", "Row unseen"},
		{"hidden columns", "a.xlsx", `"advanced_options":{"exclude_hidden_rows_cols":true}`, "", "Column unseen"},
		{"comments", "marks.pdf", `"advanced_options":{"read_comments":true}`, "Ada: which?", ""},
		{"changes", "marks.pdf", `"advanced_options":{"enable_change_tracking":true}`, "<s>old</s>", ""},
		{"highlights", "marks.pdf", `"advanced_options":{"enable_highlight_detection":true}`, "<mark>See</mark>", ""},
		{"watermarks", "marks.pdf", `"advanced_options":{"ignore_watermarks":true}`, "", "DRAFT"},
		{"pages", "two.pdf", `"advanced_options":{"page_range":{"start":2,"end":2}}`, "original_page:2 page:1", "First page"},
		{"extension", "a.txt", `"advanced_options":{"force_file_extension":"md"}`, "some plain text", "*plain*"},
		{"words", "two.pdf", `"advanced_options":{"return_ocr_data":true}`, "text:Second", ""},
		{"hierarchy", "a.md", `"advanced_options":{"continue_hierarchy":false}`, "", "## One (cont.)"},
		{"formatting", "a.md", `"advanced_options":{"remove_text_formatting":true}`, "\n\nOne\n\nWords", "# Report"},
		{"figure images", "chart.pdf", `"experimental_options":{"return_figure_images":true}`, "image_url:http", ""},
		{"table images", "table.pdf", `"experimental_options":{"return_table_images":true}`, "image_url:http", ""},
		{"page images", "two.pdf", `"experimental_options":{"return_page_images":true}`, "page_images:[map[", ""},
		{"signatures", "marks.pdf", `"experimental_options":{"detect_signatures":true}`, "[signature]", ""},
		{"scripts", "a.html", `"experimental_options":{"enable_scripts":true}`, "H<sub>2</sub>O, and E = mc<sup>2</sup>", ""},
		{"scripts of a sheet", "a.xlsx", `"experimental_options":{"enable_scripts":true}`, "Nut<sup>1</sup>", "Nut1"},
		{"rows", "rows.csv", `"advanced_options":{"large_table_chunking":{"enabled":false}},"experimental_options":{"chunk_table_blocks":true}`, "costs 84</td></tr></table>", "costs 147</td></tr></table>"},
	} {
		t.Run(c.name, func(t *testing.T) {
			before, known := plain[c.file]
			if !known {
				before = parse(t, c.file, "")
				plain[c.file] = before
			}
			after := parse(t, c.file, c.says)
			if c.has != "" && (strings.Contains(before, c.has) || !strings.Contains(after, c.has)) || c.lacks != "" && (!strings.Contains(before, c.lacks) || strings.Contains(after, c.lacks)) {
				t.Errorf("%s becomes %s", before, after)
			}
		})
	}
}
