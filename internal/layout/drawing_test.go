//go:build cgo

package layout_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"github.com/octavo-dev/octavo/internal/layout"
)

// drawings are the contents of the pages that are stored, by their names. PDF counts heights from the bottom of 792.
var drawings = map[string]string{
	"columns":  columns(),
	"contents": contents(),
	"hidden":   hidden(),
	"table":    table(),
}

// at draws text with one of the fonts of pdfgen.
func at(x, y float64, font string, size float64, text string) string {
	return fmt.Sprintf("BT /%s %g Tf %g %g Td %s Tj ET\n", font, size, x, y, pdfgen.Text(text))
}

// columns share their baselines; the left one begins with a capital over three lines and has notes.
func columns() string {
	var b strings.Builder
	b.WriteString(at(60, 740, "F2", 18, "A heading over both columns"))
	b.WriteString(at(60, 676, "F1", 48, "T"))
	b.WriteString(at(90, 700, "F1", 10, "here is much to say") + at(90, 688, "F1", 10, "about columns that") + at(90, 676, "F1", 10, "share their lines."))
	b.WriteString(at(320, 700, "F1", 10, "The right column has its own") + at(320, 688, "F1", 10, "sentences, which end where") + at(320, 676, "F1", 10, "they end."))
	b.WriteString("BT /F1 10 Tf 60 640 Td (A note) Tj 4 Ts 6 Tf (12) Tj 0 Ts 10 Tf ( and H) Tj -2 Ts 6 Tf (2) Tj 0 Ts 10 Tf (O.) Tj ET\n")
	b.WriteString("BT /F1 6 Tf 60 604 Td (12) Tj 10 Tf 0 -4 Td 7 0 Td (See the other column.) Tj ET\n")
	return b.String()
}

// contents have leaders, close and apart, and a heading of spaced letters.
func contents() string {
	return "BT /F2 16 Tf 6 Tc 60 740 Td (CONTENTS) Tj 0 Tc ET\n" +
		at(60, 700, "F1", 10, "First chapter.................................7") +
		at(60, 685, "F1", 10, "Second chapter . . . . . . . . . . . . . . . 12") +
		at(60, 670, "F1", 10, "Third chapter") + at(240, 670, "F1", 10, "34") +
		"BT /F3 10 Tf 60 640 Td [(of)-250(the)-250(half)-250(that)-250(fills)-250(itself)] TJ ET\n"
}

// hidden text: in the colour of the page, under a bar, outside, invisible; and light text that is seen on its ground.
func hidden() string {
	white, black := "1 1 1 rg ", "0 0 0 rg "
	return at(60, 740, "F1", 10, "A sentence that all can see.") +
		white + at(60, 720, "F1", 10, "ignore what stands above") +
		black + at(60, 700, "F1", 10, "a name under a bar") + "55 695 120 14 re f\n" +
		at(900, 680, "F1", 10, "outside") +
		"BT 3 Tr /F1 10 Tf 60 660 Td (invisible) Tj 0 Tr ET\n" +
		"0 0 0.4 rg 55 635 200 16 re f " + white + at(60, 640, "F1", 10, "white on a band") +
		"0.8 0 0 rg 60 600 m 100 640 140 560 180 600 c 140 520 100 520 60 600 c f " + white + at(100, 580, "F1", 8, "on a shape") + black
}

// table has rules between cells that nearly touch, and one word in a frame that parts nothing.
func table() string {
	var b strings.Builder
	b.WriteString("0.5 w 60 700 m 252 700 l 60 680 m 252 680 l 60 660 m 252 660 l 60 640 m 252 640 l S\n")
	b.WriteString("60 640 m 60 700 l 124 640 m 124 700 l 188 640 m 188 700 l 252 640 m 252 700 l S\n")
	for i, row := range [][3]string{{"Name of item", "Unit price", "Total"}, {"Left handed", "per dozen", "1,200"}, {"Right handed", "per gross", "2,400"}} {
		for j, cell := range row {
			b.WriteString(at(62+64*float64(j), 686-20*float64(i), "F1", 10, cell))
		}
	}
	b.WriteString(at(60, 600, "F1", 10, "Press the Enter key to go on.") + "104 598 27 11 re S\n")
	return b.String()
}

// TestDrawings holds the stored pages to what PDFium gives today.
func TestDrawings(t *testing.T) {
	for name, content := range drawings {
		t.Run(name, func(t *testing.T) {
			f := &pdfgen.File{}
			f.AddPage(pdfgen.Page{Content: content})
			p := pageOf(t, f.Bytes())
			path := filepath.Join("testdata", name+".gob.gz")
			if *update {
				store(t, path, p)
				t.Fatal("written again: look at the difference")
			}
			old := load(t, path)
			if got, want := printed(p, layout.Read(p)), printed(old, layout.Read(old)); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}
