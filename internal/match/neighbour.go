package match

import (
	"regexp"
	"sort"
	"strings"
	"unicode"
)

// says is what the pieces of a row say, found out once.
func (page *sheetPage) says(r int) *rowKnown {
	row := &page.rows[r]
	if row.known != nil {
		return row.known
	}
	row.known = &rowKnown{}
	for i, p := range row.pieces {
		if row.known.label == nil && p.says().label {
			row.known.label = p
		}
		if isHead(page, r, i) {
			row.known.heads = append(row.known.heads, p)
		}
	}
	return row.known
}

// leftOf is the piece before one, and the first of its row that reads like a label.
func leftOf(page *sheetPage, p *piece) (left, first *piece) {
	if first = page.says(p.row).label; first == nil || first.place >= p.place {
		return nil, nil
	}
	if q := page.rows[p.row].pieces[p.place-1]; q.says().label {
		left = q
	}
	return left, first
}

// aboveOf is the nearest label above a place, whether it is near, and what stands above that on as many rows as a head
// has.
func (v *view) aboveOf(page *sheetPage, p *piece, at span) (up *piece, near bool, head []*piece) {
	const deepest = 60
	last := at
	for r, n := p.row-1, 0; r >= 0 && n < deepest; r, n = r-1, n+1 {
		q := overlapping(page.rows[r].pieces, at, page.em)
		if q == nil {
			continue
		}
		gap := last.top - q.at.bottom
		if gap > widestRow*page.em || n > 0 && q.block != p.block && v.isTable(p.block) {
			break // the table has begun below it
		}
		if !q.says().label || hasValue(page, r, q) {
			last = q.at
			continue
		}
		if up == nil {
			up, near = q, n == 0 || last == at && gap < 2*page.em
			head = append(head, q)
			last = q.at
			continue
		}
		if gap > page.em || len(head) == 4 {
			break
		}
		head = append(head, q)
		last = q.at
	}
	return up, near, head
}

func (v *view) isTable(block int) bool { return block >= 0 && v.doc.Blocks[block].Table != nil }

// underneath reports whether a further value stands right below one.
func underneath(page *sheetPage, p *piece) bool {
	if p.row+1 == len(page.rows) {
		return false
	}
	q := overlapping(page.rows[p.row+1].pieces, p.at, page.em)
	return q != nil && !q.says().label && q.at.top-p.at.bottom < 1.5*page.em && !p.says().label
}

// widestRow is the distance between the rows of a column, in heights of a line, beyond which it has ended.
const widestRow = 3.0

// hasValue reports whether a label has its value in its own piece or beside it, and none below.
func hasValue(page *sheetPage, r int, q *piece) bool {
	if colon(q.text) >= 0 {
		return true
	}
	pieces := page.rows[r].pieces
	if q.place+1 == len(pieces) {
		return false
	}
	next := pieces[q.place+1]
	return strings.HasPrefix(next.text, ":") || !next.says().label
}

// overlapping is the piece that stands over a place: what shares most of its width, or begins or ends where it does.
func overlapping(pieces []*piece, at span, em float64) *piece {
	end := sort.Search(len(pieces), func(i int) bool { return pieces[i].at.left >= at.right })
	first := end
	for first > 0 && pieces[first-1].reach > at.left {
		first--
	}
	var best *piece
	most := 0.3
	for _, q := range pieces[first:end] {
		share := q.at.over(at)
		if d := min(abs(q.at.left-at.left), abs(q.at.right-at.right)); d < 0.6*em && share > 0 {
			share += 0.3
		}
		if share > most {
			best, most = q, share
		}
	}
	return best
}

func abs(x float64) float64 { return max(x, -x) }

var rate = regexp.MustCompile(`\d+([.,]\d+)?\s*%`)

// isLabel reports whether a text can be a label: mostly letters, and short.
func isLabel(text string) bool {
	letters, digits := 0, 0
	if strings.Contains(text, "%") {
		text = rate.ReplaceAllString(text, "") // "VAT 20 %" is a label
	}
	for _, r := range text {
		switch {
		case unicode.IsLetter(r):
			letters++
		case unicode.IsDigit(r):
			digits++
		}
	}
	if strings.TrimSpace(text) == "#" {
		return true
	}
	return letters >= 2 && digits*2 <= letters && len(strings.Fields(text)) <= longestLabel
}

// around are the terms of what heads the group a piece stands in: a line of its own above, such as the name of a party.
func (v *view) around(p *passage) []term {
	if p.piece == nil {
		return nil
	}
	k := p.piece.says()
	if !k.asked {
		k.around, k.asked = v.group(p), true
	}
	return k.around
}

func (v *view) group(p *passage) []term {
	page := &v.pages[p.page]
	row := page.rows[p.piece.row]
	lefts := []float64{p.piece.at.left, row.pieces[0].at.left}
	if p.piece.place > 0 {
		lefts = append(lefts, row.pieces[p.piece.place-1].at.left)
	}
	last := p.piece.at.top
	for r := p.piece.row - 1; r >= 0 && p.piece.row-r < 14; r-- {
		if page.rows[r].at.bottom < last-1.6*page.em {
			return nil
		}
		last = page.rows[r].at.top
		if head := nearest(page.says(r).heads, lefts, 2.5*page.em); head != nil {
			return head.says().terms
		}
	}
	return nil
}

// nearest is the first of some pieces that begins where one of some edges is, or less than a distance from it.
func nearest(pieces []*piece, lefts []float64, off float64) *piece {
	var first *piece
	for _, left := range lefts {
		i := sort.Search(len(pieces), func(i int) bool { return pieces[i].at.left > left-off })
		if i < len(pieces) && pieces[i].at.left < left+off && (first == nil || pieces[i].place < first.place) {
			first = pieces[i]
		}
	}
	return first
}

// isHead reports a short text that names a party and has nothing to its right that it could be the label of.
func isHead(page *sheetPage, r, i int) bool {
	pieces := page.rows[r].pieces
	q := pieces[i]
	if len(q.words) > 4 || !q.says().label || strings.Contains(strings.TrimSuffix(strings.TrimSpace(q.text), ":"), ":") {
		return false
	}
	named := false
	for _, t := range q.says().terms {
		if t.concept == nil {
			return false
		}
		named = named || t.concept.group == "party"
	}
	if !named || i+1 < len(pieces) && strings.HasSuffix(strings.TrimSpace(q.text), ":") {
		return false
	}
	return i+1 == len(pieces) || pieces[i+1].says().label
}
