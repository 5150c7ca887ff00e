package main

import (
	"fmt"
	"os"
	"runtime/pprof"
	"time"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/table"
)

// speed searches the pages again and again from memory and names the slowest. Where PROFILE names a file, a profile of
// the time goes there.
func speed(lib *pdfium.Library, paths []string) error {
	type page struct {
		name string
		page *engine.Page
		text *layout.Text
	}
	var pages []page
	err := each(lib, paths, func(path string, _ *pdfium.Document, p *engine.Page) error {
		pages = append(pages, page{fmt.Sprintf("%s %d", name(path), p.Number), p, layout.Read(p)})
		return nil
	})
	if err != nil || len(pages) == 0 {
		return err
	}
	if path := os.Getenv("PROFILE"); path != "" {
		f, err := os.Create(path)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	const runs = 20
	var plain, full, slowest time.Duration
	without, with, worst := 0, 0, ""
	for _, p := range pages {
		begin := time.Now()
		found := 0
		for range runs {
			found = len(table.Find(p.page, p.text))
		}
		spent := time.Since(begin) / runs
		if found == 0 {
			plain, without = plain+spent, without+1
		} else {
			full, with = full+spent, with+1
		}
		if spent > slowest {
			slowest, worst = spent, p.name
		}
	}
	fmt.Printf("%d pages without tables: %v a page; %d with: %v; the slowest, %s: %v\n",
		without, plain/time.Duration(max(1, without)), with, full/time.Duration(max(1, with)), worst, slowest)
	return nil
}
