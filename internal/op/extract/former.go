package extract

import (
	"bytes"
	"context"
	"encoding/json"
	"io"

	"golang.org/x/sync/errgroup"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/op/parse"
	"github.com/octavo-dev/octavo/internal/record"
	"github.com/octavo-dev/octavo/internal/render"
	"github.com/octavo-dev/octavo/internal/schema"
)

// chunksAt is about how many chunks a model is asked at once.
const chunksAt = 4

// drawn is what was found in the documents, or in parts of them.
type drawn struct {
	*found
	docs []*doc.Document
}

// formerResponse finds the values and answers as the second version does: a list of results, one for each chunk where
// that is asked for, and beside it a list of trees that say where the values stand.
func (e *extractor) formerResponse(ctx context.Context, read *parse.Read, pictures []parse.Picture) (*api.ExtractResponse, error) {
	root, err := schema.Parse(e.request.Instructions.Schema)
	if err != nil {
		return nil, err
	}
	results, err := e.drawAll(ctx, e.portions(read), root, pictures)
	if err != nil {
		return nil, err
	}
	force := e.request.Settings.ForceURLResult
	result, err := e.env.Result(ctx, e.task, force, func(w io.Writer) error {
		return listed(w, results, func(*drawn) record.Leaf { return nil })
	})
	if err != nil {
		return nil, err
	}
	var citations any
	if want := e.request.Settings.Citations; want.Enabled {
		env := e.env
		env.Step = "citations"
		citations, err = env.Result(ctx, e.task, force, func(w io.Writer) error {
			return listed(w, results, func(d *drawn) record.Leaf { return newCiter(read, d.docs, want).places })
		})
		if err != nil {
			return nil, err
		}
	}
	fields := 0
	for i := range results {
		fields += results[i].Leaves()
	}
	sure, err := e.confidence(results)
	if err != nil {
		return nil, err
	}
	took := api.Took(e.env.Now().Sub(e.task.Started))
	pages, _ := read.Count()
	return &api.ExtractResponse{
		ResponseType: "extract", JobID: &e.task.JobID, Usage: e.usage(read.Cost, pages, fields, results[0].mode), Duration: &took,
		StudioLink: e.env.Site.StudioLink(e.task.JobID), Result: result, Citations: citations, ResponseConfidence: sure,
	}, nil
}

// portions are the documents as they are looked at: all of them, or chunk by chunk.
func (e *extractor) portions(read *parse.Read) []*parse.Read {
	if e.former.UseChunking {
		return read.Chunks(&e.request.Parsing.Retrieval)
	}
	return []*parse.Read{read}
}

// drawAll finds the values of every portion.
func (e *extractor) drawAll(ctx context.Context, portions []*parse.Read, root *schema.Field, pictures []parse.Picture) ([]drawn, error) {
	out := make([]drawn, len(portions))
	group, within := errgroup.WithContext(ctx)
	group.SetLimit(1)
	if e.model() != nil {
		group.SetLimit(chunksAt)
	}
	for i, portion := range portions {
		group.Go(func() error {
			if err := within.Err(); err != nil {
				return err
			}
			docs := portion.Documents()
			f, err := e.values(within, docs, root, portion.Shown(pictures))
			out[i] = drawn{f, docs}
			return err
		})
	}
	return out, group.Wait()
}

// listed writes the trees of all results.
func listed(w io.Writer, results []drawn, leaf func(*drawn) record.Leaf) error {
	for i := range results {
		before := ","
		if i == 0 {
			before = "["
		}
		if _, err := io.WriteString(w, before); err != nil {
			return err
		}
		if err := results[i].Write(w, leaf(&results[i])); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, "]")
	return err
}

// confidence is what a deep extraction says of its values: of each of the first result, and of all that were found on
// average; nil after others.
func (e *extractor) confidence(results []drawn) (*api.ExtractResponseConfidence, error) {
	if !e.request.Settings.DeepExtract {
		return nil, nil
	}
	sum, n := 0.0, 0
	for i := range results {
		results[i].Walk(func(_ string, leaf *record.Node) {
			sum += leaf.Confidence
			n++
		})
	}
	out := &api.ExtractResponseConfidence{Document: render.Round(sum / float64(max(n, 1)))}
	var fields bytes.Buffer
	err := results[0].Write(&fields, func(n *record.Node, _ json.RawMessage) (json.RawMessage, error) {
		return api.Marshal(render.Round(n.Confidence))
	})
	out.Fields = json.RawMessage(fields.Bytes())
	return out, err
}
