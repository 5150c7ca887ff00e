package flow

import (
	"strings"
	"unicode"

	"github.com/octavo-dev/octavo/internal/doc"
)

// Words derives the words and lines of a document that Set has laid out. A word's left edge and width are its
// character columns, the longest line of the document being as wide as the page; in a table the longest line of
// a cell is as wide as the cell.
func Words(d *doc.Document) ([]doc.Word, []doc.Line) {
	var words []doc.Word
	var lines []doc.Line
	Each(d, func(w doc.Word) { words = append(words, w) }, func(l doc.Line) { lines = append(lines, l) })
	return words, lines
}

// Each visits what Words returns, a line after its words, without holding all of it.
func Each(d *doc.Document, word func(doc.Word), line func(doc.Line)) {
	w := writer{widest: 1, word: word, finish: line}
	for i := range d.Blocks {
		if b := &d.Blocks[i]; b.Table == nil {
			for text := range lines(b) {
				w.widest = max(w.widest, columns(text))
			}
		}
	}
	for i := range d.Blocks {
		w.block(&d.Blocks[i])
	}
}

type writer struct {
	widest int
	word   func(doc.Word)
	finish func(doc.Line)
}

func (w *writer) block(b *doc.Block) {
	if b.Table != nil {
		for i := range b.Table.Cells {
			c := &b.Table.Cells[i]
			var spans []doc.Span
			if c.Extra != nil {
				spans = c.Extra.Spans
			}
			w.cell(doc.Shown(c.Text, spans), c.Box)
		}
		return
	}
	h := b.Box.Height / float64(height(b))
	top := b.Box.Top
	for line := range lines(b) {
		w.line(line, doc.Box{Left: 0, Top: top, Width: 1, Height: h}, w.widest)
		top += h
	}
}

func (w *writer) cell(text string, box *doc.Box) {
	if text == "" || box == nil {
		return
	}
	all := strings.Split(text, "\n")
	longest := 1
	for _, line := range all {
		longest = max(longest, columns(line))
	}
	h := box.Height / float64(len(all))
	for i, line := range all {
		w.line(line, doc.Box{Left: box.Left, Top: box.Top + float64(i)*h, Width: box.Width, Height: h}, longest)
	}
}

// line adds one line of text whose box is cols characters wide.
func (w *writer) line(text string, box doc.Box, cols int) {
	unit := box.Width / float64(cols)
	place := func(from, to int) doc.Box {
		return doc.Box{Left: box.Left + float64(from)*unit, Top: box.Top, Width: float64(to-from) * unit, Height: box.Height}
	}
	whole := strings.TrimSpace(text)
	first, last, col := -1, 0, 0
	for text != "" {
		n := blanks(text)
		col += columns(text[:n])
		text = text[n:]
		n = strings.IndexFunc(text, unicode.IsSpace)
		if n < 0 {
			n = len(text)
		}
		if n == 0 {
			break
		}
		word := text[:n]
		if first < 0 {
			first = col
		}
		last = col + columns(word)
		w.word(doc.Word{Text: word, Box: place(col, last), Confidence: 1})
		col, text = last, text[n:]
	}
	if first >= 0 {
		w.finish(doc.Line{Text: whole, Box: place(first, last), Confidence: 1})
	}
}

// blanks is the length of the white space text begins with.
func blanks(text string) int {
	for i, r := range text {
		if !unicode.IsSpace(r) {
			return i
		}
	}
	return len(text)
}
