package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/ocr"
	"github.com/octavo-dev/octavo/internal/ocr/model"
)

// eyes reads and looks at pages, and remembers in a folder what it saw: both take seconds a page.
type eyes struct {
	local  *model.Local
	folder string // empty: nothing is kept

	reading, looking time.Duration
	read, looked     int
}

// Read reads a page, or remembers it.
func (e *eyes) Read(ctx context.Context, page *engine.Raster, o ocr.Options) (*ocr.Reading, error) {
	return remember(e.folder, name(page, "words", o), func() (*ocr.Reading, error) {
		began := cpu()
		defer func() { e.reading, e.read = e.reading+cpu()-began, e.read+1 }()
		r, err := e.local.Reader(model.Auto)
		if err != nil {
			return nil, err
		}
		return r.Read(ctx, page, o)
	})
}

// Find looks at a page, or remembers it.
func (e *eyes) Find(ctx context.Context, page *engine.Raster, turn int) ([]ocr.Region, error) {
	return remember(e.folder, name(page, "regions", turn), func() ([]ocr.Region, error) {
		began := cpu()
		defer func() { e.looking, e.looked = e.looking+cpu()-began, e.looked+1 }()
		f, err := e.local.Finder()
		if err != nil {
			return nil, err
		}
		return f.Find(ctx, page, turn)
	})
}

// name is that of a file for an answer about a page.
func name(page *engine.Raster, kind string, question any) string {
	h := sha256.New()
	_, _ = fmt.Fprint(h, page.Width, page.Height, question)
	_, _ = h.Write(page.Pixels)
	return hex.EncodeToString(h.Sum(nil)[:12]) + "." + kind
}

// remember gives what the file holds, or what is computed now and kept there.
func remember[A any](folder, name string, compute func() (A, error)) (A, error) {
	var out A
	if folder == "" {
		return compute()
	}
	path := filepath.Join(folder, name)
	if data, err := os.ReadFile(path); err == nil {
		return out, json.Unmarshal(data, &out)
	}
	out, err := compute()
	if err != nil {
		return out, err
	}
	data, err := json.Marshal(out)
	if err != nil {
		return out, err
	}
	return out, os.WriteFile(path, data, 0o600)
}
