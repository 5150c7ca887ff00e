package layout

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func ordered(s *sheet) string {
	lines := Read(&s.Page).Lines
	var all []string
	for _, i := range Order(lines) {
		all = append(all, lines[i].String())
	}
	return strings.Join(all, "|")
}

func TestOrder(t *testing.T) {
	columns := newSheet().put(50, 80, 10, "a heading that goes over both of the columns of a page")
	table := newSheet()
	for i, c := range "abcd" {
		y := float32(100 + 12*i)
		columns.put(50, y, 10, "left column has "+string(c)).put(200, y, 10, "right column too "+string(c))
		table.put(50, y, 10, "item "+string(c)).put(200, y, 10, "12,345")
	}
	columns.put(50, 160, 10, "a last line that goes over both of the columns of a page")
	for name, tt := range map[string]struct {
		page *sheet
		want string
	}{
		"Columns": {columns, "a heading that goes over both of the columns of a page|left column has a|left column has b|left column has c|" +
			"left column has d|right column too a|right column too b|right column too c|right column too d|a last line that goes over both of the columns of a page"},
		"Table": {table, "item a|12,345|item b|12,345|item c|12,345|item d|12,345"},
		"Empty": {newSheet(), ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := ordered(tt.page); got != tt.want {
				t.Errorf("%s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestOrderKeepsAll holds that every line has one place.
func TestOrderKeepsAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := Read(&drawMess(t).Page).Lines
		order := Order(lines)
		slices.Sort(order)
		for i, at := range order {
			if i != at {
				t.Fatalf("places %v of %d lines", order, len(lines))
			}
		}
		if len(order) != len(lines) {
			t.Fatalf("%d places of %d lines", len(order), len(lines))
		}
	})
}
