package cite_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/cite"
	"github.com/octavo-dev/octavo/internal/doc"
)

func TestLocate(t *testing.T) {
	d := read(t, "a.txt", "Total: 1 234.50 EUR\nNorth-Western Trading\nCompany, Oslo\n\nTotal 99 and total 99\n\nTokio, 4711-0815\n")
	x := cite.New(cite.FromDocuments([]*doc.Document{d}))
	type spot struct {
		Block int
		Text  string
		Lines int
		Exact bool
	}
	for _, c := range []struct {
		name, phrase string
		blocks       []int
		want         []spot
	}{
		{"Exact", "1 234.50", nil, []spot{{0, "1 234.50", 1, true}}},
		{"Signs", "eur", nil, []spot{{0, "EUR", 1, false}}},
		{"ExactBeforeOthers", "total 99", nil, []spot{{1, "total 99", 1, true}}},
		{"EveryOne", "99", nil, []spot{{1, "99", 1, true}, {1, "99", 1, true}}},
		{"OverLines", "North Western Trading Company", nil, []spot{{0, "North-Western Trading Company,", 2, false}}},
		{"Blanks", "1234.50", []int{0}, []spot{{0, "1 234.50", 1, false}}},
		{"Misspelt", "North-Westem Trading Comqany", []int{0}, []spot{{0, "North-Western Trading Company,", 2, false}}},
		{"MisspeltAnywhere", "North-Western Trading Companie", nil, []spot{{0, "North-Western Trading Company,", 2, false}}},
		{"OtherNumber", "4711-0816", []int{2}, nil},
		{"ShortWord", "Tokyo", []int{2}, []spot{{2, "Tokio,", 1, false}}},
		{"OtherBlock", "Oslo", []int{1, 2}, nil},
		{"Nothing", "--", nil, nil},
		{"NotThere", "Bergen Shipping", nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []spot
			for _, s := range x.Locate(c.phrase, c.blocks) {
				got = append(got, spot{s.Block, s.Text, len(s.Lines), s.Likeness == 1})
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	if b, ok := x.Nearest("a company of Oslo"); !ok || b != 0 {
		t.Errorf("nearest %d, %v", b, ok)
	}
	if _, ok := x.Nearest("Bergen"); ok {
		t.Error("nearest to what is nowhere")
	}
	if lines := x.LinesOf(0); len(lines) != 3 || lines[1].Text != "North-Western Trading" {
		t.Errorf("lines %v", lines)
	}
}

// What stands in a document is found again where it stands, and with a letter changed at least when its block is known.
func TestLocateFindsWhatIsThere(t *testing.T) {
	word := rapid.StringMatching(`[a-z]{3,8}`)
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(word, 6, 30).Draw(t, "words")
		from := rapid.IntRange(0, len(words)-4).Draw(t, "from")
		d := &doc.Document{Kind: doc.Paged, Pages: []doc.Page{{Number: 1}}, Blocks: []doc.Block{{Type: doc.Text, Page: 1, Box: doc.Box{Width: 1, Height: 1}}}}
		all := ""
		for i, w := range words {
			d.Pages[0].Words = append(d.Pages[0].Words, doc.Word{Text: w, Box: doc.Box{Left: float64(i) / 40, Width: 0.02, Height: 0.1}})
			all += w + " "
		}
		d.Pages[0].Lines = []doc.Line{{Text: all, Box: doc.Box{Width: 1, Height: 0.1}}}
		x := cite.New(cite.FromDocuments([]*doc.Document{d}))
		phrase := words[from] + " " + words[from+1] + " " + words[from+2]
		spots := x.Locate(phrase, nil)
		if len(spots) == 0 || spots[0].Likeness != 1 || spots[0].Text != phrase {
			t.Fatalf("%q: %+v", phrase, spots)
		}
		changed := "#" + phrase[1:]
		if len(phrase) > 12 {
			changed = phrase[:4] + "x" + phrase[5:]
		}
		spots = x.Locate(changed, []int{0})
		if len(spots) == 0 || spots[0].Likeness < 0.7 {
			t.Fatalf("%q: %+v", changed, spots)
		}
	})
}

func TestStands(t *testing.T) {
	d := read(t, "a.txt", "Invoice\n\nNo. A-17 of March\n\nTotal due: 12,50 EUR\nto be paid within ten days\n")
	x := cite.New(cite.FromDocuments([]*doc.Document{d}))
	for _, c := range []struct {
		name, quote string
		blocks      []int
		want        bool
	}{
		{"InABlock", "Total due: 12,50", []int{0, 1, 2}, true},
		{"OverBlocks", "INVOICE no. a-17", []int{0, 1}, true},
		{"Misspelt", "to be paid wlthin ten days", []int{2}, true},
		{"Ellipsis", "Invoice … due: 12,50 ... ten days", []int{0, 1, 2}, true},
		{"Lines", "No. A-17\nten days", []int{0, 1, 2}, true},
		{"PartMadeUp", "Invoice … twenty days", []int{0, 1, 2}, false},
		{"OtherBlocks", "Total due", []int{0, 1}, false},
		{"BeyondTheBlocks", "of March Total due", []int{0, 1}, false},
		{"NoBlocks", "Total due", nil, false},
		{"Nothing", "… --", []int{0, 1, 2}, false},
	} {
		if got := x.Stands(c.quote, c.blocks); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
