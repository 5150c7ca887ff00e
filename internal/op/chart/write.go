package chart

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/chart"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
)

// writer stores the pictures of a chart.
type writer struct {
	env  op.Env
	task job.Task
}

// store stores a picture, which is small, and returns its URL.
func (w *writer) store(ctx context.Context, kind, name string, write func(io.Writer) error) (string, error) {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return "", fmt.Errorf("draw %s: %w", name, err)
	}
	stored, err := w.env.Artifacts.Add(ctx, w.task, op.Artifact{Kind: kind, Name: name, ContentType: "image/png", Body: &b})
	if err != nil {
		return "", fmt.Errorf("store %s: %w", name, err)
	}
	return stored.URL, nil
}

func overlay(read *chart.Chart, src chart.Source) func(io.Writer) error {
	return func(w io.Writer) error { return read.WriteOverlay(w, src) }
}

// data is a chart with the interface's field names.
func data(c *chart.Chart) api.ChartData {
	out := api.ChartData{ChartType: c.Kind, Title: given(c.Title), XAxis: axis(c.X), YAxis: axis(c.Y), Series: []api.ChartSeries{}}
	for _, s := range c.Series {
		series := api.ChartSeries{Name: given(s.Name), Points: []api.ChartPoint{}}
		for _, p := range s.Points {
			series.Points = append(series.Points, api.ChartPoint{X: value(p.X), Y: value(p.Y), Label: given(p.Label)})
		}
		out.Series = append(out.Series, series)
	}
	return out
}

func axis(a *chart.Axis) *api.ChartAxis {
	if a == nil {
		return nil
	}
	return &api.ChartAxis{Label: given(a.Label), Type: a.Type, Unit: given(a.Unit)}
}

// value leaves out numbers that JSON has no word for.
func value(v any) any {
	if n, ok := v.(float64); ok && (math.IsNaN(n) || math.IsInf(n, 0)) {
		return nil
	}
	return v
}

func given(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func duration(d time.Duration) *api.Seconds { return api.TookPtr(&d) }
