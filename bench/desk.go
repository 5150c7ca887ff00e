package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/parse"
)

// wholeCommand makes this program a process that parses files as a worker does, without a service around it.
const wholeCommand = "parse-whole"

// parseWhole parses the files after the folder, the extraction mode and the way chunks are made, one after the other.
// It prints how many pages they have.
func parseWhole(ctx context.Context, args []string) error {
	r, err := (&lab{dir: args[0]}).reading(ctx)
	if err != nil {
		return err
	}
	defer r.Close()
	pages := 0
	for i, path := range args[3:] {
		d := desk{reading: r, dir: filepath.Join(args[0], strconv.Itoa(i))}
		n, err := d.parse(ctx, path, args[1], args[2])
		if err != nil {
			return fmt.Errorf("parse %s: %w", filepath.Base(path), err)
		}
		pages += n
	}
	fmt.Println(pages)
	return nil
}

// desk works the tasks of one job off; what the job stores lies in a folder.
type desk struct {
	reading *app.Reading
	dir     string
}

func wholeBody(input, mode, chunks string) ([]byte, error) {
	return json.Marshal(map[string]any{
		"input": input, "settings": map[string]any{"extraction_mode": mode},
		"retrieval": map[string]any{"chunking": map[string]any{"chunk_mode": chunks}},
	})
}

// parse runs a parse of a file to its answer and returns the number of pages.
func (d desk) parse(ctx context.Context, path, mode, chunks string) (int, error) {
	if err := os.MkdirAll(d.dir, 0o700); err != nil {
		return 0, err
	}
	body, err := wholeBody("octavo://"+path, mode, chunks)
	if err != nil {
		return 0, err
	}
	request, problems := api.Validate("ParseRequest", body)
	if problems != nil {
		return 0, problems
	}
	env := op.Env{
		Site:    op.Site{Limits: op.DefaultLimits, Billing: op.Billing{Mode: "credits", Rates: op.DefaultRates}, DefaultModel: "legacy"},
		Sources: file{path}, Artifacts: d, Reader: d.reading.Reader, Now: time.Now,
	}
	plan, err := parse.Operation.Plan(env.Site, op.Call{Body: request, Raw: body})
	if err != nil {
		return 0, err
	}
	stored, err := plan.Stored()
	if err != nil {
		return 0, err
	}
	return d.run(ctx, env, job.Task{
		JobID: "bench", Org: "default", Request: stored, Stage: plan.First.Name, Payload: plan.First.Payload, Started: time.Now(), Part: -1,
	})
}

// run takes a task through its stages.
func (d desk) run(ctx context.Context, env op.Env, task job.Task) (int, error) {
	for {
		out, err := parse.Operation.Run(ctx, env, task)
		switch {
		case err != nil:
			return 0, err
		case out.Result != nil:
			return out.Result.NumPages, os.WriteFile(filepath.Join(d.dir, "answer.json"), out.Result.Body, 0o600)
		case out.Fan != nil:
			var outputs []string
			for i, payload := range out.Fan.Parts {
				part := task
				part.Stage, part.Payload, part.Part = out.Fan.Stage, payload, i
				done, err := parse.Operation.Run(ctx, env, part)
				if err != nil {
					return 0, err
				}
				outputs = append(outputs, *done.Part)
			}
			env.Parts = func(context.Context, job.Task) ([]string, error) { return outputs, nil }
			out.Next = &out.Fan.Then
		}
		task.Stage, task.Payload = out.Next.Name, out.Next.Payload
	}
}

// Add writes an artifact into the folder.
func (d desk) Add(_ context.Context, _ job.Task, a op.Artifact) (op.Stored, error) {
	name := a.Kind + "-" + a.Name
	f, err := os.Create(filepath.Join(d.dir, name))
	if err != nil {
		return op.Stored{}, err
	}
	_, err = io.Copy(f, a.Body)
	return op.Stored{ID: name, URL: name}, errors.Join(err, f.Close())
}

// Open returns what Add wrote.
func (d desk) Open(_ context.Context, _ job.Task, id string) (io.ReadCloser, error) {
	return os.Open(filepath.Join(d.dir, id))
}

// file is the one input of a job.
type file struct{ path string }

func (f file) Open(context.Context, job.Task, string) (*op.Source, error) {
	data, err := os.Open(f.path)
	if err != nil {
		return nil, err
	}
	info, err := data.Stat()
	if err != nil {
		return nil, err
	}
	return &op.Source{Name: filepath.Base(f.path), Size: info.Size(), Data: data, Closer: data}, nil
}

var errNoSuch = errors.New("a job of this measurement has one input, which is a file")

func (f file) Fetch(context.Context, job.Task, string) (string, error)        { return "", errNoSuch }
func (f file) Model(context.Context, job.Task, string) (io.ReadCloser, error) { return nil, errNoSuch }
