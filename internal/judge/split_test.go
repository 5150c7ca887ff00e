package judge_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/judge"
	"github.com/octavo-dev/octavo/internal/window/windowtest"
)

var parts = []judge.Section{
	{Name: "Invoices", Description: "What has to be paid", Key: "invoice number"},
	{Name: "Letters", Description: "Everything that greets"},
}

// stack is two invoices, the first of two pages, and a letter.
func stack() *doc.Document {
	return windowtest.Paged(
		[]string{"Invoice No. A-17", "Hammer 12,50"},
		[]string{"page 2 of 2", "Total 12,50"},
		[]string{"Invoice No. B-03", "Nails 3,20"},
		[]string{"Dear Sir", "thank you for your order"},
	)
}

// told writes what is said of pages, one a line.
func told(d judge.Division) []string {
	var out []string
	for i, p := range d.Pages {
		line := strconv.Itoa(i + 1)
		if p.Starts {
			line += "*"
		}
		for _, one := range p.Parts {
			line += fmt.Sprintf(" %s(%s) %q %d", parts[one.Section].Name, one.Partition, one.Evidence, one.Confidence)
		}
		out = append(out, line)
	}
	return out
}

// entry is what an answer says of a page.
func entry(page int, starts bool, section, partition, quote string, sure bool) string {
	null := func(s string) string {
		if s == "" {
			return "null"
		}
		return strconv.Quote(s)
	}
	return fmt.Sprintf(`{"page":%d,"starts":%v,"sections":[{"section":%q,"partition":%s,"quote":%s,"sure":%v}]}`, page, starts, section, null(partition), null(quote), sure)
}

func pagesAnswer(entries ...string) string { return `{"pages":[` + strings.Join(entries, ",") + `]}` }

// right is what a careful model says of the stack.
var right = []string{
	entry(1, true, "Invoices", "A-17", "Invoice No. A-17", true), entry(2, false, "Invoices", "A-17", "Total 12,50", false),
	entry(3, true, "Invoices", "b-03", "No. B-03 Nails", true), entry(4, true, "letters", "Sir", "Dear Sir", true),
}

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		name   string
		answer string
		o      judge.SplitOptions
		want   []string
	}{
		{"Right", pagesAnswer(right...), judge.SplitOptions{Overlap: true}, []string{
			`1* Invoices(A-17) "Invoice No. A-17" 2`, `2 Invoices(A-17) "Total 12,50" 1`, `3* Invoices(B-03) "No. B-03 Nails" 2`, `4* Letters() "Dear Sir" 2`,
		}},
		{"MadeUp", pagesAnswer(
			entry(1, true, "Invoices", "Z-99", "Invoice No. Z-99", true), entry(2, false, "Invoices", "Z-99", "Invoice No. A-17", true),
			entry(3, true, "Bananas", "", "Nails 3,20", true), entry(4, false, "Letters", "", "", true), entry(9, true, "Letters", "", "Dear Sir", true),
		), judge.SplitOptions{Overlap: true}, []string{
			`1* Invoices() "" 0`, `2 Invoices() "" 0`, `3*`, `4 Letters() "" 0`,
		}},
		{"OneSectionEach", pagesAnswer(
			`{"page":1,"starts":true,"sections":[{"section":"Letters","partition":null,"quote":"Hammer 12,50","sure":false},{"section":"Invoices","partition":null,"quote":"Invoice No. A-17","sure":true}]}`,
			`{"page":2,"starts":false,"sections":[]}`,
			`{"page":3,"starts":true,"sections":[{"section":"Invoices","partition":null,"quote":"No. B-03","sure":true},{"section":"Letters","partition":null,"quote":"No. B-03","sure":true}]}`,
			entry(4, true, "Letters", "", "Dear Sir", true),
		), judge.SplitOptions{}, []string{
			`1* Invoices() "Invoice No. A-17" 2`, `2 Invoices() "" 0`, `3* Invoices() "No. B-03" 2`, `4* Letters() "Dear Sir" 2`,
		}},
		{"Hints", pagesAnswer(right[0], right[2]), judge.SplitOptions{Overlap: true, Hints: []judge.Page{
			{Parts: []judge.Part{{Section: 1}}}, {Parts: []judge.Part{{Section: 0, Partition: "A-17", Evidence: "Total", Confidence: judge.High}, {Section: 7}}},
		}}, []string{
			`1* Invoices(A-17) "Invoice No. A-17" 2`, `2 Invoices(A-17) "Total" 0`, `3* Invoices(B-03) "No. B-03 Nails" 2`, `4`,
		}},
		{"Nothing", `{"pages":[]}`, judge.SplitOptions{}, []string{`1 Invoices() "" 0`, `2 Invoices() "" 0`, `3 Invoices() "" 0`, `4 Invoices() "" 0`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := windowtest.Always(c.answer)
			got, err := judge.Split(t.Context(), m, []*doc.Document{stack()}, parts, c.o)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, told(got)); diff != "" {
				t.Error(diff)
			}
			if len(m.Asks) > 3 {
				t.Errorf("%d calls", len(m.Asks))
			}
		})
	}
}

