package value

import (
	"fmt"
	"strings"
	"testing"
)

var (
	german  = Locale{Language: "de", Comma: true, CommaKnown: true, DayFirst: true, DayFirstKnown: true}
	french  = Locale{Language: "fr", Comma: true, CommaKnown: true, Spaces: true}
	us      = Locale{Language: "en-US"}
	nothing = Locale{}
)

// show writes values with their units, and checks that they stand where they say.
func show(t *testing.T, text string, list []Found) string {
	t.Helper()
	var parts []string
	last := 0
	for _, f := range list {
		if f.Start < last || f.End <= f.Start || f.End > len(text) {
			t.Errorf("%q: %+v is out of place", text, f)
		}
		last = f.Start
		part := fmt.Sprint(f.Value)
		if f.Unit != "" {
			part += " " + f.Unit
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "; ")
}

type notation struct {
	loc        Locale
	text, want string
}

func check(t *testing.T, find func(string, Locale) []Found, list []notation) {
	t.Helper()
	for _, s := range list {
		if got := show(t, s.text, find(s.text, s.loc)); got != s.want {
			t.Errorf("%q: got %q, want %q", s.text, got, s.want)
		}
	}
}

func TestNumbers(t *testing.T) {
	check(t, Numbers, []notation{
		{nothing, "42", "42"},
		{nothing, "007", "7"},
		{nothing, "0.50", "0.50"},
		{nothing, "1,234.56", "1234.56"},
		{nothing, "1.234,56", "1234.56"},
		{nothing, "12,50", "12.50"},
		{nothing, "12.5", "12.5"},
		{nothing, "1,234", "1234"},
		{nothing, "1.234", "1.234"},
		{german, "1.234", "1234"},
		{german, "1,234", "1.234"},
		{us, "1,234", "1234"},
		{nothing, "0,125", "0.125"},
		{nothing, "1234,567", "1234.567"},
		{nothing, "1,234,567", "1234567"},
		{nothing, "1.234.567,89", "1234567.89"},
		{nothing, "1'234'567.80", "1234567.80"},
		{nothing, "1’234.–", "1234"},
		{nothing, "12,34,567.00", "1234567.00"},
		{nothing, "1\u00a0234,50 €", "1234.50 EUR"},
		{nothing, "1\u202f234\u202f567", "1234567"},
		{nothing, "1 234,50", "1234.50"},
		{french, "Total 1 234,50 EUR TTC", "1234.50 EUR"},
		{german, "Pos 10 198,00", "10; 198.00"},
		{nothing, "1 234 . 50", "1234.50"},
		{nothing, "28 .20", "28.20"},
		{nothing, "28. 20", "28.20"},
		{nothing, "RM 28. 20", "28.20 MYR"},
		{nothing, "In 2018. 20 people", "2018; 20"},
		{nothing, "€ 12.50", "12.50 EUR"},
		{nothing, "12,50€", "12.50 EUR"},
		{nothing, "$1,250,000,000", "1250000000 USD"},
		{nothing, "US$ 5.00", "5.00 USD"},
		{nothing, "USD 5", "5 USD"},
		{nothing, "A$7", "7 AUD"},
		{nothing, "EUR12.00", "12.00 EUR"},
		{nothing, "RM12.50", "12.50 MYR"},
		{nothing, "CHF 1'000.-", "1000 CHF"},
		{nothing, "Fr. 12.80", "12.80 CHF"},
		{nothing, "12 EUR 14 EUR", "12 EUR; 14 EUR"},
		{nothing, "EUR 12 EUR 14", "12 EUR; 14 EUR"},
		{nothing, "$1.00 $2.00", "1.00 USD; 2.00 USD"},
		{nothing, "5 Euro", "5 EUR"},
		{nothing, "100 US-Dollar", "100 USD"},
		{nothing, "200 Swiss francs", "200 CHF"},
		{nothing, "$1.25 billion", "1250000000 USD"},
		{german, "1,2 Mio. €", "1200000 EUR"},
		{nothing, "$5k", "5000 USD"},
		{nothing, "(123.45)", "-123.45"},
		{nothing, "Balance ($123.45) due", "-123.45 USD"},
		{nothing, "(500)", "-500"},
		{nothing, "(10000.00)", "-10000.00"},
		{nothing, "eighteen (18) months", "18"},
		{nothing, "123.45-", "-123.45"},
		{german, "12,50 €-", "-12.50 EUR"},
		{nothing, "-5", "-5"},
		{nothing, "−5,00", "-5.00"},
		{nothing, "-€5.00", "-5.00 EUR"},
		{nothing, "€-5.00", "-5.00 EUR"},
		{nothing, "- 5,00 €", "-5.00 EUR"},
		{nothing, "+5", "5"},
		{nothing, "-0,00", "0.00"},
		{nothing, "19 %", "19 %"},
		{nothing, "7.5% VAT", "7.5 %"},
		{nothing, "19,00 Prozent", "19.00 %"},
		{german, "20 Stk", "20 pcs"},
		{nothing, "5kg", "5 kg"},
		{nothing, "3x 12.50", "3 x; 12.50"},
		{nothing, "Total:12.50", "12.50"},
		{nothing, "Qty.3", "3"},
		{nothing, "Rank 1st", "1"},
		{nothing, "1.2.3", ""},
		{nothing, "192.168.1.20", ""},
		{nothing, "A12", ""},
		{nothing, "12A", ""},
		{nothing, "2363932-1", ""},
		{nothing, "RE-2018/0047", ""},
		{nothing, "1/2", ""},
		{nothing, "1:12.15", ""},
		{nothing, "05.03.2018", ""},
		{nothing, "March 5, 2018 9 items", "9"},
		{nothing, "a1@b2.com 5", "5"},
		{nothing, "+49 30 1234567", ""},
		{nothing, "(555) 123-4567", ""},
		{nothing, "#123", ""},
		{nothing, "1234567890123456789012345", ""},
		{nothing, "12,345,67", ""},
		{nothing, "-2-", "2"},
		{nothing, "", ""},
	})
}
