package kind

import (
	"slices"
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/doc"
)

// traits are what cues are measured by.
type traits struct {
	width, height                       float64
	letter                              float64 // height of a line, 0 where that is not known
	native, sheet, mail, slides         bool
	words                               int
	inTables, inProse, inCode           int
	numbers, money, times, cited        int
	persons, percents                   int // words for those who speak, are spoken to or of; shares
	left, right                         int // words of text in either half
	tabled, pictured                    float64
	pairs, boxes, blanks, numbered      int
	figures, cells, figured             int // pictures; cells of tables, and those that hold a number
	items, steps, clauses, headings     int
	asked, leaders, symbols             int
	addressed, reachable                int
	portrait, filler, greeting, closing bool
	abstract, referred, affiliated      bool
	currency                            bool
	footnote, running, signed           bool
}

// of is a share of the words.
func (t *traits) of(n int) float64 { return float64(n) / float64(max(t.words, 1)) }

func newTraits(d *doc.Document, page *doc.Page) *traits {
	t := &traits{width: page.Width, height: page.Height, native: page.Native, sheet: d.Kind == doc.Sheet}
	if t.width <= 0 || t.height <= 0 {
		t.width, t.height = 1, 1.4 // of a page that has no size
	}
	t.letter = lineHeight(page)
	switch d.Type {
	case "eml", "msg":
		t.mail = true
	case "pptx", "ppt", "odp":
		t.slides = true
	}
	return t
}

// lineHeight is that of most lines of a page, in points.
func lineHeight(page *doc.Page) float64 {
	const some = 400
	var all []float64
	for i := range page.Lines[:min(len(page.Lines), some)] {
		if l := &page.Lines[i]; l.Rotation == 0 {
			all = append(all, l.Box.Height*page.Height)
		}
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// block takes in a block and what it says, of which words were counted.
func (t *traits) block(b *doc.Block, text string, words int) {
	t.shape(b, words)
	for l := range strings.Lines(text) {
		t.line(strings.TrimSpace(l), b)
	}
	prose := words >= sentence && strings.ContainsAny(text, ".;:?") && (b.Type == doc.Text || b.Type == doc.ListItem)
	if prose {
		t.inProse += words
	}
	if b.Type == doc.Text && b.Box.Width < 0.55 && words > 8 {
		if b.Box.Left+b.Box.Width < 0.56 {
			t.left += words
		} else if b.Box.Left > 0.44 {
			t.right += words
		}
	}
	if b.Code {
		t.inCode += words
	}
	t.asked += strings.Count(text, "?")
	t.blanks += strings.Count(text, "____")
	for _, r := range text {
		switch r {
		case '☐', '☑', '☒', '□', '■', '▢', '✓', '✔', '◻', '❑', '❏':
			t.boxes++
		case '∑', '∫', '∂', '≤', '≥', '∈', '√', '∞', '≈', '∇', 'α', 'β', 'γ', 'θ', 'λ', 'μ', 'σ', '∆', 'π', '−', '×', '∼':
			t.symbols++
		}
	}
	t.filler = t.filler || strings.Contains(text, "<<<")
}

// shape takes in what a block is and where it stands.
func (t *traits) shape(b *doc.Block, words int) {
	area := b.Box.Width * b.Box.Height
	switch b.Type {
	case doc.TableBlock:
		t.inTables += words
		t.tabled += area
	case doc.Figure:
		t.pictured += area
		t.figures++
		wide := b.Box.Width * t.width / max(b.Box.Height*t.height, 1e-9)
		if wide > 0.55 && wide < 1.05 && area > 0.015 && area < 0.35 {
			t.portrait = true
		}
	case doc.SectionHeader, doc.Title:
		t.headings++
	case doc.ListItem:
		t.items++
		if strings.ContainsFunc(b.Marker, unicode.IsDigit) {
			t.steps++
		}
	case doc.Header, doc.Footer:
		t.running = t.running || words > 1 && words <= line
	case doc.Signature:
		t.signed = true
	}
	t.pairs += len(b.Pairs)
}

// cell takes in a cell of a table.
func (t *traits) cell(text string) {
	if text == "" {
		return
	}
	t.cells++
	if r := rune(text[len(text)-1]); len(text) < 16 && (unicode.IsDigit(r) || r == '%' || r == ')') && strings.ContainsAny(text, "0123456789") {
		t.figured++
	}
}
