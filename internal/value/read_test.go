package value

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/octavo-dev/octavo/internal/schema"
)

func field(t *testing.T, s string) *schema.Field {
	t.Helper()
	f, err := schema.Parse(json.RawMessage(`{"properties":{` + s + `}}`))
	if err != nil {
		t.Fatal(err)
	}
	return f.Properties[0]
}

const (
	isoDay     = `"d":{"type":"string","description":"Date of issue as YYYY-MM-DD"}`
	plainText  = `"name":{"type":"string"}`
	amountOf   = `"total":{"type":"number"}`
	wholeCount = `"n":{"type":"integer"}`
	isoMoney   = `"currency":{"type":"string","description":"ISO 4217 code"}`
	size       = `"s":{"enum":["amendment","short_form","XL",7]}`
)

func TestRead(t *testing.T) {
	for _, tt := range []struct {
		field, text string
		want        any
	}{
		{isoDay, "5. März 2018", "2018-03-05"},
		{isoDay, "Monday", nil},
		{isoDay, "due 05.03.2018", nil},
		{`"d":{"type":"string","format":"date"}`, " 05.03.2018 ", "2018-03-05"},
		{`"d":{"format":"date-time"}`, "05.03.2018 14:30", "2018-03-05T14:30:00"},
		{`"d":{"format":"time"}`, "2:30 pm", "14:30:00"},
		{`"d":{"format":"duration"}`, "eighteen (18) months", "P18M"},
		{`"d":{"format":"duration"}`, "36 hours", "PT36H"},
		{`"d":{"format":"email"}`, "<a@b.org>", "a@b.org"},
		{`"d":{"format":"uri"}`, "www.example.org", "https://www.example.org"},
		{plainText, " Jane  Doe ", "Jane  Doe"},
		{amountOf, "1.234,50 €", json.Number("1234.50")},
		{amountOf, "(1,234.50)", json.Number("-1234.50")},
		{amountOf, "19 %", json.Number("19")},
		{amountOf, "total 5", nil},
		{amountOf, "5 items", nil},
		{wholeCount, "20,00", json.Number("20")},
		{wholeCount, "20.5", nil},
		{`"n":{"type":"integer","maximum":10}`, "11", nil},
		{isoMoney, "€", "EUR"},
		{isoMoney, "EUR", "EUR"},
		{isoMoney, "euros", "EUR"},
		{isoMoney, "total", nil},
		{size, "short_form", "short_form"},
		{size, "Short Form", "short_form"},
		{size, "AMENDMENT", "amendment"},
		{size, "7", json.Number("7")},
		{size, "amendments", nil},
		{`"b":{"type":"boolean"}`, "[x]", true},
		{`"b":{"type":"boolean"}`, "No", false},
		{`"b":{"type":"boolean"}`, "perhaps", nil},
		{`"p":{"type":"string","pattern":"^[A-Z]{2}\\d{4}$"}`, "AB1234", "AB1234"},
		{`"p":{"type":"string","pattern":"^[A-Z]{2}\\d{4}$"}`, "AB123", nil},
		{`"vat_id":{"type":"string"}`, "DE 123 456 789", "DE123456789"},
		{`"invoice_number":{"type":"string"}`, "RE 2018", "RE 2018"},
		{`"phone":{"type":"string"}`, "+49 30 1234567", "+49 30 1234567"},
		{`"u":{"anyOf":[{"type":"number"},{"type":"string"}]}`, "5,50", json.Number("5.50")},
		{`"u":{"type":["number","string"]}`, "five", "five"},
		{`"a":{}`, "anything", "anything"},
		{plainText, "  ", nil},
		{amountOf, "20 Stk", json.Number("20")},
		{wholeCount, "3 Std", json.Number("3")},
		{`"term":{"type":"string","description":"How long, e.g. \"3 years\""}`, "eighteen (18) months", "18 months"},
		{`"term":{"type":"string","examples":["three years"]}`, "eighteen (18) months", "eighteen (18) months"},
		{`"paid":{"type":"string","description":"e.g. 2018-03-05"}`, "5. März 2018", "2018-03-05"},
		{`"invoice_date":{"type":"string"}`, "5. März 2018", "5. März 2018"},
		{`"money":{"type":"string","description":"Currency (e.g. EUR)"}`, "€", "EUR"},
	} {
		got, ok := Read(tt.text, field(t, tt.field), nothing)
		if ok != (tt.want != nil) || ok && got != tt.want {
			t.Errorf("%s from %q: got %v, %v, want %v", tt.field, tt.text, got, ok, tt.want)
		}
	}
}

