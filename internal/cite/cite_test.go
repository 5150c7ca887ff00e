package cite_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/cite"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/reader"
)

func read(t *testing.T, name, body string) *doc.Document {
	t.Helper()
	opts := reader.Options{Options: format.Options{Sheet: format.Sheet{Clustering: format.Accurate, SplitRows: 2}}}
	d, err := (&reader.Reader{}).ReadStream(t.Context(), name, strings.NewReader(body), opts)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// half is a filter on the upper or lower half of page 1.
func half(top float64) *cite.Place {
	return &cite.Place{Page: 1, Box: doc.Box{Top: top, Width: 1, Height: 0.5}}
}

func TestFind(t *testing.T) {
	d := read(t, "a.txt", "Alpha beta\ngamma. Alpha-beta gamma\n\nThe U.S. dollar, ÆRØ 5\n")
	x := cite.New(cite.FromDocuments([]*doc.Document{d}))
	box := func(col, n, line float64) doc.Box { // 23 columns, three lines
		return doc.Box{Left: col / 23, Top: line / 3, Width: n / 23, Height: 1.0 / 3}
	}
	for _, c := range []struct {
		name, phrase string
		filter       *cite.Place
		want         [][]doc.Box
	}{
		{"Word", "GAMMA", nil, [][]doc.Box{{box(0, 6, 1)}, {box(18, 5, 1)}}},
		{"OverTwoLines", "beta gamma", nil, [][]doc.Box{{box(6, 4, 0), box(0, 6, 1)}, {box(7, 16, 1)}}},
		{"PunctuationIsBlank", "u s: dollar", nil, [][]doc.Box{{box(4, 12, 2)}}},
		{"PartOfAWord", "dolla", nil, nil},
		{"LettersOutsideASCII", "ærø 5", nil, [][]doc.Box{{box(17, 5, 2)}}},
		{"NotOverBlocks", "gamma the", nil, nil},
		{"NothingToFind", "-- ?", nil, nil},
		{"InFilteredBlock", "gamma", half(0), [][]doc.Box{{box(0, 6, 1)}, {box(18, 5, 1)}}},
		{"OutsideFilter", "gamma", half(0.5), nil},
		{"OtherPage", "gamma", &cite.Place{Page: 2, Box: doc.Box{Width: 1, Height: 1}}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got [][]doc.Box
			for _, m := range x.Find(c.phrase, c.filter) {
				var boxes []doc.Box
				for _, p := range m.Boxes {
					boxes = append(boxes, p.Box)
				}
				got = append(got, boxes)
			}
			if diff := cmp.Diff(c.want, got, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFindInSheet(t *testing.T) {
	d := read(t, "a.csv", "name,sum\nann lee,1\nbob,2\ncid,3\nann lee,4\n")
	x := cite.New(cite.FromDocuments([]*doc.Document{d}))
	for _, c := range []struct {
		phrase string
		rows   []float64
	}{{"ann lee", []float64{2, 5}}, {"name", []float64{1}}, {"lee 1", []float64{2}}, {"zoe", nil}} {
		var rows []float64
		for _, m := range x.Find(c.phrase, nil) {
			rows = append(rows, m.Boxes[0].Box.Top)
		}
		if diff := cmp.Diff(c.rows, rows); diff != "" {
			t.Errorf("%s: %s", c.phrase, diff)
		}
	}
}

func TestSecondDocumentIsNumberedOn(t *testing.T) {
	docs := []*doc.Document{read(t, "a.txt", "one two"), read(t, "b.txt", "three two")}
	got := cite.Answer(cite.FromDocuments(docs), []api.CiteQuery{{Text: "two"}, {Text: "four"}})
	whole := func(page int) api.BoundingBox {
		return api.BoundingBox{Left: 0.571429, Width: 0.428571, Height: 1, Page: page, OriginalPage: 1}
	}
	second := whole(2)
	second.Left, second.Width = 0.666667, 0.333333
	want := []api.CiteResult{
		{Matches: []api.CiteMatch{{Page: 1, BBoxes: []api.BoundingBox{whole(1)}}, {Page: 2, BBoxes: []api.BoundingBox{second}}}},
		{Matches: []api.CiteMatch{}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestResultWithoutWords(t *testing.T) {
	if _, err := cite.FromResult(&api.FullResult{}); !fault.Is(err, fault.NotApplicable) {
		t.Errorf("got %v", err)
	}
}

// Any run of words of a paragraph is found in it.
func TestEveryRunIsFound(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		word := rapid.StringMatching(`[a-c]{1,2}`)
		paras := rapid.SliceOfN(rapid.SliceOfN(word, 1, 12), 1, 5).Draw(r, "paragraphs")
		var texts []string
		for _, p := range paras {
			texts = append(texts, strings.Join(p, rapid.SampledFrom([]string{" ", "\n"}).Draw(r, "blank")))
		}
		d := read(t, "x.txt", strings.Join(texts, "\n\n"))
		x := cite.New(cite.FromDocuments([]*doc.Document{d}))
		p := paras[rapid.IntRange(0, len(paras)-1).Draw(r, "paragraph")]
		from := rapid.IntRange(0, len(p)-1).Draw(r, "from")
		to := rapid.IntRange(from+1, len(p)).Draw(r, "to")
		phrase := strings.Join(p[from:to], " ")
		matches := x.Find(phrase, nil)
		if len(matches) == 0 {
			r.Fatalf("%q not found in %q", phrase, texts)
		}
		for _, m := range matches {
			for _, b := range m.Boxes {
				if b.Box.Left < 0 || b.Box.Left+b.Box.Width > 1+1e-9 || b.Box.Width <= 0 {
					r.Fatalf("box %v", b.Box)
				}
			}
		}
	})
}
