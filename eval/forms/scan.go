package main

import (
	"context"
	"os"
	"path/filepath"

	"github.com/octavo-dev/octavo/eval/page"
	"github.com/octavo-dev/octavo/internal/edit/blank"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/reader"
)

// eyes look at pages as scans of themselves.
type eyes struct {
	reader *reader.Reader
	done   func()
	path   string
	file   *os.File
	open   *reader.File
}

func newEyes(lib *pdfium.Library, how, folder string) (*eyes, error) {
	s, err := page.NewScanner(lib, how)
	if err != nil {
		return nil, err
	}
	ocr, done, err := page.Eyes(folder)
	if err != nil {
		return nil, err
	}
	return &eyes{reader: &reader.Reader{Engines: s, OCR: ocr}, done: done}, nil
}

func (e *eyes) close() {
	e.shut()
	e.done()
}

func (e *eyes) shut() {
	if e.open != nil {
		e.open.Close()
		_ = e.file.Close()
	}
	e.open = nil
}

// look lays out a page by its pixels.
func (e *eyes) look(p page.Page) (*blank.Page, error) {
	ctx := context.Background()
	if p.Path != e.path || e.open == nil {
		e.shut()
		var err error
		if e.file, err = os.Open(p.Path); err != nil {
			return nil, err
		}
		info, err := e.file.Stat()
		if err != nil {
			return nil, err
		}
		e.path = p.Path
		if e.open, err = e.reader.Open(ctx, format.File{Name: filepath.Base(p.Path), Size: info.Size(), Data: e.file}, reader.Options{Mode: reader.Pixels}); err != nil {
			return nil, err
		}
	}
	l, err := e.open.Look(ctx, p.Number, true)
	if err != nil {
		return nil, err
	}
	return blank.Of(l.Page, l.Text, blank.Seen{Level: l.Level, Upright: l.Upright, Squares: l.Squares, Skew: l.Skew}), nil
}
