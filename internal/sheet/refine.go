package sheet

import "unicode/utf8"

// noteLength is how long a lone last line must be to be a note below a table rather than its last row.
const noteLength = 30

// refine corrects what empty rows and columns alone get wrong: a blank line inside a table, a title above or a note
// below it, and a second header where the next table begins without a gap.
func refine(regions []region, plain bool) []region {
	var out []region
	for _, r := range rejoin(regions) {
		for _, part := range stacked(r) {
			if plain {
				out = append(out, part)
				continue
			}
			out = append(out, loose(part)...)
		}
	}
	return out
}

// rejoin puts regions back together that one blank row divides, when the lower one goes on with the values of the
// upper one instead of starting with a header.
func rejoin(regions []region) []region {
	out := regions[:1]
	for _, r := range regions[1:] {
		last := &out[len(out)-1]
		if goesOn(*last, r) {
			last.rows = append(last.rows[:len(last.rows):len(last.rows)], r.rows...)
			last.right, last.last = max(last.right, r.right), max(last.last, r.last)
			continue
		}
		out = append(out, r)
	}
	return out
}

func goesOn(upper, lower region) bool {
	if lower.top() != upper.bottom()+2 || lower.left < upper.left || lower.right > upper.right || len(upper.rows) < 2 {
		return false
	}
	typed := typedColumns(upper.rows[1:])
	hits := 0
	for _, c := range lower.rows[0].Cells {
		if c.Kind.Typed() && typed[c.Col] {
			hits++
		}
	}
	return hits > 0 && hits*2 >= len(typed)
}

// sampleRows bounds how many rows decide what the columns of a table hold.
const sampleRows = 50

// typedColumns are the columns whose values are mostly typed.
func typedColumns(rows []Row) map[int32]bool {
	var typed, words map[int32]int = map[int32]int{}, map[int32]int{}
	for _, row := range rows[:min(len(rows), sampleRows)] {
		for _, c := range row.Cells {
			switch {
			case c.Kind.Typed():
				typed[c.Col]++
			case c.Kind == Word:
				words[c.Col]++
			}
		}
	}
	out := map[int32]bool{}
	for col, n := range typed {
		if n > words[col] {
			out[col] = true
		}
	}
	return out
}

// stacked divides a region where a new header begins: a row of different words over columns that hold typed values
// above and below it.
func stacked(r region) []region {
	if len(r.rows) < 4 {
		return []region{r}
	}
	typed := typedColumns(r.rows[1:])
	if len(typed) == 0 {
		return []region{r}
	}
	var out []region
	start := 0
	for i := start + 2; i+1 < len(r.rows); i++ {
		if i >= start+2 && isHeader(r.rows[i], typed) && hasTyped(r.rows[i-1], typed) && hasTyped(r.rows[i+1], typed) {
			out = append(out, newRegion(r.rows[start:i]))
			start = i
		}
	}
	return append(out, newRegion(r.rows[start:]))
}

func isHeader(row Row, typed map[int32]bool) bool {
	over := 0
	seen := map[string]bool{}
	for _, c := range row.Cells {
		if c.Kind != Word || seen[c.Text] {
			return false
		}
		seen[c.Text] = true
		if typed[c.Col] {
			over++
		}
	}
	return len(row.Cells) >= 2 && over == len(typed)
}

func hasTyped(row Row, typed map[int32]bool) bool {
	for _, c := range row.Cells {
		if c.Kind.Typed() && typed[c.Col] {
			return true
		}
	}
	return false
}

// loose takes lone lines off the start of a table and lone notes off its end.
func loose(r region) []region {
	rows := r.rows
	if r.width() < 2 {
		return []region{r}
	}
	var before, after []region
	for len(rows) > 1 && isLone(rows[0]) && rows[0].Cells[0].Kind == Word {
		before = append(before, newRegion(rows[:1]))
		rows = rows[1:]
	}
	for len(rows) > 1 && isNote(rows[len(rows)-1], r.left) {
		after = append([]region{newRegion(rows[len(rows)-1:])}, after...)
		rows = rows[:len(rows)-1]
	}
	before = append(before, newRegion(rows))
	return append(before, after...)
}

func isLone(row Row) bool { return len(row.Cells) == 1 }

func isNote(row Row, left int) bool {
	return isLone(row) && int(row.Cells[0].Col) == left && row.Cells[0].Kind == Word &&
		utf8.RuneCountInString(row.Cells[0].Text) > noteLength
}
