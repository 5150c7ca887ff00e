// Command layout measures package layout on PDF files: against pdftotext, against the clock, and by eye.
package main

import (
	"fmt"
	"os"

	"github.com/octavo-dev/octavo/eval/page"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/overlay"
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
	lib, err := page.Library()
	if err != nil {
		return err
	}
	switch args[0] {
	case "words":
		return words(lib, args[1:])
	case "speed":
		return page.Speed(lib, args[1:], func(p page.Page) func() { return func() { layout.Read(p.Page) } })
	case "draw":
		draw(lib, args[1], args[2:])
		return nil
	}
	return fmt.Errorf("%s", usage)
}

// draw writes a PNG for every page.
func draw(lib *pdfium.Library, folder string, paths []string) {
	page.Each(lib, paths, func(p page.Page) error {
		var of doc.Page
		of.Words, of.Lines = layout.Read(p.Page).Doc(p.Page)
		return page.Draw(p.Of, p.Number, folder, page.Name(p.Path), overlay.View{Page: of, Seen: p.Page})
	})
}