// ledger is documents of two pages each.
func ledger(pages int) *doc.Document {
	var all [][]string
	for i := range pages {
		if i%2 == 0 {
			all = append(all, []string{fmt.Sprintf("Invoice No. A-%d", i), "first page"})
		} else {
			all = append(all, []string{fmt.Sprint("goes on ", i), "last page"})
		}
	}
	return windowtest.Paged(all...)
}

var heading = regexp.MustCompile(`=== page (\d+) ===`)

// reader is a model that reads the ledger rightly, as far as it is shown.
func reader(_ int, r infer.Request) (string, error) {
	var out []string
	for _, m := range heading.FindAllStringSubmatch(windowtest.Shown(r), -1) {
		n, _ := strconv.Atoi(m[1])
		if i := n - 1; i%2 == 0 {
			out = append(out, entry(n, true, "Invoices", fmt.Sprint("A-", i), fmt.Sprint("Invoice No. A-", i), true))
		} else {
			out = append(out, entry(n, false, "Invoices", fmt.Sprint("A-", i-1), fmt.Sprint("goes on ", i), false))
		}
	}
	return pagesAnswer(out...), nil
}

func asked(m *windowtest.Model) string {
	var out []string
	for _, r := range m.Asks {
		all := heading.FindAllStringSubmatch(windowtest.Shown(r), -1)
		out = append(out, all[0][1]+"-"+all[len(all)-1][1])
	}
	return strings.Join(out, " ")
}

// Long documents are read in runs that overlap and fit; each is told of the page before.
func TestSplitInRuns(t *testing.T) {
	for _, c := range []struct {
		name   string
		o      judge.SplitOptions
		answer func(int, infer.Request) (string, error)
		asked  string
	}{
		{"ManyPages", judge.SplitOptions{}, reader, "1-40 40-60"},
		{"ShortAnswers", judge.SplitOptions{Output: 2500}, reader, "1-20 20-39 39-58 58-60"},
		{"SmallContext", judge.SplitOptions{Context: 1900, Output: 0}, reader, ""},
		{"TooLongForTheModel", judge.SplitOptions{}, func(n int, r infer.Request) (string, error) {
			if len(heading.FindAllString(windowtest.Shown(r), -1)) > 25 {
				return "", fault.New(fault.ContextWindowExceeded, "")
			}
			return reader(n, r)
		}, "1-40 1-21 21-40 40-60"},
		{"AnswerTooLong", judge.SplitOptions{}, func(n int, r infer.Request) (string, error) {
			if len(heading.FindAllString(windowtest.Shown(r), -1)) > 30 {
				return "", fault.New(fault.OutputLimitExceeded, "")
			}
			return reader(n, r)
		}, "1-40 1-21 21-40 40-60"},
		{"PagesLeftOut", judge.SplitOptions{}, func(n int, r infer.Request) (string, error) {
			text, err := reader(n, r)
			if n == 0 {
				text = strings.Replace(text, `"page":7,`, `"page":0,`, 1)
				text = strings.Replace(text, `"page":8,`, `"page":900,`, 1)
			}
			return text, err
		}, "1-40 40-60 6-8"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := &windowtest.Model{Answer: c.answer}
			got, err := judge.Split(t.Context(), m, []*doc.Document{ledger(60)}, parts, c.o)
			if err != nil {
				t.Fatal(err)
			}
			if have := asked(m); c.asked != "" && have != c.asked || len(m.Asks) < 2 {
				t.Errorf("asked about %s", have)
			}
			for i, line := range told(got) {
				want := fmt.Sprintf(`%d* Invoices(A-%d) "Invoice No. A-%d" 2`, i+1, i, i)
				if i%2 == 1 {
					want = fmt.Sprintf(`%d Invoices(A-%d) "goes on %d" 1`, i+1, i-1, i)
				}
				if line != want {
					t.Errorf("%s, want %s", line, want)
				}
			}
			if text := windowtest.Shown(m.Asks[len(m.Asks)-1]); !strings.Contains(text, "What was said of the page before") {
				t.Errorf("shown %q", text)
			}
		})
	}
}

// A model that never says a thing is not asked for ever.
func TestSplitBudget(t *testing.T) {
	m := windowtest.Always(`{"pages":[]}`)
	if _, err := judge.Split(t.Context(), m, []*doc.Document{ledger(400)}, parts, judge.SplitOptions{Deep: true, Overlap: true}); err != nil {
		t.Fatal(err)
	}
	if n := len(m.Asks); n > 30 {
		t.Errorf("%d calls", n)
	}
	m = windowtest.Fails(fault.New(fault.OutputLimitExceeded, ""))
	_, err := judge.Split(t.Context(), m, []*doc.Document{ledger(400)}, parts, judge.SplitOptions{})
	if !fault.Is(err, fault.OutputLimitExceeded) || len(m.Asks) > 10 {
		t.Errorf("%v after %d calls", err, len(m.Asks))
	}
	m = windowtest.Always(`{"pages":[]}`)
	if d, err := judge.Split(t.Context(), m, nil, parts, judge.SplitOptions{Deep: true}); err != nil || len(d.Pages) != 0 || len(m.Asks) != 0 {
		t.Errorf("%v of nothing: %v", d, err)
	}
}
