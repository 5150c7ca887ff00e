package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/eval/page"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/edit/blank"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
	"github.com/octavo-dev/octavo/internal/layout"
)

// truth is a blank as the set tells it.
type truth struct {
	Label string
	Near  string
	Page  int
	Type  string
	BBox  [4]float64
}

func (t *truth) box() doc.Box {
	return doc.Box{Left: t.BBox[0], Top: t.BBox[1], Width: t.BBox[2], Height: t.BBox[3]}
}

// files are the forms of a folder, and what opens them.
func files(folder string) ([]string, *pdfium.Library, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.pdf"))
	if err != nil || len(paths) == 0 {
		return nil, nil, fmt.Errorf("no forms in %s: %w", folder, err)
	}
	lib, err := page.Library()
	return paths, lib, err
}

// flat measures the blanks of flat forms against those of the set.
func flat(folder, draw, scan, readings string) error {
	paths, lib, err := files(folder)
	if err != nil {
		return err
	}
	look := lookAt
	if scan != "" {
		eyes, err := newEyes(lib, scan, readings)
		if err != nil {
			return err
		}
		defer eyes.close()
		look = eyes.look
	}
	return measure(lib, paths, draw, func(p page.Page) (page.Page, []truth, error) {
		known, err := blanksOf(p)
		return p, known, err
	}, look)
}

// fields measures the same on fillable forms, whose fields are what is to be found where they are drawn as blanks.
func fields(folder, draw string) error {
	paths, lib, err := files(folder)
	if err != nil {
		return err
	}
	return measure(lib, paths, draw, func(p page.Page) (page.Page, []truth, error) {
		p, known := flattened(p)
		return p, known, nil
	}, lookAt)
}

// lookAt lays out a page of a file.
func lookAt(p page.Page) (*blank.Page, error) {
	return blank.Of(p.Page, layout.Read(p.Page), blank.Seen{}), nil
}

// blanksOf is what is known of a page.
func blanksOf(p page.Page) ([]truth, error) {
	data, err := os.ReadFile(strings.TrimSuffix(p.Path, ".pdf") + ".blanks.json")
	if err != nil {
		return nil, err
	}
	var known []truth
	if err := json.Unmarshal(data, &known); err != nil {
		return nil, fmt.Errorf("read the truth of %s: %w", p.Path, err)
	}
	return slices.DeleteFunc(known, func(t truth) bool { return t.Page != p.Number }), nil
}

// measure prints what is found on the pages of files.
func measure(lib *pdfium.Library, paths []string, draw string, known func(page.Page) (page.Page, []truth, error), look func(page.Page) (*blank.Page, error)) error {
	all := newTally()
	for _, path := range paths {
		one := newTally()
		err := page.EachOf(lib, path, func(p page.Page) error {
			p, here, err := known(p)
			if err != nil {
				return err
			}
			seen, err := look(p)
			if err != nil {
				return err
			}
			found := blank.Find(seen)
			pairs := match(here, found)
			one.count(here, found, pairs)
			all.count(here, found, pairs)
			if draw == "" || len(here)+len(found) == 0 {
				return nil
			}
			tell(p, here, found, pairs)
			return drawBlanks(p, draw, here, found, pairs)
		})
		if err != nil {
			return err
		}
		fmt.Printf("%-36s precision %s  recall %s  labels %s\n", page.Name(path), one.precision, one.recall, one.labels)
	}
	all.print()
	return nil
}
