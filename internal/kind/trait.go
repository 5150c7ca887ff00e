package kind

import (
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/doc"
)

// Bounds of a page, as shares of its height, and of what counts as a sentence.
const (
	upper    = 0.4
	lower    = 0.72
	sentence = 18 // words
	line     = 14 // words that a label or a heading has at most
)

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

// line takes in what the lines of a text begin with.
func (t *traits) line(text string, b *doc.Block) {
	if text == "" {
		return
	}
	low := strings.ToLower(text[:min(len(text), 40)])
	words := len(strings.Fields(text[:min(len(text), 400)]))
	t.greeting = t.greeting || greetAt.MatchString(text) && words < 2*line && b.Box.Top < 0.6
	t.closing = t.closing || words <= 8 && closeAt.MatchString(text)
	t.signed = t.signed || words <= line && signAt.MatchString(text)
	if headAt.MatchString(text) && b.Box.Top < 0.5 {
		t.addressed++
	}
	if strings.HasPrefix(low, "abstract") || strings.HasPrefix(low, "a b s t r a c t") {
		t.abstract = true
	}
	if words <= 3 && (strings.HasPrefix(low, "references") || strings.HasPrefix(low, "bibliography") || strings.HasPrefix(low, "literatur")) {
		t.referred = true
	}
	if clauseAt.MatchString(text) && words > 4 {
		t.clauses++
	}
	if boxAt.MatchString(text) && words <= line {
		t.numbered++
	}
	if leaderAt.MatchString(text) {
		t.leaders++
	}
	if strings.HasPrefix(low, "step ") || strings.HasPrefix(low, "schritt ") || strings.HasPrefix(low, "etape ") {
		t.steps++
	}
	if b.Box.Top < upper {
		t.affiliated = t.affiliated || words <= 40 && uniAt.MatchString(text)
		if strings.Contains(text, "@") || strings.Contains(low, "www.") {
			t.reachable++
		}
		if phoneAt.MatchString(text) {
			t.reachable++
		}
	}
	if b.Box.Top > lower && b.Type != doc.Footer && text[0] >= '1' && text[0] <= '9' && words > 4 {
		t.footnote = true
	}
}
