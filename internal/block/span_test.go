//go:build cgo

package block_test

import (
	"fmt"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"github.com/octavo-dev/octavo/internal/render"
)

const to = "/A<</S/URI/URI(https://example.com/a)>>"

func TestLinks(t *testing.T) {
	lines := pdfgen.Lines(72, 700, 10,
		"The first line of this text ends with a word that a hyphen divides: under-",
		"standing it takes both lines, and then (as here) it goes on to its end.")
	for _, tt := range []struct {
		name  string
		links []string
		want  string
	}{
		{"Word", []string{pdfgen.Annotation("Link", lines[0].Around("text"), to)},
			"The first line of this [text](https://example.com/a) ends with a word that a hyphen divides: understanding it takes both lines, and then (as here) it goes on to its end."},
		{"OverTheHyphen", []string{
			pdfgen.Annotation("Link", lines[0].Around("divides: under-"), to), pdfgen.Annotation("Link", lines[1].Around("standing it"), to),
		}, "The first line of this text ends with a word that a hyphen [divides: understanding it](https://example.com/a) takes both lines, and then (as here) it goes on to its end."},
		{"PartOfAWord", []string{pdfgen.Annotation("Link", lines[1].Around("as here"), to)},
			"The first line of this text ends with a word that a hyphen divides: understanding it takes both lines, and then ([as here](https://example.com/a)) it goes on to its end."},
		{"ToAPageOrAScript", []string{
			pdfgen.Annotation("Link", lines[1].Around("lines"), "/A<</S/URI/URI(javascript:alert\\(1\\))>>"), pdfgen.Annotation("Link", lines[1].Around("both"), "/Dest[0/Fit]"),
		}, "The first line of this text ends with a word that a hyphen divides: understanding it takes both lines, and then (as here) it goes on to its end."},
		{"WithoutScheme", []string{pdfgen.Annotation("Link", lines[0].Around("first"), "/A<</S/URI/URI(www.example.com)>>")},
			"The [first](http://www.example.com) line of this text ends with a word that a hyphen divides: understanding it takes both lines, and then (as here) it goes on to its end."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			shows(t, read(t, onePage(lines, "", tt.links...)), everything, tt.want)
		})
	}
}

