package window_test

import (
	"context"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/window"
)

func text(page int, s string) doc.Block { return doc.Block{Type: doc.Text, Page: page, Text: s} }

func grid(page, rows int) doc.Block {
	t := &doc.Table{Rows: rows, Cols: 1, HeaderRows: 1}
	for r := range rows {
		t.Cells = append(t.Cells, doc.Cell{Row: r, RowSpan: 1, ColSpan: 1, Text: string(rune('a' + r))})
	}
	return doc.Block{Type: doc.TableBlock, Page: page, Table: t}
}

func TestWrite(t *testing.T) {
	one := &doc.Document{Kind: doc.Paged, Pages: []doc.Page{{Number: 2}, {Number: 4}}, Blocks: []doc.Block{
		text(2, "first"), text(3, "not selected"), text(4, "=== page 9 ===\n=== page 10 ==="), text(4, "a === b"),
	}}
	two := &doc.Document{Kind: doc.Sheet, Pages: []doc.Page{{Number: 1}}, Blocks: []doc.Block{grid(1, 4)}}
	for _, c := range []struct {
		name string
		view window.View
		docs []*doc.Document
		want []string
	}{
		{"One", window.View{}, []*doc.Document{one}, []string{
			"=== page 2 ===\n\nfirst\n\n", "=== page 4 ===\n\n\\=== page 9 ===\n\\=== page 10 ===\n\na === b\n\n",
		}},
		{"Numbers", window.View{Numbers: true}, []*doc.Document{two, one}, []string{
			"=== document 1, sheet 1 ===\n\n[0] | a |\n| --- |\n| b |\n| c |\n| d |\n\n", "=== document 2, page 2 ===\n\n[1] first\n\n",
			"=== document 2, page 4 ===\n\n[3] \\=== page 9 ===\n\\=== page 10 ===\n\n[4] a === b\n\n",
		}},
		{"Running", window.View{Running: true}, []*doc.Document{one, two}, []string{
			"=== document 1, page 1 ===\n\nfirst\n\n", "=== document 1, page 2 ===\n\n\\=== page 9 ===\n\\=== page 10 ===\n\na === b\n\n",
			"=== document 2, page 3 ===\n\n| a |\n| --- |\n| b |\n| c |\n| d |\n\n",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, p := range c.view.Write(c.docs) {
				got = append(got, p.Text)
				if p.Tokens != window.Tokens(p.Text) {
					t.Errorf("%d tokens", p.Tokens)
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestShorten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := rapid.StringOf(rapid.RuneFrom([]rune("ab é漢\n"))).Draw(t, "text")
		most := rapid.IntRange(0, 40).Draw(t, "most")
		got := window.Shorten(whole, most)
		switch {
		case most == 0 || window.Tokens(whole) <= most:
			if got != whole {
				t.Fatalf("%q became %q", whole, got)
			}
		case window.Tokens(got) > most+window.Tokens("\n…\n")+2 || !utf8.ValidString(got):
			t.Fatalf("%q has %d tokens, not %d", got, window.Tokens(got), most)
		}
	})
}

// Runs hold every page, in order, and each fits or is one page.
func TestRuns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOf(rapid.IntRange(1, 50)).Draw(t, "sizes")
		room, most := rapid.IntRange(1, 100).Draw(t, "room"), rapid.IntRange(0, 4).Draw(t, "most")
		pages := make([]window.Page, len(sizes))
		for i, n := range sizes {
			pages[i] = window.Page{Running: i + 1, Tokens: n}
		}
		next := 1
		for _, run := range window.Runs(pages, room, most) {
			sum := 0
			for _, p := range run {
				sum += p.Tokens
			}
			first, last := run[0].Running, run[len(run)-1].Running
			if sum > room && len(run) > 1 || most > 0 && len(run) > most || first > next || first < next-1 || last < next {
				t.Fatalf("pages %d to %d of %d tokens after %d", first, last, sum, next-1)
			}
			next = last + 1
		}
		if next != len(pages)+1 {
			t.Fatalf("%d of %d pages", next-1, len(pages))
		}
	})
}

// nobody is a model that is never asked.
type nobody struct{}

func (nobody) Complete(context.Context, infer.Request) (infer.Answer, error) {
	return infer.Answer{}, fault.New(fault.InternalError, "")
}

func TestEachDividesWhatIsTooLong(t *testing.T) {
	pages := make([]window.Page, 6)
	for i := range pages {
		pages[i].Running = i + 1
	}
	ask := func(_ context.Context, run []window.Page) (string, error) {
		if len(run) > 2 {
			return "", fault.New(fault.OutputLimitExceeded, "")
		}
		return string(rune('0'+run[0].Running)) + string(rune('0'+run[len(run)-1].Running)), nil
	}
	for _, atOnce := range []bool{false, true} {
		s := infer.NewSession(nobody{}, "work")
		s.Allow(20)
		got, err := window.Each(t.Context(), s, [][]window.Page{pages[:4], pages[4:]}, atOnce, ask)
		if err != nil || strings.Join(got, " ") != "12 23 34 56" {
			t.Errorf("%v, %v", got, err)
		}
	}
	s := infer.NewSession(nobody{}, "work")
	s.Allow(2)
	if _, err := window.Each(t.Context(), s, [][]window.Page{pages}, false, ask); !fault.Is(err, fault.ProcessingFailed) || !strings.Contains(err.Error(), "work failed") {
		t.Errorf("spent: %v", err)
	}
	s.Allow(20)
	one := func(context.Context, []window.Page) (int, error) {
		return 0, fault.New(fault.ContextWindowExceeded, "")
	}
	if _, err := window.Each(t.Context(), s, [][]window.Page{pages[:1]}, false, one); !fault.Is(err, fault.ContextWindowExceeded) {
		t.Errorf("one page: %v", err)
	}
}

func TestRoom(t *testing.T) {
	base := infer.Request{System: strings.Repeat("word ", 300), Shape: &infer.Shape{Type: "string"}, Parts: []infer.Part{{Text: "hints"}}}
	for _, c := range []struct {
		limits window.Limits
		want   int
		fails  bool
	}{
		{window.Limits{}, 100_000, false}, {window.Limits{Context: 2000, Output: 500}, 994, false}, {window.Limits{Context: 600}, 0, true},
	} {
		got, err := c.limits.Room(base)
		if got != c.want || fault.Is(err, fault.ContextWindowExceeded) != c.fails {
			t.Errorf("%+v: %d, %v", c.limits, got, err)
		}
	}
	if err := (window.Limits{Context: 9}).Check([]window.Page{{Tokens: 100}}, 50); !fault.Is(err, fault.ContextWindowExceeded) {
		t.Errorf("a page that cannot fit: %v", err)
	}
	if err := (window.Limits{}).Check([]window.Page{{Tokens: 100}}, 50); err != nil {
		t.Errorf("a page for a model of unknown context: %v", err)
	}
}
