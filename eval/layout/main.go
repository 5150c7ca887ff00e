// Command layout measures package layout on PDF files: against pdftotext, against the clock, and by eye.
package main

import (
	"fmt"
	"os"

	"github.com/octavo-dev/octavo/engines"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
)

const usage = `usage: layout words FILE.pdf …          compare the words with those of pdftotext
       layout speed FILE.pdf …          time the reading of pages that are in memory
       layout draw FOLDER FILE.pdf …    draw words, lines and what is out of the ordinary over the pages`

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
	switch args[0] {
	case "words":
		return words(lib, args[1:])
	case "speed":
		return speed(lib, args[1:])
	case "draw":
		return draw(lib, args[1], args[2:])
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
