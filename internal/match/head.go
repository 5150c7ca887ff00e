package match

import (
	"strings"

	words "github.com/octavo-dev/octavo/internal/term"
)

// column is one column of a table under its head.
type column struct {
	at   span
	text string
	want int // index of the field it holds, -1 for none
}

// head is the labels over a list of rows.
type head struct {
	columns []column
	first   int // first row of it
	last    int // last row of it
	score   float64
}

// deepestHead is how many lines the head of a table may have.
const deepestHead = 5

// heading looks for the heads of tables on a page. Heads that begin on neighbouring rows are read from the same labels:
// those of the last rows are remembered.
type heading struct {
	page  *sheetPage
	wants []*want
	parts [2 * deepestHead]labelRow
}

// labelRow is a row of a head, divided into the labels of columns.
type labelRow struct {
	row    int
	read   bool
	head   bool // hardly a number is in it
	labels []column
}

func newHeading(page *sheetPage, wants []*want) *heading { return &heading{page: page, wants: wants} }

// row is a row as one of a head.
func (g *heading) row(r int) *labelRow {
	l := &g.parts[r%len(g.parts)]
	if l.read && l.row == r {
		return l
	}
	*l = labelRow{row: r, read: true, head: isHeadRow(&g.page.rows[r])}
	if l.head {
		for _, p := range g.page.rows[r].pieces {
			l.labels = append(l.labels, parted(p, g.wants)...)
		}
	}
	return l
}

// from reads the head of a table from a row on. Lines above it can be read as its upper part and add nothing: of the
// heads that say as much the lowest is meant.
func (g *heading) from(first int) (head, bool) {
	best, ok := g.at(first)
	for r := first + 1; ok && r <= best.last; r++ {
		if h, also := g.at(r); also && h.score >= best.score-0.05 {
			best = h
		}
	}
	return best, ok
}

// at reads the rows from one on as the head of a table for the given fields; ok is false where they are none.
func (g *heading) at(first int) (head, bool) {
	var best head
	var columns []column
	rows := g.page.rows
	for r := first; r < len(rows) && r < first+deepestHead; r++ {
		if r > first && rows[r].at.top-rows[r-1].at.bottom > 1.2*g.page.em || !g.row(r).head {
			break
		}
		for _, label := range g.row(r).labels {
			columns = joined(columns, label)
		}
		h := head{columns: append([]column{}, columns...), first: first, last: r}
		h.fit(g.wants)
		if h.score > best.score+0.05 || h.score > 0 && h.score >= best.score && columns != nil && len(columns) > len(best.columns) {
			best = h
		}
	}
	return best, best.score > 0
}

// widestHead is how many columns the head of a table may have.
const widestHead = 1024

// isHeadRow reports a row of labels: hardly a number in it.
func isHeadRow(row *row) bool {
	if len(row.pieces) > widestHead {
		return false
	}
	labels := 0
	for _, p := range row.pieces {
		if colon(p.text) >= 0 {
			return false // it has its value beside it
		}
		if p.says().label || strings.TrimSpace(p.text) == "%" {
			labels++
		}
	}
	return 2*labels > len(row.pieces)
}

// parted divides a piece of a head where two of its words name different fields: narrow columns leave narrow gaps.
func parted(p *piece, wants []*want) []column {
	var out []column
	for i, w := range p.words {
		c := column{at: w.at, text: w.text, want: namedBy(w.text, wants)}
		last := len(out) - 1
		if last >= 0 && (c.want < 0 || out[last].want < 0 || out[last].want == c.want) && !(out[last].want >= 0 && c.want < 0 && wide(p, i)) {
			out[last].text += " " + c.text
			out[last].at.right = c.at.right
			out[last].want = max(out[last].want, c.want)
			continue
		}
		out = append(out, c)
	}
	return out
}

// wide reports whether a word stands apart from the one before it in its piece.
func wide(p *piece, i int) bool {
	return i > 0 && p.words[i].at.left-p.words[i-1].at.right > 0.6*p.words[i].at.height()
}

