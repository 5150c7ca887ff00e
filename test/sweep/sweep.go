package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/octavo-dev/octavo/client"
)

// fate is what became of one file.
type fate struct {
	file    string
	outcome string // "read", the name of an error, or what else happened
	took    time.Duration
	why     string
}

// find lists the files below a folder.
func find(folder string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			files = append(files, path)
		}
		return err
	})
	return files, err
}

// sweep sends files, some at a time.
func sweep(ctx context.Context, c *client.Client, files []string, callers int, patience time.Duration) []fate {
	fates := make([]fate, len(files))
	next := make(chan int)
	var all sync.WaitGroup
	for range callers {
		all.Go(func() {
			for i := range next {
				fates[i] = send(ctx, c, files[i], patience)
			}
		})
	}
	for i := range files {
		next <- i
	}
	close(next)
	all.Wait()
	return fates
}

// send uploads and parses one file.
func send(ctx context.Context, c *client.Client, file string, patience time.Duration) fate {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	began := time.Now()
	err := parse(limited, c, file)
	f := fate{file: file, outcome: "read", took: time.Since(began)}
	var named *client.Error
	switch {
	case err == nil:
	case limited.Err() != nil:
		f.outcome = "stuck"
	case errors.As(err, &named) && named.Name != "":
		f.outcome, f.why = named.Name, named.Message
	case errors.As(err, &named):
		f.outcome, f.why = "unnamed", err.Error()
	default:
		f.outcome, f.why = "no answer", err.Error()
	}
	return f
}

func parse(ctx context.Context, c *client.Client, file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	input, err := c.Upload(ctx, filepath.Base(file), f)
	if err != nil {
		return err
	}
	id, err := c.ParseAsync(ctx, client.ParseRequest{Input: client.Document(input)})
	if err != nil {
		return err
	}
	j, err := c.Wait(ctx, id, nil)
	if err != nil {
		return err
	}
	return j.Err()
}

// promised reports whether a file may end so: read, or refused for what it is.
func promised(outcome string) bool {
	switch outcome {
	case "read", "DOCUMENT_CORRUPT", "DOCUMENT_EMPTY", "DOCUMENT_UNSUPPORTED", "DOCUMENT_PASSWORD_PROTECTED", "DOCUMENT_TOO_LARGE", "TIMEOUT":
		return true
	}
	return strings.HasPrefix(outcome, "IMAGE_")
}
