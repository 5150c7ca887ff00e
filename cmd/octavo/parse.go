package main

import (
	"fmt"
	"log/slog"
	"os"

	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/reader"
	"github.com/octavo-dev/octavo/internal/render"
)

type parseCmd struct {
	File string `arg:"" type:"existingfile" help:"Document to read."`
}

// Run reads the document in this process; nothing is stored.
func (p parseCmd) Run(s *session) error {
	f, err := os.Open(p.File)
	if err != nil {
		return err
	}
	defer f.Close()
	slog.SetLogLoggerLevel(slog.LevelWarn)
	cfg, err := s.config()
	if err != nil {
		return err
	}
	reading, err := app.OpenReading(s.ctx, cfg, 1)
	if err != nil {
		return err
	}
	defer func() { _ = reading.Close() }()
	d, err := reading.ReadStream(s.ctx, p.File, f, reader.Options{})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(s.out, render.Markdown(d, render.Options{}))
	return err
}
