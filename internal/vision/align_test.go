package vision

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/infer"
)

func TestAlign(t *testing.T) {
	for _, c := range []struct {
		name  string
		texts []string
		other string
		want  []string
	}{
		{"Same", []string{"One  two\nthree", "four"}, "one two three four", []string{"one  two\nthree", "four"}},
		{"Misread", []string{"lnvoice\nNo. 17", "T0tal 5,OO"}, "Invoice No. 17\nTotal 5,00", []string{"Invoice\nNo. 17", "Total 5,00"}},
		{"CutWord", []string{"the in voice is due", "end"}, "the invoice is due end", []string{"the invoice is due", "end"}},
		{"RunTogether", []string{"theinvoice is due"}, "the invoice is due", []string{"the invoice is due"}},
		{"LeftOut", []string{"page 3 of 9", "body text"}, "body text", []string{"page 3 of 9", "body text"}},
		{"NoPlace", []string{"body text"}, "a new heading body text", []string{"body text"}},
		{"TwoTexts", []string{"alpha beta", "gamma delta"}, "alpha x y z delta", []string{"alpha beta", "gamma delta"}},
		{"TwoTextsOneByOne", []string{"alpha bata", "gomma delta"}, "alpha beta gamma delta", []string{"alpha beta", "gamma delta"}},
		{"Nothing", []string{"", "word"}, "word", []string{"", "word"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, align(c.texts, c.other)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A reading that says the same changes nothing, and no reading loses or moves the words that both have.
func TestAlignKeepsWhatBothHave(t *testing.T) {
	text := rapid.StringMatching(`([a-c]{1,3} ){0,6}`)
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(text, 1, 5).Draw(t, "texts")
		if diff := cmp.Diff(texts, align(texts, strings.Join(texts, " "))); diff != "" {
			t.Fatal(diff)
		}
		other := rapid.StringMatching(`([a-d]{1,3} ){0,30}`).Draw(t, "other")
		got := align(texts, other)
		if len(got) != len(texts) {
			t.Fatalf("%d texts", len(got))
		}
		for i := range got {
			if strings.TrimSpace(texts[i]) != "" && strings.TrimSpace(got[i]) == "" {
				t.Fatalf("text %d is gone", i)
			}
		}
	})
}

func TestPage(t *testing.T) {
	spans := []doc.Span{{Kind: doc.Link, Start: 0, End: 2}}
	blocks := []*doc.Block{
		{Type: doc.Text, Text: "lnvoice 17", Spans: spans},
		{Type: doc.Text, Text: "kept as it is", Spans: spans},
		{Type: doc.KeyValue, Pairs: []doc.Pair{{Key: "Dale", Value: "5 May"}}},
		{Type: doc.TableBlock, Table: &doc.Table{Rows: 1, Cols: 2, Cells: []doc.Cell{{RowSpan: 1, ColSpan: 1, Text: "nut"}, {Col: 1, RowSpan: 1, ColSpan: 1, Text: "1,5O"}}}},
		{Type: doc.Text, Code: true, Text: "a  =  b"},
	}
	m := answer(`{"text":"Invoice 17\nkept as it is\nDate: 5 May\nnut 1,50 a = b"}`)
	if err := Page(t.Context(), m, []byte("png"), blocks); err != nil {
		t.Fatal(err)
	}
	if blocks[0].Text != "Invoice 17" || blocks[0].Spans != nil || blocks[1].Spans == nil || blocks[4].Text != "a  =  b" {
		t.Errorf("%+v %+v", blocks[0], blocks[1])
	}
	if p := blocks[2].Pairs[0]; p.Key != "Date" || p.Value != "5 May" {
		t.Errorf("%+v", p)
	}
	if c := blocks[3].Table.Cells; c[0].Text != "nut" || c[1].Text != "1,50" {
		t.Errorf("%+v", c)
	}
}

// answer is a model that always says the same.
type answer string

func (a answer) Complete(context.Context, infer.Request) (infer.Answer, error) {
	var out infer.Answer
	err := json.Unmarshal([]byte(a), &out.Value)
	return out, err
}
