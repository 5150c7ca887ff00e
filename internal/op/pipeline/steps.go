package pipeline

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/parse"
	"github.com/octavo-dev/octavo/internal/section"
)

// Shares of the whole work that are done when the documents are read and when they are divided.
const (
	readShare  = 0.9
	splitShare = 0.95
)

// parsed is what the parse of a pipeline leaves for the steps behind it.
type parsed struct {
	Answers []json.RawMessage `json:"answers,omitempty"` // one for each document; nil where the definition asks for none
	Usage   usage             `json:"usage"`
}

// read goes on with documents that are read. No CPU worker waits for a model.
func (p *pipeline) read(ctx context.Context, read *parse.Read) (job.Outcome, error) {
	pages, total := read.Count()
	p.env.Report(op.Progress{Done: readShare, NumPages: pages, TotalPages: total})
	done := parsed{Usage: usage{read.Usage()}}
	if p.Definition.Parse != nil {
		var err error
		if done.Answers, err = read.Answers(ctx); err != nil {
			return job.Outcome{}, err
		}
	}
	pictures, err := p.pictures(ctx, read)
	if err != nil {
		return job.Outcome{}, err
	}
	if p.asks() && p.task.Queue != job.IO {
		return p.hand(ctx, read, pictures, &done)
	}
	return p.steps(ctx, read, pictures, &done)
}

// asks reports whether a step behind the parse asks a model.
func (p *pipeline) asks() bool {
	return p.Definition.Split != nil && p.splitStep().Asks() || p.Definition.Extract != nil && p.extractStep("").Asks()
}

// pictures are those of the pages, where an extraction wants its model to see them.
func (p *pipeline) pictures(ctx context.Context, read *parse.Read) ([]parse.Picture, error) {
	e := p.Definition.Extract
	if e == nil {
		return nil, nil
	}
	names := []string{""}
	for name := range e.PerSplit {
		names = append(names, name)
	}
	for _, name := range names {
		if step := p.extractStep(name); step.Request.Settings.IncludeImages {
			return step.Pictures(ctx, read)
		}
	}
	return nil, nil
}

// held is the payload of the stage that runs the steps.
type held struct {
	Documents string `json:"documents"` // as the parse hands them on
	Parsed    string `json:"parsed"`    // where what it answers is stored
}

// hand goes on in another queue.
func (p *pipeline) hand(ctx context.Context, read *parse.Read, pictures []parse.Picture, done *parsed) (job.Outcome, error) {
	out, err := read.Hand(ctx, stageSteps, job.IO, pictures)
	if err != nil {
		return job.Outcome{}, err
	}
	body, err := api.Marshal(done)
	if err != nil {
		return job.Outcome{}, fmt.Errorf("write what was parsed: %w", err)
	}
	stored, err := p.env.Artifacts.Add(ctx, p.task, op.Artifact{Kind: op.KindPart, Name: "parsed", ContentType: "application/json", Body: bytes.NewReader(body)})
	if err != nil {
		return job.Outcome{}, fmt.Errorf("store what was parsed: %w", err)
	}
	b, err := json.Marshal(held{out.Next.Payload, stored.ID})
	if err != nil {
		return job.Outcome{}, fmt.Errorf("hand over what was parsed: %w", err)
	}
	out.Next.Payload = string(b)
	return out, nil
}

// resume takes up what hand has stored.
func (p *pipeline) resume(ctx context.Context) (job.Outcome, error) {
	var h held
	if err := json.Unmarshal([]byte(p.task.Payload), &h); err != nil {
		return job.Outcome{}, fmt.Errorf("read what was handed over: %w", err)
	}
	task := p.task
	task.Payload = h.Documents
	read, pictures, err := parse.Handed(ctx, p.env, task)
	if err != nil {
		return job.Outcome{}, err
	}
	stored, err := p.env.Artifacts.Open(ctx, p.task, h.Parsed)
	if err != nil {
		return job.Outcome{}, fmt.Errorf("open what was parsed: %w", err)
	}
	defer func() { _ = stored.Close() }()
	var done parsed
	if err := json.NewDecoder(stored).Decode(&done); err != nil {
		return job.Outcome{}, fmt.Errorf("read what was parsed: %w", err)
	}
	return p.steps(ctx, read, pictures, &done)
}

// steps splits and extracts as the definition says, and answers.
func (p *pipeline) steps(ctx context.Context, read *parse.Read, pictures []parse.Picture, done *parsed) (job.Outcome, error) {
	a := &answer{read: read, parsed: done}
	again := read.Again()
	var found []section.Section
	if p.Definition.Split != nil {
		var err error
		if a.split, found, err = p.splitStep().Answer(ctx, again); err != nil {
			return job.Outcome{}, err
		}
		pages, total := read.Count()
		p.env.Report(op.Progress{Done: splitShare, NumPages: pages, TotalPages: total})
	}
	var err error
	switch {
	case p.Definition.Extract == nil:
	case p.Definition.Split == nil:
		a.extract, err = p.fromAll(ctx, again, pictures)
	default:
		a.extracts, err = p.fromSections(ctx, again, pictures, found)
	}
	if err != nil {
		return job.Outcome{}, err
	}
	return p.answer(a)
}

// fromAll extracts from all documents.
func (p *pipeline) fromAll(ctx context.Context, read *parse.Read, pictures []parse.Picture) (*api.V3ExtractResponse, error) {
	step := p.extractStep("")
	step.Env.Step = "extract"
	read, err := read.Narrow(step.Request.Settings.PageRange)
	if err != nil {
		return nil, err
	}
	return step.Answer(ctx, read, read.Shown(pictures))
}

// fromSections extracts from every section that has pages, or from each of its partitions.
func (p *pipeline) fromSections(ctx context.Context, read *parse.Read, pictures []parse.Picture, found []section.Section) ([]api.ExtractSplitResponse, error) {
	out := []api.ExtractSplitResponse{}
	add := func(name string, partition *string, pages []section.Page) error {
		if len(pages) == 0 {
			return nil
		}
		one := api.ExtractSplitResponse{SplitName: name, Partition: partition}
		for _, page := range pages {
			one.PageRange = append(one.PageRange, page.Number)
		}
		step := p.extractStep(name)
		step.Env.Step = fmt.Sprintf("extract-%d", len(out)+1)
		selected := read.Select(one.PageRange)
		var shown []parse.Picture
		if step.Request.Settings.IncludeImages {
			shown = selected.Shown(pictures)
		}
		response, err := step.Answer(ctx, selected, shown)
		if err != nil {
			return fmt.Errorf("extract from %q: %w", name, err)
		}
		one.Result = response
		out = append(out, one)
		return nil
	}
	for _, s := range found {
		if s.Parts == nil {
			if err := add(s.Name, nil, s.Pages); err != nil {
				return nil, err
			}
		}
		for _, part := range s.Parts {
			if err := add(s.Name, &part.Name, part.Pages); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}
