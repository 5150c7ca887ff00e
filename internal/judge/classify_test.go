package judge_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/judge"
	"github.com/octavo-dev/octavo/internal/window/windowtest"
)

// kinds are numbered 1 and 2, 3 and 4; the last has no criteria.
var kinds = []judge.Category{
	{Name: "Invoice", Criteria: []string{"names an amount due", "has an invoice number"}},
	{Name: "Letter", Criteria: []string{"begins with a greeting", "ends with a signature"}},
	{Name: "Other"},
}

func bill() *doc.Document {
	return windowtest.Paged(
		[]string{"Northern Tools Ltd", "Invoice", "No. A-17", "Total due EUR 1.037,50"},
		[]string{"Terms of payment", "Please pay within ten days"},
	)
}

// rated writes ratings as one line a category.
func rated(c judge.Class) []string {
	out := []string{kinds[c.Winner].Name}
	for i, all := range c.Ratings {
		line := kinds[i].Name + ":"
		for _, r := range all {
			line += fmt.Sprintf(" %v %q p%d", r.High, r.Quote, r.Page)
		}
		out = append(out, line)
	}
	return out
}

func TestClassify(t *testing.T) {
	for _, c := range []struct {
		name, answer string
		o            judge.ClassOptions
		want         []string
	}{
		{"EvidenceStands", `{"category":"Invoice","met":[{"criterion":1,"page":1,"quote":"Total due  EUR 1.037,50"},{"criterion":2,"page":2,"quote":"Invoice No. A-17"}]}`,
			judge.ClassOptions{}, []string{"Invoice", `Invoice: true "Total due EUR 1.037,50" p1 true "Invoice No. A-17" p1`, `Letter: false "" p0 false "" p0`, "Other:"}},
		{"EvidenceMadeUp", `{"category":"invoice ","met":[{"criterion":1,"page":1,"quote":"Amount due: 99 USD"},{"criterion":2,"page":1,"quote":"A-1"},
			{"criterion":3,"page":null,"quote":null},{"criterion":9,"page":1,"quote":"Invoice No. A-17"},{"criterion":0,"page":1,"quote":"Invoice No. A-17"}]}`,
			judge.ClassOptions{}, []string{"Invoice", `Invoice: false "" p0 false "" p0`, `Letter: false "" p0 false "" p0`, "Other:"}},
		{"AllBeatsNothing", `{"category":"Letter","met":[{"criterion":1,"page":1,"quote":"Total due"},{"criterion":2,"page":1,"quote":"No. A-17"}]}`,
			judge.ClassOptions{}, []string{"Invoice", `Invoice: true "Total due" p1 true "No. A-17" p1`, `Letter: false "" p0 false "" p0`, "Other:"}},
		{"ChoiceStays", `{"category":"Letter","met":[{"criterion":1,"page":1,"quote":"Total due"}]}`,
			judge.ClassOptions{}, []string{"Letter", `Invoice: true "Total due" p1 false "" p0`, `Letter: false "" p0 false "" p0`, "Other:"}},
		{"NoChoice", `{"category":"Banana","met":[{"criterion":4,"page":2,"quote":"Please pay within"},{"criterion":3,"page":2,"quote":"Terms of payment … ten days"}]}`,
			judge.ClassOptions{}, []string{"Letter", `Invoice: false "" p0 false "" p0`, `Letter: true "Terms of payment … ten days" p2 true "Please pay within" p2`, "Other:"}},
		{"NoChoiceButHints", `{"category":"","met":[]}`, judge.ClassOptions{Hints: []float64{0.1, 0.7, 0}},
			[]string{"Letter", `Invoice: false "" p0 false "" p0`, `Letter: false "" p0 false "" p0`, "Other:"}},
		{"Metadata", `{"category":"Letter","met":[{"criterion":4,"page":null,"quote":"signed by hand"}]}`, judge.ClassOptions{Metadata: "It was signed by hand."},
			[]string{"Letter", `Invoice: false "" p0 false "" p0`, `Letter: false "" p0 true "signed by hand" p0`, "Other:"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := windowtest.Always(c.answer)
			got, err := judge.Classify(t.Context(), m, []*doc.Document{bill()}, kinds, c.o)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, rated(got)); diff != "" {
				t.Error(diff)
			}
			if got.Usage.Calls != 1 || len(m.Asks) != 1 {
				t.Errorf("%d calls", len(m.Asks))
			}
		})
	}
}

