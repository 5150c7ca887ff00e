package blank

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/stroke"
)

// scribbled is a page with anything anywhere.
func scribbled(t *rapid.T) *Page {
	p := newPaper()
	at := rapid.Float32Range(-50, 900)
	for range rapid.IntRange(0, 40).Draw(t, "things") {
		x0, y0, x1, y1 := at.Draw(t, "x0"), at.Draw(t, "y0"), at.Draw(t, "x1"), at.Draw(t, "y1")
		switch rapid.IntRange(0, 6).Draw(t, "what") {
		case 0:
			p.write(x0, y0, rapid.SampledFrom([]string{"Name:", "a b c", "____", "$______ and", "☐ Yes", "....................", "—"}).Draw(t, "words"))
		case 1:
			p.rule(min(x0, x1), y0, max(x0, x1), y0)
		case 2:
			p.rule(x0, min(y0, y1), x0, max(y0, y1))
		case 3:
			p.frame(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
		case 4:
			p.paint(engine.Color(rapid.Uint32().Draw(t, "colour")), min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
		case 5:
			for i := range rapid.IntRange(2, 12).Draw(t, "cells") {
				p.frame(x0+12*float32(i), y0, x0+12*float32(i+1), y0+14)
			}
		default:
			p.frame(x0, y0, x0+9, y0+9)
		}
	}
	var seen Seen
	if rapid.Bool().Draw(t, "scanned") {
		seen.Skew = rapid.Float64Range(-3, 3).Draw(t, "skew")
		for range rapid.IntRange(0, 20).Draw(t, "strokes") {
			x, y := at.Draw(t, "x"), at.Draw(t, "y")
			seen.Level = append(seen.Level, stroke.Stroke{From: engine.Point{X: x, Y: y}, To: engine.Point{X: x + 80, Y: y}, Width: 1})
			seen.Upright = append(seen.Upright, stroke.Stroke{From: engine.Point{X: x, Y: y - 20}, To: engine.Point{X: x, Y: y}, Width: 1})
			seen.Squares = append(seen.Squares, stroke.Square{Box: engine.Box{X0: y, Y0: x, X1: y + 10, Y1: x + 10}})
		}
	}
	return Of(&p.page, &p.text, seen)
}

func TestBlanksLieOnThePageAndApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		found := Find(scribbled(t))
		for i, b := range found {
			if b.Box.Left < 0 || b.Box.Top < 0 || b.Box.Left+b.Box.Width > 1.0001 || b.Box.Top+b.Box.Height > 1.0001 || b.Box.Width <= 0 || b.Box.Height <= 0 {
				t.Fatalf("blank %v is not on the page", b.Box)
			}
			if (b.Kind == Comb) != (b.Cells > 1) {
				t.Fatalf("%s has %d cells", b.Kind, b.Cells)
			}
			for _, o := range found[:i] {
				if both(o.Box, b.Box) > 0.5001*min(size(o.Box), size(b.Box)) {
					t.Fatalf("%v and %v are one place", b, o)
				}
			}
		}
	})
}

func TestNamesAreUnique(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{"", "Name", "name", "Name (2)", "Yes", "Spouse", "A rather long label"})
		all := rapid.SliceOf(rapid.Custom(func(t *rapid.T) Words {
			return Words{word.Draw(t, "label"), word.Draw(t, "group"), word.Draw(t, "section")}
		})).Draw(t, "all")
		names := Names(all)
		if len(names) != len(all) {
			t.Fatalf("%d names of %d blanks", len(names), len(all))
		}
		var folded []string
		for _, n := range names {
			folded = append(folded, fold(n))
		}
		slices.Sort(folded)
		if len(slices.Compact(folded)) != len(names) {
			t.Fatalf("%q are not different", names)
		}
	})
}
