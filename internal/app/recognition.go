package app

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"

	"github.com/octavo-dev/octavo/engines"
	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/embed"
	"github.com/octavo-dev/octavo/internal/embed/minilm"
	"github.com/octavo-dev/octavo/internal/ocr/model"
	"github.com/octavo-dev/octavo/internal/ocr/region"
	"github.com/octavo-dev/octavo/internal/ocr/tesseract"
	"github.com/octavo-dev/octavo/internal/sandbox"
)

// Bounds of a recognition process. The networks reserve much address space; those that read use half a gigabyte, the
// layout model more than one.
const (
	readMemory  = 8 << 30
	readScratch = 64 << 20
	readFiles   = 64
)

// embedded is how many texts keep their directions in memory, one and a half kilobytes each.
const embedded = 20_000

// recognise adds the reading of pixels, the layout model and the embedding model, as far as the files for them are
// installed. Each has a process of its own: none waits for another, and what is not used for a while gives its memory back. The process
// that loads the files compares their sums; here that would cost as much as reading fifty pages.
func (r *Reading) recognise(cfg *config.Config) {
	dir, place := engines.Dir(cfg.Engines.Dir), tesseract.Debian()
	abilities := model.Check(dir.Present, place)
	for name, err := range abilities {
		if err != nil && (name == cfg.OCR.Engine || cfg.OCR.Engine == model.Auto) {
			slog.Warn("a recognition engine cannot be used", "engine", name, "cause", err)
		}
	}
	launch := func(context.Context) (*model.Process, error) {
		p, err := r.Box.Start(readProgram(dir, place))
		if err != nil {
			return nil, err
		}
		return &model.Process{In: p.In, Out: p.Out, Running: p}, nil
	}
	if abilities[cfg.OCR.Engine] == nil {
		r.recognition = model.New(model.Options{Log: slog.Default(), Launch: launch})
		r.OCR, r.Languages = r.recognition.Reader(cfg.OCR.Engine), cfg.OCR.Languages
	}
	if err := region.Check(dir.Present); err != nil {
		slog.Warn("scans are arranged by geometry alone: the layout model cannot be used", "cause", err)
	} else {
		r.layout = model.New(model.Options{Log: slog.Default(), Launch: launch})
		r.Regions = r.layout
	}
	if err := minilm.Check(dir.Present); err != nil {
		slog.Warn("labels are compared by their letters alone: the embedding model cannot be used", "cause", err)
	} else {
		r.embedding = model.New(model.Options{Log: slog.Default(), Launch: launch})
		r.Embedder = embed.NewCache(r.embedding, embedded)
	}
}

// readProgram is this program as a process that recognises.
func readProgram(dir engines.Dir, place tesseract.Place) sandbox.Program {
	return sandbox.Program{
		Path: "/proc/self/exe", Args: []string{readCommand, string(dir)},
		Env:    []string{"OMP_THREAD_LIMIT=1"},
		Read:   there(string(dir), filepath.Dir(place.Library), place.Packs),
		Limits: sandbox.Limits{Memory: readMemory, Scratch: readScratch, Files: readFiles},
	}
}

// there are those of some places that exist. Set-up may have fetched no engines, and a machine may have no language packs; a
// fence cannot let through what is not there.
func there(places ...string) []string {
	return slices.DeleteFunc(places, func(place string) bool {
		_, err := os.Stat(place)
		return err != nil
	})
}
