package match

import (
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
)

// paper makes a document of one page out of lines as they would stand on it: blanks are as wide as letters.
func paper(lines ...string) *doc.Document { return papers(lines) }

func papers(pages ...[]string) *doc.Document {
	d := &doc.Document{Type: "pdf", Kind: doc.Paged, PageCount: len(pages)}
	for i, lines := range pages {
		p := doc.Page{Number: i + 1, Width: 600, Height: 800, Native: true}
		for row, line := range lines {
			var last *doc.Word
			for at := 0; at < len(line); {
				if line[at] == ' ' {
					at++
					continue
				}
				end := at + len(line[at:])
				if n := strings.IndexByte(line[at:], ' '); n >= 0 {
					end = at + n
				}
				box := doc.Box{Left: float64(30+5*at) / 600, Top: float64(30+14*row) / 800, Width: float64(5*(end-at)) / 600, Height: 10.0 / 800}
				p.Words = append(p.Words, doc.Word{Text: line[at:end], Box: box, Confidence: 1})
				last = &p.Words[len(p.Words)-1]
				at = end
			}
			if last != nil {
				text := strings.TrimSpace(line)
				d.Blocks = append(d.Blocks, doc.Block{Type: doc.Text, Page: i + 1, Text: text, Confidence: 1,
					Box: doc.Box{Left: 0.04, Top: last.Box.Top, Width: 0.95, Height: last.Box.Height}})
			}
		}
		d.Pages = append(d.Pages, p)
	}
	return d
}
