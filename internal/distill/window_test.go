package distill_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/distill"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/record"
	"github.com/octavo-dev/octavo/internal/register"
	"github.com/octavo-dev/octavo/internal/window"
	"github.com/octavo-dev/octavo/internal/window/windowtest"
)

const listing = `{"type":"object","properties":{"title":{"type":"string"},"names":{"type":"array","items":{"type":"string"}},
	"rows":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"},"group":{"type":"string"}}}}}}`

// ledger has pages of rows that all speak of the same group, and rows that look alike.
func ledger(pages int) *doc.Document {
	var all [][]string
	for p := range pages {
		all = append(all, []string{fmt.Sprintf("Page head %d", p), "Group red", "row same", "row same", fmt.Sprintf("row number%d", p)})
	}
	return windowtest.Paged(all...)
}

var row = regexp.MustCompile(`\[(\d+)\] row (\S+)`)
var head = regexp.MustCompile(`\[(\d+)\] (Page head \d+)`)

// reading answers with the rows of the pages it is shown, as a careful model would.
func reading(_ int, r infer.Request) (string, error) {
	var rows, names []string
	for _, m := range row.FindAllStringSubmatch(windowtest.Shown(r), -1) {
		rows = append(rows, fmt.Sprintf(`{"id":{"value":%q,"block":%s},"group":{"value":"red","block":1}}`, m[2], m[1]))
		names = append(names, fmt.Sprintf(`{"value":%q,"block":%s}`, m[2], m[1]))
	}
	title := "null"
	if m := head.FindStringSubmatch(windowtest.Shown(r)); m != nil {
		title = fmt.Sprintf(`{"value":%q,"block":%s}`, m[2], m[1])
	}
	return fmt.Sprintf(`{"title":%s,"names":[%s],"rows":[%s]}`, title, strings.Join(names, ","), strings.Join(rows, ",")), nil
}

func pagesShown(r infer.Request) string {
	all := regexp.MustCompile(`=== page (\d+) ===`).FindAllStringSubmatch(windowtest.Shown(r), -1)
	if len(all) == 0 {
		return ""
	}
	return all[0][1] + "-" + all[len(all)-1][1]
}

func TestWindowsOverlapAndItemsAreOneOnlyInOnePlace(t *testing.T) {
	doc12 := ledger(24)
	want := 24 * 3
	for _, c := range []struct {
		name   string
		o      distill.Options
		answer func(int, infer.Request) (string, error)
		asked  string
	}{
		{"AtOnce", distill.Options{}, reading, "1-24"},
		{"Segments", distill.Options{Arrays: true}, reading, "1-10 10-19 19-24"},
		{"DeepBeforeSegments", distill.Options{Arrays: true, Deep: true}, func(n int, r infer.Request) (string, error) {
			if r.Name != "values" {
				return `{"checks":[]}`, nil
			}
			return reading(n, r)
		}, "1-24 1-24 1-24 1-24"},
		{"SmallContext", distill.Options{Context: 1900, Output: 500}, reading, "1-19 19-24"},
		{"TooLongForTheModel", distill.Options{}, func(n int, r infer.Request) (string, error) {
			if strings.Count(windowtest.Shown(r), "===") > 2*8 {
				return "", fault.New(fault.ContextWindowExceeded, "")
			}
			return reading(n, r)
		}, "1-24 1-13 1-7 7-13 13-24 13-19 19-24"},
		{"AnswerTooLong", distill.Options{}, func(n int, r infer.Request) (string, error) {
			if strings.Count(windowtest.Shown(r), "===") > 2*16 {
				return "", fault.New(fault.OutputLimitExceeded, "")
			}
			return reading(n, r)
		}, "1-24 1-13 13-24"},
		{"Hurried", distill.Options{Arrays: true, Hurried: true}, reading, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := &windowtest.Model{Answer: c.answer}
			got, err := distill.Extract(t.Context(), m, []*doc.Document{doc12}, parse(t, listing), c.o)
			if err != nil {
				t.Fatal(err)
			}
			var asked []string
			for _, r := range m.Asks {
				asked = append(asked, pagesShown(r))
			}
			if c.asked != "" && c.asked != strings.Join(asked, " ") {
				t.Errorf("asked about %s", asked)
			}
			rows, names := got.Root.Members[2].Node.Items, got.Root.Members[1].Node.Items
			if len(rows) != want || len(names) != want {
				t.Errorf("%d rows and %d names, want %d", len(rows), len(names), want)
			}
			var ids []string
			for i, n := range names {
				ids = append(ids, n.Value.(string))
				if id := rows[i].Members[0].Node; id.Value != n.Value {
					t.Fatalf("row %d is %v", i, id.Value)
				}
			}
			for p := range 24 {
				if diff := cmp.Diff([]string{"same", "same", fmt.Sprint("number", p)}, ids[3*p:3*p+3]); diff != "" {
					t.Fatalf("page %d: %s", p, diff)
				}
			}
			if title := got.Root.Members[0].Node.Value; title != "Page head 0" {
				t.Errorf("title %v", title)
			}
		})
	}
}

