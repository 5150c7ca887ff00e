// Package model runs recognition in a child process of its own: the networks take half a gigabyte and may crash.
package model

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/octavo-dev/octavo/engines"
	"github.com/octavo-dev/octavo/internal/embed"
	"github.com/octavo-dev/octavo/internal/embed/minilm"
	"github.com/octavo-dev/octavo/internal/ocr"
	"github.com/octavo-dev/octavo/internal/ocr/auto"
	"github.com/octavo-dev/octavo/internal/ocr/paddle"
	"github.com/octavo-dev/octavo/internal/ocr/region"
	"github.com/octavo-dev/octavo/internal/ocr/tesseract"
)

// The engines that a reader can be asked for.
const (
	Auto      = "auto"
	Paddle    = "paddle"
	Tesseract = "tesseract"
)

// Check tells for every engine why it cannot be used, or nothing. Auto works as long as one of the others does.
func Check(find engines.Finder, place tesseract.Place) map[string]error {
	out := map[string]error{Paddle: paddle.Check(find), Tesseract: tesseract.Check(place)}
	out[Auto] = nil
	if out[Paddle] != nil && out[Tesseract] != nil {
		out[Auto] = errors.Join(out[Paddle], out[Tesseract])
	}
	return out
}

// Local is the engines loaded into this process, each when it is first asked for. It belongs to one goroutine.
type Local struct {
	dir       engines.Dir
	place     tesseract.Place
	paddle    loaded[*paddle.Engine]
	tesseract loaded[*tesseract.Engine]
	region    loaded[*region.Engine]
	embedding loaded[*minilm.Engine]
}

// loaded is an engine or why it is not there.
type loaded[E any] struct {
	engine E
	err    error
	tried  bool
}

func (l *loaded[E]) get(open func() (E, error)) (E, error) {
	if !l.tried {
		l.engine, l.err = open()
		l.tried = true
	}
	return l.engine, l.err
}

// NewLocal names where the engines are.
func NewLocal(dir engines.Dir, place tesseract.Place) *Local { return &Local{dir: dir, place: place} }

// Close unloads the engines.
func (l *Local) Close() {
	if l.paddle.tried && l.paddle.err == nil {
		l.paddle.engine.Close()
	}
	if l.tesseract.tried && l.tesseract.err == nil {
		l.tesseract.engine.Close()
	}
	if l.region.tried && l.region.err == nil {
		l.region.engine.Close()
	}
	if l.embedding.tried && l.embedding.err == nil {
		l.embedding.engine.Close()
	}
}

func (l *Local) openPaddle() (*paddle.Engine, error) {
	return l.paddle.get(func() (*paddle.Engine, error) { return paddle.Open(l.dir, min(runtime.NumCPU(), maxThreads)) })
}

func (l *Local) openTesseract() (*tesseract.Engine, error) {
	return l.tesseract.get(func() (*tesseract.Engine, error) { return tesseract.Open(l.place) })
}

// maxThreads is how many threads one network uses; more bring little.
const maxThreads = 2

// Reader gives a reader that keeps to regions and can be careful. Auto is whichever engine there is when one is missing.
func (l *Local) Reader(name string) (ocr.Reader, error) {
	r, err := l.plain(name)
	if err != nil {
		return nil, err
	}
	return ocr.Twice{Reader: ocr.Focused{Reader: r}}, nil
}

// Finder gives what finds the regions of a page.
func (l *Local) Finder() (ocr.Finder, error) {
	return l.region.get(func() (*region.Engine, error) { return region.Open(l.dir, min(runtime.NumCPU(), maxThreads)) })
}

// Embedder gives what gives texts their directions.
func (l *Local) Embedder() (embed.Embedder, error) {
	return l.embedding.get(func() (*minilm.Engine, error) { return minilm.Open(l.dir, min(runtime.NumCPU(), maxThreads)) })
}

func (l *Local) plain(name string) (ocr.Reader, error) {
	switch name {
	case Paddle:
		p, err := l.openPaddle()
		if err != nil {
			return nil, err
		}
		return paddle.NewReader(p), nil
	case Tesseract:
		t, err := l.openTesseract()
		if err != nil {
			return nil, err
		}
		return tesseract.NewReader(t), nil
	case Auto:
		p, noPaddle := l.openPaddle()
		t, noTesseract := l.openTesseract()
		switch {
		case noPaddle != nil && noTesseract != nil:
			return nil, errors.Join(noPaddle, noTesseract)
		case noPaddle != nil:
			return tesseract.NewReader(t), nil
		case noTesseract != nil:
			return paddle.NewReader(p), nil
		}
		return auto.New(p, t), nil
	}
	return nil, fmt.Errorf("no recognition engine %q", name)
}
