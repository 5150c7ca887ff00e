package match

import (
	"strings"
	"testing"
)

func TestTerms(t *testing.T) {
	tests := map[string]string{
		"Rechnungsnummer":            "invoice number",
		"Rechnungs-Nr.":              "invoice number",
		"invoice_number":             "invoice number",
		"invoiceDate":                "invoice date",
		"Facture n°":                 "invoice number",
		"USt.-Id.-Nr. :":             "vat id number",
		"Total HT":                   "total net",
		"Date d'échéance":            "date due",
		"Liefer- und Leistungsdatum": "delivery delivery date",
		"Lieferscheinnummer":         "delivery number",
		"Kundennr.":                  "customer number",
		"Net price of one unit":      "net price unit unit",
		"Zahlbetrag":                 "total",
		"Rechnungssumme ohne USt.":   "invoice total net",
		"1. Name of Registrant":      "name registrant",
		"Steuerbetrag":               "vat",
		"Order flight":               "order period",
		"frobnicated widgets":        "frobnicated widget",
	}
	for text, want := range tests {
		var got []string
		for _, x := range terms(text) {
			got = append(got, x.name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q speaks of %q, want %q", text, strings.Join(got, " "), want)
		}
	}
}

func TestSureRises(t *testing.T) {
	last := -1.0
	for i := range 101 {
		got := sure(float64(i) / 100)
		if got < last || got < 0 || got > 1 {
			t.Fatalf("%d hundredths are right %v, one less %v", i, got, last)
		}
		last = got
	}
}
