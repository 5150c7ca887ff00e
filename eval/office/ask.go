package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/parse"
	"github.com/octavo-dev/octavo/internal/reader"
)

// desk runs parse jobs over one file in memory.
type desk struct {
	name    string
	content []byte
	reader  *reader.Reader
	model   []byte // the document model the last job left behind
}

// input is what the file is called in requests.
const input = "upload:file"

func (d *desk) Fetch(context.Context, job.Task, string) (string, error) { return input, nil }

func (d *desk) Open(context.Context, job.Task, string) (*op.Source, error) {
	return &op.Source{Name: d.name, Size: int64(len(d.content)), Data: bytes.NewReader(d.content), Closer: io.NopCloser(nil)}, nil
}

func (d *desk) Model(context.Context, job.Task, string) (io.ReadCloser, error) {
	return nil, fault.New(fault.NotFound, "")
}

// store keeps the model and lets go of the rest.
type store struct{ *desk }

func (s store) Add(_ context.Context, _ job.Task, a op.Artifact) (op.Stored, error) {
	content, err := io.ReadAll(a.Body)
	if a.Kind == op.KindModel {
		s.model = content
	}
	return op.Stored{ID: a.Kind, URL: "memory:" + a.Kind}, err
}

func (s store) Open(context.Context, job.Task, string) (io.ReadCloser, error) {
	return nil, fault.New(fault.NotFound, "")
}

// answer is a parse response whose result is inside it.
type answer struct {
	api.ParseResponse
	Result api.FullResult `json:"result"`
}

func (a *answer) blocks() []api.ParseBlock {
	var out []api.ParseBlock
	for _, c := range a.Result.Chunks {
		out = append(out, c.Blocks...)
	}
	return out
}

// ask runs one request; its body lacks the input.
func (d *desk) ask(settings map[string]any) (*answer, *doc.Document, error) {
	body := map[string]any{"input": input}
	for k, v := range settings {
		body[k] = v
	}
	raw, err := json.Marshal(body)
	if err != nil {
		return nil, nil, err
	}
	normal, errs := api.Validate("ParseRequest", raw)
	if errs != nil {
		return nil, nil, fmt.Errorf("request %s is refused in %d places", raw, len(errs))
	}
	site := op.Site{Limits: op.DefaultLimits, Billing: op.Billing{Mode: "off"}, DefaultModel: "legacy"}
	site.Limits.InlineBytes = 0
	plan, err := parse.Operation.Plan(site, op.Call{Body: normal, Raw: raw})
	if err != nil {
		return nil, nil, err
	}
	stored, err := plan.Stored()
	if err != nil {
		return nil, nil, err
	}
	task := job.Task{JobID: "job", Org: "default", Request: stored, Stage: plan.First.Name, Payload: plan.First.Payload, Started: time.Now(), Part: -1}
	env := op.Env{Site: site, Sources: d, Artifacts: store{d}, Reader: d.reader, Now: time.Now, Report: func(op.Progress) {}}
	for {
		out, err := parse.Operation.Run(context.Background(), env, task)
		if err != nil {
			return nil, nil, err
		}
		if out.Result != nil {
			return d.answered(out.Result.Body)
		}
		task.Stage, task.Payload, task.Queue = out.Next.Name, out.Next.Payload, out.Next.Queue
	}
}

func (d *desk) answered(body []byte) (*answer, *doc.Document, error) {
	var a answer
	if err := json.Unmarshal(body, &a); err != nil {
		return nil, nil, fmt.Errorf("read the answer: %w", err)
	}
	kept, err := op.ReadParsed(bytes.NewReader(d.model))
	if err != nil {
		return nil, nil, fmt.Errorf("read the document model: %w", err)
	}
	return &a, kept.Documents[0].Document, nil
}
