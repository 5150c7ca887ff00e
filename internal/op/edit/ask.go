package edit

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/octavo-dev/octavo/internal/edit"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
)

// show stores what the model is to be shown and hands over: no CPU worker waits for a model.
func (e *editor) show(ctx context.Context, d document) (job.Outcome, error) {
	about, err := d.whole(ctx)
	if err != nil {
		return job.Outcome{}, err
	}
	b, err := json.Marshal(about)
	if err != nil {
		return job.Outcome{}, fmt.Errorf("write down a document: %w", err)
	}
	stored, err := e.env.Artifacts.Add(ctx, e.task, op.Artifact{Kind: op.KindPart, Name: "document.json", ContentType: "application/json", Body: bytes.NewReader(b)})
	if err != nil {
		return job.Outcome{}, fmt.Errorf("store a document for the model: %w", err)
	}
	e.held.Document = stored.ID
	return e.next(stageAsk, job.IO)
}

// ask has the model say what the instructions mean.
func (e *editor) ask(ctx context.Context) (job.Outcome, error) {
	r, err := e.env.Artifacts.Open(ctx, e.task, e.held.Document)
	if err != nil {
		return job.Outcome{}, fmt.Errorf("open a document for the model: %w", err)
	}
	defer func() { _ = r.Close() }()
	var about edit.Document
	if err := json.NewDecoder(r).Decode(&about); err != nil {
		return job.Outcome{}, fmt.Errorf("read a document for the model: %w", err)
	}
	m := e.model()
	if m == nil { // another worker has one, this one has not: the sentences are read as they are
		actions, skipped := edit.Read(e.request.EditInstructions)
		e.held.Actions, e.held.Left = actions, edit.Skipped(skipped)
		return e.next(stageWrite, job.CPU)
	}
	plan, err := edit.Ask(ctx, m, e.request.EditInstructions, about, edit.Limits{Context: m.Context(), Output: m.Output()})
	if err != nil {
		return job.Outcome{}, err
	}
	e.held.Actions, e.held.Left = plan.Actions, plan.Dropped
	return e.next(stageWrite, job.CPU)
}
