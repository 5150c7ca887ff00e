package golden

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

// generated is a page that is drawn by steps, and the words on it, no two of which are the same.
type generated struct {
	steps []func(s *pdfgen.Sheet)
	words []string
	y     float64
}

// anyPage puts headings, paragraphs in columns, tables, lists, pairs and pictures below each other, mostly after so much
// text that its letters are the usual ones.
func anyPage(t *rapid.T) *generated {
	g := &generated{y: 150} // far from where running lines stand
	if rapid.IntRange(0, 3).Draw(t, "opened") > 0 {
		opening, y := g.text(t, 60, 60), g.y
		g.add(func(s *pdfgen.Sheet) { s.Ragged(72, y, 468, opening) })
		g.y += 90
	}
	for g.y < 480 {
		rapid.SampledFrom([]func(*rapid.T){g.heading, g.paragraphs, g.paragraphs, g.table, g.list, g.pairs, g.picture}).Draw(t, "part")(t)
		g.y += float64(rapid.IntRange(6, 30).Draw(t, "gap"))
		if rapid.IntRange(0, 9).Draw(t, "end") == 0 {
			break
		}
	}
	return g
}

func (g *generated) add(step func(s *pdfgen.Sheet)) { g.steps = append(g.steps, step) }

// text is made of new words.
func (g *generated) text(t *rapid.T, least, most int) string {
	var out []string
	for range rapid.IntRange(least, most).Draw(t, "words") {
		base := rapid.SampledFrom([]string{"lamp", "harbour", "of", "Tower", "bridges", "ice"}).Draw(t, "word")
		out = append(out, fmt.Sprintf("%s%d", base, len(g.words)))
		g.words = append(g.words, out[len(out)-1])
	}
	return strings.Join(out, " ")
}

func (g *generated) heading(t *rapid.T) {
	size := rapid.SampledFrom([]float64{11, 14, 20}).Draw(t, "size")
	text, y := g.text(t, 1, int(70/size)), g.y+size // so much fits on the page in one line
	g.add(func(s *pdfgen.Sheet) { head(s, 72, y, size, text) })
	g.y = y + 8
}

// paragraphs fill one to three columns.
func (g *generated) paragraphs(t *rapid.T) {
	count := rapid.IntRange(1, 3).Draw(t, "columns")
	width := (468 - 24*float64(count-1)) / float64(count)
	end := g.y
	for c := range count {
		x, y, text := 72+(width+24)*float64(c), g.y+10, g.text(t, 5, 40)
		g.add(func(s *pdfgen.Sheet) { s.Ragged(x, y, width, text) })
		end = max(end, pdfgen.NewSheet(&pdfgen.File{}).Ragged(x, y, width, text))
	}
	g.y = end
}

// table is ruled all around, above and below only, or not at all.
func (g *generated) table(t *rapid.T) {
	rows, cols := rapid.IntRange(2, 6).Draw(t, "rows"), rapid.IntRange(2, 5).Draw(t, "cols")
	width, top := 468/float64(cols), g.y
	switch rapid.IntRange(0, 2).Draw(t, "rules") {
	case 0:
		g.add(func(s *pdfgen.Sheet) { grid(s, steps(72, width, cols+1), steps(top, 18, rows+1)) })
	case 1:
		g.add(func(s *pdfgen.Sheet) {
			for _, y := range []float64{top, top + 18, top + 18*float64(rows)} {
				s.Line(72, y, 540, y)
			}
		})
	}
	for r := range rows {
		for c := range cols {
			text := g.text(t, 1, 1)
			g.add(func(s *pdfgen.Sheet) { s.Text(78+width*float64(c), top+13+18*float64(r), text) })
		}
	}
	g.y += 18 * float64(rows)
}

func (g *generated) list(t *rapid.T) {
	mark := rapid.SampledFrom([]string{"•", "–"}).Draw(t, "mark")
	for range rapid.IntRange(2, 5).Draw(t, "items") {
		y, text := g.y+10, g.text(t, 1, 6)
		g.add(func(s *pdfgen.Sheet) {
			s.Text(84, y, mark)
			s.Text(98, y, text)
		})
		g.y += 14
	}
}

func (g *generated) pairs(t *rapid.T) {
	for range rapid.IntRange(2, 5).Draw(t, "pairs") {
		y, key, value := g.y+10, g.text(t, 1, 1), g.text(t, 1, 3)
		g.words[len(g.words)-1-strings.Count(value, " ")-1] += ":"
		g.add(func(s *pdfgen.Sheet) {
			s.Text(72, y, key+":")
			s.Text(200, y, value)
		})
		g.y += 16
	}
}

func (g *generated) picture(t *rapid.T) {
	y, height := g.y, float64(rapid.IntRange(40, 120).Draw(t, "height"))
	g.add(func(s *pdfgen.Sheet) { s.Picture(150, y, 200, height) })
	g.y += height + 4
}

// file is the page, changed and with more drawn on it.
func (g *generated) file(change func(s *pdfgen.Sheet)) []byte {
	f := &pdfgen.File{}
	s := pdfgen.NewSheet(f)
	for _, step := range g.steps {
		step(s)
	}
	change(s)
	s.Add()
	return f.Bytes()
}
