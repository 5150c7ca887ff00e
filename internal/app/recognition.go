package app

import (
	"context"
	"log/slog"
	"path/filepath"

	"github.com/octavo-dev/octavo/engines"
	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/ocr/model"
	"github.com/octavo-dev/octavo/internal/ocr/tesseract"
	"github.com/octavo-dev/octavo/internal/sandbox"
)

// Bounds of the recognition process. The networks reserve much address space and use half a gigabyte.
const (
	readMemory  = 8 << 30
	readScratch = 64 << 20
	readFiles   = 64
)

// recognise adds the reading of pixels, as far as the models for it are installed.
func (r *Reading) recognise(cfg *config.Config) {
	dir, place := engines.Dir(cfg.Engines.Dir), tesseract.Debian()
	abilities := model.Check(dir, place)
	for name, err := range abilities {
		if err != nil && (name == cfg.OCR.Engine || cfg.OCR.Engine == model.Auto) {
			slog.Warn("a recognition engine cannot be used", "engine", name, "cause", err)
		}
	}
	if abilities[cfg.OCR.Engine] != nil {
		return
	}
	r.recognition = model.New(model.Options{Log: slog.Default(), Launch: func(context.Context) (*model.Process, error) {
		p, err := r.Box.Start(sandbox.Program{
			Path: "/proc/self/exe", Args: []string{readCommand, string(dir)},
			Env:    []string{"OMP_THREAD_LIMIT=1"},
			Read:   []string{string(dir), filepath.Dir(place.Library), place.Packs},
			Limits: sandbox.Limits{Memory: readMemory, Scratch: readScratch, Files: readFiles},
		})
		if err != nil {
			return nil, err
		}
		return &model.Process{In: p.In, Out: p.Out, Running: p}, nil
	}})
	r.OCR, r.Languages = r.recognition.Reader(cfg.OCR.Engine), cfg.OCR.Languages
}
