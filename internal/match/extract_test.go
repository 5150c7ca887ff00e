package match

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/record"
	"github.com/octavo-dev/octavo/internal/schema"
)

// found is the tree of an extraction as plain values; what was not found is left out.
func found(t *testing.T, d *doc.Document, wanted string) any {
	t.Helper()
	root, err := schema.Parse(json.RawMessage(wanted))
	if err != nil {
		t.Fatal(err)
	}
	n, err := Extract(context.Background(), []*doc.Document{d}, root, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return plain(n)
}

func plain(n *record.Node) any {
	if n.Members != nil {
		m := map[string]any{}
		for _, member := range n.Members {
			if v := plain(member.Node); v != nil {
				m[member.Name] = v
			}
		}
		return m
	}
	if n.Items != nil {
		var list []any
		for _, item := range n.Items {
			list = append(list, plain(item))
		}
		return list
	}
	if n.Value == nil {
		return nil
	}
	if number, ok := n.Value.(json.Number); ok {
		f, _ := number.Float64()
		return fmt.Sprint(f)
	}
	return fmt.Sprint(n.Value)
}

// object writes a schema of properties given as "name:type" or "name:type:description".
func object(properties ...string) string {
	var out []string
	for _, p := range properties {
		parts := strings.SplitN(p, ":", 3)
		parts = append(parts, "", "")
		out = append(out, fmt.Sprintf(`%q:{"type":%q,"description":%q}`, parts[0], parts[1], parts[2]))
	}
	return `{"type":"object","properties":{` + strings.Join(out, ",") + `}}`
}

type values = map[string]any

func TestExtract(t *testing.T) {
	tests := []struct {
		name   string
		doc    *doc.Document
		schema string
		want   values
	}{
		{"a document without pages", papers(), `{"type":"object","properties":{"buyer_name":{"type":"string"},"parties":{"type":"array","items":{"type":"string"}}}}`, values{}},

		{"labels with colons", paper(
			"Invoice",
			"",
			"Invoice No.: RE-2041     Invoice date: 5 March 2024",
			"Order No.: 77120         Due date: 4 April 2024",
		), object("invoice_number:string", "invoice_date:string", "order_number:string", "due_date:string"),
			values{"invoice_number": "RE-2041", "invoice_date": "2024-03-05", "order_number": "77120", "due_date": "2024-04-04"}},

		{"labels in another language, values beside them", paper(
			"Rechnung",
			"",
			"Rechnungsnummer         4711-A",
			"Rechnungsdatum          05.03.2024",
			"Kundennummer            99120",
			"Lieferdatum             01.03.2024",
		), object("invoice_number:string", "invoice_date:string", "customer_number:string", "delivery_date:string"),
			values{"invoice_number": "4711-A", "invoice_date": "2024-03-05", "customer_number": "99120", "delivery_date": "2024-03-01"}},

		{"labels above values", paper(
			"Customer no.      Order           Invoice date     Invoice no.      Due date",
			"88123             A-5512          8-9-2022         VX100519         22-9-2022",
		), object("customer_number:string", "order_number:string", "invoice_date:string", "invoice_number:string", "due_date:string"),
			values{"customer_number": "88123", "order_number": "A-5512", "invoice_date": "2022-09-08", "invoice_number": "VX100519", "due_date": "2022-09-22"}},

		{"a number and a date in a heading", paper(
			"Facture n°562044387 du 02 Juillet 2015",
			"Date limite de paiement le 05 Juillet 2015",
		), object("invoice_number:string", "invoice_date:string", "due_date:string"),
			values{"invoice_number": "562044387", "invoice_date": "2015-07-02", "due_date": "2015-07-05"}},

		{"sums that add up", paper(
			"Invoice 2024-7",
			"                                 Net amount             100.00 EUR",
			"                                 VAT 20 %                20.00 EUR",
			"                                 Total                  120.00 EUR",
			"                                 Deposit                 50.00 EUR",
		), object("net_total:number:Total before tax", "tax_total:number:Total tax amount", "grand_total:number:Total including tax", "currency:string:ISO 4217 code"),
			values{"net_total": "100", "tax_total": "20", "grand_total": "120", "currency": "EUR"}},

		{"parties by what heads their groups", paper(
			"Seller:",
			"Number : 549910",
			"Alder Tools GmbH",
			"Ringweg 20",
			"80333 München",
			"",
			"Buyer:",
			"Number : 16259",
			"Birch Trading AG",
			"Hafenstraße 15",
			"69876 Frankfurt",
		), object("seller_name:string:Name of the company that issued the invoice", "buyer_name:string:Name of the customer"),
			values{"seller_name": "Alder Tools GmbH", "buyer_name": "Birch Trading AG"}},

		{"a receipt: who it is from, where, and what was paid", paper(
			"           OAK & ELM STATIONERY SDN BHD",
			"                 (123456-X)",
			"          12, Jalan Besar, 45600 Klang,",
			"                 Selangor",
			"           Tel: 03-12345678",
			"Date: 24/07/2016 18:02",
			"Pencil            2.00",
			"Paper             7.50",
			"Total             9.50",
			"Cash             10.00",
			"Change            0.50",
		), object("company:string:Name of the shop or company that issued the receipt", "date:string:Date of purchase as YYYY-MM-DD", "address:string:Postal address of the shop", "total:number:Amount the customer had to pay"),
			values{"company": "OAK & ELM STATIONERY SDN BHD", "date": "2016-07-24", "address": "12, Jalan Besar, 45600 Klang, Selangor", "total": "9.5"}},

		{"a receipt that was rounded to what was paid", paper(
			"OAK STATIONERY",
			"Pencil                        2.91",
			"Paper                        20.00",
			"Total sales                  22.91",
			"Rounding adjustment          -0.01",
			"Rounded                      22.90",
			"Cash                         50.00",
			"Change                       27.10",
		), object("total:number:Amount the customer had to pay"), values{"total": "22.9"}},

		{"a receipt whose change tells which of its totals was paid", paper(
			"OAK STATIONERY",
			"Total sales (excluding tax)   4.00",
			"Total tax                     0.24",
			"Rounding                      0.01",
			"Total sales                   4.25",
			"Cash                          4.30",
			"Change                        0.05",
		), object("total:number:Amount the customer had to pay"), values{"total": "4.25"}},

		{"nothing that fits stays empty", paper(
			"The quick brown fox jumps over the lazy dog.",
			"Chapter 7 begins on page 31.",
		), object("invoice_number:string", "due_date:string", "grand_total:number"), values{}},

		{"a value that breaks its own schema is not taken", paper(
			"Discount: 15 %", "Quantity: 12",
		), `{"type":"object","properties":{"quantity":{"type":"integer","maximum":10}}}`, values{}},

		{"one of a list, as the heading says it", paper(
			"Amendment to Registration Statement", "", "Name of Registrant: Pine Associates, Inc.",
		), `{"type":"object","properties":{"document_type":{"type":"string","enum":["amendment","short_form"]},"registrant_name":{"type":"string"}}}`,
			values{"document_type": "amendment", "registrant_name": "Pine Associates, Inc."}},

		{"check boxes, numbers in groups, a title", paper(
			"Annual report on larches", "", "Author: Anna Lee", "Case number: 12 345 678", "Married: [x] yes [ ] no", "[ ] send the newsletter",
		), object("title:string:Title of the document", "author:string", "case_number:string", "married:boolean", "newsletter:boolean"),
			values{"title": "Annual report on larches", "author": "Anna Lee", "case_number": "12 345 678", "married": "true", "newsletter": "false"}},

		{"what was ticked of several boxes", paper(
			"Application",
			"",
			"Marital status     [ ] single     [x] married     [ ] widowed     Smoker   [x] yes   [ ] no",
			"",
			"Which animals do you keep?",
			"[x] hens     [ ] geese     [x] ducks",
			"",
			"Type of housing:   [ ] a house of my own",
			"                   [x] a rented flat",
			"",
			"Check only one.",
			"[ ] by letter",
			"[x] by telephone",
			"[ ] I want the newsletter",
		), `{"type":"object","properties":{"marital_status":{"type":"string","enum":["Single","Married","Divorced"]},"smoker":{"type":"boolean"},
			"animals":{"type":"array","items":{"type":"string"}},"housing_type":{"type":"string"},
			"answer":{"type":"string","enum":["letter","telephone"]},"newsletter":{"type":"boolean"},"married":{"type":"boolean"}}}`,
			values{"marital_status": "Married", "smoker": "true", "animals": []any{"hens", "ducks"}, "housing_type": "a rented flat", "answer": "telephone", "newsletter": "false", "married": "true"}},

		{"nested objects", paper(
			"Seller name: Alder Ltd.     Buyer name: Birch plc",
		), `{"type":"object","properties":{"seller":{"type":"object","properties":{"name":{"type":"string"}}},"buyer":{"type":"object","properties":{"name":{"type":"string"}}}}}`,
			values{"seller": values{"name": "Alder Ltd."}, "buyer": values{"name": "Birch plc"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(any(tt.want), found(t, tt.doc, tt.schema)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

const lines = `{"type":"object","properties":{"lines":{"type":"array","items":{"type":"object","properties":{
	"description":{"type":"string","description":"Name of the article"},"quantity":{"type":"number"},
	"unit_price":{"type":"number","description":"Net price of one unit"},"line_total":{"type":"number","description":"Net amount of the line"}}}}}}`

func TestRowsBecomeItems(t *testing.T) {
	screw := values{"description": "Screws", "quantity": "20", "unit_price": "0.55", "line_total": "11"}
	plank := values{"description": "Oak planks planed", "quantity": "3", "unit_price": "40", "line_total": "120"}
	tests := map[string]*doc.Document{
		"remarks between rows, and a sum": paper(
			"Pos   Article               Quantity      Unit price        Amount",
			"1     Screws                20 pcs              0.55         11.00",
			"      Gross price : 0.60",
			"2     Oak planks            3 pcs              40.00        120.00",
			"      planed",
			"      Subtotal                                              131.00",
			"      VAT                                                    13.10",
		),
		"over two pages with the head again": papers([]string{
			"Pos   Beschreibung          Menge         Nettopreis        Betrag",
			"1     Screws                20 Stk              0,55         11,00",
		}, []string{
			"Pos   Beschreibung          Menge         Nettopreis        Betrag",
			"2     Oak planks            3 Stk              40,00        120,00",
			"      planed",
			"Gesamt                                                      131,00",
		}),
		"over two pages without": papers([]string{
			"Description             Qty        Unit price        Total",
			"Screws                   20              0.55        11.00",
		}, []string{
			"Oak planks                3             40.00       120.00",
			"planed",
		}),
	}
	for name, d := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(any(values{"lines": []any{screw, plank}}), found(t, d, lines)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestParties(t *testing.T) {
	d := paper(
		"This Agreement is effective as of May 3, 2016 (the Effective Date), by and between Larch World, Inc.,",
		"a Delaware corporation (the “Company”), and John D. Rowan, an individual (the “Employee”).",
		"It shall be governed by the laws of the State of New York.",
		"The term of this Agreement shall be two (2) years.",
	)
	// The lines of one paragraph are one block.
	whole := d.Blocks[0]
	whole.Box.Height = 0.2
	d.Blocks = []doc.Block{whole}
	got := found(t, d, `{"type":"object","properties":{"effective_date":{"type":"string"},
		"jurisdiction":{"type":"string","description":"State or country whose law governs the agreement"},
		"parties":{"type":"array","items":{"type":"string"},"description":"Names of the contracting parties"},
		"term":{"type":"string","description":"How long the agreement is in force, as number and unit"}}}`)
	want := values{"effective_date": "2016-05-03", "jurisdiction": "New York", "parties": []any{"Larch World, Inc.", "John D. Rowan"}, "term": "2 years"}
	if diff := cmp.Diff(any(want), got); diff != "" {
		t.Error(diff)
	}
}

func TestCellsOfASheetBecomeItems(t *testing.T) {
	table := &doc.Table{Rows: 3, Cols: 4, HeaderRows: 1, RowAt: []int{2, 3, 4}, ColAt: []int{1, 2, 3, 4}}
	for r, row := range [][]string{{"Article", "Qty", "Unit price", "Amount"}, {"Screws", "20", "0.55", "11"}, {"Nails", "7", "2", "14"}} {
		for c, text := range row {
			table.Cells = append(table.Cells, doc.Cell{Row: r, Col: c, RowSpan: 1, ColSpan: 1, Text: text})
		}
	}
	d := &doc.Document{Type: "xlsx", Kind: doc.Sheet, PageCount: 1, Pages: []doc.Page{{Number: 1, Name: "Orders"}},
		Blocks: []doc.Block{{Type: doc.TableBlock, Page: 1, Box: doc.Box{Left: 1, Top: 2, Width: 4, Height: 3}, Table: table, Confidence: 1}}}
	want := values{"lines": []any{
		values{"description": "Screws", "quantity": "20", "unit_price": "0.55", "line_total": "11"},
		values{"description": "Nails", "quantity": "7", "unit_price": "2", "line_total": "14"},
	}}
	if diff := cmp.Diff(any(want), found(t, d, lines)); diff != "" {
		t.Error(diff)
	}
	root, err := schema.Parse(json.RawMessage(lines))
	if err != nil {
		t.Fatal(err)
	}
	n, err := Extract(context.Background(), []*doc.Document{d}, root, Options{})
	if err != nil {
		t.Fatal(err)
	}
	at := n.Members[0].Node.Items[1].Members[3].Node.Sources[0]
	if want := (doc.Box{Left: 4, Top: 4, Width: 1, Height: 1}); at.Box != want || at.Block != 0 || at.Text != "14" {
		t.Errorf("the amount of the nails is cited from %+v", at)
	}
}

func TestProducts(t *testing.T) {
	number := func(s string) *candidate { return &candidate{value: json.Number(s)} }
	wants := []*want{newWant(&schema.Field{Name: "quantity", Kind: schema.Number}, nil), newWant(&schema.Field{Name: "unit_price", Kind: schema.Number}, nil),
		newWant(&schema.Field{Name: "line_total", Kind: schema.Number, Description: "Net amount"}, nil)}
	tests := map[string]struct {
		rows [][3]string
		want [3]string // of the first row
		sure float64
	}{
		"as they stand":         {[][3]string{{"3", "2.50", "7.50"}, {"2", "4", "8"}}, [3]string{"3", "2.50", "7.50"}, 0.95},
		"price and sum swapped": {[][3]string{{"3", "7.50", "2.50"}, {"2", "8", "4"}}, [3]string{"3", "2.50", "7.50"}, 0.95},
		"nothing adds up":       {[][3]string{{"3", "7", "5"}}, [3]string{"3", "7", "5"}, 0.6},
	}
	for name, tt := range tests {
		var items []*item
		for _, r := range tt.rows {
			items = append(items, &item{found: []*candidate{number(r[0]), number(r[1]), number(r[2])}})
		}
		product(items, wants)
		for k, c := range items[0].found {
			if fmt.Sprint(c.value) != tt.want[k] || c.score != tt.sure {
				t.Errorf("%s: field %d is %v (%v), want %s (%v)", name, k, c.value, c.score, tt.want[k], tt.sure)
			}
		}
	}
}