func TestChanges(t *testing.T) {
	lines := pdfgen.Lines(72, 700, 10, "This says the old new thing about a matter.", "It ends here.")
	l := lines[0]
	strike := func(part, color string) string {
		r := l.Around(part)
		return fmt.Sprintf("%s RG 0.5 w %g %g m %g %g l S ", color, r[0], l.Y+2.8, r[2], l.Y+2.8)
	}
	under := func(part, color string) string {
		r := l.Around(part)
		return fmt.Sprintf("%s RG 0.5 w %g %g m %g %g l S ", color, r[0], l.Y-1.2, r[2], l.Y-1.2)
	}
	for _, tt := range []struct {
		name        string
		drawn       string
		annotations []string
		want        string // with everything
		plain       string
	}{
		{"Highlight", "", []string{pdfgen.Markup("Highlight", "", l.Around("old new"))},
			"This says the <mark>old new</mark> thing about a matter. It ends here.", "This says the old new thing about a matter. It ends here."},
		{"HighlightOverLines", "", []string{pdfgen.Markup("Highlight", "", l.Around("matter."), lines[1].Around("It"))},
			"This says the old new thing about a <mark>matter. It</mark> ends here.", "This says the old new thing about a matter. It ends here."},
		{"HighlightedLink", "", []string{pdfgen.Markup("Highlight", "", l.Around("the old")), pdfgen.Annotation("Link", l.Around("old new"), to)},
			"This says <mark>the </mark>[<mark>old</mark> new](https://example.com/a) thing about a matter. It ends here.", "This says the old new thing about a matter. It ends here."},
		{"StrikeOut", "", []string{pdfgen.Markup("StrikeOut", "", l.Around("old"))},
			"This says the <change><s>old</s></change> new thing about a matter. It ends here.", "This says the new thing about a matter. It ends here."},
		{"Replaced", "", []string{pdfgen.Markup("StrikeOut", "", l.Around("old")), pdfgen.Markup("Underline", "", l.Around("new"))},
			"This says the <change><s>old </s><u>new</u></change> thing about a matter. It ends here.", "This says the new thing about a matter. It ends here."},
		{"Hidden", "", []string{pdfgen.Markup("StrikeOut", "/F 2", l.Around("old"))},
			"This says the old new thing about a matter. It ends here.", "This says the old new thing about a matter. It ends here."},
		{"Caret", "", []string{pdfgen.Annotation("Caret", pdfgen.Rect{l.Around("thing")[2], l.Y - 3, l.Around("thing")[2] + 4, l.Y + 3}, "/Contents(or two)")},
			"This says the old new thing <change><u>or two</u></change> about a matter. It ends here.", "This says the old new thing or two about a matter. It ends here."},
		{"CaretBehindStrikeOut", "", []string{
			pdfgen.Markup("StrikeOut", "", l.Around("thing")),
			pdfgen.Annotation("Caret", pdfgen.Rect{l.Around("thing")[2] - 2, l.Y - 3, l.Around("thing")[2] + 2, l.Y + 3}, "/Contents(tale)"),
		}, "This says the old new <change><s>thing</s><u>tale</u></change> about a matter. It ends here.", "This says the old new tale about a matter. It ends here."},
		{"DrawnStrike", strike("old", "0 0 0"), nil,
			"This says the <change><s>old</s></change> new thing about a matter. It ends here.", "This says the new thing about a matter. It ends here."},
		{"DrawnRedline", strike("old", "1 0 0") + under("new", "0 0 1"), nil,
			"This says the <change><s>old </s><u>new</u></change> thing about a matter. It ends here.", "This says the new thing about a matter. It ends here."},
		{"DrawnUnderlineAlone", under("new", "0 0 1"), nil,
			"This says the old new thing about a matter. It ends here.", "This says the old new thing about a matter. It ends here."},
		{"LineThroughMore", fmt.Sprintf("0.5 w 40 %g m 400 %g l S ", l.Y+2.8, l.Y+2.8), nil,
			"This says the old new thing about a matter. It ends here.", "This says the old new thing about a matter. It ends here."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := read(t, onePage(lines, tt.drawn, tt.annotations...))
			shows(t, d, everything, tt.want)
			shows(t, d, render.Options{}, tt.plain)
		})
	}
}

func TestMarksInCells(t *testing.T) {
	var lines []pdfgen.Line
	drawn := ""
	for r, row := range [][]string{{"Part", "Where", "Price"}, {"Nut", "our shop", "12"}, {"Bolt", "the other shop", "15"}} {
		for c, text := range row {
			lines = append(lines, pdfgen.Line{X: 75 + 120*float64(c), Y: 700 - 20*float64(r), Size: 10, Text: text})
		}
		drawn += fmt.Sprintf("72 %d m 432 %d l S ", 715-20*r, 715-20*r)
	}
	drawn += "72 655 m 432 655 l S "
	for c := range 4 {
		drawn += fmt.Sprintf("%d 715 m %d 655 l S ", 72+120*c, 72+120*c)
	}
	d := read(t, onePage(lines, drawn, pdfgen.Annotation("Link", lines[7].Around("other shop"), to), pdfgen.Markup("StrikeOut", "", lines[5].Around("12"))))
	shows(t, d, everything, "| Part | Where | Price |\n| --- | --- | --- |\n| Nut | our shop | <change><s>12</s></change> |\n| Bolt | the [other shop](https://example.com/a) | 15 |")
	shows(t, d, render.Options{Table: render.CSV}, "Part,Where,Price\nNut,our shop,\nBolt,the other shop,15")
}
