package kind

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/doc"
)

// onPaper is a document of one page of office paper.
func onPaper(blocks ...doc.Block) *doc.Document {
	for i := range blocks {
		blocks[i].Page = 1
	}
	return &doc.Document{Type: "pdf", Kind: doc.Paged, Pages: []doc.Page{{Number: 1, Width: 595, Height: 842, Native: true}}, Blocks: blocks}
}

func title(text string) doc.Block { return doc.Block{Type: doc.Title, Text: text} }
func text(text string) doc.Block {
	return doc.Block{Type: doc.Text, Text: text, Box: doc.Box{Left: 0.1, Top: 0.5, Width: 0.8, Height: 0.1}}
}

// best is the name of the best kind, with its rating.
func best(t *testing.T, s *Scale, kinds []Kind, sheets ...*Sheet) (string, Rating) {
	t.Helper()
	ratings, err := s.Rate(t.Context(), sheets)
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for i, r := range ratings {
		if r.Score > ratings[at].Score {
			at = i
		}
	}
	return kinds[at].Name, ratings[at]
}

var offices = []Kind{
	{"billing", []string{"Asks a customer to pay an amount due"}},
	{"letters", []string{"Has a salutation", "Is correspondence rather than a form"}},
	{"Arbeitsvertrag", []string{"Regelt Gehalt und Urlaub"}},
	{"minutes of meetings", nil},
	{"bee keeping log", []string{"Records hives, queens and honey"}},
	{"FOIA", []string{"Is a request under the Freedom of Information Act"}},
	{"forms", []string{"Is a Form R-77 of the harbour master"}},
}

func TestWordsDecide(t *testing.T) {
	s := NewScale(offices, nil)
	for want, d := range map[string]*doc.Document{
		"billing":             onPaper(title("Invoice"), text("Invoice number 17. Amount due: 119.00 EUR. Please remit to the account below."), text("Subtotal 100.00 VAT 19.00")),
		"letters":             onPaper(text("Dear Anna,"), text("thank you for the cake, which we all liked very much."), text("Sincerely yours")),
		"Arbeitsvertrag":      onPaper(title("Employment agreement"), text("The employee receives a base salary. The employer may terminate the employment during probation.")),
		"minutes of meetings": onPaper(title("Board of the choir"), text("The meeting was called to order at 7 pm. Present: all. The motion was seconded and approved. Adjourned at 8 pm.")),
		"bee keeping log":     onPaper(title("Spring"), text("The queen of the third hive is new; 12 kg of honey.")),
		"FOIA":                onPaper(text("Under the FOIA I ask for copies of all records about the bridge.")),
		"forms":               onPaper(text("R-77 arrival of vessels, to be handed to the harbour master")),
	} {
		if got, r := best(t, s, offices, NewSheet(d, 1)); got != want {
			t.Errorf("%s is taken for %s: %+v", want, got, r)
		}
	}
}

func TestLooksDecide(t *testing.T) {
	kinds := []Kind{{"x", []string{"Pages are in landscape format"}}, {"y", []string{"Consists of a table with figures"}}, {"z", []string{"Has long paragraphs of prose"}}}
	wide := onPaper(text("Growth"))
	wide.Pages[0].Width = 1200
	var cells []doc.Cell
	for i := range 60 {
		cells = append(cells, doc.Cell{Row: i / 6, Col: i % 6, RowSpan: 1, ColSpan: 1, Text: fmt.Sprint(i * 7)})
	}
	grid := onPaper(doc.Block{Type: doc.TableBlock, Table: &doc.Table{Rows: 10, Cols: 6, Cells: cells}, Box: doc.Box{Width: 1, Height: 0.9}})
	long := onPaper(text(strings.Repeat("It rained on the way home, and nobody had thought of that when they left. ", 20)))
	s := NewScale(kinds, nil)
	for want, d := range map[string]*doc.Document{"x": wide, "y": grid, "z": long} {
		if got, r := best(t, s, kinds, NewSheet(d, 1)); got != want || r.Criteria[0].Reason == "" || r.Criteria[0].Met < High {
			t.Errorf("%s is taken for %s: %+v", want, got, r)
		}
	}
}

// What is denied speaks against a kind.
func TestDenial(t *testing.T) {
	for text, want := range map[string]string{
		"Is not an invoice":                         "-invoice",
		"Is a letter rather than a memo or a fax":   "letter -memo -fax",
		"Without tables, but with bullets":          "-table bullets",
		"Contains no signature":                     "-signature",
		"Shows an order no and a total":             "money",
		"Kein Vertrag, sondern eine Rechnung":       "-contract invoice",
		"Consists of slides without bullets. Table": "presentation slides -bullets table",
	} {
		s := read(text)
		var got []string
		for _, g := range s.genres {
			got = append(got, signed(known().genres[g.genre].name, g.not))
		}
		for _, l := range s.looks {
			got = append(got, signed(cues[l.cue].name, l.not))
		}
		for _, name := range strings.Fields(want) {
			if !slices.Contains(got, name) {
				t.Errorf("%q speaks of %q, want %s", text, got, name)
			}
		}
	}
}

func signed(name string, not bool) string {
	if not {
		return "-" + name
	}
	return name
}

