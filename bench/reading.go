package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/reader"
)

// reading opens what the product reads documents with, as the product does. Its child is this program.
func (l *lab) reading(ctx context.Context) (*app.Reading, error) {
	engines, err := enginesDir()
	if err != nil {
		return nil, err
	}
	cfg, err := config.Load("", []string{"OCTAVO_DATA_DIR=" + l.dir, "OCTAVO_ENGINES_DIR=" + engines})
	if err != nil {
		return nil, err
	}
	return app.OpenReading(ctx, cfg, 1)
}

// enginesDir is where set-up puts the native libraries of the repository that this module lies in.
func enginesDir() (string, error) { return filepath.Abs(filepath.Join("..", ".cache", "engines")) }

// usage is processor time of this process and of its children that have ended.
type usage struct{ own, children time.Duration }

func (u usage) all() time.Duration { return u.own + u.children }

func spent() usage {
	return usage{spentBy(syscall.RUSAGE_SELF), spentBy(syscall.RUSAGE_CHILDREN)}
}

func spentBy(who int) time.Duration {
	var r syscall.Rusage
	syscall.Getrusage(who, &r) // fails only for an unknown first argument
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// withReading runs work and returns what it took, from the start of the child to its end.
func (l *lab) withReading(ctx context.Context, work func(*app.Reading) error) (usage, error) {
	r, err := l.reading(ctx)
	if err != nil {
		return usage{}, err
	}
	runtime.GC() // what others left is theirs
	before := spent()
	err = work(r)
	r.Close()
	after := spent()
	return usage{after.own - before.own, after.children - before.children}, err
}

// readAll reads files into documents and returns how many words they have.
func readAll(ctx context.Context, r *app.Reading, all []paper) (words int, err error) {
	for _, p := range all {
		d, err := readOne(ctx, r, p)
		if err != nil {
			return 0, fmt.Errorf("read %s: %w", filepath.Base(p.path), err)
		}
		for i := range d.Pages {
			words += len(d.Pages[i].Words)
		}
	}
	return words, nil
}

func readOne(ctx context.Context, r *app.Reading, p paper) (*doc.Document, error) {
	f, err := os.Open(p.path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	d, err := r.ReadStream(ctx, p.path, f, reader.Options{Mode: reader.Embedded})
	if err != nil {
		return nil, err
	}
	if len(d.Pages) != p.pages {
		return nil, fmt.Errorf("%d pages instead of %d", len(d.Pages), p.pages)
	}
	for _, issue := range d.Issues {
		if issue.Failed != "" {
			return nil, fmt.Errorf("page %d: %s", issue.Page, issue.Message)
		}
	}
	return d, nil
}

// eachPage opens files in the child and shows every page number.
func eachPage(ctx context.Context, r *app.Reading, all []paper, show func(engine.Document, int) error) error {
	for _, p := range all {
		err := func() error {
			f, err := os.Open(p.path)
			if err != nil {
				return err
			}
			defer f.Close()
			d, err := r.Engines.Open(ctx, f, engine.OpenOptions{Type: "pdf"})
			if err != nil {
				return err
			}
			defer d.Close()
			for n := range d.Pages() {
				if err := show(d, n+1); err != nil {
					return err
				}
			}
			return nil
		}()
		if err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(p.path), err)
		}
	}
	return nil
}

// layoutTime is what making words and lines of the glyphs takes, on its own.
func (l *lab) layoutTime(ctx context.Context, all []paper) (time.Duration, error) {
	const thread = 1 // RUSAGE_THREAD
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var sum time.Duration
	_, err := l.withReading(ctx, func(r *app.Reading) error {
		return eachPage(ctx, r, all, func(d engine.Document, n int) error {
			p, err := d.Page(ctx, n)
			if err != nil {
				return err
			}
			began := spentBy(thread)
			layout.Read(p).Doc(p)
			sum += spentBy(thread) - began
			return nil
		})
	})
	return sum, err
}

// wordsOf makes words and lines with boxes of every page, as the document model has them.
func wordsOf(ctx context.Context, r *app.Reading, all []paper) error {
	return eachPage(ctx, r, all, func(d engine.Document, n int) error {
		p, err := d.Page(ctx, n)
		if err != nil {
			return err
		}
		layout.Read(p).Doc(p)
		return nil
	})
}

// drawAll draws every page as the product does and drops the pixels.
func drawAll(ctx context.Context, r *app.Reading, all []paper, grey bool) error {
	return eachPage(ctx, r, all, func(d engine.Document, n int) error {
		_, err := d.Render(ctx, n, drawingDPI, grey)
		return err
	})
}
