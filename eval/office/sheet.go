package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
)

// Requests about workbooks: without hidden sheets, because the answer with all of them does not tell which are hidden; and
// with each sheet as one table, where every cell has its colors and spans, also one that is read as a line of text above
// a table or stands empty between two.
var (
	withoutHidden = map[string]any{"spreadsheet": map[string]any{"exclude": []string{"hidden_sheets"}}}
	undivided     = map[string]any{
		"formatting": map[string]any{"table_output_format": "html", "include": []string{"hyperlinks"}},
		"spreadsheet": map[string]any{
			"clustering": "disabled", "split_large_tables": map[string]any{"enabled": false}, "include": []string{"cell_colors", "formula", "dropdowns"},
		},
	}
)

// sheets tells what answers show of a workbook, and from the model what no answer has a place for: hidden rows and
// columns, names of tables, stored values.
func (s *seen) sheets(d *desk, shown *answer, model *doc.Document) error {
	visible, _, err := d.ask(withoutHidden)
	if err != nil {
		return err
	}
	there := map[string]bool{}
	for _, b := range visible.blocks() {
		there[sheetName(&b)] = true
	}
	named := map[string]bool{}
	for _, b := range shown.blocks() {
		name := sheetName(&b)
		if !named[name] {
			s.add(fact{"kind": "sheet", "index": b.BBox.OriginalPage - 1, "name": name, "hidden": !there[name]})
		}
		named[name] = true
		switch b.Type {
		case "Comment":
			s.remark(&b, name)
		case "Text":
			s.add(fact{"kind": "textbox", "sheet": name, "text": bare(b.Content)})
		}
	}
	whole, _, err := d.ask(undivided)
	if err != nil {
		return err
	}
	for _, b := range whole.blocks() {
		if b.Type == "Table" {
			s.cells(&b, sheetName(&b))
		}
	}
	for i := range model.Pages {
		s.layout(&model.Pages[i])
	}
	s.values(model)
	return nil
}

func sheetName(b *api.ParseBlock) string {
	if b.Extra == nil {
		return ""
	}
	return b.Extra.SheetName
}

func reference(row, col int) string {
	name := ""
	for ; col > 0; col = (col - 1) / 26 {
		name = string(rune('A'+(col-1)%26)) + name
	}
	return name + strconv.Itoa(row)
}

// cells tells what the cells of a table show beside their text.
func (s *seen) cells(b *api.ParseBlock, sheet string) {
	table := parsed(b.Content)
	if table == nil {
		return
	}
	for td, at := range cells(table) {
		at.row, at.col = at.row+int(b.BBox.Top), at.col+int(b.BBox.Left)
		s.sheetCell(td, sheet, at)
	}
}

func (a area) first() string { return reference(a.row, a.col) }

func (a area) String() string {
	if a.down == 1 && a.across == 1 {
		return a.first()
	}
	return a.first() + ":" + reference(a.row+a.down-1, a.col+a.across-1)
}

func (s *seen) sheetCell(td *html.Node, sheet string, at area) {
	if at.down > 1 || at.across > 1 {
		s.add(fact{"kind": "merge", "sheet": sheet, "range": at.String()})
	}
	for _, a := range td.Attr {
		switch a.Key {
		case "style":
			if _, rgb, ok := strings.Cut(a.Val, "background-color:#"); ok && len(rgb) >= 6 {
				s.add(fact{"kind": "fill", "sheet": sheet, "ref": at.first(), "rgb": strings.ToUpper(rgb[:6])})
			}
		case "data-options":
			var options []string
			if json.Unmarshal([]byte(a.Val), &options) == nil {
				s.add(fact{"kind": "dropdown", "sheet": sheet, "range": at.first(), "options": options})
			}
		case "data-formula":
			s.formulas[sheet+"!"+at.first()] = strings.TrimPrefix(a.Val, "=")
		}
	}
	for _, m := range linked.FindAllStringSubmatch(text(td), -1) {
		for _, url := range []string{m[2], target.Replace(m[2])} {
			s.add(fact{"kind": "xlink", "sheet": sheet, "ref": at.String(), "url": url})
		}
	}
}

func (s *seen) remark(b *api.ParseBlock, sheet string) {
	from := len(s.Facts)
	s.comment(b)
	for _, f := range s.Facts[from:] {
		f["sheet"], f["ref"] = sheet, reference(int(b.BBox.Top), int(b.BBox.Left))
	}
}

// layout tells what the model knows of a sheet.
func (s *seen) layout(p *doc.Page) {
	if p.Sheet == nil {
		return
	}
	for _, row := range p.Sheet.HiddenRows {
		s.add(fact{"kind": "hidden_row", "sheet": p.Name, "row": row})
	}
	for _, c := range p.Sheet.HiddenCols {
		s.add(fact{"kind": "hidden_cols", "sheet": p.Name, "first": c.First, "last": c.Last})
	}
	for _, t := range p.Sheet.Tables {
		s.add(fact{"kind": "xtable", "sheet": p.Name, "name": t.Name, "range": t.Range, "columns": t.Columns})
	}
}

// values tells the stored values of all cells, with the formulas that the answer shows.
func (s *seen) values(model *doc.Document) {
	names := map[int]string{}
	for i := range model.Pages {
		names[model.Pages[i].Number] = model.Pages[i].Name
	}
	for i := range model.Blocks {
		b := &model.Blocks[i]
		if b.Table == nil {
			s.value(names[b.Page], reference(int(b.Box.Top), int(b.Box.Left)), b.Text)
			continue
		}
		for k := range b.Table.Cells {
			c := &b.Table.Cells[k]
			box, ok := b.Table.CellBox(c)
			if !ok {
				continue
			}
			value := c.Text
			if c.Extra != nil && c.Extra.Value != "" {
				value = c.Extra.Value
			}
			s.value(names[b.Page], reference(int(box.Top), int(box.Left)), value)
		}
	}
}

// value tells one value; the model keeps it as text, whatever it is.
func (s *seen) value(sheet, ref, value string) {
	readings := []any{value}
	if v, err := strconv.ParseFloat(value, 64); err == nil {
		readings = append(readings, v)
	}
	if v, err := strconv.ParseBool(strings.ToLower(value)); err == nil {
		readings = append(readings, v)
	}
	for _, v := range readings {
		f := fact{"kind": "xcell", "sheet": sheet, "ref": ref, "value": v}
		if formula := s.formulas[fmt.Sprintf("%s!%s", sheet, ref)]; formula != "" {
			f["formula"] = formula
		}
		s.add(f)
	}
}
