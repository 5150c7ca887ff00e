// Command forms measures what is made of forms: the blanks that are found on flat ones.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	data := flag.String("data", "", "folder with the set")
	draw := flag.String("draw", "", "folder for pages with what was found drawn over them")
	scan := flag.String("scan", "", "DPI[,SKEW]: measure flat forms as scans of themselves")
	readings := flag.String("readings", ".cache/eval/forms", "folder that keeps what was recognised")
	widgets := flag.Bool("fields", false, "measure the blanks of fillable forms instead")
	names := flag.Bool("names", false, "print what the fields of fillable forms are called instead")
	flag.Parse()
	if err := run(*data, *draw, *scan, *readings, *widgets, *names); err != nil {
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
