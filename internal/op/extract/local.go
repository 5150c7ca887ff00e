package extract

import (
	"context"
	"io"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/match"
	"github.com/octavo-dev/octavo/internal/op/parse"
	"github.com/octavo-dev/octavo/internal/record"
	"github.com/octavo-dev/octavo/internal/schema"
)

// Find finds values by what stands beside them, without a model.
func Find(ctx context.Context, docs []*doc.Document, root *schema.Field, guidance string) (*record.Node, error) {
	return match.Extract(ctx, docs, root, match.Options{Guidance: guidance})
}

// Cite writes what was found as an answer does that has citations.
func Cite(w io.Writer, docs []*doc.Document, found *record.Node) error {
	want := api.Citations{Enabled: true, NumericalConfidence: true, ParentBlock: api.ParentFull}
	return found.Write(w, newCiter(parse.Taken(docs), docs, want).leaf)
}
