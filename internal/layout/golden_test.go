package layout_test

import (
	"compress/gzip"
	"encoding/gob"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
)

var update = flag.Bool("update", false, "write the stored pages and what is read from them again")

// TestGolden reads pages that PDFium once gave for the files of drawings, which are stored.
func TestGolden(t *testing.T) {
	for _, name := range []string{"columns", "contents", "hidden", "table"} {
		t.Run(name, func(t *testing.T) {
			base := filepath.Join("testdata", name)
			p := load(t, base+".gob.gz")
			got := printed(p, layout.Read(p))
			if *update {
				if err := os.WriteFile(base+".txt", []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				t.Fatal("written again: look at the difference")
			}
			want, err := os.ReadFile(base + ".txt")
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// printed is what is read from a page, with a line for each line.
func printed(p *engine.Page, text *layout.Text) string {
	var b strings.Builder
	for i := range text.Lines {
		l := &text.Lines[i]
		fmt.Fprintf(&b, "row %d at %.0f %.0f size %.0f: %s\n", l.Row, l.Box.X0, l.Baseline, l.Size, l)
	}
	for i := range text.Hidden {
		fmt.Fprintf(&b, "hidden %d: %s\n", text.Hidden[i].Hidden, &text.Hidden[i])
	}
	for _, box := range text.Pictures(p) {
		fmt.Fprintf(&b, "picture %.0f\n", box)
	}
	return b.String()
}

func load(t *testing.T, path string) *engine.Page {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	p := &engine.Page{}
	if err := gob.NewDecoder(z).Decode(p); err != nil {
		t.Fatal(err)
	}
	return p
}

func store(t *testing.T, path string, p *engine.Page) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z := gzip.NewWriter(f)
	if err := gob.NewEncoder(z).Encode(p); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
}
