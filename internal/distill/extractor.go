package distill

import (
	"context"
	"sync"

	"github.com/octavo-dev/octavo/internal/cite"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/schema"
	"github.com/octavo-dev/octavo/internal/value"
)

// extractor is one extraction: the documents made ready, and the budget that is left.
type extractor struct {
	model   Model
	docs    []*doc.Document
	root    *schema.Field
	o       Options
	prompts *prompts

	pages  []page
	blocks []home // of the numbers that blocks have in prompts
	words  *cite.Index
	locale value.Locale

	mu    sync.Mutex
	usage infer.Usage
	left  int // calls that may still be made
}

// home is where a block stands.
type home struct{ document, block int }

// Calls that one extraction may make beyond one for each window: to divide windows that turn out to be too long, and to
// check values.
const (
	spareCalls   = 32
	callsAWindow = 4
)

func newExtractor(m Model, docs []*doc.Document, root *schema.Field, o Options) (*extractor, error) {
	p, err := load(o.Version)
	if err != nil {
		return nil, err
	}
	e := &extractor{model: m, docs: docs, root: root, o: o, prompts: p, words: cite.New(cite.FromDocuments(docs))}
	var texts []string
	for i, d := range docs {
		for k := range d.Blocks {
			e.blocks = append(e.blocks, home{i, k})
			texts = append(texts, d.Blocks[k].Text)
		}
	}
	e.locale = value.Survey(texts, "")
	e.pages = e.write()
	return e, nil
}

// ask makes one call within the budget.
func (e *extractor) ask(ctx context.Context, r infer.Request) (any, error) {
	a, err := e.model.Complete(ctx, r)
	e.mu.Lock()
	e.usage.Add(a.Usage)
	e.mu.Unlock()
	return a.Value, err
}

// spend takes a call off the budget; false where nothing is left.
func (e *extractor) spend() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.left--
	return e.left >= 0
}

func (e *extractor) used() infer.Usage {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.usage
}

// block is a block by its number in prompts.
func (e *extractor) block(n int) *doc.Block {
	h := e.blocks[n]
	return &e.docs[h.document].Blocks[h.block]
}
