//go:build cgo

package chart_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/job/sqlstore"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/chart"
	"github.com/octavo-dev/octavo/internal/op/parse"
	"github.com/octavo-dev/octavo/internal/testenv"
)

// task is that of a job which reads a figure of the file.
func task(t *testing.T, r chart.Request) job.Task {
	t.Helper()
	sub, err := chart.Submission(job.Task{JobID: "parent", Bucket: "b", Persist: true}, r)
	if err != nil {
		t.Fatal(err)
	}
	return job.Task{JobID: sub.ID, Org: "default", Type: sub.Type, Request: sub.Request, Stage: sub.First.Name, Queue: sub.Queue, Started: started, Part: job.Main}
}

func TestResult(t *testing.T) {
	for _, overlays := range []bool{false, true} {
		b := bench(t, orchard(""))
		task := task(t, chart.Request{Input: input, Page: 1, Box: whole, Overlays: overlays})
		out, err := chart.Operation.Run(t.Context(), b.Env(), task)
		if err != nil {
			t.Fatal(err)
		}
		var r map[string]any
		if err := json.Unmarshal(out.Result.Body, &r); err != nil {
			t.Fatal(err)
		}
		if r["response_type"] != "chart" || r["job_id"] != task.JobID || at(r, "usage", "num_charts") != 1.0 || at(r, "usage", "credits") != 4.0 || at(r, "result", "verified") != true {
			t.Errorf("answer %s", out.Result.Body)
		}
		data := at(r, "result", "chart_data")
		if at(data, "chart_type") != "bar" || at(data, "title") != "Yield of the orchard" || at(data, "y_axis", "unit") != "kg" || at(data, "x_axis", "type") != "category" {
			t.Errorf("data %v", data)
		}
		for i, want := range yield {
			if y, ok := at(data, "series", 0, "points", i, "y").(float64); !ok || math.Abs(y-want) > 1 || at(data, "series", 0, "points", i, "x") != varieties[i] {
				t.Errorf("point %d is %v, want %s at %g", i, at(data, "series", 0, "points", i), varieties[i], want)
			}
		}
		if s, _ := at(r, "result", "summary").(string); !strings.Contains(s, "with 4 points") {
			t.Errorf("summary %q", s)
		}
		if _, err := png.Decode(bytes.NewReader(b.Artifacts[task.JobID+"/"+op.KindImage])); err != nil {
			t.Errorf("what was drawn again: %v", err)
		}
		if _, drawn := b.Artifacts[task.JobID+"/"+op.KindChart]; drawn != overlays {
			t.Errorf("overlays %v: %v", overlays, drawn)
		}
	}
}

// What a caller sees of the request holds no password.
func TestSubmission(t *testing.T) {
	sub, err := chart.Submission(job.Task{JobID: "parent", Bucket: "b", Persist: true}, chart.Request{Input: input, Page: 3, Box: whole, Password: "secret"})
	if err != nil {
		t.Fatal(err)
	}
	if sub.Type != "Chart" || sub.Queue != job.CPU || sub.Bucket != "b" || !sub.Persist || !strings.Contains(sub.Source, "parent") || strings.Contains(sub.RawConfig, "secret") || !strings.Contains(sub.RawConfig, `"page":3`) {
		t.Errorf("submission %+v", sub)
	}
}

