package sheet

import (
	"cmp"
	"slices"

	"github.com/octavo-dev/octavo/internal/format"
)

// maxCuts bounds how often a region is cut in turns along rows and columns.
const maxCuts = 16

// cluster divides the cells of a sheet into regions, in reading order.
func cluster(s Sheet, how format.Clustering) []region {
	switch {
	case len(s.Rows) == 0:
		return nil
	case how == format.Disabled:
		return []region{newRegion(s.Rows)}
	}
	declared, rest := take(s)
	var regions []region
	if len(rest) > 0 {
		regions = cut(rest, maxCuts)
		if how == format.Accurate {
			regions = refine(regions, s.Plain)
		}
	}
	for i := range regions {
		if frozen := s.Frozen - regions[i].top() + 1; frozen > 0 && frozen < len(regions[i].rows) {
			regions[i].headers = min(frozen, maxHeaderRows)
		}
	}
	return join(regions, declared)
}

// take separates the cells of declared tables from the others. A table without cells is none.
func take(s Sheet) (declared []region, rest []Row) {
	areas := disjoint(s.Tables)
	if len(areas) == 0 {
		return nil, s.Rows
	}
	inside := make([][]Row, len(areas))
	for _, row := range s.Rows {
		out := Row{Number: row.Number}
		for _, c := range row.Cells {
			at := slices.IndexFunc(areas, func(a Area) bool { return a.has(row.Number, int(c.Col)) })
			if at < 0 {
				out.Cells = append(out.Cells, c)
				continue
			}
			rows := inside[at]
			if n := len(rows); n == 0 || rows[n-1].Number != row.Number {
				rows = append(rows, Row{Number: row.Number})
			}
			last := &rows[len(rows)-1]
			last.Cells = append(last.Cells, c)
			inside[at] = rows
		}
		if out.Cells != nil {
			rest = append(rest, out)
		}
	}
	for i, rows := range inside {
		if rows != nil {
			r := newRegion(rows)
			r.headers = min(max(areas[i].Headers, 1), maxHeaderRows)
			declared = append(declared, r)
		}
	}
	return declared, rest
}

// maxDeclared bounds the declared tables that are believed: each costs a look at every cell.
const maxDeclared = 200

// disjoint keeps the areas that do not overlap one before them; sound files have no others.
func disjoint(areas []Area) []Area {
	var out []Area
	for _, a := range areas {
		overlaps := func(b Area) bool {
			return a.Left <= b.Right && b.Left <= a.Right && a.Top <= b.Bottom && b.Top <= a.Bottom
		}
		if len(out) < maxDeclared && !slices.ContainsFunc(out, overlaps) {
			out = append(out, a)
		}
	}
	return out
}

func (a Area) has(row, col int) bool {
	return row >= a.Top && row <= a.Bottom && col >= a.Left && col <= a.Right
}

// join puts declared tables among the regions that were found: before the first that begins below or right of them.
func join(found, declared []region) []region {
	slices.SortStableFunc(declared, func(a, b region) int { return cmp.Or(cmp.Compare(a.top(), b.top()), cmp.Compare(a.left, b.left)) })
	for _, d := range declared {
		at := 0
		for i, r := range found {
			if r.top() < d.top() || r.top() == d.top() && r.left < d.left {
				at = i + 1
			}
		}
		found = slices.Insert(found, at, d)
	}
	return found
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
