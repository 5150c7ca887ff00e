package parse

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/chart"
)

// mostCharts is how many charts of one parse are read.
const mostCharts = 1000

// chartAgent reports whether charts are to be read, and whether the caller wants to see where.
func (p *parser) chartAgent() (on, overlays bool) {
	e := &p.request.Enhance
	figure := e.Scoped(api.ScopeFigure)
	return e.AdvancedChartAgent || figure != nil && figure.AdvancedChartAgent, figure != nil && figure.ReturnOverlays
}

// chartPlace is a chart among the documents, and the job that reads it.
type chartPlace struct {
	Source int    `json:"source"`
	Block  int    `json:"block"`
	Job    string `json:"job"`
}

// chartsPayload carries what the model of the documents does not hold to the stage that takes the charts.
type chartsPayload struct {
	List    bool           `json:"list,omitempty"`
	Sources []chartsSource `json:"sources"`
	Charts  []chartPlace   `json:"charts"`
}

type chartsSource struct {
	Reused bool              `json:"reused,omitempty"`
	Pages  []pageImage       `json:"pages,omitempty"`
	PDF    string            `json:"pdf,omitempty"`
	Seen   *op.AlbumDocument `json:"seen,omitempty"`
}

// unreadCharts lists the charts that no job has read.
func (p *parser) unreadCharts(sources []source) []chartPlace {
	var out []chartPlace
	for i, s := range sources {
		for k := range s.doc.Blocks {
			b := &s.doc.Blocks[k]
			if s.input == "" || b.Chart == nil || b.Chart.Job != "" {
				continue
			}
			if len(out) == mostCharts {
				b.Chart = nil
				s.doc.Issues = append(s.doc.Issues, doc.Issue{Page: b.Page, Message: fmt.Sprintf("a chart was not read: there are more than %d", mostCharts)})
				continue
			}
			out = append(out, chartPlace{Source: i, Block: k})
		}
	}
	return out
}

// readCharts hands each chart to a job of its own and goes on when all of them have ended.
func (p *parser) readCharts(sources []source, list bool, charts []chartPlace) (job.Outcome, error) {
	then := chartsPayload{List: list}
	for _, s := range sources {
		then.Sources = append(then.Sources, chartsSource{s.reused, s.pages, s.pdf, s.seen})
	}
	spawn := &job.Spawn{}
	o := p.readOptions(nil)
	_, overlays := p.chartAgent()
	for _, c := range charts {
		s := &sources[c.Source]
		b := &s.doc.Blocks[c.Block]
		child, err := chart.Submission(p.task, chart.Request{
			Input: s.input, Page: b.Page, Box: b.Box, Overlays: overlays,
			Force: o.Force, Password: o.Password, Mode: o.Mode, Languages: o.Languages, Careful: o.Careful,
		})
		if err != nil {
			return job.Outcome{}, err
		}
		c.Job = child.ID
		then.Charts = append(then.Charts, c)
		spawn.Jobs = append(spawn.Jobs, child)
	}
	b, err := json.Marshal(then)
	if err != nil {
		return job.Outcome{}, fmt.Errorf("hand over charts: %w", err)
	}
	spawn.Then = job.Stage{Name: stageCharts, Queue: job.CPU, Payload: string(b)}
	return job.Outcome{Spawn: spawn}, nil
}

