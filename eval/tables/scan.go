package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/octavo-dev/octavo/eval/page"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/reader"
	"github.com/octavo-dev/octavo/internal/render"
)

// scanned scores the tables of scans.
func scanned(lib *pdfium.Library, how, truth, folder string, paths []string) error {
	s, err := page.NewScanner(lib, how)
	if err != nil {
		return err
	}
	eyes, done, err := page.Eyes(filepath.Join(folder, "readings"))
	if err != nil {
		return err
	}
	defer done()
	r := &reader.Reader{Engines: s, OCR: eyes}
	return score(truth, folder, paths, func(path string) (string, error) { return scannedTables(r, path) })
}

// scannedTables writes the tables of a scan as HTML.
func scannedTables(r *reader.Reader, path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	d, err := r.Read(context.Background(), format.File{Name: filepath.Base(path), Size: info.Size(), Data: f}, reader.Options{Mode: reader.Pixels})
	if err != nil {
		return "", err
	}
	var out strings.Builder
	for i := range d.Blocks {
		if b := &d.Blocks[i]; b.Table != nil {
			out.WriteString(render.Table(b.Table, b.Page, render.Options{Table: render.HTML}))
			out.WriteString("\n\n")
		}
	}
	return out.String(), nil
}