func TestFind(t *testing.T) {
	for _, tt := range []struct{ field, text, want string }{
		{isoDay, "Invoice 77 of 05.03.2018, due 4 April 2018", "[2018-03-05 2018-04-04]"},
		{amountOf, "2 pieces at 9,90 make 19,80", "[2 9.90 19.80]"},
		{wholeCount, "2 pieces at 9,90 make 19,00", "[2 19]"},
		{size, "This is a Short Form of an amendment, not amendments", "[short_form amendment]"},
		{`"s":{"enum":["red","dark red"]}`, "painted dark red", "[dark red]"},
		{`"p":{"type":"string","pattern":"[A-Z]{2}\\d{4}"}`, "codes AB1234 and CD5678", "[AB1234 CD5678]"},
		{`"p":{"type":"string","pattern":"^[A-Z]{2}\\d{4}$"}`, "codes AB1234 and CD5678", "[AB1234 CD5678]"},
		{`"invoice_number":{"type":"string"}`, "Invoice RE-47 of 05.03.2018", "[RE-47]"},
		{isoMoney, "all amounts in US$ or €", "[USD EUR]"},
		{plainText, " some text ", "[some text]"},
		{`"invoice_date":{"type":"string"}`, "Berlin, 5. März 2018", "[5. März 2018]"},
		{`"term":{"type":"string","description":"e.g. \"3 years\""}`, "for a period of two (2) years", "[2 years]"},
		{`"u":{"type":["integer","boolean"]}`, "yes, 5", "[true 5]"},
	} {
		var got []any
		for _, v := range Find(tt.text, field(t, tt.field), nothing) {
			got = append(got, v.Value)
		}
		if fmt.Sprint(got) != tt.want {
			t.Errorf("%s in %q: got %v, want %s", tt.field, tt.text, got, tt.want)
		}
	}
}

func TestSurvey(t *testing.T) {
	for _, tt := range []struct {
		name  string
		texts []string
		hint  string
		want  Locale
	}{
		{"Nothing", nil, "", Locale{DayFirst: true}},
		{"German", []string{"Rechnung vom 05.03.2018 und der Betrag ist 1.234,50 EUR"}, "", Locale{DayFirst: true, Comma: true, CommaKnown: true, Language: "de"}},
		{"Proved", []string{"03/25/2018", "01/02/2018", "5.00", "1,234.50"}, "de", Locale{DayFirstKnown: true, CommaKnown: true, Language: "de"}},
		{"DayFirst", []string{"25/03/2018", "12,50"}, "eng", Locale{DayFirst: true, DayFirstKnown: true, Comma: true, CommaKnown: true, Language: "en"}},
		{"American", []string{"This agreement is made by and between Acme Inc. of Springfield, IL 62701 and the other party", "$12.50"}, "",
			Locale{CommaKnown: true, Language: "en-US"}},
		{"Malaysian", []string{"Thank you for your visit to the shop and have a nice day", "TOTAL RM 12.50"}, "", Locale{DayFirst: true, CommaKnown: true, Language: "en"}},
		{"French", []string{"1 234,50 €", "le 12 mars"}, "fr", Locale{DayFirst: true, Comma: true, CommaKnown: true, Spaces: true, Language: "fr"}},
		{"Tie", []string{"13/01/2018", "01/13/2018"}, "de", Locale{DayFirst: true, Comma: true, Language: "de"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Survey(tt.texts, tt.hint); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

func TestScores(t *testing.T) {
	for _, tt := range []struct {
		name string
		of   func(string) float64
		yes  []string
		no   []string
	}{
		{"Address", AddressScore, []string{"Hauptstraße 5, 10115 Berlin", "12 Main Street, Springfield, IL 62701", "NO.3, JALAN SS21/39, 47400 PETALING JAYA",
			"10 rue de la Paix, 75002 Paris", "Calle Mayor 5, 28013 Madrid"}, []string{"Total 12.50 EUR", "Thank you", "Jane Doe", "Street food 5,00 €", ""}},
		{"Organisation", OrganisationScore, []string{"Lieferant GmbH", "TRIMBLE INC.", "Golden Hill Restaurants Sdn Bhd", "Bolt S.A.R.L.", "Foo GmbH & Co. KG",
			"Eastwood University", "Acme, LLC", "ABC S/B"}, []string{"Jane Doe", "Total", "", "co"}},
		{"Person", PersonScore, []string{"Jane Doe", "Dr. Hans Müller", "John F. Kennedy", "LEITE Adelson", "Ludwig van Beethoven"},
			[]string{"Lieferant GmbH", "Main Street", "jane doe", "Total 5", "Invoice", "a@b.c d"}},
	} {
		for _, s := range tt.yes {
			if got := tt.of(s); got < 0.5 || got > 1 {
				t.Errorf("%s %q: %.2f", tt.name, s, got)
			}
		}
		for _, s := range tt.no {
			if got := tt.of(s); got >= 0.5 || got < 0 {
				t.Errorf("%s %q: %.2f", tt.name, s, got)
			}
		}
	}
}
