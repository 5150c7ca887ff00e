// Package convert opens HEIC files as the PNG files that libheif's heif-convert makes of them.
package convert

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/sandbox"
)

// What a conversion may cost beside its time.
const (
	memory     = 2 << 30 // address space: the decoder starts a thread for every core
	scratch    = 64 << 20
	pixelBytes = 8 // of the deepest PNG
	spareBytes = 1 << 20
)

// Opener opens what inner opens and HEIC files, of which inner is given the first picture as a PNG file. That file has
// no name; it lies in dir, or where temporary files do when dir is empty. A conversion takes at most the given time.
// Without the tool inner is all there is.
func Opener(inner engine.Opener, box *sandbox.Box, tool, dir string, limit time.Duration) engine.Opener {
	if tool == "" {
		return inner
	}
	return &opener{inner, box, tool, dir, limit}
}

type opener struct {
	inner     engine.Opener
	box       *sandbox.Box
	tool, dir string
	limit     time.Duration
}

func (c *opener) Open(ctx context.Context, f *os.File, o engine.OpenOptions) (engine.Document, error) {
	if o.Type != "heic" {
		return c.inner.Open(ctx, f, o)
	}
	made, err := c.convert(ctx, f)
	if err != nil {
		return nil, fmt.Errorf("convert a HEIC file: %w", err)
	}
	d, err := c.inner.Open(ctx, made, engine.OpenOptions{Type: "png"})
	if err != nil {
		made.Close()
		return nil, err
	}
	return &document{d, made}, nil
}

// script lets the tool write into its standard output: it wants a name with an ending, and gives the pictures numbers
// when there are several. What it prints is for the log.
const script = `ln -s /proc/self/fd/4 o.png && ln -s o.png o-1.png && exec "$0" /proc/self/fd/3 o.png 4>&1 >&2`

func (c *opener) convert(ctx context.Context, f *os.File) (_ *os.File, err error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	width, height, err := size(f, info.Size())
	if err != nil {
		return nil, err
	}
	made, err := engine.Nameless(c.dir)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			made.Close()
		}
	}()
	limited, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()
	program := Program(c.tool, pixelBytes*int64(width)*int64(height)+info.Size()+spareBytes, c.limit)
	program.Files = []*os.File{f}
	if err = c.box.Run(limited, program, nil, made); err != nil {
		return nil, refusal(err)
	}
	return made, forgetEXIF(made)
}

// Program is the tool, which makes at most so many bytes.
func Program(tool string, output int64, limit time.Duration) sandbox.Program {
	return sandbox.Program{
		Path: "/bin/sh", Args: []string{"-c", script, tool}, Exec: true, Read: []string{tool},
		Env:    []string{"PATH=/usr/bin:/bin"},
		Limits: sandbox.Limits{Memory: memory, CPU: limit, Files: 64, Scratch: scratch, Output: output},
	}
}

// refusal names a tool that ended by itself and said no: that is about the document. All else keeps its name.
func refusal(err error) error {
	var exit *sandbox.Exit
	if errors.As(err, &exit) && !exit.Killed && exit.Signal == 0 && exit.Code < 128 && fault.Is(err, fault.SubprocessCrashed) {
		return fault.Wrap(fault.DocumentCorrupt, err, "the image cannot be read")
	}
	return err
}

// document keeps the file it was opened from.
type document struct {
	engine.Document
	file *os.File
}

func (d *document) Close() {
	d.Document.Close()
	d.file.Close()
}
