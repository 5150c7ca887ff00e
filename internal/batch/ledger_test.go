package batch

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func open(t *testing.T, dir, options string) *Ledger {
	t.Helper()
	l, err := OpenLedger(dir, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l
}

func saying(content string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, content); return err }
}

// finish makes the output of an input.
func finish(t *testing.T, l *Ledger, in Input, place, content string) {
	t.Helper()
	d, err := l.Begin(in, place)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Write(saying(content)); err != nil {
		t.Fatal(err)
	}
}

func TestLedgerRemembers(t *testing.T) {
	root := tree(t, map[string]string{"a.txt": "one"})
	out := filepath.Join(root, "out")
	in := Input{Path: filepath.Join(root, "a.txt"), Place: "a.txt"}
	web := Input{URL: "https://example.com/r.pdf", Place: "r.pdf"}
	l := open(t, out, "md")
	if l.Done(in, "sub/a.txt.md") {
		t.Error("done before it was begun")
	}
	finish(t, l, in, "sub/a.txt.md", "made")
	finish(t, l, web, "r.pdf.md", "fetched")
	for _, c := range []struct {
		name    string
		options string
		change  func() error
		in      Input
		place   string
		done    bool
	}{
		{"Same", "md", nil, in, "sub/a.txt.md", true},
		{"SameURL", "md", nil, web, "r.pdf.md", true},
		{"OtherURL", "md", nil, Input{URL: "https://example.com/other"}, "r.pdf.md", false},
		{"OtherOptions", "json", nil, in, "sub/a.txt.md", false},
		{"OtherPlace", "md", nil, in, "a.txt.md", false},
		{"OtherTime", "md", func() error { return os.Chtimes(in.Path, time.Time{}, time.Now().Add(time.Hour)) }, in, "sub/a.txt.md", false},
		{"OutputCutOff", "md", func() error { return os.Truncate(filepath.Join(out, "r.pdf.md"), 2) }, web, "r.pdf.md", false},
		{"OutputGone", "md", func() error { return os.Remove(filepath.Join(out, "r.pdf.md")) }, web, "r.pdf.md", false},
		{"InputGone", "md", func() error { return os.Remove(in.Path) }, in, "sub/a.txt.md", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.change != nil {
				if err := c.change(); err != nil {
					t.Fatal(err)
				}
			}
			if got := open(t, out, c.options).Done(c.in, c.place); got != c.done {
				t.Errorf("done: %v", got)
			}
		})
	}
}

// An input that changes while it is read is done again.
func TestLedgerDescribesTheInputBeforeItIsRead(t *testing.T) {
	root := tree(t, map[string]string{"a.txt": "one"})
	in := Input{Path: filepath.Join(root, "a.txt")}
	l := open(t, root, "")
	d, err := l.Begin(in, "a.md")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(in.Path, []byte("longer"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := d.Write(saying("made")); err != nil || l.Done(in, "a.md") {
		t.Errorf("%v, done %v", err, l.Done(in, "a.md"))
	}
}

func TestLedgerSurvives(t *testing.T) {
	root := tree(t, map[string]string{"a.txt": "one", "b.txt": "two"})
	a, b := Input{Path: filepath.Join(root, "a.txt")}, Input{Path: filepath.Join(root, "b.txt")}
	l := open(t, root, "")
	for range 9 {
		finish(t, l, a, "a.md", "made")
	}
	path := filepath.Join(root, ledgerName)
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(raw, `{"output":"half`...), 0o644); err != nil {
		t.Fatal(err)
	}
	again := open(t, root, "")
	if !again.Done(a, "a.md") || again.Done(b, "half") {
		t.Error("half a line is not left out")
	}
	if raw, err = os.ReadFile(path); err != nil || strings.Count(string(raw), "\n") != 1 {
		t.Errorf("%v: nine lines of one output have become %q", err, raw)
	}
	finish(t, again, b, "b.md", "made")
	if last := open(t, root, ""); !last.Done(a, "a.md") || !last.Done(b, "b.md") {
		t.Error("what was added to a ledger that was made smaller is lost")
	}
}

func TestLedgerKnowsItsOutputs(t *testing.T) {
	root := tree(t, map[string]string{"a.txt": "one"})
	l := open(t, root, "")
	finish(t, l, Input{Path: filepath.Join(root, "a.txt")}, "a.md", "made")
	for path, made := range map[string]bool{"a.md": true, "a.txt": false, "": true, "sub": false} {
		if got := l.Made(filepath.Join(root, path)); got != made {
			t.Errorf("%q: %v", path, got)
		}
	}
}

func TestWriteFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sub", "a.md")
	if err := WriteFile(path, saying("first")); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	err := WriteFile(path, func(w io.Writer) error { _ = saying("half")(w); return broken })
	if !errors.Is(err, broken) {
		t.Error(err)
	}
	if got, err := os.ReadFile(path); string(got) != "first" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	left, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	plain, err := os.Create(filepath.Join(t.TempDir(), "plain"))
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	want, _ := plain.Stat()
	if got, err := os.Stat(path); err != nil || got.Mode() != want.Mode() {
		t.Errorf("mode %v, that of other new files is %v", got.Mode(), want.Mode())
	}
	if err := WriteFile(filepath.Join(path, "below"), saying("x")); err == nil {
		t.Error("written below a file")
	}
}
