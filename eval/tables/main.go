// Command tables measures package table on PDF files: against written truth, against the clock, and by eye.
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/octavo-dev/octavo/eval/page"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/overlay"
	"github.com/octavo-dev/octavo/internal/render"
	"github.com/octavo-dev/octavo/internal/table"
)

const usage = `usage: tables score TRUTH FOLDER FILE.pdf …   write the tables of each file to FOLDER and score them against TRUTH
       tables scan DPI[,SKEW] TRUTH FOLDER FILE.pdf …   the same for scans of the files, read from their pixels
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
	lib, err := page.Library()
	if err != nil {
		return err
	}
	switch {
	case args[0] == "score" && len(args) > 3:
		return score(args[1], args[2], args[3:], func(path string) (string, error) { return fileTables(lib, path) })
	case args[0] == "scan" && len(args) > 4:
		return scanned(lib, args[1], args[2], args[3], args[4:])
	case args[0] == "draw", args[0] == "found":
		draw(lib, args[1], args[2:], args[0] == "draw")
		return nil
	case args[0] == "speed":
		return page.Speed(lib, args[1:], func(p page.Page) func() {
			text := layout.Read(p.Page)
			return func() { table.Find(p.Page, text, table.Options{}) }
		})
	}
	return fmt.Errorf("%s", usage)
}

// draw writes a PNG for every page, or for those with tables only.
func draw(lib *pdfium.Library, folder string, paths []string, all bool) {
	page.Each(lib, paths, func(p page.Page) error {
		var blocks []doc.Block
		for _, f := range table.Find(p.Page, layout.Read(p.Page), table.Options{}) {
			w, h := float64(p.Width), float64(p.Height)
			blocks = append(blocks, doc.Block{Type: doc.TableBlock, Table: &f.Table, Confidence: f.Confidence, Box: doc.Box{
				Left: float64(f.Box.X0) / w, Top: float64(f.Box.Y0) / h,
				Width: float64(f.Box.X1-f.Box.X0) / w, Height: float64(f.Box.Y1-f.Box.Y0) / h,
			}})
		}
		if len(blocks) == 0 && !all {
			return nil
		}
		return page.Draw(p.Of, p.Number, folder, page.Name(p.Path), overlay.View{Blocks: blocks})
	})
}

// fileTables writes the tables of a file as HTML.
func fileTables(lib *pdfium.Library, path string) (string, error) {
	var out strings.Builder
	err := page.EachOf(lib, path, func(p page.Page) error {
		out.WriteString(tablesOf(p))
		return nil
	})
	return out.String(), err
}

// tablesOf writes the tables of a page as HTML.
func tablesOf(p page.Page) string {
	var out strings.Builder
	for _, f := range table.Find(p.Page, layout.Read(p.Page), table.Options{}) {
		out.WriteString(render.Table(&f.Table, p.Number, render.Options{Table: render.HTML}))
		out.WriteString("\n\n")
	}
	return out.String()
}
