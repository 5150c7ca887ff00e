package vision_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/vision"
)

// says is a model that always gives one answer.
type says struct {
	text  string
	asked infer.Request
}

func (s *says) Complete(_ context.Context, r infer.Request) (infer.Answer, error) {
	s.asked = r
	dec := json.NewDecoder(strings.NewReader(s.text))
	dec.UseNumber()
	var a infer.Answer
	err := dec.Decode(&a.Value)
	return a, err
}

func TestDescribe(t *testing.T) {
	m := &says{text: `{"summary":" A bar chart. "}`}
	b := &doc.Block{Type: doc.Figure, Caption: "Figure 1", Text: "2019 2020"}
	got, err := vision.Describe(t.Context(), m, vision.View{Block: b, PNG: []byte("png"), Prompt: "Name the colors."})
	if err != nil || got != "A bar chart." {
		t.Errorf("%q %v", got, err)
	}
	if p := m.asked.Parts; len(p) != 2 || string(p[0].Image) != "png" || !strings.Contains(p[1].Text, "Figure 1\n2019 2020") {
		t.Errorf("asked %+v", p)
	}
	if s := m.asked.System; !strings.Contains(s, "Name the colors.") || !strings.Contains(s, "recognised in it") {
		t.Errorf("asked %q", s)
	}
}

func table() *doc.Block {
	box := func(left, top float64) *doc.Box { return &doc.Box{Left: left, Top: top, Width: 0.2, Height: 0.1} }
	return &doc.Block{Type: doc.TableBlock, Box: doc.Box{Left: 0.1, Top: 0.2, Width: 0.4, Height: 0.2}, Caption: "Prices", Table: &doc.Table{Rows: 2, Cols: 2, HeaderRows: 1, Cells: []doc.Cell{
		{RowSpan: 1, ColSpan: 1, Header: true, Text: "item", Box: box(0.1, 0.2)}, {Col: 1, RowSpan: 1, ColSpan: 1, Header: true, Text: "prlce", Box: box(0.3, 0.2)},
		{Row: 1, RowSpan: 1, ColSpan: 1, Text: "nut", Box: box(0.1, 0.3)}, {Row: 1, Col: 1, RowSpan: 1, ColSpan: 1, Text: "1.5O", Box: box(0.3, 0.3)},
	}}}
}

func TestTable(t *testing.T) {
	for _, c := range []struct {
		name, answer string
		want         []doc.Cell // nil: no table
		headers      int
	}{
		{
			"SameGrid", `{"rows":[{"cells":[{"text":"item","header":true},{"text":"price","header":true}]},{"cells":[{"text":"nut"},{"text":" 1.50 ","rows":1,"columns":1}]}]}`,
			[]doc.Cell{
				{RowSpan: 1, ColSpan: 1, Header: true, Text: "item", Box: &doc.Box{Left: 0.1, Top: 0.2, Width: 0.2, Height: 0.1}},
				{Col: 1, RowSpan: 1, ColSpan: 1, Header: true, Text: "price", Box: &doc.Box{Left: 0.3, Top: 0.2, Width: 0.2, Height: 0.1}},
				{Row: 1, RowSpan: 1, ColSpan: 1, Text: "nut", Box: &doc.Box{Left: 0.1, Top: 0.3, Width: 0.2, Height: 0.1}},
				{Row: 1, Col: 1, RowSpan: 1, ColSpan: 1, Text: "1.50", Box: &doc.Box{Left: 0.3, Top: 0.3, Width: 0.2, Height: 0.1}},
			}, 1,
		},
		{
			"Spans", `{"rows":[{"cells":[{"text":"a","rows":2},{"text":"b","columns":3}]},{"cells":[{"text":"c","rows":9}]}]}`,
			[]doc.Cell{
				{RowSpan: 2, ColSpan: 1, Text: "a", Box: &doc.Box{Left: 0.1, Top: 0.2, Width: 0.1, Height: 0.2}},
				{Col: 1, RowSpan: 1, ColSpan: 3, Text: "b", Box: &doc.Box{Left: 0.2, Top: 0.2, Width: 0.3, Height: 0.1}},
				{Row: 1, Col: 1, RowSpan: 1, ColSpan: 1, Text: "c", Box: &doc.Box{Left: 0.2, Top: 0.3, Width: 0.1, Height: 0.1}},
			}, 0,
		},
		{"Nothing", `{"rows":[]}`, nil, 0},
		{"NoCells", `{"rows":[{"cells":[]}]}`, nil, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := vision.Table(t.Context(), &says{text: c.answer}, vision.View{Block: table()})
			if err != nil || (got == nil) != (c.want == nil) {
				t.Fatalf("%+v %v", got, err)
			}
			if got == nil {
				return
			}
			round := cmp.Comparer(func(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 })
			if diff := cmp.Diff(c.want, got.Cells, round); diff != "" || got.HeaderRows != c.headers {
				t.Errorf("%d headers %s", got.HeaderRows, diff)
			}
		})
	}
}

