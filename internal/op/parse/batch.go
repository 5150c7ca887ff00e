package parse

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/reader"
)

// Pages of one batch. Where a page has many bytes it is likely a picture, and text is read from pictures a thousand
// times more slowly than from characters; looking at a page with the layout model takes as long.
const (
	batchPages    = 32
	batchPictures = 4
	pictureBytes  = 40 << 10
)

// batchOrder is the payload of a batch.
type batchOrder struct {
	Input string `json:"input"`
	Pages []int  `json:"pages"`
	First bool   `json:"first,omitempty"` // of its document
}

// batchOutput is what a batch leaves: where its pages are stored, and the pictures of them. The first leaves the PDF of
// the document, too: everybody would wait for the last stage to store it.
type batchOutput struct {
	Artifact string      `json:"artifact"`
	Images   []pageImage `json:"images,omitempty"`
	PDF      *op.Stored  `json:"pdf,omitempty"`
}

// cut looks at the inputs and returns the batches of each, or nil when no document is long.
func (p *parser) cut(ctx context.Context, inputs []string) ([][][]int, error) {
	pick := p.selection()
	cuts, long := make([][][]int, len(inputs)), false
	pages, known := 0, true
	for i, input := range inputs {
		if _, earlier := jobID(input); earlier {
			known = false
			continue
		}
		file, err := p.open(ctx, input, pick.of(i))
		if err != nil {
			return nil, p.ofDocument(i, err)
		}
		if file.Paged() {
			cuts[i] = slices.Collect(slices.Chunk(file.Selected, p.batchSize(file)))
			long = long || len(cuts[i]) > 1
		}
		pages, known = pages+len(file.Selected), known && file.Paged()
		file.Close()
	}
	if known {
		p.report(fetchShare, pages, 0)
	}
	if !long {
		return nil, nil
	}
	return cuts, nil
}

func (p *parser) batchSize(file *opened) int {
	if p.request.Settings.ExtractionMode == string(reader.Pixels) || p.looks() && p.env.Reader.Regions != nil || file.bytes.Size > int64(file.Count())*pictureBytes {
		return batchPictures
	}
	return batchPages
}

// fan hands the batches to all workers and goes on when they are done.
func (p *parser) fan(inputs []string, cuts [][][]int) (job.Outcome, error) {
	fan := &job.Fan{Stage: stageBatch, Queue: job.CPU}
	then := payload{Inputs: inputs}
	for i, batches := range cuts {
		then.Batches = append(then.Batches, len(batches))
		for k, pages := range batches {
			b, err := json.Marshal(batchOrder{inputs[i], pages, k == 0})
			if err != nil {
				return job.Outcome{}, fmt.Errorf("hand over pages: %w", err)
			}
			fan.Parts = append(fan.Parts, string(b))
		}
	}
	b, err := json.Marshal(then)
	if err != nil {
		return job.Outcome{}, fmt.Errorf("hand over inputs: %w", err)
	}
	fan.Then = job.Stage{Name: stageAnswer, Queue: job.CPU, Payload: string(b)}
	return job.Outcome{Fan: fan}, nil
}

// batch reads some pages of one document and stores them for the stage that answers.
func (p *parser) batch(ctx context.Context) (job.Outcome, error) {
	var order batchOrder
	if err := json.Unmarshal([]byte(p.task.Payload), &order); err != nil {
		return job.Outcome{}, fmt.Errorf("read page batch: %w", err)
	}
	file, err := p.open(ctx, order.Input, these(order.Pages))
	if err != nil {
		return job.Outcome{}, err
	}
	defer file.Close()
	d, err := file.Read(ctx, order.Pages)
	if err != nil {
		return job.Outcome{}, err
	}
	var out batchOutput
	if out.Images, err = p.pictures(ctx, file, d); err != nil {
		return job.Outcome{}, err
	}
	if err := p.enhance(ctx, file, d); err != nil {
		return job.Outcome{}, err
	}
	if body := p.asItIs(file); body != nil && order.First && p.keeps() {
		stored, err := p.storePDF(ctx, body)
		if err != nil {
			return job.Outcome{}, err
		}
		out.PDF = &stored
	}
	pages := &op.Parsed{Documents: []op.ParsedDocument{{Document: d}}}
	if out.Artifact, err = p.part(ctx, fmt.Sprintf("pages-%d", p.task.Part), pages.WriteLoose); err != nil {
		return job.Outcome{}, err
	}
	b, err := json.Marshal(out)
	if err != nil {
		return job.Outcome{}, fmt.Errorf("hand over pages: %w", err)
	}
	output := string(b)
	return job.Outcome{Part: &output}, nil
}

// join reads what the batches left and answers.
func (p *parser) join(ctx context.Context) (job.Outcome, error) {
	held, err := p.held()
	if err != nil {
		return job.Outcome{}, err
	}
	outputs, err := p.env.Parts(ctx, p.task)
	if err != nil {
		return job.Outcome{}, fmt.Errorf("read page batches: %w", err)
	}
	batches := make([][]batchOutput, len(held.Inputs))
	for i, n := range held.Batches {
		for _, output := range outputs[:n] {
			var b batchOutput
			if err := json.Unmarshal([]byte(output), &b); err != nil {
				return job.Outcome{}, fmt.Errorf("read page batch: %w", err)
			}
			batches[i] = append(batches[i], b)
		}
		outputs = outputs[n:]
	}
	// The batches stay stored: if this worker dies before the answer counts, another one joins them again.
	return p.finish(ctx, held.Inputs, batches)
}

// joined makes the document of an input that was cut.
func (p *parser) joined(ctx context.Context, input string, batches []batchOutput, choose chooser) ([]source, error) {
	file, err := p.open(ctx, input, choose)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	parts, err := p.parts(ctx, batches)
	if err != nil {
		return nil, err
	}
	var images []pageImage
	for _, b := range batches {
		images = append(images, b.Images...)
	}
	d, err := file.Join(ctx, parts)
	if err != nil {
		return nil, err
	}
	return p.source(ctx, file, d, images, input, batches[0].PDF)
}

// fetches is how many batches are fetched at once, so that the store is not waited for while others are unpacked.
const fetches = 4

// parts reads the pages that batches left.
func (p *parser) parts(ctx context.Context, batches []batchOutput) ([]*doc.Document, error) {
	parts := make([]*doc.Document, len(batches))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(fetches)
	for i, b := range batches {
		group.Go(func() error {
			part, err := p.stored(ctx, b.Artifact)
			if err != nil {
				return err
			}
			parts[i] = part.Documents[0].Document
			return nil
		})
	}
	return parts, group.Wait()
}

// part stores something for a later stage and returns its id.
func (p *parser) part(ctx context.Context, name string, write func(io.Writer) error) (string, error) {
	body := op.Produce(write)
	defer func() { _ = body.Close() }()
	stored, err := p.env.Artifacts.Add(ctx, p.task, op.Artifact{Kind: op.KindPart, Name: name, ContentType: "application/octet-stream", Body: body})
	if err != nil {
		return "", fmt.Errorf("store %s: %w", name, err)
	}
	return stored.ID, nil
}

// stored are documents that an earlier stage stored.
func (p *parser) stored(ctx context.Context, id string) (*op.Parsed, error) {
	r, err := p.env.Artifacts.Open(ctx, p.task, id)
	if err != nil {
		return nil, fmt.Errorf("open stored pages: %w", err)
	}
	defer func() { _ = r.Close() }()
	parsed, err := op.ReadParsed(r)
	if err != nil {
		return nil, fmt.Errorf("read stored pages: %w", err)
	}
	return parsed, nil
}
