// Package shelf reads documents for the commands that measure what is made of them, and keeps what it read.
package shelf

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/embed"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/reader"
)

// Shelf reads documents, and keeps what it read: recognition takes seconds a page, and most runs change only what is
// made of it.
type Shelf struct {
	Kept    string // folder of the documents that were read
	Engines string // folder of native libraries and models
	Refresh bool   // read all again

	reading *app.Reading // nil until something has to be read

	read, kept int
	oldest     time.Time // of those that were kept
}

// Document is what a file holds, as a parse without options reads it.
func (s *Shelf) Document(ctx context.Context, path string) (*doc.Document, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(content)
	place := filepath.Join(s.Kept, hex.EncodeToString(sum[:12])+".model")
	if !s.Refresh {
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
	if err := Write(place, body.Bytes()); err != nil {
		return nil, err
	}
	// What the next run sees is what this one sees: a kept model rounds its boxes.
	again, err := op.ReadParsed(&body)
	if err != nil {
		return nil, err
	}
	return again.Documents[0].Document, nil
}

func (s *Shelf) remembered(place string) (*doc.Document, error) {
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

func (s *Shelf) fresh(ctx context.Context, path string) (*doc.Document, error) {
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

// Close ends the processes that read.
func (s *Shelf) Close() {
	if s.reading != nil {
		_ = s.reading.Close()
	}
}

// Told says which documents the figures are about.
func (s *Shelf) Told() string {
	out := fmt.Sprintf("%d documents read", s.read)
	if s.kept > 0 {
		out += fmt.Sprintf(", %d as read before, the oldest %s; -refresh reads them again", s.kept, s.oldest.Format(time.DateTime))
	}
	return out
}

// Embedder tells how near texts are, as the service does without settings.
func (s *Shelf) Embedder(ctx context.Context) (embed.Embedder, error) {
	if err := s.open(ctx); err != nil {
		return nil, err
	}
	return s.reading.Embedder, nil
}

// Write puts a file into a folder that need not be there yet.
func Write(path string, body []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, body, 0o600)
}

// open puts together what reads, once.
func (s *Shelf) open(ctx context.Context) error {
	if s.reading != nil {
		return nil
	}
	cfg, err := config.Load("", os.Environ())
	if err != nil {
		return err
	}
	if cfg.Engines.Dir, err = filepath.Abs(s.Engines); err != nil {
		return err
	}
	s.reading, err = app.OpenReading(ctx, cfg, 1)
	return err
}