// Whatever is answered, a table is a grid whose cells stand inside it.
func TestAnyTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type cell struct {
			Text    string `json:"text"`
			Rows    int    `json:"rows"`
			Columns int    `json:"columns"`
		}
		type row struct {
			Cells []cell `json:"cells"`
		}
		size := rapid.IntRange(-2, 300)
		rows := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) row {
			return row{rapid.SliceOfN(rapid.Custom(func(t *rapid.T) cell { return cell{"x", size.Draw(t, "rows"), size.Draw(t, "columns")} }), 0, 5).Draw(t, "cells")}
		}), 0, 6).Draw(t, "table")
		text, err := json.Marshal(map[string]any{"rows": rows})
		if err != nil {
			t.Fatal(err)
		}
		b := table()
		got, err := vision.Table(t.Context(), &says{text: string(text)}, vision.View{Block: b})
		if err != nil || got == nil {
			return
		}
		if !got.Consistent() || got.Cols == 0 {
			t.Fatalf("%+v", got)
		}
		for _, c := range got.Cells {
			if c.Box.Left < b.Box.Left-1e-9 || c.Box.Left+c.Box.Width > b.Box.Left+b.Box.Width+1e-9 || c.Box.Top+c.Box.Height > b.Box.Top+b.Box.Height+1e-9 {
				t.Fatalf("%+v outside", c.Box)
			}
		}
	})
}

func TestPairs(t *testing.T) {
	at := doc.Box{Left: 0.1, Top: 0.1, Width: 0.1, Height: 0.1}
	b := &doc.Block{Type: doc.KeyValue, Box: doc.Box{Width: 1, Height: 1}, Pairs: []doc.Pair{{Key: "Name", Value: "Ann", Box: at}}}
	m := &says{text: `{"pairs":[{"label":"Name:","value":"Anne"},{"label":"Age","value":null},{"label":"","value":""}]}`}
	got, err := vision.Pairs(t.Context(), m, vision.View{Block: b, Prompt: "p"})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]doc.Pair{{Key: "Name", Value: "Anne", Box: at}, {Key: "Age", Box: b.Box}}, got); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(m.asked.Parts[0].Text, "Name: Ann") {
		t.Errorf("asked %q", m.asked.Parts[0].Text)
	}
}

func TestDigest(t *testing.T) {
	m := &says{text: `{"summary":"What\nnuts cost."}`}
	got, err := vision.Digest(t.Context(), m, table(), "Mind the totals.")
	if err != nil || got != "What nuts cost." || !strings.Contains(m.asked.Parts[0].Text, "Prices\n| item | prlce |") {
		t.Errorf("%q %v, asked %q", got, err, m.asked.Parts[0].Text)
	}
	if !strings.Contains(m.asked.System, "Mind the totals.") {
		t.Errorf("asked %q", m.asked.System)
	}
	if _, err := vision.Digest(t.Context(), m, table(), ""); err != nil || strings.Contains(m.asked.System, "in particular") {
		t.Errorf("%v, asked %q", err, m.asked.System)
	}
}

func TestEnrich(t *testing.T) {
	m := &says{text: `{"text":" Nuts cost 1.50. "}`}
	got, err := vision.Enrich(t.Context(), m, "| nut | 1.50 |", "Say prices.")
	if err != nil || got != "Nuts cost 1.50." || !strings.Contains(m.asked.System, "Say prices.") || !strings.Contains(m.asked.Parts[0].Text, "| nut | 1.50 |") {
		t.Errorf("%q %v, asked %+v", got, err, m.asked)
	}
	if _, err := vision.Enrich(t.Context(), m, strings.Repeat("x", 30_000), ""); err == nil {
		t.Error("a part is shown that does not fit")
	}
}
