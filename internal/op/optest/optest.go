// Package optest runs jobs of operations in memory, for their tests.
package optest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/edit/pdf"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/reader"
)

// Bench runs jobs one after the other.
type Bench struct {
	T         testing.TB
	Site      op.Site
	Files     map[string]string // input string -> content
	Remote    map[string]string // URL -> content
	Artifacts map[string][]byte // job/kind and job/kind/name -> content
	Reader    reader.Reader
	PDF       *pdf.Writer
	Models    *infer.Set
	Lane      job.Lane
	Batches   int // of all jobs so far
	Progress  []op.Progress
	Pipeline  string      // the definition that requests name
	Former    *api.Former // what requests of the second version say besides

	jobs int
}

// New is a bench with the settings of an installation that sets none.
func New(t testing.TB) *Bench {
	return &Bench{
		T: t, Files: map[string]string{}, Remote: map[string]string{}, Artifacts: map[string][]byte{},
		Site: op.Site{
			Limits: op.DefaultLimits, Billing: op.Billing{Mode: "credits", Rates: op.DefaultRates},
			DefaultModel: "legacy", NumericConfidence: true, Recognition: true, StudioURL: "http://octavo.test/studio",
		},
	}
}

// Plan validates a body against a schema of the interface and plans it as the server does.
func (b *Bench) Plan(o op.Operation, schema, body string, async bool) (op.Plan, error) {
	b.T.Helper()
	normal, errs := api.Validate(schema, []byte(body))
	if errs != nil {
		b.T.Fatalf("body %s: %v", body, errs)
	}
	call := op.Call{Body: normal, Raw: []byte(body), Async: async, Former: b.Former}
	if b.Pipeline != "" {
		if call.Pipeline, errs = api.Validate("PipelineDefinition", []byte(b.Pipeline)); errs != nil {
			b.T.Fatalf("definition %s: %v", b.Pipeline, errs)
		}
	}
	return o.Plan(b.Site, call)
}

// Run submits a body and works its tasks off. It returns the job's id and response.
func (b *Bench) Run(o op.Operation, schema, body string) (string, []byte, error) {
	b.T.Helper()
	plan, err := b.Plan(o, schema, body, false)
	if err != nil {
		return "", nil, err
	}
	stored, err := plan.Stored()
	if err != nil {
		b.T.Fatal(err)
	}
	b.jobs++
	task := job.Task{
		JobID: fmt.Sprintf("job-%d", b.jobs), Org: "default", Request: stored, Lane: b.Lane,
		Stage: plan.First.Name, Queue: plan.First.Queue, Payload: plan.First.Payload, Started: start, Part: -1,
	}
	env := b.Env()
	for {
		out, err := o.Run(b.T.Context(), env, task)
		switch {
		case err != nil:
			return task.JobID, nil, err
		case out.Result != nil:
			return task.JobID, out.Result.Body, nil
		case out.Fan != nil:
			outputs, err := b.parts(o, env, task, out.Fan)
			if err != nil {
				return task.JobID, nil, err
			}
			env.Parts = func(context.Context, job.Task) ([]string, error) { return outputs, nil }
			out.Next = &out.Fan.Then
		}
		task.Stage, task.Payload, task.Queue = out.Next.Name, out.Next.Payload, out.Next.Queue
	}
}

// start is when jobs are begun; they take a second and a half.
var start = time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)

// Env is what tasks may use.
func (b *Bench) Env() op.Env {
	return op.Env{
		Site: b.Site, Sources: b, Artifacts: artifacts{b}, Reader: &b.Reader, PDF: b.PDF, Models: b.Models, Now: func() time.Time { return start.Add(1500 * time.Millisecond) },
		Report: func(p op.Progress) { b.Progress = append(b.Progress, p) },
	}
}

// Fails runs a body that must end in a named failure; without a type any is right.
func (b *Bench) Fails(o op.Operation, schema, body string, name fault.Name, typ string) *fault.Error {
	b.T.Helper()
	_, _, err := b.Run(o, schema, body)
	if err == nil {
		b.T.Fatalf("%s %s: no error, want %s", o.Name, body, name)
	}
	got := fault.Of(err)
	if got.Name != name || typ != "" && got.Type != typ {
		b.T.Fatalf("%s %s: %s type %s (%v), want %s type %s", o.Name, body, got.Name, got.Type, err, name, typ)
	}
	return got
}

// parts runs the batches of a fan, the last one first.
func (b *Bench) parts(o op.Operation, env op.Env, task job.Task, fan *job.Fan) ([]string, error) {
	outputs := make([]string, len(fan.Parts))
	for i := len(outputs) - 1; i >= 0; i-- {
		task.Stage, task.Payload, task.Queue, task.Part = fan.Stage, fan.Parts[i], fan.Queue, i
		out, err := o.Run(b.T.Context(), env, task)
		if err != nil {
			return nil, err
		}
		outputs[i] = *out.Part
		b.Batches++
	}
	return outputs, nil
}

// Fetch takes what is remote.
func (b *Bench) Fetch(_ context.Context, _ job.Task, input string) (string, error) {
	content, ok := b.Remote[input]
	if !ok {
		return "", fault.New(fault.InvalidConfig, "the document cannot be fetched").Typed("file_download_failure")
	}
	held := "object:" + path.Base(input)
	b.Files[held] = content
	return held, nil
}

// Open opens one of the files.
func (b *Bench) Open(_ context.Context, _ job.Task, input string) (*op.Source, error) {
	content, ok := b.Files[input]
	if !ok {
		return nil, fault.New(fault.InvalidConfig, "the input has no known form").Typed("invalid_url_format")
	}
	name := input[strings.LastIndexAny(input, ":/")+1:]
	return &op.Source{Name: name, Size: int64(len(content)), Data: strings.NewReader(content), Closer: io.NopCloser(nil)}, nil
}

// Model opens what an earlier job left.
func (b *Bench) Model(_ context.Context, _ job.Task, id string) (io.ReadCloser, error) {
	stored, ok := b.Artifacts[id+"/"+op.KindModel]
	if !ok {
		return nil, fault.New(fault.NotFound, "job %s was not found", id).Typed("file_access_error")
	}
	return io.NopCloser(bytes.NewReader(stored)), nil
}

// artifacts are those of the jobs of a bench.
type artifacts struct{ *Bench }

func (a artifacts) Add(_ context.Context, task job.Task, in op.Artifact) (op.Stored, error) {
	content, err := io.ReadAll(in.Body)
	if err != nil {
		return op.Stored{}, err
	}
	key := task.JobID + "/" + in.Kind
	a.Artifacts[key], a.Artifacts[key+"/"+in.Name] = content, content
	id := in.Kind
	if in.Kind == op.KindPart || in.Kind == op.KindImage || in.Kind == op.KindResult && in.Name != "result.json" {
		id += "/" + in.Name
	}
	return op.Stored{ID: "id-" + id, URL: "octavo-mark:" + id}, nil
}

func (a artifacts) Open(_ context.Context, task job.Task, id string) (io.ReadCloser, error) {
	stored, ok := a.Artifacts[task.JobID+"/"+strings.TrimPrefix(id, "id-")]
	if !ok {
		return nil, fault.New(fault.NotFound, "")
	}
	return io.NopCloser(bytes.NewReader(stored)), nil
}
