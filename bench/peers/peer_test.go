package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestTextOf(t *testing.T) {
	for _, c := range []struct{ name, body, want, problem string }{
		{"Whole", `{"result": {"type": "full", "chunks": [{"content": "# A\n\nb"}]}}`, "# A\n\nb", ""},
		{"Chunks", `{"result": {"type": "full", "chunks": [{"content": "a"}, {"content": "b"}]}}`, "a\n\nb", ""},
		{"Elsewhere", `{"result": {"type": "url", "url": "x"}}`, "", `type "url"`},
		{"Broken", `{`, "", "read answer"},
	} {
		got, err := textOf([]byte(c.body))
		if got != c.want || (err == nil) != (c.problem == "") || err != nil && !strings.Contains(err.Error(), c.problem) {
			t.Errorf("%s: %q, %v", c.name, got, err)
		}
	}
}

func TestWordsOf(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "# One two\n": 2, "| a | b |\n|---|---|\n| 1 | – |": 3, `<table><tr><td colspan="2">x y</td></tr></table>`: 2, "* · *": 0,
	} {
		if got := wordsOf(text); got != want {
			t.Errorf("%q has %d words instead of %d", text, got, want)
		}
	}
}

// TestWork lets a shell read files: one of them fails.
func TestWork(t *testing.T) {
	files := []string{"/in/a.pdf", "/in/b.pdf"}
	shell := func(script string) *peer {
		return &peer{name: "shell", commands: func(ctx context.Context, out string, files []string) []*exec.Cmd {
			return each(files, func(f string) *exec.Cmd {
				return exec.CommandContext(ctx, "sh", "-c", script, "sh", f, outputOf(out, f))
			})
		}}
	}
	out := t.TempDir()
	if _, err := shell(`case $1 in *a.pdf) echo one two > "$2";; *) exit 3; esac`).work(t.Context(), out, files); err != nil {
		t.Error(err)
	}
	if found, missing := words(out, files); found != 2 || missing != 1 {
		t.Errorf("%d words and %d files without any", found, missing)
	}
	_, err := shell(`echo no such luck >&2; exit 3`).work(t.Context(), t.TempDir(), files)
	if err == nil || !strings.Contains(err.Error(), "no such luck") {
		t.Errorf("a peer that reads nothing gives %v", err)
	}
	busy, err := shell(`n=0; while [ $n -lt 300000 ]; do n=$((n+1)); done; echo x > "$2"`).work(t.Context(), t.TempDir(), files)
	if err != nil || busy.cpu < 20*time.Millisecond {
		t.Errorf("two loops took %v of the processor, %v", busy.cpu, err)
	}
}

func TestChoose(t *testing.T) {
	all := []*peer{{name: "Octavo"}, {name: "a"}, {name: "b"}, {name: "a", speed: true}}
	for _, c := range []struct{ only, want string }{{"", "Octavo a b a"}, {"a", "Octavo a a"}, {"b,a", "Octavo b a a"}, {"c", ""}, {"a,c", ""}} {
		got, err := choose(all, c.only)
		var names []string
		for _, p := range got {
			names = append(names, p.name)
		}
		if s := strings.Join(names, " "); s != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%q: %q, %v", c.only, s, err)
		}
	}
}

func TestSpeed(t *testing.T) {
	ms := func(all ...int) (out []cost) {
		for _, n := range all {
			out = append(out, cost{cpu: time.Duration(n) * time.Millisecond, size: float64(n)})
		}
		return out
	}
	var s speed
	s.add(ms(300, 100, 200), ms(100, 100, 400), 10)
	if want := (speed{CPU: 20, Against: 1, Lowest: 0.5, Highest: 3, Size: 200}); s != want {
		t.Errorf("got %+v instead of %+v", s, want)
	}
}

func TestQuote(t *testing.T) {
	path := filepath.Join(t.TempDir(), "peers.json")
	const text = `{
		"liteparse": {"version": "2", "predictions": "run by us", "overall": 0.8},
		"kreuzberg": {"version": "4", "predictions": "run by us", "overall": 0.3, "nid": 0.4},
		"docling": {"version": "1", "predictions": "published with the benchmark", "overall": 0.7, "teds": 0.6, "missing": 0},
		"opendataloader-hybrid": {"version": "5", "predictions": "published with the benchmark", "overall": 0.9}}`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := quote(path)
	if err != nil {
		t.Fatal(err)
	}
	var titles []string
	for _, e := range got {
		titles = append(titles, e.title())
	}
	if s := strings.Join(titles, ", "); s != "opendataloader hybrid 5 °, docling 1 °, kreuzberg 4 °" {
		t.Error(s)
	}
	if m := got[1].Parse; m.Overall != 0.7 || m.TEDS != 0.6 {
		t.Errorf("%+v", m)
	}
}

func TestVersion(t *testing.T) {
	for said, want := range map[string]string{
		"pdftotext version 22.12.0\nCopyright 2005": "22.12.0", "mutool version 1.21.1": "1.21.1", "v20.20.2": "20.20.2",
		`openjdk version "17.0.15" 2025-04-15`: "17.0.15", "not found": "",
	} {
		if got := numbers.FindString(said); got != want {
			t.Errorf("%q: %q instead of %q", said, got, want)
		}
	}
}
