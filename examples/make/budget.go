package main

import (
	"fmt"
	"strings"
)

const spreadsheetSpace = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="` + relationType + `"`

// budget is a workbook of two sheets: costs with sums, and notes.
func budget() []byte {
	return office(
		types("xl/workbook.xml", "spreadsheetml.sheet.main", "xl/worksheets/sheet1.xml", "spreadsheetml.worksheet",
			"xl/worksheets/sheet2.xml", "spreadsheetml.worksheet", "xl/styles.xml", "spreadsheetml.styles"),
		related("_rels/.rels", "officeDocument", "xl/workbook.xml"),
		part{"xl/workbook.xml", `<workbook ` + spreadsheetSpace + `><sheets><sheet name="Budget 2026" sheetId="1" r:id="rId1"/><sheet name="Notes" sheetId="2" r:id="rId2"/></sheets></workbook>`},
		related("xl/_rels/workbook.xml.rels", "worksheet", "worksheets/sheet1.xml", "worksheet", "worksheets/sheet2.xml", "styles", "styles.xml"),
		part{"xl/styles.xml", styles},
		part{"xl/worksheets/sheet1.xml", costs()},
		part{"xl/worksheets/sheet2.xml", notes()},
	)
}

// styles are plain cells, bold ones, and amounts with two decimals.
const styles = `<styleSheet ` + spreadsheetSpace + `><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
	`<fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>` +
	`<cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf fontId="1" numFmtId="4" applyFont="1" applyNumberFormat="1"/></cellXfs></styleSheet>`

const (
	plainCell = iota
	boldCell
	amountCell
	boldAmount
)

type book struct {
	strings.Builder
	row int
}

func (b *book) text(column byte, style int, s string) {
	fmt.Fprintf(b, `<c r="%c%d" s="%d" t="inlineStr"><is><t>%s</t></is></c>`, column, b.row, style, s)
}

// amount is a number, with the formula that gave it where there is one.
func (b *book) amount(column byte, style int, formula string, value float64) {
	if formula != "" {
		formula = "<f>" + formula + "</f>"
	}
	fmt.Fprintf(b, `<c r="%c%d" s="%d">%s<v>%g</v></c>`, column, b.row, style, formula, value)
}

func (b *book) next(cells func()) {
	b.row++
	fmt.Fprintf(b, `<row r="%d">`, b.row)
	cells()
	b.WriteString("</row>")
}

func (b *book) sheet() string {
	return `<worksheet ` + spreadsheetSpace + `><cols><col min="1" max="1" width="28" customWidth="1"/></cols><sheetData>` + b.String() + `</sheetData></worksheet>`
}

func costs() string {
	b := &book{}
	b.next(func() {
		for i, head := range []string{"Cost", "Q1", "Q2", "Q3", "Q4", "Year"} {
			b.text('A'+byte(i), boldCell, head)
		}
	})
	rows := []struct {
		name     string
		quarters [4]float64
	}{
		{"Lamps and lenses", [4]float64{1200, 300, 300, 900}}, {"Stairs and railings", [4]float64{0, 4100, 2500, 0}},
		{"Paint", [4]float64{150, 800, 950, 120}}, {"Insurance", [4]float64{2200, 2200, 2200, 2200}},
	}
	var sums [5]float64
	for _, r := range rows {
		b.next(func() {
			b.text('A', plainCell, r.name)
			year := 0.0
			for q, v := range r.quarters {
				b.amount('B'+byte(q), amountCell, "", v)
				year, sums[q] = year+v, sums[q]+v
			}
			sums[4] += year
			b.amount('F', amountCell, fmt.Sprintf("SUM(B%d:E%d)", b.row, b.row), year)
		})
	}
	last := b.row
	b.next(func() {
		b.text('A', boldCell, "Total")
		for i, v := range sums {
			b.amount('B'+byte(i), boldAmount, fmt.Sprintf("SUM(%c2:%c%d)", 'B'+byte(i), 'B'+byte(i), last), v)
		}
	})
	return b.sheet()
}

func notes() string {
	b := &book{}
	for _, note := range []string{"Prepared by the treasurer, Ellery Coast Trust.", "Amounts are in pounds and without tax."} {
		b.next(func() { b.text('A', plainCell, note) })
	}
	return b.sheet()
}
