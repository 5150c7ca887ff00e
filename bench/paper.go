package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// paper is a PDF file to be read.
type paper struct {
	path  string
	pages int
}

// book is how many pages make a file a book, which is measured apart from the others.
const book = 100

func (p paper) isBook() bool { return p.pages >= book }

// papers finds the PDF files that reading is measured with. Without them, or without the tools they are measured with,
// there are none, and the reason is printed in place of a table.
func (l *lab) papers(ctx context.Context, part string, tools ...string) ([]paper, error) {
	dir := filepath.Join(l.data, "bench-pdfs")
	paths, err := filepath.Glob(filepath.Join(dir, "*.pdf"))
	if err == nil && len(paths) == 0 {
		err = fs.ErrNotExist
	}
	for _, tool := range tools {
		_, missing := exec.LookPath(tool)
		err = errors.Join(err, missing)
	}
	if err != nil {
		fmt.Fprintf(l.out, "The part %s was left out: it needs PDF files in %s (-data names the folder above) and %s (`scripts/setup bench` installs them).\n\n",
			part, dir, strings.Join(tools, " and "))
		return nil, nil
	}
	var all []paper
	for _, path := range paths {
		n, err := exec.CommandContext(ctx, "qpdf", "--show-npages", path).Output()
		if err != nil && !onlyWarned(err) {
			return nil, fmt.Errorf("count pages of %s: %w", filepath.Base(path), err)
		}
		pages, err := strconv.Atoi(strings.TrimSpace(string(n)))
		if err != nil {
			return nil, fmt.Errorf("count pages of %s: %w", filepath.Base(path), err)
		}
		all = append(all, paper{path, pages})
	}
	return all, nil
}

// short are the files that are no books.
func short(all []paper) []paper {
	return slices.DeleteFunc(slices.Clone(all), paper.isBook)
}

// books are the others.
func books(all []paper) []paper {
	return slices.DeleteFunc(slices.Clone(all), func(p paper) bool { return !p.isBook() })
}

func longest(all []paper) int {
	n := 0
	for _, p := range all {
		n = max(n, p.pages)
	}
	return n
}

func pageCount(all []paper) int {
	n := 0
	for _, p := range all {
		n += p.pages
	}
	return n
}