// The order of criteria changes nothing but their own order.
func TestOrderOfCriteria(t *testing.T) {
	sheet := NewSheet(onPaper(title("Receipt"), text("Total 12.00 EUR cash, change 3.00. Thank you!")), 1)
	rapid.Check(t, func(t *rapid.T) {
		criteria := rapid.Permutation([]string{"Is a receipt", "Shows a total", "Has bullets", "Names a shop"}).Draw(t, "criteria")
		ratings, err := NewScale([]Kind{{"a", criteria}, {"b", []string{"Is a letter"}}}, nil).Rate(context.Background(), []*Sheet{sheet})
		if err != nil {
			t.Fatal(err)
		}
		first, err := NewScale([]Kind{{"a", slices.Sorted(slices.Values(criteria))}, {"b", []string{"Is a letter"}}}, nil).Rate(context.Background(), []*Sheet{sheet})
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range criteria {
			k, _ := slices.BinarySearch(slices.Sorted(slices.Values(criteria)), c)
			if d := ratings[0].Criteria[i].Met - first[0].Criteria[k].Met; d > 1e-9 || d < -1e-9 {
				t.Fatalf("%q: %v, else %v", c, ratings[0].Criteria[i], first[0].Criteria[k])
			}
		}
	})
}

// Whatever stands on pages, ratings are numbers between their bounds.
func TestRatingsAreBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := onPaper(rapid.SliceOf(rapid.Custom(func(t *rapid.T) doc.Block {
			return doc.Block{
				Type: rapid.SampledFrom([]doc.BlockType{doc.Title, doc.Text, doc.Figure, doc.Header, doc.ListItem, doc.Signature}).Draw(t, "type"),
				Text: rapid.String().Draw(t, "text"), Box: doc.Box{Top: rapid.Float64Range(0, 1).Draw(t, "top"), Height: rapid.Float64Range(0, 1).Draw(t, "height")},
			}
		})).Draw(t, "blocks")...)
		d.Pages[0].Width, d.Pages[0].Height = rapid.Float64Range(0, 3000).Draw(t, "width"), rapid.Float64Range(0, 3000).Draw(t, "height")
		kinds := []Kind{{rapid.String().Draw(t, "name"), rapid.SliceOf(rapid.String()).Draw(t, "criteria")}, {"invoice", []string{"Is an invoice"}}}
		all, err := NewScale(kinds, nil).Pages(context.Background(), []*Sheet{NewSheet(d, 1), NewSheet(d, 2), NewNote(kinds[0].Name)})
		if err != nil {
			t.Fatal(err)
		}
		for _, ratings := range all {
			for i, r := range ratings {
				if !(r.Score > -2 && r.Score < 5) || len(r.Criteria) != len(kinds[i].Criteria) {
					t.Fatalf("%+v", r)
				}
				for _, c := range r.Criteria {
					if !(c.Met >= 0 && c.Met <= 1) {
						t.Fatalf("%+v", c)
					}
				}
			}
		}
	})
}

// A page of many words and many categories are looked at within bounds.
func TestHugePages(t *testing.T) {
	huge := onPaper(text(strings.Repeat("word another invoice ", 16<<20/21)), text("after it"))
	sheet := NewSheet(huge, 1)
	if sheet.length > mostWords+1 || len(sheet.words) > 10 {
		t.Errorf("%v words, %d different ones", sheet.length, len(sheet.words))
	}
	var kinds []Kind
	for i := range 500 {
		k := Kind{Name: fmt.Sprintf("kind %d", i)}
		for c := range 50 {
			k.Criteria = append(k.Criteria, fmt.Sprintf("Has a table %d and an invoice of %d", c, i))
		}
		kinds = append(kinds, k)
	}
	got, err := NewScale(kinds, nil).Rate(t.Context(), []*Sheet{sheet})
	if err != nil || len(got) != 500 || len(got[7].Criteria) != 50 {
		t.Fatalf("%v: %d", err, len(got))
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := NewScale(offices, nil).Pages(ctx, []*Sheet{NewNote("x")}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// What is of no kind is of the one for the rest.
func TestRest(t *testing.T) {
	kinds := []Kind{{"other", nil}, {"invoice", []string{"Has an invoice number"}}, {"passport", []string{"Shows a portrait"}}}
	s := NewScale(kinds, nil)
	for want, d := range map[string]*doc.Document{
		"other":   onPaper(text("The wind had turned in the night, and the snow on the roofs was melting slowly while the village slept.")),
		"invoice": onPaper(title("Invoice"), text("Invoice number 17, amount due 119.00 EUR, VAT 19.00 EUR")),
	} {
		if got, r := best(t, s, kinds, NewSheet(d, 1)); got != want {
			t.Errorf("%s is taken for %s: %+v", want, got, r)
		}
	}
}

// A sheet that stands among others speaks for all of them where its looks do.
func TestSeveralSheets(t *testing.T) {
	kinds := []Kind{{"a", []string{"Has a salutation"}}, {"b", []string{"Consists of slides"}}}
	greeting, blank := NewSheet(onPaper(text("Dear Sir,"), text("please come.")), 1), NewSheet(onPaper(), 1)
	got, err := NewScale(kinds, nil).Rate(t.Context(), []*Sheet{greeting, blank, blank})
	if err != nil {
		t.Fatal(err)
	}
	if got[0].Criteria[0].Met < High || got[1].Criteria[0].Met >= High {
		t.Errorf("%+v", got)
	}
}
