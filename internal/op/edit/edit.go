// Package edit is the operation that fills and changes documents by instruction.
package edit

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/edit"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
)

// Operation is edit.
var Operation = op.Operation{Name: "edit", Type: "Edit", Plan: plan, Run: run}

// The stages of an edit. Without a language model reading and writing are one.
const (
	stageFetch = "fetch" // downloads the document
	stageRead  = "read"  // looks at it, and writes where no model is to be asked
	stageAsk   = "ask"   // asks a model what the instructions mean
	stageWrite = "write" // carries out what it said
)

// payload goes from stage to stage.
type payload struct {
	Input    string        `json:"input"`              // that Sources.Open takes
	Document string        `json:"document,omitempty"` // the artifact that holds what the model is shown
	Actions  []edit.Action `json:"actions,omitempty"`
	Left     []edit.Left   `json:"left,omitempty"`
}

// editor is one task of an edit.
type editor struct {
	env     op.Env
	task    job.Task
	request api.EditRequest
	held    payload
	keep    keeper
}

// keeper stores the edited document and tells where it can be had.
type keeper func(ctx context.Context, name, media string, body io.Reader) (url string, err error)

func run(ctx context.Context, env op.Env, task job.Task) (job.Outcome, error) {
	order, err := op.ReadOrder(task.Request)
	if err != nil {
		return job.Outcome{}, err
	}
	e := &editor{env: env, task: task}
	e.keep = e.stored
	if err := json.Unmarshal(order.Request, &e.request); err != nil {
		return job.Outcome{}, fmt.Errorf("read edit request: %w", err)
	}
	e.held.Input = e.request.DocumentURL.Values[0]
	if task.Payload != "" {
		if err := json.Unmarshal([]byte(task.Payload), &e.held); err != nil {
			return job.Outcome{}, fmt.Errorf("read what the stage before left: %w", err)
		}
	}
	switch task.Stage {
	case stageFetch:
		return e.fetch(ctx)
	case stageAsk:
		return e.ask(ctx)
	}
	return e.work(ctx)
}

// stored is the keeper of a job: the document before and after can be looked at as long as the job is there.
func (e *editor) stored(ctx context.Context, name, media string, body io.Reader) (string, error) {
	stored, err := e.env.Artifacts.Add(ctx, e.task, op.Artifact{Kind: op.KindDocument, Name: name, ContentType: media, Body: body})
	if err != nil {
		return "", err
	}
	album := op.Album{Documents: []op.AlbumDocument{{Input: e.held.Input}}, Edited: &op.AlbumDocument{Object: stored.ID}}
	return stored.URL, album.Keep(ctx, e.env, e.task)
}

// next hands over to another stage.
func (e *editor) next(stage string, queue job.Queue) (job.Outcome, error) {
	b, err := json.Marshal(e.held)
	if err != nil {
		return job.Outcome{}, fmt.Errorf("hand over an edit: %w", err)
	}
	return job.Outcome{Next: &job.Stage{Name: stage, Queue: queue, Payload: string(b)}}, nil
}

func (e *editor) fetch(ctx context.Context) (job.Outcome, error) {
	held, err := e.env.Sources.Fetch(ctx, e.task, e.held.Input)
	if err != nil {
		return job.Outcome{}, err
	}
	e.held.Input = held
	return e.next(stageRead, job.CPU)
}

// model is the one that is asked, nil where the instructions are read without one.
func (e *editor) model() *infer.Model {
	provider := "google"
	if p := e.request.EditOptions.LLMProviderPreference; p != nil {
		provider = *p
	}
	return e.env.Models.Prefer(infer.Language, provider)
}

// work looks at the document and, unless a model is to be asked first, changes it.
func (e *editor) work(ctx context.Context) (job.Outcome, error) {
	d, err := e.open(ctx)
	if err != nil {
		return job.Outcome{}, err
	}
	defer d.close()
	if e.task.Stage == stageWrite {
		return e.finish(ctx, d, e.held.Actions, e.held.Left)
	}
	instructions := strings.TrimSpace(e.request.EditInstructions)
	if e.lists() {
		return e.finish(ctx, d, nil, nil)
	}
	if instructions != "" && e.model() != nil {
		return e.show(ctx, d)
	}
	actions, skipped := edit.Read(instructions)
	return e.finish(ctx, d, actions, edit.Skipped(skipped))
}

// lists reports whether the caller only wants to know what there is to be filled in.
func (e *editor) lists() bool {
	return e.request.FormSchema == nil && edit.Lists(e.request.EditInstructions)
}

// document is one that can be edited.
type document interface {
	// about is what the actions can be about: what they do not speak of is not read.
	about(ctx context.Context, actions []edit.Action) (edit.Document, error)
	// whole is all that instructions can be about.
	whole(ctx context.Context) (edit.Document, error)
	// change carries out actions and stores the new document.
	change(ctx context.Context, actions []edit.Action) (*changed, error)
	close()
}

// changed is an edited document.
type changed struct {
	url       string
	pages     int
	schema    []api.EditWidget // nil where it has none
	prefilled int              // pages all of whose widgets were given by the caller
	applied   int              // actions and values
	left      []edit.Left
	notes     []string
}

// finish changes the document and answers.
func (e *editor) finish(ctx context.Context, d document, actions []edit.Action, left []edit.Left) (job.Outcome, error) {
	c, err := e.carryOut(ctx, d, actions, left)
	if err != nil {
		return job.Outcome{}, err
	}
	return e.answer(c)
}

func (e *editor) carryOut(ctx context.Context, d document, actions []edit.Action, left []edit.Left) (*changed, error) {
	about, err := d.about(ctx, actions)
	if err != nil {
		return nil, err
	}
	kept, dropped := edit.Sift(actions, about)
	left = append(left, dropped...)
	c, err := d.change(ctx, kept)
	if err != nil {
		return nil, err
	}
	c.left = append(left, c.left...)
	if c.applied == 0 && e.request.FormSchema == nil && !e.lists() { // widgets that were described are there, be they empty
		return nil, edit.Refuse(e.request.EditInstructions, c.left)
	}
	return c, nil
}
