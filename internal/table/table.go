// Package table finds the tables on a page and solves their grids.
package table

import (
	"cmp"
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/stroke"
)

// Found is a table on a page.
type Found struct {
	Box        engine.Box // around its cells, in points of the page
	Table      doc.Table
	Confidence float64 // 0 to 1: the mean of its words, times the share of cells that agree with the grid
	Words      []Place // every word that stands in it, each in one cell
}

// Place says which cell holds a word.
type Place struct {
	Line, Word int32 // the word is Text.Lines[Line].Words[Word]
	Cell       int32 // index in Table.Cells
}

// Options say what is known of a page beyond its file, and what is looked for.
type Options struct {
	Level, Upright []stroke.Stroke // seen in its pixels
	Skew           float64         // of recognised lines, degrees clockwise beyond quarter turns
	Ruled          bool            // only tables that rules show
}

// Find gives the tables of a page from the top down. They do not share words.
func Find(p *engine.Page, t *layout.Text, o Options) []Found {
	var found []Found
	taken := map[Place]bool{}
	for _, angle := range angles(t) {
		f := newFrame(p, angle, o.Skew)
		s := newSheet(f, t)
		if len(s.rows) < 2 {
			continue
		}
		s.without(taken)
		inside := s.find(o)
		for i := range inside {
			for _, w := range inside[i].Words {
				taken[Place{Line: w.Line, Word: w.Word}] = true
			}
		}
		found = append(found, inside...)
	}
	slices.SortStableFunc(found, func(a, b Found) int {
		return cmp.Or(cmp.Compare(a.Box.Y0, b.Box.Y0), cmp.Compare(a.Box.X0, b.Box.X0))
	})
	return found
}

// find gives the tables among the level lines of a sheet.
func (s *sheet) find(o Options) []Found {
	s.findRules(o)
	searches := []func() []region{s.drawnRegions}
	if !o.Ruled {
		s.findTags()
		searches = []func() []region{s.taggedRegions, s.ruledRegions, s.matrixRegions, s.alignedRegions}
	}
	var found []Found
	for _, regions := range searches {
		for _, r := range regions() {
			found = append(found, s.tables(r)...)
		}
	}
	return found
}

// tables gives the tables of a region: it is one, or several with prose between them, or some of what its rules part.
func (s *sheet) tables(r region) []Found {
	var found []Found
	for _, part := range s.withoutProse(r) {
		f, ok := s.explain(part)
		if ok {
			found = append(found, f)
			continue
		}
		if part.kind < stacked {
			continue
		}
		for _, stack := range s.stacks(part) {
			if stack.box == part.box {
				continue
			}
			if f, ok := s.explain(stack); ok {
				found = append(found, f)
			}
		}
	}
	return found
}

// explain solves the grid of a region, grown by the rows that go on with its columns and without the captions and
// notes around it, and takes it if it is a table.
func (s *sheet) explain(r region) (Found, bool) {
	g, ok := s.solved(r, r.box)
	for _, change := range []func(*grid) (engine.Box, bool){(*grid).grow, (*grid).shrink} {
		if !ok {
			break
		}
		if box, changed := change(g); changed {
			g, ok = s.solved(r, box)
		}
	}
	if l, whole := s.enclosed(r, g); whole && l.price() > 0 {
		return l.found(), true
	}
	if !ok || r.short || g.price() <= 0 {
		return Found{}, false
	}
	return g.found(), true
}

// solved is the grid of a box.
func (s *sheet) solved(r region, box engine.Box) (*grid, bool) {
	g := s.newGrid(box)
	g.kind = r.kind
	return g, g.solve()
}