// chartsRead puts what the jobs of charts have read into the documents and answers.
func (p *parser) chartsRead(ctx context.Context) (job.Outcome, error) {
	var held chartsPayload
	if err := json.Unmarshal([]byte(p.task.Payload), &held); err != nil {
		return job.Outcome{}, fmt.Errorf("read charts: %w", err)
	}
	sources, err := p.kept(ctx, held.Sources)
	if err != nil {
		return job.Outcome{}, err
	}
	for _, c := range held.Charts {
		if err := ctx.Err(); err != nil {
			return job.Outcome{}, err
		}
		d := sources[c.Source].doc
		b := &d.Blocks[c.Block]
		b.Chart = &doc.Chart{Job: c.Job}
		read, why, err := p.chart(ctx, b.Chart)
		if err != nil {
			return job.Outcome{}, err
		}
		if why != nil {
			d.Issues = append(d.Issues, doc.Issue{Page: b.Page, Message: "a chart could not be read: " + why.Message})
			continue
		}
		if b.Text != "" {
			b.Text += "\n"
		}
		b.Text += read.Summary
	}
	if p.whole {
		if err := p.keep(ctx, sources, held.List); err != nil {
			return job.Outcome{}, err
		}
	}
	return p.then(ctx, sources, held.List)
}

// kept reads the documents that this job has stored before.
func (p *parser) kept(ctx context.Context, known []chartsSource) ([]source, error) {
	stored, err := p.env.Sources.Model(ctx, p.task, p.task.JobID)
	if err != nil {
		return nil, fmt.Errorf("open own documents: %w", err)
	}
	defer func() { _ = stored.Close() }()
	parsed, err := op.ReadParsed(stored)
	if err != nil {
		return nil, fmt.Errorf("read own documents: %w", err)
	}
	out, err := sourcesOf(parsed)
	for i := range out {
		out[i].reused, out[i].pages, out[i].pdf, out[i].seen = known[i].Reused, known[i].Pages, known[i].PDF, known[i].Seen
	}
	return out, err
}

// takeChart stores the chart of an earlier parse as one of this, where it is still there.
func (p *parser) takeChart(ctx context.Context, b *doc.Block) error {
	if b.Chart == nil {
		return nil
	}
	b.Chart = &doc.Chart{Job: b.Chart.Job} // the rest belongs to the earlier job
	_, _, err := p.chart(ctx, b.Chart)
	return err
}

// chart copies what a job has read of a chart, so that it lives as long as the answer. Why is the reason why there is
// nothing.
func (p *parser) chart(ctx context.Context, c *doc.Chart) (read *api.ChartResult, why *fault.Error, err error) {
	child, err := p.env.Child(ctx, p.task, c.Job)
	if err != nil || child.Error != nil {
		return nil, child.Error, err
	}
	var response api.ChartResponse
	if err := json.Unmarshal(child.Result, &response); err != nil {
		return nil, nil, fmt.Errorf("read chart %s: %w", c.Job, err)
	}
	data, err := api.Marshal(response.Result.ChartData)
	if err != nil {
		return nil, nil, err
	}
	c.Data, err = p.storeChart(ctx, op.Artifact{Kind: op.KindChart, Name: "chart-" + c.Job + ".json", ContentType: "application/json", Body: bytes.NewReader(data)})
	if err == nil {
		c.Redrawn, err = p.copyPicture(ctx, &child, op.KindImage, "chart-"+c.Job+".png")
	}
	if err != nil {
		return nil, nil, err
	}
	marked, err := p.copyPicture(ctx, &child, op.KindChart, "overlay-"+c.Job+".png")
	if err == nil && marked != "" {
		c.Overlays = []string{marked}
	}
	return &response.Result, nil, err
}

// copyPicture copies a picture of a job; there may be none.
func (p *parser) copyPicture(ctx context.Context, child *op.Child, kind, name string) (string, error) {
	picture, err := child.Open(ctx, kind)
	if fault.Is(err, fault.NotFound) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("open %s: %w", name, err)
	}
	defer func() { _ = picture.Close() }()
	return p.storeChart(ctx, op.Artifact{Kind: op.KindImage, Name: name, ContentType: "image/png", Body: picture})
}

func (p *parser) storeChart(ctx context.Context, a op.Artifact) (string, error) {
	stored, err := p.env.Artifacts.Add(ctx, p.task, a)
	if err != nil {
		return "", fmt.Errorf("store %s: %w", a.Name, err)
	}
	return stored.URL, nil
}
