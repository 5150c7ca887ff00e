package main

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

func TestMarks(t *testing.T) {
	for comment, want := range map[string][]string{
		"Fault 7.":                          {"7"},
		"Faults 3, 4 and W2: each of them.": {"3", "4", "W2"},
		"Fault 1; and again Fault W3":       {"1", "W3"},
		"Faults 31 and\n32":                 {"31", "32"},
		"Default 7 stays, a fault 8 too":    nil,
		"A comment about something else":    nil,
	} {
		if got := marks(comment); !reflect.DeepEqual(got, want) {
			t.Errorf("marks(%q) = %v, want %v", comment, got, want)
		}
	}
}

func TestOutcome(t *testing.T) {
	one, two := test{folder: "a", name: "TestOne"}, test{folder: "a", name: "TestTwo"}
	passed := map[string]bool{"a.TestOne": true}
	for _, tt := range []struct {
		name  string
		tests []test
		want  string
	}{
		{"no test", nil, "**not tested**"},
		{"all pass", []test{one}, holds},
		{"one fails", []test{one, two}, "**fails**"},
	} {
		if got := outcome(tt.tests, passed); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Only tests that the ordinary run builds count.
func TestFindLeavesLongTests(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"short_test.go": "package p\n\n// TestShort: Fault 7.\nfunc TestShort() {}\n",
		"long_test.go":  "//go:build chaos\n\npackage p\n\n// TestLong: Fault 8.\nfunc TestLong() {}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tests, err := find(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(tests) != 1 || tests[0].name != "TestShort" || !reflect.DeepEqual(tests[0].cases, []string{"7"}) {
		t.Errorf("found %v, want the short test with its case", tests)
	}
}

// Every mark names a case that there is.
func TestMarksNameCases(t *testing.T) {
	tests, err := find("../..")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, c := range cases {
		known[c.id] = true
	}
	for _, marked := range tests {
		for _, id := range marked.cases {
			if !known[id] {
				t.Errorf("%s holds case %s, which is not in the list", marked, id)
			}
		}
	}
}

// The page names the tests that there are, and every case has one. Whether they pass is the business of their packages.
func TestPageIsCurrent(t *testing.T) {
	tests, err := find("../..")
	if err != nil {
		t.Fatal(err)
	}
	passed := map[string]bool{}
	for _, marked := range tests {
		passed[marked.String()] = true
	}
	want, held := render(tests, passed)
	if held != len(cases) {
		t.Errorf("%d of %d cases have tests", held, len(cases))
	}
	got, err := os.ReadFile(filepath.Join("../..", page))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is not what the tests say of themselves; run make faults", page)
	}
}
