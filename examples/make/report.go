package main

import (
	"fmt"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

// report is three pages with headings, two columns, a table and a chart.
func report() []byte {
	f := &pdfgen.File{Info: "/Title(State of the Lighthouses 2025)/Author(Ellery Coast Trust)/Subject(Yearly report)"}
	for i, page := range []func(*pdfgen.Sheet){summary, visitors, repairs} {
		s := sheet(f)
		undo := s.With(pdfgen.Italic, 9)
		s.Text(margin, 40, "Ellery Coast Trust")
		s.Right(paperWidth-margin, 40, "State of the Lighthouses 2025")
		s.Centre(paperWidth/2, paperHeight-30, fmt.Sprint(i+1))
		undo()
		page(s)
		s.Add()
	}
	return f.Bytes()
}

func heading(s *pdfgen.Sheet, y, size float64, text string) {
	undo := s.With(pdfgen.Bold, size)
	s.Text(margin, y, text)
	undo()
}

const textWidth = paperWidth - 2*margin

func summary(s *pdfgen.Sheet) {
	heading(s, 100, 24, "State of the Lighthouses 2025")
	y := s.Paragraph(margin, 135, textWidth, "The Ellery Coast Trust keeps four lighthouses. All of them were lit on every night of the year. "+
		"This report tells how many people came to see them, what was mended, and what is planned for the year to come.")
	heading(s, y+26, 14, "1 Summary")
	y = s.Paragraph(margin, y+48, textWidth, "More than forty thousand visitors climbed the towers, an eighth more than in the year before. "+
		"The lamp of Gannet Rock was replaced in March, and the stairs of Saint Bride were closed for seven weeks while their iron was mended.")
	for _, item := range []string{"Visitors rose from 36,200 to 40,900.", "Income from tickets covered two thirds of the upkeep.", "No accident was reported."} {
		y = s.Lines(margin+12, y+8, "• "+item)
	}
	heading(s, y+28, 14, "2 How we work")
	left, right, width := float64(margin), float64(margin)+textWidth/2+10, float64(textWidth)/2-10
	column(s, left, y+52, width, "Keepers", "Each tower has a keeper who lives near it and looks after lamp, clockwork and stairs. Keepers write the log that this report is drawn from. "+
		"They meet in January, when the sea is at its worst and visitors are few, and decide what is to be mended first.")
	column(s, right, y+52, width, "Volunteers", "Ninety volunteers show visitors around, sell tickets and paint railings. In summer the towers stay open until sunset thanks to them. "+
		"A volunteer gives four days a year, and gets a lamp pin after ten years.")
}

func column(s *pdfgen.Sheet, x, y, width float64, title, text string) {
	undo := s.With(pdfgen.Bold, 11)
	s.Text(x, y, title)
	undo()
	s.Paragraph(x, y+18, width, text)
}

func visitors(s *pdfgen.Sheet) {
	heading(s, 90, 14, "3 Visitors")
	s.Paragraph(margin, 114, textWidth, "Spring was wet and summer long. The third quarter alone brought as many visitors as the two before it together.")
	chart := pdfgen.Chart{
		Kind: "bar", Title: "Visitors by quarter", YName: "Visitors", Left: 130, Low: 430, Width: 380, Height: 220,
		Names:  []string{"Q1", "Q2", "Q3", "Q4"},
		Series: []pdfgen.ChartSeries{{Name: "2024", Values: []float64{3000, 9000, 18000, 6200}}, {Name: "2025", Values: []float64{3400, 10500, 20000, 7000}}},
		Top:    25000, Step: 5000, Axes: true, Grid: true, Legend: true,
	}
	s.Raw(chart.Content())
	undo := s.With(pdfgen.Italic, 9)
	s.Text(margin, 480, "Figure 1: Visitors by quarter, all towers")
	undo()
	heading(s, 530, 14, "4 The towers")
	grid(s, 550, []float64{60, 220, 310, 410, 535}, [][]string{
		{"Tower", "Height", "Visitors", "Open days"},
		{"Gannet Rock", "41 m", "17,300", "302"},
		{"Saint Bride", "28 m", "6,100", "211"},
		{"North Pier", "19 m", "12,400", "340"},
		{"The Needle", "33 m", "5,100", "188"},
	})
}

// grid draws a ruled table.
func grid(s *pdfgen.Sheet, y float64, edges []float64, rows [][]string) {
	const height = 20
	for i, row := range rows {
		undo := func() {}
		if i == 0 {
			s.Fill(edges[0], y, edges[len(edges)-1]-edges[0], height, pdfgen.Grey)
			undo = s.With(pdfgen.Bold, 10)
		}
		for k, cell := range row {
			s.Box(edges[k], y, edges[k+1]-edges[k], height)
			s.Text(edges[k]+6, y+14, cell)
		}
		undo()
		y += height
	}
}

func repairs(s *pdfgen.Sheet) {
	heading(s, 90, 14, "5 Repairs")
	y := s.Paragraph(margin, 114, textWidth, "Salt and wind ask for their share every year. Three pieces of work cost more than ten thousand pounds each; the rest was done by keepers and volunteers.")
	heading(s, y+20, 11, "5.1 Gannet Rock")
	y = s.Paragraph(margin, y+38, textWidth, "The lamp of 1968 was replaced by one that uses a tenth of the current. The old lens stays; it was cleaned and turned by hand for a night to see that it runs.")
	heading(s, y+20, 11, "5.2 Saint Bride")
	y = s.Paragraph(margin, y+38, textWidth, "Eleven steps of the iron stair were cast anew. A temporary stair outside would have cost more than the tickets of those weeks, so the tower stayed closed.")
	heading(s, y+26, 14, "6 Next year")
	for i, item := range []string{"Paint North Pier.", "Publish the logs of 1890 to 1910.", "Ask the county for a share in the road to The Needle."} {
		s.Text(margin+12, y+52+float64(i)*16, fmt.Sprintf("%d. %s", i+1, item))
	}
}
