// Package golden holds what the product makes of pages of many kinds, which it draws itself: blocks, their order and
// their boxes stay as they are until somebody has looked at the difference. Property tests hold what is true of any page.
package golden

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/overlay"
	"github.com/octavo-dev/octavo/internal/reader"
)

var update = flag.Bool("update", false, "write what is read again")

func TestMain(m *testing.M) {
	if code, ok := app.Child(os.Args[1:]); ok { // started by itself as an engine process
		os.Exit(code)
	}
	slog.SetLogLoggerLevel(slog.LevelWarn)
	os.Exit(m.Run())
}

// page is a document of one page or more that is drawn, and what it is there for.
type page struct {
	name string
	draw func(f *pdfgen.File)
}

// TestPages reads drawn pages and compares what is made of them with what is stored. With KEEP set to a folder the
// files themselves go there, to be looked at with octavo parse --debug.
func TestPages(t *testing.T) {
	r := opened(t)
	for _, p := range pages() {
		t.Run(p.name, func(t *testing.T) {
			f := &pdfgen.File{}
			p.draw(f)
			kept(t, p.name, f.Bytes())
			check(t, p.name, read(t, r, p.name+".pdf", f.Bytes(), reader.Embedded), digital)
		})
	}
}

// kept writes a file where it can be looked at.
func kept(t *testing.T, name string, data []byte) {
	t.Helper()
	if folder := os.Getenv("KEEP"); folder != "" {
		if err := os.WriteFile(filepath.Join(folder, name+".pdf"), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// pages are all that are drawn.
func pages() []page {
	return slices.Concat(columns, tables, forms, lists, letters, running, scripts, odd)
}

// unsettled are pages that are not understood as they should be, with what they should become. What is made of them is
// held to what is true of every page, and is not stored: nobody should have to defend it.
var unsettled = map[string]string{}

func TestUnsettled(t *testing.T) {
	for name := range unsettled {
		if !slices.ContainsFunc(slices.Concat(pages(), scans), func(p page) bool { return p.name == name }) {
			t.Errorf("there is no page %s", name)
		}
		if _, err := os.Stat(filepath.Join("testdata", name+".txt")); err == nil {
			t.Errorf("%s is stored and unsettled", name)
		}
	}
}

// TestFiles reads files that were made by hand.
func TestFiles(t *testing.T) {
	r := opened(t)
	paths, err := filepath.Glob("testdata/*.pdf")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".pdf")
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			check(t, name, read(t, r, path, data, reader.Embedded), digital)
		})
	}
}

// opened is the reading of an installation.
func opened(t *testing.T) *app.Reading {
	t.Helper()
	engines, err := filepath.Abs("../../.cache/engines")
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := config.Load("", []string{"OCTAVO_ENGINES_DIR=" + engines, "OCTAVO_DATA_DIR=" + t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	r, err := app.OpenReading(t.Context(), cfg, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}

// failing is what both tests and properties can end with.
type failing interface {
	Helper()
	Fatal(args ...any)
	Context() context.Context
}

func read(t failing, r *app.Reading, name string, data []byte, mode reader.Mode) *doc.Document {
	t.Helper()
	f := format.File{Name: filepath.Base(name), Size: int64(len(data)), Data: bytes.NewReader(data)}
	d, err := r.Read(t.Context(), f, reader.Options{Mode: mode})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// check holds a document to what is true of every one, and compares it with what is stored for it.
func check(t *testing.T, name string, d *doc.Document, allowed tolerance) {
	t.Helper()
	sound(t, d)
	if unsettled[name] != "" {
		return
	}
	got := printed(d)
	path := filepath.Join("testdata", name+".txt")
	stored, err := os.ReadFile(path)
	if !*update && err != nil {
		t.Fatal(err)
	}
	differences := compare(parse(t, string(stored)), parse(t, got), allowed)
	if *update {
		if len(differences) == 0 && err == nil { // what is within the tolerances stays as it is
			return
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range differences {
		t.Error(line)
	}
	if *update {
		t.Error("written again: look at the difference")
	}
}

// printed is a document as text, page by page.
func printed(d *doc.Document) string {
	var out strings.Builder
	for _, p := range d.Pages {
		var blocks []doc.Block
		for i := range d.Blocks {
			if d.Blocks[i].Page == p.Number {
				blocks = append(blocks, d.Blocks[i])
			}
		}
		fmt.Fprintf(&out, "page %d\n%s", p.Number, overlay.Print(blocks))
	}
	return out.String()
}
