package match

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// label is something that may say what a value is.
type label struct {
	text     string
	terms    []term
	strength float64 // how surely it belongs to the value, by how the two stand to each other
}

// How surely what stands in a place labels a value.
const (
	sureInside = 1.0  // before the value in its own piece
	sureLeft   = 0.95 // the piece before it
	sureRow    = 0.8  // the first piece of its row, other values between
	sureAbove  = 0.85 // the piece above it
	sureHead   = 0.75 // the head of its column
	sureBoth   = 0.9  // the first piece of its row and the head of its column together
	sureGroup  = 0.75 // what heads its group, where nothing else labels it
	sureProse  = 0.8  // the words before it in a sentence
)

// labels are all that may say what the bytes [start, end) of a passage are.
func (v *view) labels(p *passage, start, end int) []label {
	inside := before(p.text[:start])
	if p.piece == nil {
		return prose(inside)
	}
	var out []label
	own := 1.0 // what labels elsewhere are worth beside one of its own
	if ts := terms(inside); len(ts) > 0 {
		out = append(out, label{inside, ts, sureInside})
		if own = 0.6; strings.HasSuffix(strings.TrimSpace(inside), ":") {
			own = 0.25
		}
	}
	whole := own
	page := &v.pages[p.page]
	at := p.piece.at
	if ws := p.between(start, end); len(ws) > 0 {
		at.left, at.right = ws[0].at.left, ws[len(ws)-1].at.right
	}
	left, first := leftOf(page, p.piece)
	up, near, head := v.aboveOf(page, p.piece, at)
	add := func(l *piece, sure float64) {
		if ts := l.says().terms; len(ts) > 0 {
			out = append(out, label{tail(l.text), ts, sure * own})
		}
	}
	if left != nil {
		add(left, sureLeft)
		if own *= 0.6; strings.HasSuffix(strings.TrimSpace(left.text), ":") {
			own *= 0.6
		}
	}
	if up != nil {
		sure := sureAbove
		if !near {
			sure = sureHead
		}
		if more := underneath(page, p.piece); more && left == nil {
			sure *= 0.6 // one of several
		}
		add(up, sure)
	}
	own = whole
	if first != nil && first != left {
		add(first, sureRow)
	}
	if group := v.around(p); len(out) == 0 && group != nil {
		out = append(out, label{"", group, sureGroup})
	}
	for _, l := range []*piece{first, left} {
		for _, h := range head {
			if l != nil && h != l {
				out = append(out, label{tail(l.text + " " + h.text), slices.Concat(l.says().terms, h.says().terms), sureBoth * own})
			}
		}
	}
	return out
}

// before is the text that labels what follows it: without the sentence or entry before it.
func before(text string) string {
	for _, end := range []string{"; ", " | ", " - ", " – ", " • ", "\t", ". ", ", "} {
		i := strings.LastIndex(text, end)
		if i < 0 || end == ". " && abbreviated(text[:i]) {
			continue
		}
		if rest := text[i+len(end):]; strings.IndexFunc(rest, unicode.IsLetter) >= 0 {
			text = rest
		}
	}
	return tail(text)
}

// abbreviated reports whether a text ends in an abbreviation and not in a sentence.
func abbreviated(text string) bool {
	i := strings.LastIndexAny(text, " (")
	return len(text)-i <= 6
}

// tail are the last words of a text, which is where a label stands.
func tail(text string) string {
	words := strings.Fields(text)
	if len(words) > longestLabel {
		words = words[len(words)-longestLabel:]
	}
	return strings.Join(words, " ")
}

const longestLabel = 9

// prose are the words before a value in a sentence: the nearer they stand, the surer.
func prose(text string) []label {
	words := strings.Fields(text)
	var out []label
	for _, n := range []int{3, 6, longestLabel} {
		near := strings.Join(words[max(0, len(words)-n):], " ")
		if ts := terms(near); len(ts) > 0 {
			out = append(out, label{near, ts, sureProse * (1 - 0.04*float64(n-3))})
		}
		if n >= len(words) {
			break
		}
	}
	return out
}

// leftOf is the piece before one, and the first of its row that reads like a label.
func leftOf(page *sheetPage, p *piece) (left, first *piece) {
	pieces := page.rows[p.row].pieces
	for i := p.place - 1; i >= 0; i-- {
		if !pieces[i].says().label {
			continue
		}
		if i == p.place-1 {
			left = pieces[i]
		}
		first = pieces[i]
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
	var best *piece
	most := 0.3
	for _, q := range pieces {
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
		for i, q := range page.rows[r].pieces {
			if !isHead(page, r, i) {
				continue
			}
			for _, left := range lefts {
				if abs(q.at.left-left) < 2.5*page.em {
					return q.says().terms
				}
			}
		}
	}
	return nil
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
