package block

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Of several orders the one is taken in which sentences go on, where geometry alone sees two columns of a few lines as rows.
func TestReorder(t *testing.T) {
	d := draw(600, 800)
	d.prose(60, 150, 10, "x", 3)
	d.lines(60, 300, 10, "The ferry that brings bread to the", "bay is late when the wind is high.")
	d.lines(300, 300, 10, "Nobody knows who paid for the larch", "posts that stand on the quay today.")
	p := d.done()
	p.Reorder = true
	s := newSheet(p)
	s.holdTables()
	s.pieces()
	var got []string
	for _, leaf := range s.reordered(s.atoms) {
		for _, r := range s.rows(leaf) {
			first, _, _ := strings.Cut(r.text, " ")
			got = append(got, first)
		}
	}
	if order := strings.Join(got, " "); !strings.HasSuffix(order, "The bay Nobody posts") {
		t.Error(order)
	}
}

// Whatever order is taken, it holds all of the page, and no order fits better by the margin than it does.
func TestReorderedIsWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPage(t).done()
		s := newSheet(p)
		s.holdTables()
		s.pieces()
		n := 0
		for _, leaf := range s.reordered(s.atoms) {
			n += len(leaf)
		}
		if n != len(s.atoms) || s.reluctance != 1 {
			t.Fatalf("%d of %d pieces", n, len(s.atoms))
		}
	})
}
