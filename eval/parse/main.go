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
)

type options struct {
	data, out, draw, scorer, half, only string
	kept                                string
	ocr, scan, regions                  bool
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
	flag.BoolVar(&o.scan, "scan", false, "read scans of the pages instead")
	flag.BoolVar(&o.regions, "regions", false, "look at the pages with the layout model")
	flag.StringVar(&o.kept, "kept", "", "folder in which what recognition and the layout model saw is kept for the next run")
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
	r.open(page.Engines)
	defer r.eyes.local.Close()
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
