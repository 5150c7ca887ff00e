package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// sample has someone who is better than Octavo at one thing, someone quoted and someone who gives no Markdown.
func sample() *result {
	return &result{
		Date: "2026-01-02", Machine: "2 cores", Load: []string{"0.10", "0.20", "0.30"}, Pages: 40, Rounds: 3,
		Files: map[string]int{"parse": 7, "icdar": 5, "scitsr": 6, "bench-pdfs": 4},
		Peers: []entry{
			{Name: "Octavo", Gives: "Markdown", Parse: &marks{Overall: 0.9, NID: 0.95, TEDS: 0.85, MHS: 0.8}, ICDAR: &marks{TEDS: 0.7, TEDSS: 0.75}, SciTSR: &marks{TEDS: 0.6, TEDSS: 0.65}, Speed: &speed{CPU: 8, Against: 1, Lowest: 1, Highest: 1, Size: 150, Words: 900}},
			{Name: "quick", Version: "1.2", Gives: "text", Parse: &marks{Overall: 0.5, NID: 0.951}, Speed: &speed{CPU: 4, Against: 0.5, Lowest: 0.45, Highest: 0.6, Size: 9.6, Words: 910}},
			{Name: "blocks", Version: "3", Gives: "blocks", Speed: &speed{CPU: 12, Against: 1.5, Lowest: 1.4, Highest: 1.6, Size: 100}},
			{Name: "far", Version: "2.0", Quoted: true, Parse: &marks{Overall: 0.7, NID: 0.8, TEDS: 0.9, MHS: 0.6}},
		},
	}
}

func TestTables(t *testing.T) {
	got := strings.Join(sample().tables(), "\n")
	want := `Pages: 7 one-page PDFs of an open benchmark.

| | overall | NID | TEDS | MHS |
|---|---|---|---|---|
| **Octavo** | **0.900** | 0.950 | 0.850 | **0.800** |
| far 2.0 ° | 0.700 | 0.800 | **0.900** | 0.600 |
| quick 1.2 | 0.500 | **0.951** | 0.000 | 0.000 |

Tables: 5 documents of the ICDAR 2013 competition and 6 tables of SciTSR.

| | ICDAR, TEDS | without words | SciTSR, TEDS | without words |
|---|---|---|---|---|
| **Octavo** | **0.700** | **0.750** | **0.600** | **0.650** |

Processor time: 4 PDFs with 40 pages, all of them in one run, median of 3 rounds (2026-01-02, 2 cores; load average 0.20 before, 0.30 after).

| | what comes out | CPU a page | Octavo = 1 | rounds | largest size | words |
|---|---|---|---|---|---|---|
| quick 1.2 | text | 4.0 ms | 0.50 | 0.45 – 0.60 | 10 MiB | 910 |
| **Octavo** | Markdown | 8.0 ms | 1.00 | 1.00 – 1.00 | 150 MiB | 900 |
| blocks 3 | blocks | 12.0 ms | 1.50 | 1.40 – 1.60 | 100 MiB | – |
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestSplice(t *testing.T) {
	for _, c := range []struct{ name, text, start, end string }{
		{"Filled", "a\n" + opening + "\nold\n" + closing + "\nb\n", "a\n" + opening + "\nPages: 7", "| – |\n" + closing + "\nb\n"},
		{"Empty", opening + closing, opening + "\nPages: 7", closing},
	} {
		got, err := splice(c.text, sample())
		if err != nil || !strings.HasPrefix(got, c.start) || !strings.HasSuffix(got, c.end) || strings.Contains(got, "old") {
			t.Errorf("%s: %v, %s", c.name, err, got)
		}
		again, err := splice(got, sample())
		if err != nil || again != got {
			t.Errorf("%s: a second time it becomes %s, %v", c.name, again, err)
		}
	}
	for _, text := range []string{"", opening, closing, closing + opening} {
		if got, err := splice(text, sample()); err == nil {
			t.Errorf("%q became %q", text, got)
		}
	}
}

// TestReadme holds the tables of the README to the figures that are kept.
func TestReadme(t *testing.T) {
	r, err := load("result.json")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	want, err := splice(string(text), r)
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != want {
		t.Error("README.md does not show what bench/peers/result.json holds: run `go run -C bench ./peers -render`")
	}
}

func TestSaved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "result.json")
	if err := sample().save(path); err != nil {
		t.Fatal(err)
	}
	got, err := load(path)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := strings.Join(got.tables(), ""), strings.Join(sample().tables(), ""); a != b {
		t.Errorf("kept figures show\n%s\ninstead of\n%s", a, b)
	}
}