// Checks of the leading categories may take a criterion away and the lead with it.
func TestAccurate(t *testing.T) {
	m := &windowtest.Model{Answer: func(_ int, r infer.Request) (string, error) {
		switch {
		case r.Name == "class":
			return `{"category":"Letter","met":[{"criterion":1,"page":1,"quote":"Total due"},{"criterion":3,"page":2,"quote":"Please pay"}]}`, nil
		case strings.Contains(r.System, "of one kind: Invoice"):
			return `{"checks":[{"criterion":1,"met":true,"page":1,"quote":"Total due"},{"criterion":2,"met":true,"page":1,"quote":"No. A-17"},{"criterion":3,"met":true,"page":1,"quote":"No. A-17"}]}`, nil
		}
		return `{"checks":[{"criterion":3,"met":false,"page":null,"quote":null},{"criterion":4,"met":true,"page":2,"quote":"Yours sincerely"}]}`, nil
	}}
	got, err := judge.Classify(t.Context(), m, []*doc.Document{bill()}, kinds, judge.ClassOptions{Accurate: true})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"Invoice", `Invoice: true "Total due" p1 true "No. A-17" p1`, `Letter: false "" p0 false "" p0`, "Other:"}, rated(got)); diff != "" {
		t.Error(diff)
	}
	if len(m.Asks) != 3 || got.Usage.Calls != 3 {
		t.Errorf("%d calls", len(m.Asks))
	}
}

// However answers change, the rounds end.
func TestAccurateEnds(t *testing.T) {
	var many []judge.Category
	for i := range 40 {
		many = append(many, judge.Category{Name: fmt.Sprint("kind ", i), Criteria: []string{"one", "two"}})
	}
	all := ""
	for i := range 80 {
		all += fmt.Sprintf(`,{"criterion":%d,"page":1,"quote":"Total due"}`, i+1)
	}
	m := &windowtest.Model{Answer: func(_ int, r infer.Request) (string, error) {
		if r.Name == "class" {
			return `{"category":"kind 3","met":[` + all[1:] + `]}`, nil
		}
		return `{"checks":[]}`, nil
	}}
	if _, err := judge.Classify(t.Context(), m, []*doc.Document{bill()}, many, judge.ClassOptions{Accurate: true}); err != nil {
		t.Fatal(err)
	}
	if n := len(m.Asks); n < 4 || n > 1+3*3 {
		t.Errorf("%d calls", n)
	}
}

// Pages that do not fit at once are asked about in runs, and what any of them shows counts.
func TestClassifyInRuns(t *testing.T) {
	page := []string{"Invoice No. A-17"}
	for range 30 {
		page = append(page, "many words that fill the page and say nothing at all")
	}
	docs := []*doc.Document{windowtest.Paged(page, page, append([]string{"Dear reader"}, page[1:]...), page)}
	m := &windowtest.Model{Answer: func(_ int, r infer.Request) (string, error) {
		text := windowtest.Shown(r)
		switch {
		case strings.Count(text, "===") > 4:
			return "", fault.New(fault.ContextWindowExceeded, "")
		case strings.Contains(text, "Dear reader"):
			return `{"category":"Letter","met":[{"criterion":3,"page":3,"quote":"Dear reader"}]}`, nil
		}
		return `{"category":"Invoice","met":[{"criterion":2,"page":1,"quote":"Invoice No. A-17"}]}`, nil
	}}
	for _, o := range []judge.ClassOptions{{}, {Context: 3000, Output: 500}} {
		m.Asks = nil
		got, err := judge.Classify(t.Context(), m, docs, kinds, o)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"Invoice", `Invoice: false "" p0 true "Invoice No. A-17" p1`, `Letter: true "Dear reader" p3 false "" p0`, "Other:"}, rated(got)); diff != "" {
			t.Error(diff)
		}
		if len(m.Asks) < 3 {
			t.Errorf("%d calls", len(m.Asks))
		}
	}
}

// A long page is shown in part; a context without room for any is refused before a call is made.
func TestSmallContext(t *testing.T) {
	long := []string{"The beginning of it"}
	for range 400 {
		long = append(long, "many words that fill the page and say nothing at all")
	}
	docs := []*doc.Document{windowtest.Paged(append(long, "the very end"))}
	m := windowtest.Always(`{"category":"Invoice","met":[]}`)
	if _, err := judge.Classify(t.Context(), m, docs, kinds, judge.ClassOptions{Context: 2000, Output: 300}); err != nil {
		t.Fatal(err)
	}
	text := windowtest.Shown(m.Asks[0])
	if !strings.Contains(text, "The beginning of it") || !strings.Contains(text, "the very end") || !strings.Contains(text, "…") || len(text) > 4000 {
		t.Errorf("shown %d bytes", len(text))
	}
	m.Asks = nil
	_, err := judge.Classify(t.Context(), m, docs, kinds, judge.ClassOptions{Context: 700, Output: 300})
	if !fault.Is(err, fault.ContextWindowExceeded) || len(m.Asks) != 0 {
		t.Errorf("%v after %d calls", err, len(m.Asks))
	}
}
