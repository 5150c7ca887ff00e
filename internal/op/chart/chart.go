// Package chart is the work on one chart of a document; a parse with the chart agent starts it.
package chart

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/chart"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/reader"
)

// Type is the type of the jobs.
const Type = "Chart"

// Operation has no endpoint: nothing but another job starts it.
var Operation = op.Operation{Type: Type, Run: run}

// Request says which figure of which document is to be read, and how its page was read.
type Request struct {
	Input    string  `json:"input"`
	Page     int     `json:"page"`
	Box      doc.Box `json:"box"`
	Overlays bool    `json:"overlays,omitempty"`

	Force     string      `json:"force,omitempty"`
	Password  string      `json:"password,omitempty"`
	Mode      reader.Mode `json:"mode,omitempty"`
	Languages []string    `json:"languages,omitempty"`
	Careful   bool        `json:"careful,omitempty"`
}

// Submission is the job that reads a figure of a document of its parent.
func Submission(parent job.Task, r Request) (job.Submission, error) {
	request, err := json.Marshal(r)
	if err != nil {
		return job.Submission{}, fmt.Errorf("store chart request: %w", err)
	}
	order, err := (&op.Plan{Request: request}).Stored()
	if err != nil {
		return job.Submission{}, err
	}
	shown, err := json.Marshal(map[string]any{"page": r.Page, "bbox": map[string]float64{
		"left": r.Box.Left, "top": r.Box.Top, "width": r.Box.Width, "height": r.Box.Height,
	}, "return_overlays": r.Overlays})
	if err != nil {
		return job.Submission{}, fmt.Errorf("store chart config: %w", err)
	}
	return job.Submission{
		ID: job.NewID(), Type: Type, Queue: job.CPU, First: job.Stage{Name: "read", Queue: job.CPU}, Request: order, RawConfig: string(shown),
		Source: fmt.Sprintf(`{"inputs":[{"kind":"job","name":%q}]}`, parent.JobID), Bucket: parent.Bucket, Persist: parent.Persist,
	}, nil
}

// run reads the chart, draws it again, and answers.
func run(ctx context.Context, env op.Env, task job.Task) (job.Outcome, error) {
	order, err := op.ReadOrder(task.Request)
	if err != nil {
		return job.Outcome{}, err
	}
	var r Request
	if err := json.Unmarshal(order.Request, &r); err != nil {
		return job.Outcome{}, fmt.Errorf("read chart request: %w", err)
	}
	src, err := open(ctx, env, task, &r)
	if err != nil {
		return job.Outcome{}, err
	}
	read, err := chart.Read(src)
	if err != nil {
		return job.Outcome{}, fault.Wrap(fault.ProcessingFailed, err, "the chart on page %d cannot be read: %s", r.Page, err)
	}
	w := writer{env, task}
	redrawn, err := w.store(ctx, op.KindImage, "chart.png", read.WriteRedrawn)
	if err != nil {
		return job.Outcome{}, err
	}
	if r.Overlays && src.Raster != nil {
		if _, err := w.store(ctx, op.KindChart, "overlay.png", overlay(read, src)); err != nil {
			return job.Outcome{}, err
		}
	}
	body, err := api.Marshal(api.ChartResponse{
		ResponseType: "chart", JobID: task.JobID, Duration: duration(env.Now().Sub(task.Started)),
		Result: api.ChartResult{ChartData: data(read), Summary: read.Summary(), ReconstructionURL: redrawn, Verified: read.Verified},
		Usage:  api.ChartUsage{NumCharts: 1, Credits: env.Site.Billing.Rates.Chart},
	})
	if err != nil {
		return job.Outcome{}, err
	}
	return job.Outcome{Result: &job.Result{Body: body, NumPages: 1, TotalPages: 1}}, nil
}

// open reads the page of the figure again.
func open(ctx context.Context, env op.Env, task job.Task, r *Request) (chart.Source, error) {
	source, err := env.Sources.Open(ctx, task, r.Input)
	if err != nil {
		return chart.Source{}, err
	}
	defer func() { _ = source.Close() }()
	o := reader.Options{Mode: r.Mode, Languages: r.Languages, Careful: r.Careful}
	o.Force, o.Password, o.Limits = r.Force, r.Password, format.DefaultLimits
	o.Select = func(int, []string) ([]int, error) { return []int{r.Page}, nil }
	file, err := env.Reader.Open(ctx, format.File{Name: source.Name, MediaType: source.MediaType, Size: source.Size, Data: source.Data}, o)
	if err != nil {
		return chart.Source{}, err
	}
	defer file.Close()
	return file.Figure(ctx, r.Page, r.Box)
}
