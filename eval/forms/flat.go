package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/eval/page"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/edit/blank"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
	"github.com/octavo-dev/octavo/internal/layout"
)

// truth is a blank as the set tells it.
type truth struct {
	Label string
	Near  string
	Page  int
	Type  string
	BBox  [4]float64
}

func (t *truth) box() doc.Box {
	return doc.Box{Left: t.BBox[0], Top: t.BBox[1], Width: t.BBox[2], Height: t.BBox[3]}
}

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
}

func newTally() *tally { return &tally{byType: map[string]*share{}, byKind: map[string]*share{}} }

func (t *tally) of(by map[string]*share, name string) *share {
	if by[name] == nil {
		by[name] = &share{}
	}
	return by[name]
}

// files are the forms of a folder, and what opens them.
func files(folder string) ([]string, *pdfium.Library, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.pdf"))
	if err != nil || len(paths) == 0 {
		return nil, nil, fmt.Errorf("no forms in %s: %w", folder, err)
	}
	lib, err := page.Library()
	return paths, lib, err
}

// flat measures the blanks of flat forms against those of the set.
func flat(folder, draw, scan, readings string) error {
	paths, lib, err := files(folder)
	if err != nil {
		return err
	}
	look := lookAt
	if scan != "" {
		eyes, err := newEyes(lib, scan, readings)
		if err != nil {
			return err
		}
		defer eyes.close()
		look = eyes.look
	}
	return measure(lib, paths, draw, func(p page.Page) (page.Page, []truth, error) {
		known, err := blanksOf(p)
		return p, known, err
	}, look)
}

// fields measures the same on fillable forms, whose fields are what is to be found where they are drawn as blanks.
func fields(folder, draw string) error {
	paths, lib, err := files(folder)
	if err != nil {
		return err
	}
	return measure(lib, paths, draw, func(p page.Page) (page.Page, []truth, error) {
		p, known := flattened(p)
		return p, known, nil
	}, lookAt)
}

// lookAt lays out a page of a file.
func lookAt(p page.Page) (*blank.Page, error) {
	return blank.Of(p.Page, layout.Read(p.Page), blank.Seen{}), nil
}

// blanksOf is what is known of a page.
func blanksOf(p page.Page) ([]truth, error) {
	data, err := os.ReadFile(strings.TrimSuffix(p.Path, ".pdf") + ".blanks.json")
	if err != nil {
		return nil, err
	}
	var known []truth
	if err := json.Unmarshal(data, &known); err != nil {
		return nil, fmt.Errorf("read the truth of %s: %w", p.Path, err)
	}
	return slices.DeleteFunc(known, func(t truth) bool { return t.Page != p.Number }), nil
}

// measure prints what is found on the pages of files.
func measure(lib *pdfium.Library, paths []string, draw string, known func(page.Page) (page.Page, []truth, error), look func(page.Page) (*blank.Page, error)) error {
	all := newTally()
	for _, path := range paths {
		one := newTally()
		err := page.EachOf(lib, path, func(p page.Page) error {
			p, here, err := known(p)
			if err != nil {
				return err
			}
			seen, err := look(p)
			if err != nil {
				return err
			}
			found := blank.Find(seen)
			pairs := match(here, found)
			one.count(here, found, pairs)
			all.count(here, found, pairs)
			if draw == "" || len(here)+len(found) == 0 {
				return nil
			}
			tell(p, here, found, pairs)
			return drawBlanks(p, draw, here, found, pairs)
		})
		if err != nil {
			return err
		}
		fmt.Printf("%-36s precision %s  recall %s  labels %s\n", page.Name(path), one.precision, one.recall, one.labels)
	}
	all.print()
	return nil
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
			t.labels.add(says(found[k].Words, &known[i]))
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
	fmt.Printf("kinds: %s\nlabels: %s\n", t.kinds, t.labels)
}

func sorted(m map[string]*share) []string {
	var out []string
	for name := range m {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}
