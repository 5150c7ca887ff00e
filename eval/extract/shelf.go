package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/reader"
)

// shelf reads documents, and keeps what it read: recognition takes seconds a page, and most runs change only what is
// made of it.
type shelf struct {
	options
	reading *app.Reading // nil until something has to be read

	read, kept int
	oldest     time.Time // of those that were kept
}

// document is that of a case, whose file may have any ending.
func (s *shelf) document(ctx context.Context, stem string) (*doc.Document, error) {
	path, err := fileOf(stem)
	if err != nil {
		return nil, err
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(content)
	place := filepath.Join(s.options.kept, hex.EncodeToString(sum[:12])+".model")
	if !s.refresh {
		if d, err := s.remembered(place); err == nil {
			return d, nil
		}
	}
	d, err := s.fresh(ctx, path)
	if err != nil {
		return nil, err
	}
	s.read++
	var body bytes.Buffer
	model := op.Parsed{Documents: []op.ParsedDocument{{Document: d}}}
	if err := model.Write(&body); err != nil {
		return nil, err
	}
	if err := write(place, body.Bytes()); err != nil {
		return nil, err
	}
	// What the next run sees is what this one sees: a kept model rounds its boxes.
	again, err := op.ReadParsed(&body)
	if err != nil {
		return nil, err
	}
	return again.Documents[0].Document, nil
}

// fileOf is the one file of a case that is not its truth.
func fileOf(stem string) (string, error) {
	paths, err := filepath.Glob(stem + ".*")
	if err != nil {
		return "", err
	}
	for _, path := range paths {
		if !strings.HasSuffix(path, ".json") {
			return path, nil
		}
	}
	return "", fmt.Errorf("there is no document %s.*", stem)
}

func (s *shelf) remembered(place string) (*doc.Document, error) {
	f, err := os.Open(place)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	model, err := op.ReadParsed(f)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if s.kept++; s.oldest.IsZero() || info.ModTime().Before(s.oldest) {
		s.oldest = info.ModTime()
	}
	return model.Documents[0].Document, nil
}

// fresh reads a file as a parse without options does.
func (s *shelf) fresh(ctx context.Context, path string) (*doc.Document, error) {
	if err := s.open(ctx); err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	o := reader.Options{Mode: reader.Hybrid}
	o.Limits, o.Sheet.Clustering = format.DefaultLimits, format.Accurate
	return s.reading.ReadStream(ctx, path, f, o)
}

func (s *shelf) close() {
	if s.reading != nil {
		_ = s.reading.Close()
	}
}

// told says which documents the figures are about.
func (s *shelf) told() string {
	out := fmt.Sprintf("%d documents read", s.read)
	if s.kept > 0 {
		out += fmt.Sprintf(", %d as read before, the oldest %s; -refresh reads them again", s.kept, s.oldest.Format(time.DateTime))
	}
	return out
}

// open puts together what reads, once.
func (s *shelf) open(ctx context.Context) error {
	if s.reading != nil {
		return nil
	}
	cfg, err := config.Load("", os.Environ())
	if err != nil {
		return err
	}
	if cfg.Engines.Dir, err = filepath.Abs(s.engines); err != nil {
		return err
	}
	s.reading, err = app.OpenReading(ctx, cfg, 1)
	return err
}
