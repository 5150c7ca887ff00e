package main

import (
	"fmt"
	"os"

	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/reader"
	"github.com/octavo-dev/octavo/internal/render"
)

type parseCmd struct {
	File  string    `arg:"" type:"existingfile" help:"Document to read."`
	Pages pageRange `help:"Pages to read, such as 3 or 2-5,9." placeholder:"RANGE"`
	Debug string    `help:"Write what was understood of each page into this folder instead: as a picture with everything drawn on it, and as text." type:"path" placeholder:"FOLDER"`
}

// Run reads the document in this process; nothing is stored.
func (p parseCmd) Run(s *session) error {
	f, err := os.Open(p.File)
	if err != nil {
		return err
	}
	defer f.Close()
	reading, err := s.reading()
	if err != nil {
		return err
	}
	defer func() { _ = reading.Close() }()
	var o reader.Options
	o.Select, o.Sheet.Clustering = p.Pages.pick, format.Accurate
	if p.Debug != "" {
		return debug(s, reading.Reader, f, p.Debug, o)
	}
	d, err := reading.ReadStream(s.ctx, p.File, f, o)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(s.out, render.Markdown(d, render.Options{}))
	return err
}