func TestOnePageThatDoesNotFit(t *testing.T) {
	m := windowtest.Fails(fault.New(fault.OutputLimitExceeded, ""))
	_, err := distill.Extract(t.Context(), m, []*doc.Document{ledger(4)}, parse(t, listing), distill.Options{})
	if !fault.Is(err, fault.OutputLimitExceeded) || len(m.Asks) > 4 {
		t.Errorf("%v after %d calls", err, len(m.Asks))
	}
}

// A page that the context cannot hold is not sent: there are servers that read half of it and say nothing.
func TestPageAboveTheContext(t *testing.T) {
	m := windowtest.Always(`{"title":null,"names":[],"rows":[]}`)
	long := make([]string, 60)
	for i := range long {
		long[i] = "row " + strings.Repeat("many words ", 12)
	}
	_, err := distill.Extract(t.Context(), m, []*doc.Document{windowtest.Paged(long)}, parse(t, listing), distill.Options{Context: 2500, Output: 500})
	if !fault.Is(err, fault.ContextWindowExceeded) || len(m.Asks) != 0 {
		t.Errorf("%v after %d calls", err, len(m.Asks))
	}
}

func TestImagesStandBeforeTheirPages(t *testing.T) {
	m := windowtest.Always(`{"title":null,"names":[],"rows":[]}`)
	_, err := distill.Extract(t.Context(), m, []*doc.Document{ledger(2)}, parse(t, listing), distill.Options{
		Images: []window.Image{{Page: 2, Data: []byte("two"), Media: "image/png"}, {Page: 9, Data: []byte("none"), Media: "image/png"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if p := m.Asks[0].Parts; len(p) != 3 || string(p[1].Image) != "two" || !strings.Contains(p[2].Text, "page 2") {
		t.Errorf("%d parts", len(p))
	}
}

func TestHints(t *testing.T) {
	root := parse(t, invoice)
	hints := &record.Node{Field: root, Members: []record.Member{
		{Name: "number", Node: &record.Node{Field: root.Properties[0], Value: "A-17", Sources: []record.Source{{Document: 0, Block: 1}}}},
		{Name: "total", Node: &record.Node{Field: root.Properties[2], Value: json.Number("12.50")}},
	}}
	m := windowtest.Always(`{"number":{"value":"A-17","block":1},"total":{"value":"1.037,50","block":6},"date":null,"paid":null,"currency":null,"seller":null,"lines":[]}`)
	got, err := distill.Extract(t.Context(), m, []*doc.Document{bill()}, root, distill.Options{Hints: hints})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(windowtest.Shown(m.Asks[0]), "number: A-17 [1]\ntotal: 12.50") {
		t.Errorf("asked %q", windowtest.Shown(m.Asks[0]))
	}
	if diff := cmp.Diff([]string{
		`number=A-17 0.96: 0/1 p1 "Invoice No. A-17"`, `total=1037.50 0.92: 0/6 p1 "Total EUR 1.037,50"`,
	}, cited(got.Root)); diff != "" {
		t.Error(diff)
	}
}

// Every version of extract_model that can be asked for has prompts.
func TestPromptsOfEveryVersion(t *testing.T) {
	for _, v := range (register.Register{}).List() {
		if v.Kind != register.Extract {
			continue
		}
		if _, err := distill.Extract(t.Context(), windowtest.Always("{}"), nil, nil, distill.Options{Version: v.Version, Deep: true}); err != nil {
			t.Errorf("%s: %v", v.Version, err)
		}
	}
}

// Whatever a model answers, nothing breaks, and every value has a source inside the document.
func TestAnyAnswer(t *testing.T) {
	d := ledger(3)
	roots := []string{listing, invoice, `{"type":"object","additionalProperties":{"type":"string"}}`,
		`{"type":"object","properties":{"x":{"anyOf":[{"type":"array","items":{"type":"integer"}},{"type":"object","properties":{"y":{"type":"boolean"}}},{"type":"string"}]},"z":{}}}`}
	rapid.Check(t, func(t *rapid.T) {
		text := answers(3).Draw(t, "answer")
		fails := rapid.IntRange(0, 9).Draw(t, "fails")
		m := &windowtest.Model{Answer: func(n int, _ infer.Request) (string, error) {
			if n == fails {
				return "", fault.New(fault.OutputLimitExceeded, "")
			}
			return text, nil
		}}
		f, err := parseAny(rapid.SampledFrom(roots).Draw(t, "schema"))
		if err != nil {
			t.Fatal(err)
		}
		got, err := distill.Extract(t.Context(), m, []*doc.Document{d}, f, distill.Options{Deep: rapid.Bool().Draw(t, "deep"), Arrays: rapid.Bool().Draw(t, "arrays")})
		var named *fault.Error
		if err != nil && !errors.As(err, &named) {
			t.Fatal(err)
		}
		if err != nil {
			return
		}
		got.Root.Walk(func(path string, n *record.Node) {
			if len(n.Sources) == 0 || !n.Field.Accepts(n.Value) {
				t.Fatalf("%s=%v has no source", path, n.Value)
			}
			for _, s := range n.Sources {
				if s.Block >= len(d.Blocks) || s.Page != d.Blocks[s.Block].Page {
					t.Fatalf("%s is on page %d in block %d", path, s.Page, s.Block)
				}
			}
		})
	})
}
