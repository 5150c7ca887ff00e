package parse

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
)

// handed is the payload of a stage that goes on with documents which another one has read.
type handed struct {
	List     bool            `json:"list,omitempty"`
	Cost     Cost            `json:"cost"`
	Reused   []bool          `json:"reused,omitempty"` // which documents are of earlier parses
	Model    string          `json:"model"`            // where the documents are stored
	Pictures []handedPicture `json:"pictures,omitempty"`
}

type handedPicture struct {
	Document int    `json:"document"`
	Page     int    `json:"page"`
	Stored   string `json:"stored"`
}

// Hand stores the documents, and pictures of their pages where there are any, and hands them on to a stage.
func (r *Read) Hand(ctx context.Context, stage string, queue job.Queue, pictures []Picture) (job.Outcome, error) {
	then := handed{List: r.List, Cost: r.Cost}
	for i := range r.sources {
		then.Reused = append(then.Reused, r.sources[i].reused)
	}
	parsed, err := parsedOf(r.sources, r.List)
	if err == nil {
		then.Model, err = r.parser.part(ctx, "documents", parsed.WriteLoose)
	}
	if err != nil {
		return job.Outcome{}, err
	}
	for _, p := range pictures {
		name := fmt.Sprintf("picture-%d-%d", p.Document, p.Page)
		stored, err := r.parser.part(ctx, name, func(w io.Writer) error { _, err := w.Write(p.PNG); return err })
		if err != nil {
			return job.Outcome{}, err
		}
		then.Pictures = append(then.Pictures, handedPicture{p.Document, p.Page, stored})
	}
	b, err := json.Marshal(then)
	if err != nil {
		return job.Outcome{}, fmt.Errorf("hand over documents: %w", err)
	}
	return job.Outcome{Next: &job.Stage{Name: stage, Queue: queue, Payload: string(b)}}, nil
}

// Handed takes up what Hand has stored.
func Handed(ctx context.Context, env op.Env, task job.Task) (*Read, []Picture, error) {
	var held handed
	if err := json.Unmarshal([]byte(task.Payload), &held); err != nil {
		return nil, nil, fmt.Errorf("read documents that were handed over: %w", err)
	}
	order, err := op.ReadOrder(task.Request)
	if err != nil {
		return nil, nil, err
	}
	p := &parser{env: env, task: task, former: order.Former}
	parsed, err := p.stored(ctx, held.Model)
	if err != nil {
		return nil, nil, err
	}
	sources, err := sourcesOf(parsed)
	if err != nil {
		return nil, nil, err
	}
	for i := range min(len(sources), len(held.Reused)) {
		sources[i].reused = held.Reused[i]
	}
	r := &Read{List: held.List, Cost: held.Cost, parser: p}
	r.settle(sources)
	r.mark()
	var pictures []Picture
	for _, h := range held.Pictures {
		png, err := p.load(ctx, h.Stored)
		if err != nil {
			return nil, nil, err
		}
		pictures = append(pictures, Picture{h.Document, h.Page, png})
	}
	return r, pictures, nil
}

// Picture is a page of a document as it looks.
type Picture struct {
	Document, Page int // index among the documents, and Page.Number
	PNG            []byte
}

// Pictures draws the selected pages. Files without pages have none; what an earlier parse was made of is not at hand.
func (r *Read) Pictures(ctx context.Context) ([]Picture, error) {
	var out []Picture
	for i := range r.sources {
		s := &r.sources[i]
		if s.reused {
			return nil, fault.New(fault.NotApplicable, "pictures of pages do not apply to jobid:// inputs")
		}
		drawn, err := r.parser.drawnPages(ctx, s)
		if err != nil {
			return nil, err
		}
		for _, p := range drawn {
			p.Document = i
			out = append(out, p)
		}
	}
	return out, nil
}

func (p *parser) drawnPages(ctx context.Context, s *source) ([]Picture, error) {
	file, err := p.open(ctx, s.input, these([]int{s.doc.Pages[0].Number}))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var out []Picture
	for i := 0; file.Drawable() && i < len(s.doc.Pages); i++ {
		n := s.doc.Pages[i].Number
		raster, err := file.draw(ctx, s.doc, n, pictureDPI)
		if errors.Is(err, errUndrawn) {
			continue
		}
		if err != nil {
			return nil, err
		}
		var png bytes.Buffer
		if err := raster.WritePNG(&png); err != nil {
			return nil, fmt.Errorf("write page %d: %w", n, err)
		}
		out = append(out, Picture{Page: n, PNG: png.Bytes()})
	}
	return out, nil
}

// load is what part has stored.
func (p *parser) load(ctx context.Context, id string) ([]byte, error) {
	r, err := p.env.Artifacts.Open(ctx, p.task, id)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", id, err)
	}
	defer func() { _ = r.Close() }()
	return io.ReadAll(r)
}
