// Package local runs jobs of operations in this process: documents are files and URLs, and nothing of them is kept.
package local

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/guard"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
)

// Web reaches URLs under the address policy. *guard.Client is one.
type Web interface {
	Fetch(ctx context.Context, rawURL string, opts guard.FetchOptions) (*guard.Response, error)
}

// Runner runs jobs. Any number may run at a time; so many of their tasks do as New was told.
type Runner struct {
	env     op.Env
	web     Web
	timeout time.Duration
	slots   chan struct{}
}

// New makes a runner of what operations may use: their site, reader, writer and models. Downloads go through web and take
// no longer than timeout. Tasks are run by as many workers.
func New(env op.Env, web Web, timeout time.Duration, workers int) *Runner {
	env.Now, env.Unkept = time.Now, true
	env.Site.Limits.InlineBytes = 0 // there is no store to put a result into
	return &Runner{env: env, web: web, timeout: timeout, slots: make(chan struct{}, max(workers, 1))}
}

// Job is one request.
type Job struct {
	Operation op.Operation
	Schema    string // of its request in the interface
	Request   []byte // whose inputs are URLs and what File gives
	Report    func(Progress)
}

// Progress is how far a job has come.
type Progress struct {
	Pages int // read so far
	Of    int // pages to read; 0 while unknown
}

// Answer is what a job leaves.
type Answer struct {
	Body     []byte          // as the service answers, with the result in it
	Pages    int             // that the answer is about
	Read     map[string]int  // pages that were read of every input
	Parsed   []*doc.Document // what a parse is made of
	Document *op.Source      // that an edit made; whoever got it closes it
}

// Plan checks a request as the service does.
func (r *Runner) Plan(j Job) (op.Plan, error) {
	body, wrong := api.Validate(j.Schema, j.Request)
	if wrong != nil {
		return op.Plan{}, wrong
	}
	return j.Operation.Plan(r.env.Site, op.Call{Body: body, Raw: j.Request})
}

// Run checks a request and works it off.
func (r *Runner) Run(ctx context.Context, j Job) (_ *Answer, err error) {
	plan, err := r.Plan(j)
	if err != nil {
		return nil, err
	}
	stored, err := plan.Stored()
	if err != nil {
		return nil, err
	}
	s := newShelf(r)
	defer func() { err = errors.Join(err, s.close(err != nil)) }()
	w := &worker{Runner: r, job: j, count: &count{report: j.Report, pages: map[page]bool{}}, env: r.env}
	var parsed []*doc.Document
	w.env.Whole = func(docs []*doc.Document) { parsed = docs }
	w.env.Sources, w.env.Artifacts, w.env.Turned, w.env.Report = s, artifacts{s}, w.count.turned, w.count.announced
	result, err := w.run(ctx, job.Task{
		Type: j.Operation.Type, Request: stored, Started: time.Now(), Part: job.Main,
		Stage: plan.First.Name, Queue: plan.First.Queue, Payload: plan.First.Payload,
	})
	if err != nil {
		return nil, err
	}
	return &Answer{Body: result.Body, Pages: result.NumPages, Read: w.count.perInput(), Document: s.edited, Parsed: parsed}, nil
}

// worker works the tasks of one job off.
type worker struct {
	*Runner
	job   Job
	env   op.Env
	count *count
}

func (w *worker) run(ctx context.Context, task job.Task) (*job.Result, error) {
	for {
		out, err := w.task(ctx, task)
		switch {
		case err != nil:
			return nil, err
		case out.Result != nil:
			return out.Result, nil
		case out.Fan != nil:
			outputs, err := w.parts(ctx, task, out.Fan)
			if err != nil {
				return nil, err
			}
			w.env.Parts = func(context.Context, job.Task) ([]string, error) { return outputs, nil }
			out.Next = &out.Fan.Then
		case out.Next == nil:
			return nil, fmt.Errorf("%s cannot be run without a service", w.job.Operation.Name)
		}
		task.Stage, task.Payload, task.Queue = out.Next.Name, out.Next.Payload, out.Next.Queue
	}
}

// task runs one task when a slot is free.
func (w *worker) task(ctx context.Context, t job.Task) (job.Outcome, error) {
	select {
	case w.slots <- struct{}{}:
	case <-ctx.Done():
		return job.Outcome{}, ctx.Err()
	}
	defer func() { <-w.slots }()
	if err := ctx.Err(); err != nil { // both were possible
		return job.Outcome{}, err
	}
	return w.job.Operation.Run(ctx, w.env, t)
}

// parts runs page batches side by side.
func (w *worker) parts(ctx context.Context, t job.Task, fan *job.Fan) ([]string, error) {
	outputs := make([]string, len(fan.Parts))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(cap(w.slots))
	for i, payload := range fan.Parts {
		part := t
		part.Stage, part.Payload, part.Queue, part.Part = fan.Stage, payload, fan.Queue, i
		group.Go(func() error {
			out, err := w.task(ctx, part)
			if err == nil && out.Part == nil {
				err = io.ErrUnexpectedEOF
			}
			if err == nil {
				outputs[i] = *out.Part
			}
			return err
		})
	}
	return outputs, group.Wait()
}

// count counts the pages of a job.
type count struct {
	report func(Progress)

	mu    sync.Mutex
	pages map[page]bool
	of    int
}

type page struct {
	input  string
	number int
}

func (c *count) turned(input string, number int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pages[page{input, number}] = true
	c.tell()
}

func (c *count) announced(p op.Progress) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.of = max(c.of, p.NumPages)
	c.tell()
}

func (c *count) tell() {
	if c.report != nil {
		c.report(Progress{Pages: len(c.pages), Of: c.of})
	}
}

func (c *count) perInput() map[string]int {
	out := map[string]int{}
	for p := range c.pages {
		out[p.input]++
	}
	return out
}