// namedBy is the field that a word alone names, -1 for none.
func namedBy(text string, wants []*want) int {
	best, at := 0.45, -1
	ts := terms(text)
	says := maskOf(ts)
	for i, w := range wants {
		if says&w.mask == 0 {
			continue
		}
		if a := w.affinity(label{terms: ts, strength: 1}, nil, nil); a > best && w.named(ts) {
			best, at = a, i
		}
	}
	return at
}

// joined adds a label to the columns: under the one it stands below, else beside them.
func joined(columns []column, c column) []column {
	for i := range columns {
		if columns[i].at.over(c.at) > 0.35 && columns[i].at.bottom <= c.at.middle() {
			if strings.HasSuffix(columns[i].text, "-") {
				columns[i].text = strings.TrimSuffix(columns[i].text, "-") + c.text
			} else {
				columns[i].text += " " + c.text
			}
			columns[i].at.left, columns[i].at.right = min(columns[i].at.left, c.at.left), max(columns[i].at.right, c.at.right)
			columns[i].at.bottom = c.at.bottom
			return columns
		}
	}
	i := len(columns)
	for i > 0 && columns[i-1].at.left > c.at.left {
		i--
	}
	columns = append(columns, column{})
	copy(columns[i+1:], columns[i:])
	columns[i] = c
	return columns
}

// fit says which field each column holds, so that all together fit best.
func (h *head) fit(wants []*want) {
	lists := make([][]candidate, len(wants))
	fits := 0 // fields that a column may hold
	for i := range h.columns {
		h.columns[i].want = -1
		l := label{terms: terms(h.columns[i].text), strength: 1}
		says := maskOf(l.terms)
		for k, w := range wants {
			a := w.short(h.columns[i].text, l.terms)
			if says&w.mask != 0 {
				a = max(a, w.affinity(l, nil, nil))
			}
			if a < least {
				continue
			}
			if lists[k] == nil {
				fits++
			}
			place := []word{{at: span{float64(i), 0, float64(i), 0}}}
			lists[k] = append(lists[k], candidate{value: i, words: place, score: a})
		}
	}
	if h.score = 0; fits < min(2, len(wants)) {
		return
	}
	matched := 0
	for k, c := range assign(lists) {
		if c != nil {
			h.columns[c.value.(int)].want = k
			h.score += c.score
			matched++
		}
	}
	if matched < min(2, len(wants)) {
		h.score = 0
	}
}

// short is how well the head of a column fits a field that it only abbreviates, or that only its description names.
func (w *want) short(text string, ts []term) float64 {
	if text = strings.Trim(text, ".: "); len(text) > 1 && (strings.EqualFold(text, w.initials[0]) || strings.EqualFold(text, w.initials[1])) {
		return 0.6
	}
	for _, t := range ts {
		if !w.isText() || !w.told[t.name] {
			return 0
		}
	}
	if len(ts) == 0 {
		return 0
	}
	return 0.4
}

// initials are the first letters of a name, with or without those of words that say nothing: "yob" and "yb".
func initials(name string, all bool) string {
	var out strings.Builder
	for _, word := range words.Split(name) {
		if all || !words.Idle(word) {
			out.WriteByte(word[0])
		}
	}
	return out.String()
}

// matched counts the columns that hold a field.
func (h *head) matched() int {
	n := 0
	for _, c := range h.columns {
		if c.want >= 0 {
			n++
		}
	}
	return n
}

// apart reports whether one place stands under another column than a place before it.
func (h *head) apart(a, b span, em float64) bool {
	i := h.of(b, em)
	return i >= 0 && i != h.of(a, em) && h.columns[i].at.over(b) > 0
}

// of is the column that a place belongs to, -1 for none: the one it overlaps most, else the nearest.
func (h *head) of(at span, em float64) int {
	best, most := -1, 0.0
	for i := range h.columns {
		c := h.columns[i].at
		if s := min(c.right, at.right) - max(c.left, at.left); s > most {
			best, most = i, s
		}
	}
	if best >= 0 {
		return best
	}
	nearest := 12 * em
	for i := range h.columns {
		c := h.columns[i].at
		d := max(c.left-at.right, at.left-c.right)
		if d < nearest {
			best, nearest = i, d
		}
	}
	return best
}
