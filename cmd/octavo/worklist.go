package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/batch"
)

// worklist is what the commands that work on documents have in common.
type worklist struct {
	Inputs []string `arg:"" name:"input" help:"Documents: files, folders with all that is below them, and http(s) URLs."`

	Output string `short:"o" placeholder:"PATH" group:"output" help:"File or folder for what comes out. Several documents need a folder."`
	Force  bool   `group:"output" help:"Do again what was finished in an earlier run."`

	Jobs       int  `short:"j" placeholder:"N" group:"run" help:"Documents that are worked on at a time. Without it, as many as there are processors."`
	Quiet      bool `short:"q" group:"run" help:"Print neither progress nor a summary; failures are still printed."`
	NoProgress bool `group:"run" help:"Print no progress."`

	service
}

// service says where work is sent to.
type service struct {
	Server string `placeholder:"URL" env:"OCTAVO_SERVER" group:"service" help:"URL of the service that does the work. Without it, this process does or, for jobs, the service of the settings."`
	Key    string `placeholder:"KEY" env:"OCTAVO_API_KEY" group:"service" help:"API key of the service."`
}

// wrongUse is an error of the caller.
func wrongUse(format string, args ...any) error {
	return &exitError{exitUse, fmt.Errorf(format, args...)}
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// target is where the outputs of a command go: standard output, a file, or a folder with a ledger.
type target struct {
	file   string
	ledger *batch.Ledger // nil unless it is a folder
}

// find lists the documents and decides where their outputs go. Options are a text that differs wherever the outputs do.
func (w *worklist) find(o *order, options string) ([]batch.Input, target, error) {
	var to target
	if w.Jobs < 0 {
		return nil, to, wrongUse("--jobs must be at least 1")
	}
	folder := slices.ContainsFunc(w.Inputs, isFolder)
	many := folder || len(w.Inputs) > 1
	switch into := isFolder(w.Output) || strings.HasSuffix(w.Output, "/"); {
	case into && o.together:
		return nil, to, wrongUse("with --together there is one output: -o names a file")
	case into || w.Output != "" && many && !o.together:
		var err error
		if to.ledger, err = batch.OpenLedger(w.Output, options); err != nil {
			return nil, to, fmt.Errorf("open %s: %w", w.Output, err)
		}
	case many && !o.together && !o.gathers && (o.beside == nil || folder):
		return nil, to, wrongUse("several documents need a folder for what comes out: -o FOLDER")
	default:
		to.file = w.Output
	}
	f := batch.Finder{Readable: o.readable}
	if to.ledger != nil {
		f.Skip = to.ledger.Made
	}
	found, err := f.Find(w.Inputs)
	if err != nil {
		return nil, to, wrongUse("%w", errors.Join(err, to.close()))
	}
	return found, to, nil
}

func (t *target) close() error {
	if t.ledger == nil {
		return nil
	}
	return t.ledger.Close()
}

// jobs is how many documents are worked on at a time.
func (w *worklist) jobs() int {
	if w.Jobs > 0 {
		return w.Jobs
	}
	return runtime.NumCPU()
}

// display draws progress where somebody looks.
func (w *worklist) display() *batch.Display {
	if w.Quiet || w.NoProgress || !batch.IsTerminal(os.Stderr) {
		return nil
	}
	return batch.NewDisplay(os.Stderr)
}

// ending is the ending of a file name, in small letters and without the dot.
func ending(name string) string { return strings.ToLower(strings.TrimPrefix(filepath.Ext(name), ".")) }
