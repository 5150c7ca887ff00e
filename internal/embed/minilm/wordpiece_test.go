package minilm

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// pieces spells tokens out.
func spell(v vocabulary, tokens []int64) string {
	byNumber := map[int64]string{}
	for p, n := range v {
		byNumber[n] = p
	}
	var out []string
	for _, n := range tokens {
		out = append(out, byNumber[n])
	}
	return strings.Join(out, " ")
}

func TestTokens(t *testing.T) {
	v, err := newVocabulary("[PAD]\n[UNK]\n[CLS]\n[SEP]\ninvoice\nun\n##afford\n##able\n,\n.\ncafe\n12\n##3\n中\n文\nstraße\n##s\n")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"":                             "[CLS] [SEP]",
		"Invoice":                      "[CLS] invoice [SEP]",
		"unaffordable":                 "[CLS] un ##afford ##able [SEP]",
		"Café, 123.":                   "[CLS] cafe , 12 ##3 . [SEP]",
		"cafe\u0301\tcafes":            "[CLS] cafe cafe ##s [SEP]",
		"中文":                           "[CLS] 中 文 [SEP]",
		"zzz invoice":                  "[CLS] [UNK] invoice [SEP]",
		"invoicezzz":                   "[CLS] [UNK] [SEP]",
		"in\x00voice\u200b":            "[CLS] invoice [SEP]",
		"STRASSE Straße":               "[CLS] [UNK] straße [SEP]",
		strings.Repeat("un", maxWord):  "[CLS] [UNK] [SEP]",
		strings.Repeat("un ", 20):      "[CLS] un un un un un un un un [SEP]",
		strings.Repeat("unable ", 500): "[CLS] un ##able un ##able un ##able un ##able [SEP]",
	} {
		if got := spell(v, v.tokens(text, 10)); got != want {
			t.Errorf("%.40q: got %s, want %s", text, got, want)
		}
	}
	if _, err := newVocabulary("a\nb"); err == nil {
		t.Error("a vocabulary without its special pieces is taken")
	}
}

// Any text becomes a few known tokens between the opening and the closing one.
func TestTokensOfAnything(t *testing.T) {
	v, err := openVocabulary(installed)
	if err != nil {
		t.Fatal(err)
	}
	if got := spell(v, v.tokens("Rechnungsnummer: Müller & Söhne 2018-03", 64)); got != "[CLS] rec ##hn ##ung ##s ##num ##mer : muller & so ##hn ##e 2018 - 03 [SEP]" {
		t.Errorf("got %s", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		got := v.tokens(rapid.String().Draw(t, "text"), 32)
		if len(got) < 2 || len(got) > 32 || got[0] != v[opening] || got[len(got)-1] != v[closing] || slices.Max(got) >= int64(len(v)) {
			t.Fatalf("got %v", got)
		}
	})
}
