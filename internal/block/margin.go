package block

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
)

// Roles that the page alone suggests for a block.
const (
	headRole    = "head"
	footRole    = "foot"
	captionRole = "caption"
	formulaRole = "formula"
	tocRole     = "contents"
	codeRole    = "code"
	noteRole    = "note"
)

// Weights of the decision that a row at the edge of a page is a running line.
var runningWeights = struct{ bias, edge, gap, number, small, large, long, sentence, rule, spread, prose, note float64 }{
	bias: -1.6, edge: 2.2, gap: 1.2, number: 2.4, small: 1.2, large: -3.5, long: -1.5, sentence: -1.2, rule: 0.8, spread: 3.8, prose: -1.8, note: -3,
}

// margins takes running lines off both ends of the page.
func (s *sheet) margins() (head, body, foot []piece) {
	rows := rowsOf(s.atoms)
	from, to := 0, len(rows)
	for from < to-1 && from < 3 && s.running(rows[from], rows[from+1:to], true) {
		from++
	}
	for to-1 > from && len(rows)-to < 3 && s.running(rows[to-1], rows[from:to-1], false) {
		to--
	}
	return slices.Concat(rows[:from]...), slices.Concat(rows[from:to]...), slices.Concat(rows[to:]...)
}

// rowsOf gathers pieces that overlap in height, from the top down.
func rowsOf(pieces []piece) [][]piece {
	sorted := slices.Clone(pieces)
	slices.SortStableFunc(sorted, func(a, b piece) int {
		switch {
		case a.box.Y0 < b.box.Y0:
			return -1
		case a.box.Y0 > b.box.Y0:
			return 1
		}
		return int(a.row - b.row)
	})
	var rows [][]piece
	var bottom float32
	for i, p := range sorted {
		if i == 0 || p.box.Y0 > bottom-0.25*p.size {
			rows = append(rows, nil)
			bottom = p.box.Y1
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], p)
		bottom = max(bottom, p.box.Y1)
	}
	return rows
}

// running scores a row at the top or the bottom of what is left of the page.
func (s *sheet) running(row []piece, rest [][]piece, top bool) bool {
	w := runningWeights
	y0, y1 := row[0].box.Y0, row[0].box.Y1
	chars, numbers, large, small := 0, 0, 0, 0
	ends := ""
	for i := range row {
		p := &row[i]
		if p.group != nil || p.field != 0 { // what is written into a field is of this page only
			return false
		}
		y0, y1 = min(y0, p.box.Y0), max(y1, p.box.Y1)
		chars += p.chars
		text := s.textOf(p)
		ends = text
		if pageNumber(text) || edgeNumber(text) {
			numbers++
		}
		if p.size > 1.12*s.em || p.chars > 3 && s.bold(p) && p.size > 0.97*s.em {
			large++
		}
		if p.size < 0.95*s.em {
			small++
		}
	}
	edge := y1 / s.height
	if !top {
		edge = (s.height - y0) / s.height
	}
	if y1-y0 > 3.5*s.em || len(row) > 3 || edge > edgeZone {
		return false
	}
	next := rest[0]
	if !top {
		next = rest[len(rest)-1]
	}
	gap := float32(math.MaxFloat32)
	for i := range next {
		if top {
			gap = min(gap, next[i].box.Y0-y1)
		} else {
			gap = min(gap, y0-next[i].box.Y1)
		}
	}
	usual := max(s.pitch-(rise+fall)*s.em, sparse(rest))
	apart := float64((gap - usual) / s.em)
	score := w.bias + patchEdge(row) + w.edge*clip(float64(0.14-edge)/0.07, -1, 1) + w.gap*clip(apart-0.6, -1, 1.5)
	// Rows of a table or of a list of contents end in numbers too, but stand as close as their neighbours.
	if numbers > 0 && (apart > 0.5 || edge < 0.05) {
		score += w.number
	}
	if large > 0 && numbers == 0 {
		score += w.large
	}
	if len(row) > 1 && s.spread(row) {
		score += w.spread
	}
	if small == len(row) {
		score += w.small
	}
	if chars > 90 {
		score += w.long
	}
	if len(row) == 1 && chars > 40 && numbers == 0 && near(row[0].size, s.em, 0.03) {
		score += w.prose
	}
	if len(row) == 1 && small > 0 && !top && (chars > 40 && notes(ends) || s.refs[noteMark(ends)]) {
		score += w.note
	}
	if strings.HasSuffix(ends, ".") && chars > 40 {
		score += w.sentence
	}
	return score > 0
}

// sparse is the middle one of the distances of rows. On a cover everything stands apart, which tells nothing of the last.
func sparse(rows [][]piece) float32 {
	var gaps []float32
	for i := 1; i < len(rows); i++ {
		low, high := rows[i-1][0].box.Y1, rows[i][0].box.Y0
		for k := range rows[i-1] {
			low = max(low, rows[i-1][k].box.Y1)
		}
		for k := range rows[i] {
			high = min(high, rows[i][k].box.Y0)
		}
		gaps = append(gaps, high-low)
	}
	if len(gaps) == 0 {
		return 0
	}
	slices.Sort(gaps)
	return gaps[len(gaps)/2]
}

// spread reports whether a row stands at both edges of the text and leaves its middle empty.
func (s *sheet) spread(row []piece) bool {
	left, right := s.width, float32(0)
	for i := range s.atoms {
		left, right = min(left, s.atoms[i].box.X0), max(right, s.atoms[i].box.X1)
	}
	var widest, end float32
	x0, x1 := s.width, float32(0)
	sorted := slices.Clone(row)
	slices.SortFunc(sorted, func(a, b piece) int { return cmp.Compare(a.box.X0, b.box.X0) })
	for i := range sorted {
		if i > 0 {
			widest = max(widest, sorted[i].box.X0-end)
		}
		end = max(end, sorted[i].box.X1)
		x0, x1 = min(x0, sorted[i].box.X0), max(x1, sorted[i].box.X1)
	}
	return widest > 0.3*(right-left) && x1-x0 > 0.8*(right-left)
}

// notes reports whether a text begins with the mark of a footnote.
func notes(s string) bool {
	first, rest, _ := strings.Cut(s, " ")
	return rest != "" && !edgeNumber(s) && (digits(first) || markerOf(first).kind != none || strings.ContainsAny(first[:1], "*0123456789") || strings.HasPrefix(first, "†"))
}

// pageNumber reports whether a text is nothing but the number of a page.
func pageNumber(s string) bool {
	s = strings.Trim(s, "-–—|[]() .")
	lower := strings.ToLower(s)
	if digits(s) && len(s) <= 4 || len(lower) > 0 && len(lower) <= 6 && romanValue(lower) > 0 && lower != "c" {
		return true
	}
	rest, ok := strings.CutPrefix(lower, "page ")
	if !ok {
		return false
	}
	a, b, of := strings.Cut(rest, " of ")
	return digits(strings.TrimSpace(a)) && (!of || digits(strings.TrimSpace(b)))
}

// edgeNumber reports whether a running line begins or ends with the number of its page, set apart.
func edgeNumber(s string) bool {
	f := strings.Fields(s)
	if len(f) < 3 || len(f) > 14 {
		return false
	}
	bar := func(x string) bool { return x == "|" || x == "•" || x == "·" || x == "–" }
	return digits(f[0]) && bar(f[1]) || digits(f[len(f)-1]) && bar(f[len(f)-2])
}

func clip(v, low, high float64) float64 { return min(max(v, low), high) }

func startsLower(s string) bool {
	for _, r := range s {
		return unicode.IsLower(r)
	}
	return false
}
