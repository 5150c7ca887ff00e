package main

import (
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

func TestParseDebug(t *testing.T) {
	f := &pdfgen.File{}
	for range 3 {
		f.AddPage(pdfgen.Page{Content: "BT /F1 12 Tf 1 0 0 1 72 700 Tm (Some words) Tj ET"})
	}
	dir := t.TempDir()
	for name, data := range map[string]string{"paged.pdf": string(f.Bytes()), "flowing.md": "# Head\n\nText"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	settings := settings(t)
	for _, c := range []struct {
		name  string
		args  []string
		code  int
		files []string
		says  string
	}{
		{"all pages", []string{"paged.pdf"}, 0, []string{"paged-1.png", "paged-1.txt", "paged-2.png", "paged-2.txt", "paged-3.png", "paged-3.txt"}, "paged-3.png"},
		{"some pages", []string{"paged.pdf", "--pages", "1,3-3"}, 0, []string{"paged-1.png", "paged-1.txt", "paged-3.png", "paged-3.txt"}, ""},
		{"no such page", []string{"paged.pdf", "--pages", "4"}, 1, nil, ""},
		{"no such range", []string{"paged.pdf", "--pages", "3-1"}, 2, nil, ""},
		{"no pages", []string{"flowing.md"}, 0, []string{"flowing-1.txt"}, "md files have no pages"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "new")
			c.args[0] = filepath.Join(dir, c.args[0])
			says, code := octavo(settings, append([]string{"parse", "--debug", out}, c.args...)...)
			if code != c.code || !strings.Contains(says, c.says) {
				t.Errorf("exit %d: %s", code, says)
			}
			var files []string
			entries, _ := os.ReadDir(out)
			for _, e := range entries {
				files = append(files, e.Name())
			}
			if !slices.Equal(files, c.files) {
				t.Fatalf("files %v, want %v", files, c.files)
			}
			if len(files) < 2 {
				return
			}
			picture, err := os.Open(filepath.Join(out, files[0]))
			if err != nil {
				t.Fatal(err)
			}
			defer picture.Close()
			if size, err := png.DecodeConfig(picture); err != nil || size.Width != 935 {
				t.Errorf("%v, %v", size, err)
			}
			if text, err := os.ReadFile(filepath.Join(out, files[1])); err != nil || !strings.Contains(string(text), "Some words") {
				t.Errorf("%q, %v", text, err)
			}
		})
	}
}
