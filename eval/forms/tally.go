package main

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/edit/blank"
)

// share counts what was right of what there was.
type share struct{ right, all int }

func (s *share) add(right bool) {
	s.all++
	if right {
		s.right++
	}
}

func (s share) value() float64 { return float64(s.right) / float64(max(1, s.all)) }

func (s share) String() string { return fmt.Sprintf("%.3f (%d of %d)", s.value(), s.right, s.all) }

// tally is what was measured on some forms.
type tally struct {
	precision share
	recall    share
	byType    map[string]*share
	byKind    map[string]*share
	kinds     share
	labels    share
	near      share // agree with the label, or with the words that stand nearest
}

func newTally() *tally { return &tally{byType: map[string]*share{}, byKind: map[string]*share{}} }

func (t *tally) of(by map[string]*share, name string) *share {
	if by[name] == nil {
		by[name] = &share{}
	}
	return by[name]
}

// match pairs what was found with what is known, the best first: for each known blank the number of the found one, or -1.
func match(known []truth, found []blank.Blank) []int {
	type pair struct {
		known, found int
		score        float64
	}
	var pairs []pair
	for i := range known {
		for k := range found {
			if s := agreement(known[i].box(), found[k].Box); s > 0 {
				pairs = append(pairs, pair{i, k, s})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(b.score, a.score) })
	out := make([]int, len(known))
	for i := range out {
		out[i] = -1
	}
	taken := map[int]bool{}
	for _, p := range pairs {
		if out[p.known] < 0 && !taken[p.found] {
			out[p.known], taken[p.found] = p.found, true
		}
	}
	return out
}

// Bounds of the metric.
const (
	leastOverlap = 0.5
	smallWidth   = 0.03 // of the page
)

// agreement is how well a found box agrees with a known one; 0 where it does not.
func agreement(known, found doc.Box) float64 {
	w := min(known.Left+known.Width, found.Left+found.Width) - max(known.Left, found.Left)
	h := min(known.Top+known.Height, found.Top+found.Height) - max(known.Top, found.Top)
	inter := max(0, w) * max(0, h)
	score := inter / (known.Width*known.Height + found.Width*found.Height - inter)
	x, y := found.Left+found.Width/2, found.Top+found.Height/2
	centred := known.Width < smallWidth && x >= known.Left && x <= known.Left+known.Width && y >= known.Top && y <= known.Top+known.Height
	if score >= leastOverlap || centred {
		return max(score, 0.01)
	}
	return 0
}

func (t *tally) count(known []truth, found []blank.Blank, pairs []int) {
	matched := map[int]bool{}
	for i, k := range pairs {
		t.recall.add(k >= 0)
		t.of(t.byType, known[i].Type).add(k >= 0)
		scored := known[i].Label != "" && known[i].Near != ""
		if k < 0 {
			continue
		}
		matched[k] = true
		t.kinds.add(kindOf(known[i].Type) == found[k].Kind)
		if scored {
			t.labels.add(says(found[k].Words, known[i].Label))
			t.near.add(says(found[k].Words, known[i].Label, known[i].Near))
		}
	}
	for k := range found {
		t.precision.add(matched[k])
		t.of(t.byKind, found[k].Kind.String()).add(matched[k])
	}
}

func kindOf(name string) blank.Kind {
	switch name {
	case "checkbox", "radio":
		return blank.Check
	case "comb":
		return blank.Comb
	case "multiline":
		return blank.Lines
	}
	return blank.Text
}

func (t *tally) print() {
	p, r := t.precision.value(), t.recall.value()
	fmt.Printf("\nblanks: precision %s, recall %s, F1 %.3f\n", t.precision, t.recall, 2*p*r/max(1e-9, p+r))
	for _, name := range sorted(t.byType) {
		fmt.Printf("  recall of %-10s %s\n", name, t.byType[name])
	}
	for _, name := range sorted(t.byKind) {
		fmt.Printf("  precision of %-7s %s\n", name, t.byKind[name])
	}
	fmt.Printf("kinds: %s\nlabels: %s, or the nearest words: %s\n", t.kinds, t.labels, t.near)
}

func sorted(m map[string]*share) []string {
	var out []string
	for name := range m {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}
