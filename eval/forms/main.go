// Command forms measures what is made of forms: the blanks that are found on flat ones, and what other programs see of
// fillable ones that were filled.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/octavo-dev/octavo/internal/app"
)

func main() {
	if code, ok := app.Child(os.Args[1:]); ok { // started by itself as an engine process
		os.Exit(code)
	}
	data := flag.String("data", "", "folder with the set")
	draw := flag.String("draw", "", "folder for pages with what was found drawn over them")
	scan := flag.String("scan", "", "DPI[,SKEW]: measure flat forms as scans of themselves")
	readings := flag.String("readings", ".cache/eval/forms", "folder that keeps what was recognised")
	widgets := flag.Bool("fields", false, "measure the blanks of fillable forms instead")
	names := flag.Bool("names", false, "print what the fields of fillable forms are called instead")
	engines := flag.String("engines", ".cache/engines", "folder of native libraries and models")
	fills := flag.Bool("fill", false, "fill fillable forms and have other programs look at them instead")
	flag.Parse()
	err := error(nil)
	if *fills {
		err = fill(filepath.Join(*data, "fillable"), *engines)
	} else {
		err = run(*data, *draw, *scan, *readings, *widgets, *names)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(data, draw, scan, readings string, widgets, names bool) error {
	if names {
		return describe(filepath.Join(data, "fillable"))
	}
	if widgets {
		return fields(filepath.Join(data, "fillable"), draw)
	}
	return flat(filepath.Join(data, "flat"), draw, scan, readings)
}
