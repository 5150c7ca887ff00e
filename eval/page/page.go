// Package page walks over the pages of PDF files, for the commands that measure what is made of them.
package page

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/octavo-dev/octavo/engines"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
)

// Engines is where the libraries are, seen from the top of the project.
const Engines = engines.Dir(".cache/engines")

// Library opens PDFium.
func Library() (*pdfium.Library, error) {
	path, err := Engines.Find("libpdfium.so")
	if err != nil {
		return nil, err
	}
	return pdfium.Open(path)
}

// Page is one page of a file that is open.
type Page struct {
	*engine.Page
	Path string
	Of   *pdfium.Document
}

// Name is that of a file without folder and ending.
func Name(path string) string { return strings.TrimSuffix(filepath.Base(path), ".pdf") }

// Each hands over the pages of the files that can be read; what cannot is named.
func Each(lib *pdfium.Library, paths []string, do func(Page) error) {
	for _, path := range paths {
		if err := EachOf(lib, path, do); err != nil {
			fmt.Fprintln(os.Stderr, path, err)
		}
	}
}

// EachOf hands over the pages of one file.
func EachOf(lib *pdfium.Library, path string, do func(Page) error) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	d, err := lib.OpenBytes(data, "")
	if err != nil {
		return err
	}
	defer d.Close()
	for n := 1; n <= d.Pages(); n++ {
		p, err := d.Page(n)
		if err != nil {
			return err
		}
		if err := do(Page{p, path, d}); err != nil {
			return err
		}
	}
	return nil
}
