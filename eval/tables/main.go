// Command tables measures package table on PDF files: against written truth, against the clock, and by eye.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/octavo-dev/octavo/engines"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/render"
	"github.com/octavo-dev/octavo/internal/table"
)

const usage = `usage: tables score TRUTH FOLDER FILE.pdf …   write the tables of each file to FOLDER and score them against TRUTH
       tables draw FOLDER FILE.pdf …          draw the grids over the pages
       tables found FOLDER FILE.pdf …         the same for pages with tables only
       tables speed FILE.pdf …                time the search on pages that are in memory`

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) < 2 {
		return fmt.Errorf("%s", usage)
	}
	path, err := engines.Dir(".cache/engines").Find("libpdfium.so")
	if err != nil {
		return err
	}
	lib, err := pdfium.Open(path)
	if err != nil {
		return err
	}
	switch {
	case args[0] == "score" && len(args) > 3:
		return score(lib, args[1], args[2], args[3:])
	case args[0] == "draw", args[0] == "found":
		return draw(lib, args[1], args[2:], args[0] == "draw")
	case args[0] == "speed":
		return speed(lib, args[1:])
	}
	return fmt.Errorf("%s", usage)
}

// each hands over the pages of the files that can be read; what cannot is named.
func each(lib *pdfium.Library, paths []string, page func(path string, d *pdfium.Document, p *engine.Page) error) error {
	for _, path := range paths {
		if err := eachPage(lib, path, page); err != nil {
			fmt.Fprintln(os.Stderr, path, err)
		}
	}
	return nil
}

func eachPage(lib *pdfium.Library, path string, page func(path string, d *pdfium.Document, p *engine.Page) error) error {
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
		if err := page(path, d, p); err != nil {
			return err
		}
	}
	return nil
}

// name is that of a file without folder and ending.
func name(path string) string { return strings.TrimSuffix(filepath.Base(path), ".pdf") }

// tablesOf writes the tables of a page as HTML.
func tablesOf(p *engine.Page) string {
	var out strings.Builder
	for _, f := range table.Find(p, layout.Read(p)) {
		out.WriteString(render.Table(&f.Table, p.Number, render.Options{Table: render.HTML}))
		out.WriteString("\n\n")
	}
	return out.String()
}
