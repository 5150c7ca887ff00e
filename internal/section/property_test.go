package section

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/doc"
)

// Whatever is asked of whatever pages: every section once and in order, pages ascending and once, parts within them, and
// without sharing every page in exactly one.
func TestEveryDivisionIsSound(t *testing.T) {
	texts := rapid.SampledFrom([]string{
		"", plainText, letterText, "# Letter\n" + letterText, invoiceText, "# Invoice\nInvoice number: 4711\n" + invoiceText, "# Contracts\n" + contractText,
		plainText + "\n" + plainText + "\n# Letters\n" + letterText, "| a\n| b\n| c\n| d\n| e\n| f", "_Page 1 of 2", "_Page 2 of 2\x00",
	})
	names := rapid.SampledFrom([]string{"Letters", "Invoices", "Contracts", "Other", "", "§"})
	rapid.Check(t, func(t *rapid.T) {
		var docs []*doc.Document
		pages := 0
		for range rapid.IntRange(1, 3).Draw(t, "documents") {
			d := written(rapid.SliceOfN(texts, 1, 6).Draw(t, "pages")...)
			docs, pages = append(docs, d), pages+len(d.Pages)
		}
		var wants []Want
		for _, name := range rapid.SliceOfNDistinct(names, 1, 4, rapid.ID[string]).Draw(t, "sections") {
			wants = append(wants, Want{Name: name, Description: names.Draw(t, "description"), Key: rapid.SampledFrom([]string{"", "invoice number", "name"}).Draw(t, "key")})
		}
		o := Options{
			Overlap: rapid.Bool().Draw(t, "overlap"), Deep: rapid.Bool().Draw(t, "deep"), Divide: rapid.Bool().Draw(t, "divide"),
			Rows: rapid.SampledFrom([]int{0, 5}).Draw(t, "rows"), Rules: rapid.SampledFrom([]string{"", "Letters are short. Everything else is Other."}).Draw(t, "rules"),
		}
		found, err := Divide(context.Background(), docs, wants, o)
		if err != nil {
			t.Fatal(err)
		}
		sound(t, found, wants, o, pages)
	})
}

func sound(t *rapid.T, found []Section, wants []Want, o Options, pages int) {
	if len(found) != len(wants) {
		t.Fatalf("%d sections of %d", len(found), len(wants))
	}
	in := make([]int, pages+1)
	for i, s := range found {
		if s.Name != wants[i].Name || (s.Parts == nil) != (wants[i].Key == "") && !(o.Deep && o.Divide) {
			t.Fatalf("%d: %+v", i, s)
		}
		own := ascending(t, s.Pages, pages)
		for _, p := range own {
			in[p]++
		}
		held := 0
		for _, part := range s.Parts {
			for _, p := range ascending(t, part.Pages, pages) {
				if held++; !slices.Contains(own, p) {
					t.Fatalf("page %d of part %q is not in %q", p, part.Name, s.Name)
				}
			}
		}
		if s.Parts != nil && held != len(own) {
			t.Fatalf("parts hold %d pages of %d", held, len(own))
		}
	}
	for p, n := range in[1:] {
		if !o.Overlap && n != 1 {
			t.Fatalf("page %d is in %d sections", p+1, n)
		}
	}
}

func ascending(t *rapid.T, pages []Page, most int) []int {
	var out []int
	for _, p := range pages {
		if p.Number < 1 || p.Number > most || len(out) > 0 && out[len(out)-1] >= p.Number {
			t.Fatalf("pages %v", pages)
		}
		out = append(out, p.Number)
	}
	return out
}

// The search looks at every page and section a fixed number of times.
func TestManyPagesAndSections(t *testing.T) {
	const pages, kinds = 10_000, 200
	l := &lattice{turns: make([]turn, pages), fit: make([][]float32, pages)}
	for u := range pages {
		l.fit[u] = make([]float32, kinds)
		for k := range kinds {
			l.fit[u][k] = -float32((u/40*7 + k*13) % 11)
		}
		l.turns[u] = turn{on: -0.1, again: -3, change: -2}
	}
	steps, err := l.search(t.Context())
	if err != nil || len(steps) != pages {
		t.Fatalf("%v: %d steps", err, len(steps))
	}
	for u := 1; u < pages; u++ {
		if u%40 != 0 && steps[u].kind != steps[u-1].kind {
			t.Fatalf("another section begins with page %d", u+1)
		}
	}
}

// One page may hold anything.
func TestHostilePage(t *testing.T) {
	long := strings.Repeat("invoice number 12345 ", 50_000)
	many := strings.Repeat("# Letters\nPage 1 of 2\n", 2000)
	d := written("# "+long, many, strings.Repeat("\U0001F600", 10_000), "Page 99999999999999999999 of 1")
	d.Pages[2].Width, d.Pages[2].Height = 0, 0
	var wants []Want
	for i := range 200 {
		wants = append(wants, Want{Name: fmt.Sprintf("Section %d", i), Description: strings.Repeat("words ", 20)})
	}
	found := divided(t, d, wants, Options{Overlap: true, Deep: true, Divide: true, Rules: long})
	if len(found) != 200 {
		t.Error(len(found))
	}
}
