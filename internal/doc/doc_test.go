package doc_test

import (
	"testing"

	"github.com/octavo-dev/octavo/internal/doc"
)

func TestConsistent(t *testing.T) {
	cell := func(row, col, down, across int) doc.Cell {
		return doc.Cell{Row: row, Col: col, RowSpan: down, ColSpan: across}
	}
	for _, c := range []struct {
		name  string
		cells []doc.Cell
		want  bool
	}{
		{"Empty", nil, true},
		{"Full", []doc.Cell{cell(0, 0, 2, 1), cell(0, 1, 1, 1), cell(1, 1, 1, 1)}, true},
		{"Overlap", []doc.Cell{cell(0, 0, 2, 2), cell(1, 1, 1, 1)}, false},
		{"TooWide", []doc.Cell{cell(0, 1, 1, 2)}, false},
		{"TooHigh", []doc.Cell{cell(1, 0, 2, 1)}, false},
		{"NoSpan", []doc.Cell{cell(0, 0, 0, 1)}, false},
		{"Negative", []doc.Cell{cell(-1, 0, 1, 1)}, false},
	} {
		tb := doc.Table{Rows: 2, Cols: 2, Cells: c.cells}
		if got := tb.Consistent(); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestCellBox(t *testing.T) {
	own := doc.Box{Left: 0.5, Width: 0.5}
	tb := doc.Table{Rows: 2, Cols: 1, RowAt: []int{1, 51}, ColAt: []int{3}}
	for _, c := range []struct {
		cell doc.Cell
		want doc.Box
		ok   bool
	}{
		{doc.Cell{Box: &own}, own, true},
		{doc.Cell{Row: 1, RowSpan: 1, ColSpan: 2}, doc.Box{Left: 3, Top: 51, Width: 2, Height: 1}, true},
		{doc.Cell{Row: 0, RowSpan: 2, ColSpan: 1}, doc.Box{Left: 3, Top: 1, Width: 1, Height: 51}, true},
		{doc.Cell{Row: 2, RowSpan: 1, ColSpan: 1}, doc.Box{}, false},
	} {
		if got, ok := tb.CellBox(&c.cell); got != c.want || ok != c.ok {
			t.Errorf("%+v: %v %v", c.cell, got, ok)
		}
	}
}

func TestShown(t *testing.T) {
	spans := []doc.Span{{Kind: doc.Link, Start: 0, End: 1}, {Kind: doc.Deleted, Start: 1, End: 3}, {Kind: doc.Deleted, Start: 4, End: 5}}
	if got := doc.Shown("abcde", spans); got != "ad" {
		t.Errorf("%q", got)
	}
	if got := doc.Shown("ab", nil); got != "ab" {
		t.Errorf("%q", got)
	}
}

func TestKept(t *testing.T) {
	cell := func(row, col, down int, text string) doc.Cell {
		return doc.Cell{Row: row, Col: col, RowSpan: down, ColSpan: 1, Text: text}
	}
	tb := doc.Table{Rows: 3, Cols: 2, HeaderRows: 2, Deleted: []bool{false, true, false}, Cells: []doc.Cell{
		cell(0, 0, 1, "a"), cell(0, 1, 2, "b"), cell(1, 0, 1, "gone"), cell(2, 0, 1, "c"), cell(2, 1, 1, "d"),
	}}
	got := tb.Kept()
	text := ""
	for _, c := range got.Cells {
		text += c.Text
	}
	if got.Rows != 2 || got.HeaderRows != 1 || text != "abcd" || !got.Consistent() || got.Cells[1].RowSpan != 1 || got.Cells[3].Row != 1 {
		t.Errorf("%+v", got)
	}
	if tb.Rows != 3 || len(tb.Cells) != 5 {
		t.Error("the table itself was changed")
	}
}
