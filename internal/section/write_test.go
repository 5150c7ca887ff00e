package section

import (
	"fmt"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/doc"
)

// written is a document of pages by hand. A page is lines of text: "# " opens a heading, "| " a row of a table, and a page
// that begins with "@WxH" has that size. The last line of a page that begins with "_" stands at its foot.
func written(pages ...string) *doc.Document {
	d := &doc.Document{Type: "pdf", Kind: doc.Paged, PageCount: len(pages)}
	for i, text := range pages {
		p := doc.Page{Number: i + 1, Width: 600, Height: 800, Native: true}
		lines := strings.Split(strings.Trim(text, "\n"), "\n")
		if size, ok := strings.CutPrefix(lines[0], "@"); ok {
			_, _ = fmt.Sscanf(size, "%fx%f", &p.Width, &p.Height)
			lines = lines[1:]
		}
		w := writer{doc: d, page: &p, top: 0.06}
		for _, l := range lines {
			w.line(strings.TrimSpace(l))
		}
		d.Pages = append(d.Pages, p)
	}
	return d
}

type writer struct {
	doc  *doc.Document
	page *doc.Page
	top  float64
}

const pitch = 0.02

func (w *writer) line(text string) {
	kind, height := doc.Text, 0.015
	switch {
	case text == "":
		w.top += pitch
		return
	case strings.HasPrefix(text, "# "):
		kind, height, text = doc.SectionHeader, 0.025, text[2:]
	case strings.HasPrefix(text, "| "):
		w.row(text[2:])
		return
	case strings.HasPrefix(text, "_"):
		kind, text, w.top = doc.Footer, text[1:], 0.95
	}
	box := doc.Box{Left: 0.1, Top: w.top, Width: 0.8, Height: height}
	w.doc.Blocks = append(w.doc.Blocks, doc.Block{Type: kind, Page: w.page.Number, Box: box, Text: text, Confidence: 1})
	w.words(text, box)
	w.top += max(height+0.005, pitch)
}

func (w *writer) words(text string, box doc.Box) {
	w.page.Lines = append(w.page.Lines, doc.Line{Text: text, Box: box, Confidence: 1})
	left := box.Left
	for _, f := range strings.Fields(text) {
		width := box.Height * 0.6 * float64(len(f))
		w.page.Words = append(w.page.Words, doc.Word{Text: f, Box: doc.Box{Left: left, Top: box.Top, Width: width, Height: box.Height}, Confidence: 1})
		left += width + box.Height*0.4
	}
}

// row adds a row of one cell to the table that the last block is, or begins one.
func (w *writer) row(text string) {
	blocks := w.doc.Blocks
	if n := len(blocks); n == 0 || blocks[n-1].Table == nil || blocks[n-1].Page != w.page.Number {
		w.doc.Blocks = append(w.doc.Blocks, doc.Block{Type: doc.TableBlock, Page: w.page.Number, Box: doc.Box{Left: 0.1, Top: w.top, Width: 0.8}, Table: &doc.Table{Cols: 1}, Confidence: 1})
	}
	b := &w.doc.Blocks[len(w.doc.Blocks)-1]
	box := doc.Box{Left: 0.1, Top: w.top, Width: 0.8, Height: 0.015}
	b.Table.Cells = append(b.Table.Cells, doc.Cell{Row: b.Table.Rows, RowSpan: 1, ColSpan: 1, Text: text, Box: &box})
	b.Table.Rows++
	b.Box.Height = w.top + 0.015 - b.Box.Top
	w.words(text, box)
	w.top += pitch
}

// Texts of three kinds.
const (
	invoiceText  = "The goods were delivered in spring and the price is payable within thirty days.\nQuantity and unit price of all articles follow below.\nSubtotal, tax and total amount due are in euros."
	contractText = "This agreement is made between the parties named above.\nEach party shall keep secret what it learns of the other party.\nThe agreement ends when either party terminates it in writing."
	letterText   = "Dear Sir, thank you for your kind letter of last week.\nI am sorry that I could not come and hope to see you soon.\nYours sincerely, with the best wishes of all."
	plainText    = "Grass grows under trees where rain falls often.\nBirds sing there until evening comes again.\nStones lie beside water all day long."
)

var (
	invoices  = Want{Name: "Invoices", Description: "Invoices for goods or services"}
	contracts = Want{Name: "Contracts", Description: "Agreements between two parties"}
	mail      = Want{Name: "Letters", Description: "Letters to people"}
	all       = []Want{invoices, contracts, mail}
)

// keyed is a section with an identifier.
func keyed(w Want, key string) Want {
	w.Key = key
	return w
}

// told writes a division shortly: "Invoices 1 2 [A-1: 1 2]; Letters".
func told(found []Section) string {
	var out []string
	for _, s := range found {
		text := s.Name + numbersOf(s.Pages)
		if s.Parts != nil {
			var parts []string
			for _, p := range s.Parts {
				parts = append(parts, p.Name+":"+numbersOf(p.Pages))
			}
			text += " [" + strings.Join(parts, ", ") + "]"
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}

func numbersOf(pages []Page) string {
	out := ""
	for _, p := range pages {
		out += fmt.Sprintf(" %d", p.Number)
	}
	return out
}

func divided(t *testing.T, d *doc.Document, wants []Want, o Options) []Section {
	t.Helper()
	found, err := Divide(t.Context(), []*doc.Document{d}, wants, o)
	if err != nil {
		t.Fatal(err)
	}
	return found
}
