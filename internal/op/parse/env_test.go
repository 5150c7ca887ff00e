package parse_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/parse"
	"github.com/octavo-dev/octavo/internal/reader"
)

// bench runs parse jobs in memory.
type bench struct {
	t         testing.TB
	site      op.Site
	files     map[string]string // input string -> content
	remote    map[string]string // URL -> content
	artifacts map[string][]byte // job/kind and job/kind/name -> content
	reader    reader.Reader
	batches   int // batches of all jobs
	progress  []op.Progress
	jobs      int
	lane      job.Lane
}

func newBench(t testing.TB) *bench {
	return &bench{
		t: t, files: map[string]string{}, remote: map[string]string{}, artifacts: map[string][]byte{},
		site: op.Site{
			Limits: op.DefaultLimits, Billing: op.Billing{Mode: "credits", Rates: op.DefaultRates},
			DefaultModel: "legacy", NumericConfidence: true, Recognition: true, StudioURL: "http://octavo.test/studio",
		},
	}
}

func (b *bench) Fetch(_ context.Context, _ job.Task, input string) (string, error) {
	content, ok := b.remote[input]
	if !ok {
		return "", fault.New(fault.InvalidConfig, "the document cannot be fetched").Typed("file_download_failure")
	}
	held := "object:" + path.Base(input)
	b.files[held] = content
	return held, nil
}

func (b *bench) Open(_ context.Context, _ job.Task, input string) (*op.Source, error) {
	content, ok := b.files[input]
	if !ok {
		return nil, fault.New(fault.InvalidConfig, "the input has no known form").Typed("invalid_url_format")
	}
	name := input[strings.LastIndexAny(input, ":/")+1:]
	return &op.Source{Name: name, Size: int64(len(content)), Data: strings.NewReader(content), Closer: io.NopCloser(nil)}, nil
}

func (b *bench) Model(_ context.Context, _ job.Task, id string) (io.ReadCloser, error) {
	stored, ok := b.artifacts[id+"/"+op.KindModel]
	if !ok {
		return nil, fault.New(fault.NotFound, "job %s was not found", id).Typed("file_access_error")
	}
	return io.NopCloser(bytes.NewReader(stored)), nil
}

func (b *bench) Add(_ context.Context, task job.Task, a op.Artifact) (op.Stored, error) {
	content, err := io.ReadAll(a.Body)
	if err != nil {
		return op.Stored{}, err
	}
	key := task.JobID + "/" + a.Kind
	b.artifacts[key], b.artifacts[key+"/"+a.Name] = content, content
	id := a.Kind
	if a.Kind == op.KindPart || a.Kind == op.KindImage {
		id += "/" + a.Name
	}
	return op.Stored{ID: "id-" + id, URL: "octavo-mark:" + id}, nil
}

// artifact is what Add stored.
type artifact struct{ *bench }

func (a artifact) Open(_ context.Context, task job.Task, id string) (io.ReadCloser, error) {
	stored, ok := a.artifacts[task.JobID+"/"+strings.TrimPrefix(id, "id-")]
	if !ok {
		return nil, fault.New(fault.NotFound, "")
	}
	return io.NopCloser(bytes.NewReader(stored)), nil
}

// plan validates a body and plans it as the server does.
func (b *bench) plan(body string, async bool) (op.Plan, error) {
	b.t.Helper()
	normal, errs := api.Validate("ParseRequest", []byte(body))
	if errs != nil {
		b.t.Fatalf("body %s: %v", body, errs)
	}
	return parse.Operation.Plan(b.site, op.Call{Body: normal, Raw: []byte(body), Async: async})
}

// run submits a body and works its tasks off. It returns the job's id and response.
func (b *bench) run(body string) (string, []byte, error) {
	b.t.Helper()
	plan, err := b.plan(body, false)
	if err != nil {
		return "", nil, err
	}
	stored, err := plan.Stored()
	if err != nil {
		b.t.Fatal(err)
	}
	b.jobs++
	start := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	task := job.Task{
		JobID: fmt.Sprintf("job-%d", b.jobs), Org: "default", Request: stored, Lane: b.lane,
		Stage: plan.First.Name, Payload: plan.First.Payload, Started: start, Part: -1,
	}
	env := op.Env{
		Site: b.site, Sources: b, Artifacts: artifact{b}, Reader: &b.reader, Now: func() time.Time { return start.Add(1500 * time.Millisecond) },
		Report: func(p op.Progress) { b.progress = append(b.progress, p) },
	}
	for {
		out, err := parse.Operation.Run(b.t.Context(), env, task)
		switch {
		case err != nil:
			return task.JobID, nil, err
		case out.Result != nil:
			return task.JobID, out.Result.Body, nil
		case out.Fan != nil:
			outputs, err := b.parts(env, task, out.Fan)
			if err != nil {
				return task.JobID, nil, err
			}
			env.Parts = func(context.Context, job.Task) ([]string, error) { return outputs, nil }
			out.Next = &out.Fan.Then
		}
		task.Stage, task.Payload, task.Queue = out.Next.Name, out.Next.Payload, out.Next.Queue
	}
}

// parts runs the batches of a fan, the last one first.
func (b *bench) parts(env op.Env, task job.Task, fan *job.Fan) ([]string, error) {
	outputs := make([]string, len(fan.Parts))
	for i := len(outputs) - 1; i >= 0; i-- {
		task.Stage, task.Payload, task.Queue, task.Part = fan.Stage, fan.Parts[i], fan.Queue, i
		out, err := parse.Operation.Run(b.t.Context(), env, task)
		if err != nil {
			return nil, err
		}
		outputs[i] = *out.Part
		b.batches++
	}
	return outputs, nil
}

// response is a ParseResponse read back.
type response struct {
	api.ParseResponse
	Result struct {
		api.FullResult
		URL      string `json:"url"`
		ResultID string `json:"result_id"`
	} `json:"result"`
}

// parse runs a body that must succeed.
func (b *bench) parse(body string) (string, response) {
	b.t.Helper()
	id, raw, err := b.run(body)
	if err != nil {
		b.t.Fatalf("parse %s: %v", body, err)
	}
	var r response
	if err := json.Unmarshal(raw, &r); err != nil {
		b.t.Fatalf("read response: %v", err)
	}
	return id, r
}

// fails runs a body that must end in a named failure.
func (b *bench) fails(body string, name fault.Name, typ string) *fault.Error {
	b.t.Helper()
	_, _, err := b.run(body)
	if err == nil {
		b.t.Fatalf("parse %s: no error, want %s", body, name)
	}
	got := fault.Of(err)
	if got.Name != name || typ != "" && got.Type != typ {
		b.t.Fatalf("parse %s: %s type %s (%v), want %s type %s", body, got.Name, got.Type, err, name, typ)
	}
	return got
}
