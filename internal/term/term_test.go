package term

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestSplit(t *testing.T) {
	tests := map[string]string{
		"Échéance: 12.03.2024": "echeance 12 03 2024",
		"invoiceNumber":        "invoice number",
		"Form W-9":             "form w 9",
		"Straße n° 5":          "strasse no 5",
		"U.S. & Co. KG":        "us co kg",
		"№ #7 20%":             "no # 7 20 %",
		"":                     "",
	}
	for text, want := range tests {
		if got := strings.Join(Split(text), " "); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// A text that was folded once is folded.
func TestSplitTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		once := Split(rapid.StringOf(rapid.RuneFrom([]rune("aBÉ9 .-#%n"))).Draw(t, "text"))
		if twice := Split(strings.Join(once, " ")); !slices.Equal(once, twice) {
			t.Fatalf("%q became %q", once, twice)
		}
	})
}

func TestSingular(t *testing.T) {
	for word, want := range map[string]string{"totals": "total", "gas": "gas", "address": "address", "é": "é"} {
		if got := Singular(word); got != want {
			t.Errorf("%q is %q, want %q", word, got, want)
		}
	}
	if !Idle("the") || Idle("no") || !Digits("1040") || Digits("10a") {
		t.Error("idle words or numbers are told wrongly")
	}
}

func TestStem(t *testing.T) {
	for _, same := range []string{"disclose disclosed disclosing disclosure", "advertise advertiser advertising advertisement", "lend lender lending", "agree agreement agreements"} {
		words := strings.Fields(same)
		for _, w := range words[1:] {
			if Stem(w) != Stem(words[0]) {
				t.Errorf("%s is %s, %s is %s", w, Stem(w), words[0], Stem(words[0]))
			}
		}
	}
	if Stem("tax") != "tax" || Stem("1040") != "1040" {
		t.Error("short words are shortened")
	}
}
