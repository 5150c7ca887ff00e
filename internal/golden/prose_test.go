package golden

import (
	"strings"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

// sentences are what paragraphs are made of.
var sentences = []string{
	"The harbour was built in three years by people who had never seen the sea.",
	"Every stone came down the river on a raft, and many of them are still lying on its bed.",
	"Nobody knows who paid for the work, though several families claim that they did.",
	"In winter the ice grows so thick that carts can cross the bay from one side to the other.",
	"The council keeps a book in which the height of the water is written down each morning.",
	"Some of its pages are missing, and others were written by children as a joke.",
	"A lamp burns in the tower from dusk until the last boat has come home.",
	"Visitors are asked to bring their own bread, since the baker has moved to the hills.",
	"What remains of the old market can be seen behind the mill when the grass is short.",
	"Fish was sold there by weight, wool by length, and news by the hour.",
	"The bridge has two names, and which one is used tells where a speaker was born.",
	"Repairs are planned for the spring, provided that the road is dry by then.",
	"Most of the timber was cut on the northern slope, where larches grow slowly and straight.",
	"A second survey found the cellar to be older than the house that stands upon it.",
	"Its walls are covered with marks that masons left to show how much they had done.",
	"The clock strikes once at noon and once more whenever the wind turns to the east.",
	"Letters take four days to arrive, five if the ferryman stops to talk.",
	"There is a school with one room, a stove and more maps than pupils.",
	"The oldest map shows an island that no ship has ever found.",
	"On the last page somebody has drawn a whale and given it a hat.",
}

// prose is a paragraph of so many sentences, from one of them on.
func prose(from, count int) string {
	var out []string
	for i := range count {
		out = append(out, sentences[(from+i)%len(sentences)])
	}
	return strings.Join(out, " ")
}

// onSheet is a document of one page.
func onSheet(draw func(s *pdfgen.Sheet)) func(f *pdfgen.File) {
	return func(f *pdfgen.File) {
		s := pdfgen.NewSheet(f)
		draw(s)
		s.Add()
	}
}

// head writes a heading and gives the baseline of what follows.
func head(s *pdfgen.Sheet, x, y, size float64, text string) float64 {
	defer s.With(pdfgen.Bold, size)()
	s.Text(x, y, text)
	return y + 1.2*size + 6
}

// rows writes rows whose cells are parted by bars, at their left edges, and gives the baseline of the next.
func rows(s *pdfgen.Sheet, y, pitch float64, xs []float64, rows ...string) float64 {
	for _, row := range rows {
		for i, cell := range strings.Split(row, "|") {
			if cell != "" {
				s.Text(xs[i], y, cell)
			}
		}
		y += pitch
	}
	return y
}

// grid draws the lines between columns and rows.
func grid(s *pdfgen.Sheet, xs, ys []float64) {
	for _, x := range xs {
		s.Line(x, ys[0], x, ys[len(ys)-1])
	}
	for _, y := range ys {
		s.Line(xs[0], y, xs[len(xs)-1], y)
	}
}

// steps are count numbers from a first one on.
func steps(first, step float64, count int) []float64 {
	out := make([]float64, count)
	for i := range out {
		out[i] = first + float64(i)*step
	}
	return out
}
