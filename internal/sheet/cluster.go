package sheet

import (
	"slices"

	"github.com/octavo-dev/octavo/internal/format"
)

// maxCuts bounds how often a region is cut in turns along rows and columns.
const maxCuts = 16

// cluster divides the cells of a sheet into regions, in reading order.
func cluster(rows []Row, how format.Clustering) []region {
	switch {
	case len(rows) == 0:
		return nil
	case how == format.Disabled:
		return []region{newRegion(rows)}
	}
	regions := cut(rows, maxCuts)
	if how == format.Accurate {
		regions = refine(regions)
	}
	return regions
}

// cut divides rows at every fully empty row and column, again and again until nothing is left to divide.
func cut(rows []Row, depth int) []region {
	if depth == 0 {
		return []region{newRegion(rows)}
	}
	var out []region
	for _, band := range cutRows(rows) {
		parts := cutColumns(band)
		if len(parts) == 1 {
			out = append(out, newRegion(parts[0]))
			continue
		}
		for _, part := range parts {
			out = append(out, cut(part, depth-1)...)
		}
	}
	return out
}

// cutRows divides at rows without cells. A merged cell holds the rows it covers together.
func cutRows(rows []Row) [][]Row {
	var bands [][]Row
	start, reach := 0, 0
	for i, row := range rows {
		if i > start && row.Number > reach+1 {
			bands = append(bands, rows[start:i])
			start = i
		}
		reach = max(reach, row.Number)
		for k := range row.Cells {
			reach = max(reach, row.Number+int(row.Cells[k].RowSpan)-1)
		}
	}
	return append(bands, rows[start:])
}

// cutColumns divides at columns in which no row has a cell.
func cutColumns(rows []Row) [][]Row {
	groups := columnGroups(rows)
	if len(groups) == 1 {
		return [][]Row{rows}
	}
	parts := make([][]Row, len(groups))
	for _, row := range rows {
		cells := row.Cells
		for g := 0; len(cells) > 0; g++ {
			n := 0
			for n < len(cells) && cells[n].Col <= groups[g].last {
				n++
			}
			if n > 0 {
				parts[g] = append(parts[g], Row{Number: row.Number, Cells: cells[:n]})
				cells = cells[n:]
			}
		}
	}
	return parts
}

type columns struct{ first, last int32 }

// columnGroups joins neighbouring columns that have cells.
func columnGroups(rows []Row) []columns {
	covered := map[columns]bool{}
	for _, row := range rows {
		for i := range row.Cells {
			c := &row.Cells[i]
			covered[columns{c.Col, c.Col + max(c.ColSpan, 1) - 1}] = true
		}
	}
	all := make([]columns, 0, len(covered))
	for c := range covered {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b columns) int { return int(a.first - b.first) })
	groups := all[:1]
	for _, c := range all[1:] {
		last := &groups[len(groups)-1]
		if c.first <= last.last+1 {
			last.last = max(last.last, c.last)
			continue
		}
		groups = append(groups, c)
	}
	return groups
}
