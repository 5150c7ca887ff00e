package within_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/within"
)

func box(t *rapid.T, name string) within.Box {
	part := func() float64 { return float64(rapid.IntRange(0, 20).Draw(t, name)) / 20 }
	return within.Box{Page: rapid.IntRange(1, 2).Draw(t, "page"), Box: doc.Box{Left: part(), Top: part(), Width: part(), Height: part()}}
}

// The index agrees with looking at every box, as long as the middle of the box asked for is inside the best one.
func TestFindLooksFarEnough(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var all []within.Box
		for range rapid.IntRange(0, 40).Draw(t, "boxes") {
			all = append(all, box(t, "box"))
		}
		ask := box(t, "ask")
		middle := ask.Top + ask.Height/2
		best := 0.0
		for _, b := range all {
			if b.Page == ask.Page && b.Top <= middle && middle <= b.Top+b.Height {
				best = max(best, within.Cover(b.Box, ask.Box))
			}
		}
		i, ok := within.New(all).Find(ask)
		if ok != (best > 0) && best > 0 {
			t.Fatalf("nothing found, %v covered", best)
		}
		if ok && (all[i].Page != ask.Page || within.Cover(all[i].Box, ask.Box) < best-1e-9) {
			t.Fatalf("found %v, which covers less than %v", all[i], best)
		}
	})
}

func TestFindSheetCells(t *testing.T) {
	cells := []within.Box{{Page: 1, Box: doc.Box{Left: 1, Top: 1, Width: 2, Height: 1}}, {Page: 1, Box: doc.Box{Left: 1, Top: 5000, Width: 2, Height: 1}}}
	if i, ok := within.New(cells).Find(within.Box{Page: 1, Box: doc.Box{Left: 2, Top: 5000, Width: 1, Height: 1}}); !ok || i != 1 {
		t.Errorf("found %d, %v", i, ok)
	}
	if _, ok := within.New(cells).Find(within.Box{Page: 2, Box: cells[0].Box}); ok {
		t.Error("found something on a page without boxes")
	}
}
