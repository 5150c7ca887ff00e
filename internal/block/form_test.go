//go:build cgo

package block_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"github.com/octavo-dev/octavo/internal/render"
)

func square(x, y, side float64) string {
	return fmt.Sprintf("0.7 w %g %g %g %g re S ", x, y, side, side)
}

func cross(x, y, side float64) string {
	return fmt.Sprintf("%g %g m %g %g l S %g %g m %g %g l S ", x+1, y+1, x+side-1, y+side-1, x+1, y+side-1, x+side-1, y+1)
}

func TestCheckBoxes(t *testing.T) {
	choices := []pdfgen.Line{
		{X: 72, Y: 720, Size: 10, Text: "Which of these do you want?"},
		{X: 90, Y: 690, Size: 10, Text: "Tea with milk"}, {X: 90, Y: 670, Size: 10, Text: "Coffee"},
	}
	const yes = "/MK<</CA(4)>>"
	field := func(y float64, on bool) string {
		state := "/AS/Off"
		if on {
			state = "/V/Yes/AS/Yes"
		}
		return pdfgen.Annotation("Widget", pdfgen.Rect{75, y - 1, 85, y + 9}, "/FT/Btn/T(c"+fmt.Sprint(y)+")/AP<</N<</Yes 4 0 R/Off 4 0 R>>>>"+yes+state)
	}
	want := []string{"Which of these do you want?", "- [x] Tea with milk\n- [ ] Coffee"}
	for _, tt := range []struct {
		name        string
		lines       []pdfgen.Line
		drawn       string
		annotations []string
		want        []string
	}{
		{"Fields", choices, "", []string{field(690, true), field(670, false)}, want},
		{"FieldsOnDrawnSquares", choices, square(75, 689, 10) + square(75, 669, 10), []string{field(690, true), field(670, false)}, want},
		{"Squares", choices, square(75, 689, 9) + cross(75, 689, 9) + square(75, 669, 9), nil, want},
		{"SquareWithALetter", append(choices[:3:3], pdfgen.Line{X: 76.5, Y: 690, Size: 10, Text: "X"}), square(75, 689, 9) + square(75, 669, 9), nil, want},
		{"InOneLine", []pdfgen.Line{{X: 72, Y: 700, Size: 10, Text: "Married:"}, {X: 150, Y: 700, Size: 10, Text: "yes"}, {X: 200, Y: 700, Size: 10, Text: "no"}},
			square(138, 699, 9) + square(188, 699, 9) + cross(188, 699, 9), nil, []string{"Married: [ ] yes [x] no"}},
		{"FilledSquaresAreBullets", choices, "75 689 9 9 re f 75 669 9 9 re f ", nil, []string{"Which of these do you want?", "Tea with milk Coffee"}},
		{"SquaresThatTouchAreCells", []pdfgen.Line{{X: 76.5, Y: 690, Size: 10, Text: "1"}, {X: 100, Y: 690, Size: 10, Text: "year"}}, square(75, 688, 10) + square(85, 688, 10), nil, []string{"1 year"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := &pdfgen.File{}
			var fields []string
			for range tt.annotations {
				fields = append(fields, f.Next(len(fields)))
			}
			f.Catalog = "/AcroForm<</Fields[" + strings.Join(fields, " ") + "]>>"
			addPage(f, tt.lines, tt.drawn, tt.annotations...)
			shows(t, read(t, f), render.Options{}, tt.want...)
		})
	}
}

func TestCheckBoxesInCells(t *testing.T) {
	var lines []pdfgen.Line
	drawn := ""
	for r, row := range [][]string{{"Item", "Wanted", "Count"}, {"Tea", "yes", "12"}, {"Coffee", "yes", "15"}} {
		for c, text := range row {
			x := 75 + 120*float64(c)
			if c == 1 && r > 0 {
				drawn += square(x, 699-20*float64(r), 9)
				if r == 2 {
					drawn += cross(x, 699-20*float64(r), 9)
				}
				x += 14
			}
			lines = append(lines, pdfgen.Line{X: x, Y: 700 - 20*float64(r), Size: 10, Text: text})
		}
		drawn += fmt.Sprintf("72 %d m 432 %d l S ", 715-20*r, 715-20*r)
	}
	drawn += "72 655 m 432 655 l S "
	for c := range 4 {
		drawn += fmt.Sprintf("%d 715 m %d 655 l S ", 72+120*c, 72+120*c)
	}
	shows(t, read(t, onePage(lines, drawn)), render.Options{Table: render.CSV}, "Item,Wanted,Count\nTea,[ ] yes,12\nCoffee,[x] yes,15")
}
