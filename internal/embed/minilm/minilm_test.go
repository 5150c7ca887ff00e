package minilm

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/engines"
	"github.com/octavo-dev/octavo/internal/embed"
)

const installed = engines.Dir("../../../.cache/engines")

func open(t *testing.T) *Engine {
	t.Helper()
	e, err := Open(installed, 2)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	return e
}

func TestEngine(t *testing.T) {
	e := open(t)
	t.Run("Nearness", func(t *testing.T) { testNearness(t, e) })
	t.Run("Repeatable", func(t *testing.T) { testRepeatable(t, e) })
}

// A label is nearer to the field it fills than to any other field.
func testNearness(t *testing.T, e *Engine) {
	pairs := [][2]string{
		{"Invoice number", "invoice no."},
		{"Due date", "payable by"},
		{"Total amount", "sum to pay"},
		{"Customer name", "name of the client"},
		{"Telephone", "phone number"},
		{"Name of the employer", "company worked for"},
		{"Governing law", "jurisdiction whose law applies"},
		{"Date of birth", "born on"},
	}
	var texts []string
	for _, p := range pairs {
		texts = append(texts, p[0], p[1])
	}
	got, err := e.Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	for i := range pairs {
		own := embed.Similarity(got[2*i], got[2*i+1])
		for k := range pairs {
			if other := embed.Similarity(got[2*i], got[2*k+1]); k != i && other >= own {
				t.Errorf("%q is nearer to %q (%.2f) than to %q (%.2f)", pairs[i][0], pairs[k][1], other, pairs[i][1], own)
			}
		}
	}
	for i, d := range got {
		if n := embed.Similarity(d, d); len(d) != Dimensions || math.Abs(n-1) > 1e-5 {
			t.Errorf("%q: %d dimensions, length %v", texts[i], len(d), n)
		}
	}
}

// What a text becomes depends on nothing but the text, bit by bit: not on the run, the texts beside it or their number.
func testRepeatable(t *testing.T, e *Engine) {
	texts := []string{"Invoice number", "", "due", strings.Repeat("a long text about many things ", 40), "Rechnungsbetrag in EUR", "x"}
	for i := range 40 { // more than one batch of the same length
		texts = append(texts, strings.Repeat("word ", i%20))
	}
	first, err := e.Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	e = open(t)
	for i, text := range texts {
		alone, err := e.Embed(t.Context(), []string{text})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(alone[0], first[i]) {
			t.Errorf("%.40q becomes something else alone", text)
		}
	}
}

func TestMissing(t *testing.T) {
	dir := engines.Dir(t.TempDir())
	if err := Check(dir.Present); err == nil {
		t.Error("nothing is missing in an empty folder")
	}
	if _, err := Open(dir, 1); err == nil {
		t.Error("a model was opened in an empty folder")
	}
	if err := Check(installed.Find); err != nil {
		t.Error(err)
	}
}

func BenchmarkEmbed(b *testing.B) {
	e, err := Open(installed, 2)
	if err != nil {
		b.Fatal(err)
	}
	defer e.Close()
	texts := slices.Repeat([]string{"Invoice number", "Total amount to pay", "Name of the company that issued the invoice"}, 32)
	for b.Loop() {
		if _, err := e.Embed(b.Context(), texts); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N*len(texts)), "ms/text")
}
