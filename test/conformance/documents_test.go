package conformance

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

// host serves the documents that inputs name. It is on loopback, so only fetch.allow lets the service reach it.
type host struct{ url string }

func newHost(t *testing.T) *host {
	files := map[string][]byte{"/letter.pdf": letter(), "/report.pdf": report()}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, ok := files[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/pdf")
		w.Write(body)
	}))
	t.Cleanup(s.Close)
	return &host{url: s.URL}
}

// letter is one page with a title and labelled values.
func letter() []byte {
	f := &pdfgen.File{}
	s := pdfgen.NewSheet(f)
	undo := s.With(pdfgen.Bold, 18)
	s.Text(72, 90, "Order confirmation")
	undo()
	s.Lines(72, 130, "Order number: PO-4711", "Customer: Blue Heron Bakery", "Contact: Ines Carvalho")
	s.Paragraph(72, 190, 440, "Thank you for your order of two deck ovens. They leave our works on the fourth of May and reach you within three working days.")
	s.Add()
	return f.Bytes()
}

// report is two pages with a title in its properties, a table and a chart.
func report() []byte {
	f := &pdfgen.File{Info: "/Title(Yearly report of the harbour)/Author(Harbour office)"}
	s := pdfgen.NewSheet(f)
	undo := s.With(pdfgen.Bold, 20)
	s.Text(72, 90, "Yearly report of the harbour")
	undo()
	s.Paragraph(72, 130, 440, "The harbour was open on every day of the year. More ships called than in any year before, and none had to wait for longer than a tide.")
	for i, row := range [][]string{{"Quarter", "Ships", "Tonnes"}, {"First", "210", "48,300"}, {"Second", "265", "61,900"}, {"Third", "301", "70,250"}} {
		for k, cell := range row {
			x, y := 72+140*float64(k), 200+22*float64(i)
			s.Box(x, y, 140, 22)
			s.Text(x+6, y+15, cell)
		}
	}
	s.Add()
	chart := pdfgen.Chart{
		Kind: "bar", Title: "Ships by quarter", Left: 110, Low: 420, Width: 360, Height: 240, Names: []string{"First", "Second", "Third"},
		Series: []pdfgen.ChartSeries{{Name: "Ships", Values: []float64{210, 265, 301}}}, Top: 350, Step: 50, Axes: true,
	}
	s = pdfgen.NewSheet(f)
	s.Raw(chart.Content())
	s.Paragraph(72, 460, 440, fmt.Sprintf("The summer brought %d ships, nearly half as many again as the winter.", 301))
	s.Add()
	return f.Bytes()
}