// A parse that is cancelled takes the jobs of its charts with it, and one that runs is interrupted.
func TestParentCancelled(t *testing.T) {
	store := sqlstore.New(testenv.Database(t, "sqlite"), sqlstore.Options{})
	parent, err := store.Submit(t.Context(), job.Submission{Org: "default", Type: "Parse", Queue: job.CPU, First: job.Stage{Name: "read", Queue: job.CPU}, Lane: job.Normal, Request: "{}"})
	if err != nil {
		t.Fatal(err)
	}
	claim := func() job.Task {
		t.Helper()
		tasks, err := store.Claim(t.Context(), job.CPU, 1, "w", time.Minute)
		if err != nil || len(tasks) != 1 {
			t.Fatalf("claimed %v, %v", tasks, err)
		}
		return tasks[0]
	}
	reads := claim()
	child, err := chart.Submission(reads, chart.Request{Input: input, Page: 1, Box: whole})
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Spawn(t.Context(), reads, job.Spawn{Jobs: []job.Submission{child}, Then: job.Stage{Name: "charts", Queue: job.CPU}}); err != nil {
		t.Fatal(err)
	}
	running := claim()
	if running.JobID != child.ID || running.ParentID != parent.ID {
		t.Fatalf("claimed %+v", running)
	}
	if _, err := store.Cancel(t.Context(), "default", parent.ID); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{parent.ID, child.ID} {
		if j, err := store.Get(t.Context(), "default", id); err != nil || j.State != job.Cancelled {
			t.Errorf("job %s is %s, %v", id, j.State, err)
		}
	}

	// The runner interrupts what it runs for a job that has ended: the chart is given up, and nothing is stored.
	ctx, cancel := context.WithCancel(t.Context())
	b := bench(t, orchard(""))
	b.opened = cancel // in the middle: the file is open, the page not yet read
	if out, err := chart.Operation.Run(ctx, b.Env(), running); !errors.Is(err, context.Canceled) || out.Result != nil || len(b.Artifacts) > 0 {
		t.Errorf("a cancelled chart: %v, %v, %d artifacts", out.Result, err, len(b.Artifacts))
	}
}

// A chart that cannot be read costs a parse that chart and nothing else, and the answer says so.
func TestFailingChild(t *testing.T) {
	b := bench(t, orchard(secondAxis()))
	env := b.Env()
	plan, err := b.Plan(parse.Operation, "ParseRequest", fmt.Sprintf(`{"input":%q,"enhance":{"advanced_chart_agent":true}}`, input), false)
	if err != nil {
		t.Fatal(err)
	}
	stored, err := plan.Stored()
	if err != nil {
		t.Fatal(err)
	}
	parent := job.Task{JobID: "parent", Org: "default", Request: stored, Stage: plan.First.Name, Queue: plan.First.Queue, Payload: plan.First.Payload, Started: started, Part: job.Main}
	children := map[string]error{}
	env.Child = func(_ context.Context, _ job.Task, id string) (op.Child, error) {
		err, ok := children[id]
		if !ok || err == nil {
			t.Fatalf("asked for job %s of %v", id, children)
		}
		return op.Child{Error: fault.Of(err)}, nil
	}
	var out job.Outcome
	for out.Result == nil {
		if out, err = parse.Operation.Run(t.Context(), env, parent); err != nil {
			t.Fatal(err)
		}
		if out.Spawn != nil {
			for _, sub := range out.Spawn.Jobs {
				_, children[sub.ID] = chart.Operation.Run(t.Context(), b.Env(), job.Task{JobID: sub.ID, Org: "default", Type: sub.Type, Request: sub.Request, Started: started, Part: job.Main})
			}
			out.Next = &out.Spawn.Then
		}
		if out.Next != nil {
			parent.Stage, parent.Payload, parent.Queue = out.Next.Name, out.Next.Payload, out.Next.Queue
		}
	}
	if len(children) != 1 {
		t.Fatalf("%d charts", len(children))
	}
	for _, err := range children {
		if fault.Of(err).Name != fault.ProcessingFailed {
			t.Errorf("the chart fails as %v", err)
		}
	}
	var r map[string]any
	if err := json.Unmarshal(out.Result.Body, &r); err != nil {
		t.Fatal(err)
	}
	if warnings := fmt.Sprint(at(r, "result", "custom", "warnings")); !strings.Contains(warnings, "page 1: a chart could not be read") {
		t.Errorf("warnings %s", warnings)
	}
	if text := fmt.Sprint(at(r, "result", "chunks")); !strings.Contains(text, "The orchard yields more") || !strings.Contains(text, "Quince") || strings.Contains(text, "with 4 points") {
		t.Errorf("chunks %s", text)
	}
}

// at follows names and numbers into a value.
func at(v any, path ...any) any {
	for _, step := range path {
		switch step := step.(type) {
		case string:
			m, _ := v.(map[string]any)
			v = m[step]
		case int:
			if list, _ := v.([]any); step < len(list) {
				v = list[step]
			} else {
				v = nil
			}
		}
	}
	return v
}
