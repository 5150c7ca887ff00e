package xlsx

import (
	"strconv"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/markup"
)

// table is an area that the workbook declares to be a table.
type table struct {
	at      area
	headers int
	name    string
	columns []string
}

// maxTables bounds the tables of a sheet.
const maxTables = 10_000

func (s *reader) readTables() error {
	for _, rel := range s.relations {
		if rel.Kind != "table" || rel.External || len(s.tables) == maxTables {
			continue
		}
		err := s.book.read(rel.Target, func(r *markup.Reader) {
			a, ok := parseArea(r.Attr("ref"))
			if !ok {
				return
			}
			t := table{at: a, headers: 1, name: r.Attr("displayName")}
			if n, err := strconv.Atoi(r.Attr("headerRowCount")); err == nil {
				t.headers = n
			}
			for child := range r.Children() {
				if child != "x:tableColumns" {
					continue
				}
				for range r.Children() {
					t.columns = append(t.columns, clean(r.Attr("name")))
				}
			}
			s.tables = append(s.tables, t)
		})
		if err != nil {
			return err
		}
	}
	for _, t := range s.tables {
		s.info.Tables = append(s.info.Tables, doc.NamedTable{Name: t.name, Range: t.at.String(), Columns: t.columns})
	}
	return nil
}
