// Package distill draws the values of a schema out of documents with a language model and checks them against their words.
package distill

import (
	"context"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/record"
	"github.com/octavo-dev/octavo/internal/schema"
	"github.com/octavo-dev/octavo/internal/window"
)

// Model is asked for values. infer.Model is one.
type Model interface {
	Complete(context.Context, infer.Request) (infer.Answer, error)
}

// Options is how values are drawn out.
type Options struct {
	Version  string // of the prompts: a version of extract_model; empty takes the newest
	Guidance string // what the caller adds to the instructions

	Context int // tokens the model can read; 0 where that is not known
	Output  int // tokens the model may write; 0 where that is not known

	Images  []window.Image // pictures of pages, shown beside their text
	Hints   *record.Node   // what the built-in engine found; nil where it was not asked
	Arrays  bool           // short segments, so that long lists are complete
	Segment int            // pages of a segment; 0 leaves it to us
	Deep    bool           // every value is checked and corrected, in several rounds
	Hurried bool           // windows are asked about at once, not one after the other
}

// Result is what was drawn out.
type Result struct {
	Root  *record.Node
	Usage infer.Usage

	// Sure and Reason say what became of checking every value; Reason is empty unless that was asked for.
	Sure   bool
	Reason string
}

// Extract asks the model for the values of a schema, nil for everything that carries a label. Every value it gives is
// looked up in the words of the documents: where it stands is its source, and one that stands nowhere is kept with little
// confidence.
func Extract(ctx context.Context, m Model, docs []*doc.Document, root *schema.Field, o Options) (Result, error) {
	if root == nil {
		root = &schema.Field{Kind: schema.Object, Description: "Everything that carries a label", Extra: &schema.Field{Kind: schema.String}}
	}
	e, err := newExtractor(m, docs, root, o)
	if err != nil {
		return Result{}, err
	}
	found, err := e.draw(ctx)
	if err != nil {
		return Result{Usage: e.session.Usage()}, err
	}
	out := Result{Root: found.root}
	var checked *verdict
	if o.Deep {
		if checked, err = e.verify(ctx, found); err != nil {
			return Result{Usage: e.session.Usage()}, err
		}
		out.Sure, out.Reason = checked.summary()
	}
	e.rate(found, checked)
	out.Usage = e.session.Usage()
	return out, nil
}
