package match

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/record"
	"github.com/octavo-dev/octavo/internal/schema"
)

// somePaper is a page of words that labels, values and names are made of, and of others.
func somePaper(t *rapid.T) *doc.Document {
	word := rapid.SampledFrom([]string{
		"Invoice", "Rechnung", "No.", "Nr.:", "Total", "VAT", "20", "%", "1.234,56", "€", "99", "2024-03-05", "5 March 2024",
		"Alder", "GmbH", "Date:", "Menge", "Preis", "between", "and", "(the “X”)", "State", "of", "Maine", "[x]", "[ ]", ":", "-",
		"a@b.example", "12, Ringweg", "80333", "", "  ", "\u00a0", "ﬁ", "日付", "#", "☒", "0", "()", "__",
	})
	line := rapid.Custom(func(t *rapid.T) string {
		parts := rapid.SliceOfN(word, 0, 7).Draw(t, "words")
		return strings.Join(parts, rapid.SampledFrom([]string{" ", "      "}).Draw(t, "gap"))
	})
	pages := rapid.SliceOfN(rapid.SliceOfN(line, 0, 12), 0, 3).Draw(t, "pages")
	d := papers(pages...)
	if rapid.Bool().Draw(t, "without blocks") {
		d.Blocks = nil
	}
	return d
}

// someSchema is an object of properties of all kinds.
func someSchema(t *rapid.T, depth int) string {
	names := rapid.SampledFrom([]string{"invoice_number", "date", "total", "net_total", "tax", "seller_name", "buyer", "address", "currency", "parties", "x", "état", "a b", "quantity", "price", "title", "email", "signed", "term", "country"})
	var parts []string
	seen := map[string]bool{}
	for range rapid.IntRange(0, 6).Draw(t, "properties") {
		name := names.Draw(t, "name")
		if seen[name] {
			continue
		}
		seen[name] = true
		parts = append(parts, fmt.Sprintf("%q:%s", name, someField(t, depth)))
	}
	return `{"type":"object","properties":{` + strings.Join(parts, ",") + `}}`
}

func someField(t *rapid.T, depth int) string {
	leaf := rapid.SampledFrom([]string{
		`{"type":"string"}`, `{"type":"number"}`, `{"type":"integer","minimum":3}`, `{"type":"boolean"}`, `{}`, `{"type":"null"}`,
		`{"type":"string","format":"date"}`, `{"type":"string","enum":["a","Total","short_form"]}`, `{"enum":[1,null,true]}`,
		`{"type":["string","null"],"description":"Name of the customer, not the seller; e.g. Alder"}`,
		`{"anyOf":[{"type":"null"},{"type":"number"}]}`, `{"type":"string","pattern":"^[A-Z]+$"}`, `{"type":"string","format":"date-time"}`,
	})
	if depth == 0 {
		return leaf.Draw(t, "leaf")
	}
	switch rapid.IntRange(0, 5).Draw(t, "sort") {
	case 0:
		return someSchema(t, depth-1)
	case 1:
		return `{"type":"array","items":` + someField(t, depth-1) + `}`
	case 2:
		return `{"type":"array"}`
	}
	return leaf.Draw(t, "leaf")
}

// Whatever is asked of whatever document: every value is one its field accepts, stands somewhere on a page, and comes out
// the same again.
func TestAnySchemaOnAnyPaper(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, raw := somePaper(t), someSchema(t, 2)
		root, err := schema.Parse(json.RawMessage(raw))
		if err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		first, again := extracted(t, d, root), extracted(t, d, root)
		if first != again {
			t.Fatalf("%s\nthen %s", first, again)
		}
	})
}

func extracted(t *rapid.T, d *doc.Document, root *schema.Field) string {
	n, err := Extract(context.Background(), []*doc.Document{d}, root, Options{Guidance: "The total is called Summe."})
	if err != nil {
		t.Fatal(err)
	}
	n.Walk(func(path string, leaf *record.Node) {
		if leaf.Value == nil {
			return
		}
		if !leaf.Field.Accepts(leaf.Value) {
			t.Fatalf("%s: %v is not what its field asks for", path, leaf.Value)
		}
		if len(leaf.Sources) == 0 {
			t.Fatalf("%s: %v stands nowhere", path, leaf.Value)
		}
		for _, s := range leaf.Sources {
			if s.Box.Left < 0 || s.Box.Top < 0 || s.Box.Left+s.Box.Width > 1.5 || s.Text == "" {
				t.Fatalf("%s: %v stands at %+v", path, leaf.Value, s)
			}
		}
		if leaf.Confidence < 0 || leaf.Confidence > 1 {
			t.Fatalf("%s: confidence %v", path, leaf.Confidence)
		}
	})
	var out bytes.Buffer
	if err := n.Write(&out, nil); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func BenchmarkFields(b *testing.B) {
	var page []string
	for i := range 45 {
		page = append(page, fmt.Sprintf("Position %d      Invoice no. A-%d      Amount %d.00 EUR      Date 5.3.20%02d", i, i*7, i*31, i%25))
	}
	pages := make([][]string, 50)
	for i := range pages {
		pages[i] = page
	}
	d := papers(pages...)
	nouns := []string{"invoice", "order", "delivery", "contract", "customer", "seller", "tax", "net", "payment", "project"}
	heads := []string{"number", "date", "amount", "name", "address", "code"}
	for _, n := range []int{30, 300} {
		var properties []string
		for i := range n {
			head := heads[i%len(heads)]
			kind := "string"
			if head == "amount" {
				kind = "number"
			}
			properties = append(properties, fmt.Sprintf("%s_%s_%d:%s", nouns[i/len(heads)%len(nouns)], head, i, kind))
		}
		root, err := schema.Parse(json.RawMessage(object(properties...)))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if _, err := Extract(context.Background(), []*doc.Document{d}, root, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
