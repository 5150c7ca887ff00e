package distill

import (
	"embed"

	"github.com/octavo-dev/octavo/internal/cite"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/schema"
	"github.com/octavo-dev/octavo/internal/value"
	"github.com/octavo-dev/octavo/internal/window"
)

// extractor is one extraction: the documents made ready, and the budget that is left.
type extractor struct {
	docs    []*doc.Document
	root    *schema.Field
	o       Options
	prompts *infer.Prompts
	session *infer.Session

	pages  []window.Page
	blocks []home // of the numbers that blocks have in prompts
	words  *cite.Index
	locale value.Locale
}

// home is where a block stands.
type home struct{ document, block int }

// Calls that one extraction may make beyond one for each window: to divide windows that turn out to be too long, and to
// check values.
const (
	spareCalls   = 32
	callsAWindow = 4
)

// A folder holds the prompts of one version of extract_model. A version that was shipped is not changed any more: a change
// in words is a change in what is found.
//
//go:embed v1
var folders embed.FS

func newExtractor(m Model, docs []*doc.Document, root *schema.Field, o Options) (*extractor, error) {
	p, err := infer.LoadPrompts(folders, o.Version)
	if err != nil {
		return nil, err
	}
	e := &extractor{docs: docs, root: root, o: o, prompts: p, session: infer.NewSession(m, "extraction"), words: cite.New(cite.FromDocuments(docs))}
	var texts []string
	for i, d := range docs {
		for k := range d.Blocks {
			e.blocks = append(e.blocks, home{i, k})
			texts = append(texts, d.Blocks[k].Text)
		}
	}
	e.locale = value.Survey(texts, "")
	e.pages = window.View{Numbers: true, Images: o.Images}.Write(docs)
	return e, nil
}

// block is a block by its number in prompts.
func (e *extractor) block(n int) *doc.Block {
	h := e.blocks[n]
	return &e.docs[h.document].Blocks[h.block]
}
