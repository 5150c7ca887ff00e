// Command parse measures blocks and their order on the pages of data/parse: it writes their Markdown, scores it beside
// other engines, and draws what was seen.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/octavo-dev/octavo/eval/page"
	"github.com/octavo-dev/octavo/internal/block"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/table"
)

type options struct {
	data, out, draw, scorer, half, only string
	ocr                                 bool
	files                               []string // read these instead, without a score
}

func main() {
	var o options
	flag.StringVar(&o.data, "data", "../shared/data/parse", "folder with pdfs, truth and peers.json")
	flag.StringVar(&o.scorer, "scorer", "../shared/tools/mdscore", "folder of the scorer")
	flag.StringVar(&o.out, "out", "", "folder for the Markdown; a temporary one when empty")
	flag.StringVar(&o.draw, "draw", "", "folder for pictures of the pages with their blocks")
	flag.StringVar(&o.half, "half", "", "a or b: one half of the pages, by the hash of their names")
	flag.StringVar(&o.only, "only", "", "pages whose names contain this")
	flag.BoolVar(&o.ocr, "ocr", false, "read the text in pictures")
	flag.Parse()
	o.files = flag.Args()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(o options) error {
	if o.out == "" {
		folder, err := os.MkdirTemp("", "octavo-parse-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(folder)
		o.out = folder
	}
	lib, err := page.Library()
	if err != nil {
		return err
	}
	paths, err := filepath.Glob(filepath.Join(o.data, "pdfs", "*.pdf"))
	if err != nil {
		return err
	}
	if len(o.files) > 0 {
		paths = o.files
	}
	r := reading{lib: lib, options: o}
	if o.ocr {
		if err := r.openOCR(page.Engines); err != nil {
			return err
		}
	}
	var names []string
	for _, path := range paths {
		name := page.Name(path)
		if o.half != "" && half(name) != o.half || !strings.Contains(name, o.only) {
			continue
		}
		names = append(names, name)
		if err := r.file(path, name); err != nil {
			return fmt.Errorf("read %s: %w", name, err)
		}
	}
	r.tell()
	if len(o.files) > 0 {
		return nil
	}
	return score(o, names)
}

// document reads a file as the product would.
func (r *reading) document(d *pdfium.Document) (*doc.Document, error) {
	out := &doc.Document{Type: "pdf", Kind: doc.Paged, PageCount: d.Pages()}
	for n := 1; n <= d.Pages(); n++ {
		p, err := d.Page(n)
		if err != nil {
			return nil, err
		}
		text := layout.Read(p)
		drawn, err := r.recognise(d, p, text)
		if err != nil {
			return nil, err
		}
		found := table.Find(p, text, drawn)
		begin := now()
		blocks := block.Arrange(block.Page{Seen: p, Text: text, Tables: found})
		r.spent += now() - begin
		r.pages++
		out.Blocks = append(out.Blocks, blocks...)
		out.Pages = append(out.Pages, doc.Page{Number: n, Width: float64(p.Width), Height: float64(p.Height)})
	}
	info, err := d.Info()
	if err != nil {
		return nil, err
	}
	block.Finish(out, info)
	return out, nil
}
