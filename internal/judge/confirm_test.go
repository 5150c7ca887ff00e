package judge_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/judge"
	"github.com/octavo-dev/octavo/internal/window/windowtest"
)

func looking(r infer.Request) bool { return strings.HasPrefix(r.System, "You check where documents") }

// A boundary that was drawn a page too late is moved, and what is said twice is sure.
func TestDeepMovesBoundaries(t *testing.T) {
	m := &windowtest.Model{Answer: func(_ int, r infer.Request) (string, error) {
		if looking(r) {
			return pagesAnswer(right...), nil
		}
		return pagesAnswer(right[0], right[1], entry(3, false, "Invoices", "A-17", "", false), entry(4, true, "Letters", "", "", false)), nil
	}}
	got, err := judge.Split(t.Context(), m, []*doc.Document{stack()}, parts, judge.SplitOptions{Deep: true, Overlap: true})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{
		`1* Invoices(A-17) "Invoice No. A-17" 2`, `2 Invoices(A-17) "Total 12,50" 2`, `3* Invoices(B-03) "No. B-03 Nails" 2`, `4* Letters() "Dear Sir" 2`,
	}, told(got)); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(windowtest.Shown(m.Asks[1]), "pages 2 to 3: Invoices (A-17)\npage 4: Letters; a new document begins") {
		t.Errorf("shown %q", windowtest.Shown(m.Asks[1]))
	}
}

// A model that says something else every time is asked four times at most, and only about pages around boundaries.
func TestDeepEnds(t *testing.T) {
	for _, pages := range []int{4, 60} {
		rounds := 0
		m := &windowtest.Model{Answer: func(n int, r infer.Request) (string, error) {
			if !looking(r) {
				return reader(n, r)
			}
			rounds++
			var out []string
			for _, m := range heading.FindAllStringSubmatch(windowtest.Shown(r), -1) {
				page := 0
				_, _ = fmt.Sscan(m[1], &page)
				section := []string{"Letters", "Invoices"}[(rounds+page)%2]
				quote := fmt.Sprint("Invoice No. A-", page-1)
				if page%2 == 0 {
					quote = fmt.Sprint("goes on ", page-1)
				}
				out = append(out, entry(page, true, section, "", quote, true))
			}
			return pagesAnswer(out...), nil
		}}
		if _, err := judge.Split(t.Context(), m, []*doc.Document{ledger(pages)}, parts, judge.SplitOptions{Deep: true, Overlap: true}); err != nil {
			t.Fatal(err)
		}
		if rounds == 0 || rounds > 4*(pages/2+1) {
			t.Errorf("%d looks at %d pages", rounds, pages)
		}
	}
}

// Sections without a key are divided only where that was asked for.
func TestAutoPartition(t *testing.T) {
	for auto, want := range map[bool]string{true: `4* Letters(Sir) "Dear Sir" 2`, false: `4* Letters() "Dear Sir" 2`} {
		m := windowtest.Always(pagesAnswer(right...))
		got, err := judge.Split(t.Context(), m, []*doc.Document{stack()}, parts, judge.SplitOptions{Deep: true, Overlap: true, AutoPartition: auto})
		if err != nil {
			t.Fatal(err)
		}
		if line := told(got)[3]; line != want {
			t.Errorf("auto %v: %s", auto, line)
		}
	}
}

// Whatever a model answers, evidence stands on its page and values on a page of their section.
func TestAnyAnswer(t *testing.T) {
	quotes := []string{"Invoice No. A-17", "Total 12,50", "Dear Sir", "made up", "", "No. B-03 … 3,20"}
	rapid.Check(t, func(t *rapid.T) {
		m := &windowtest.Model{Answer: func(n int, _ infer.Request) (string, error) {
			if rapid.IntRange(0, 9).Draw(t, "fails") == 0 {
				return "", fault.New(fault.OutputLimitExceeded, "")
			}
			var out []string
			for range rapid.IntRange(0, 6).Draw(t, "entries") {
				out = append(out, entry(rapid.IntRange(-1, 6).Draw(t, "page"), rapid.Bool().Draw(t, "starts"), rapid.SampledFrom([]string{"Invoices", "Letters", "?"}).Draw(t, "section"),
					rapid.SampledFrom([]string{"A-17", "B-03", "C-1", ""}).Draw(t, "partition"), rapid.SampledFrom(quotes).Draw(t, "quote"), rapid.Bool().Draw(t, "sure")))
			}
			return pagesAnswer(out...), nil
		}}
		o := judge.SplitOptions{Deep: rapid.Bool().Draw(t, "deep"), Overlap: rapid.Bool().Draw(t, "overlap"), AutoPartition: rapid.Bool().Draw(t, "auto")}
		d := stack()
		got, err := judge.Split(t.Context(), m, []*doc.Document{d}, parts, o)
		var known *fault.Error
		if err != nil {
			if !errors.As(err, &known) {
				t.Fatal(err)
			}
			return
		}
		if len(got.Pages) != 4 {
			t.Fatalf("%d pages", len(got.Pages))
		}
		for i, p := range got.Pages {
			text := ""
			for _, b := range d.Blocks {
				if b.Page == i+1 {
					text += b.Text + " "
				}
			}
			if !o.Overlap && len(p.Parts) != 1 {
				t.Fatalf("page %d: %v", i+1, p)
			}
			for _, one := range p.Parts {
				for piece := range strings.SplitSeq(one.Evidence, " … ") {
					if !strings.Contains(text, piece) {
						t.Fatalf("page %d: %q", i+1, one.Evidence)
					}
				}
				if one.Partition == "C-1" || one.Evidence == "" && one.Confidence != judge.Low {
					t.Fatalf("page %d: %+v", i+1, one)
				}
			}
		}
	})
}
