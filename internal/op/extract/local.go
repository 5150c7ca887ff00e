package extract

import (
	"io"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/op/parse"
	"github.com/octavo-dev/octavo/internal/record"
)

// Cite writes what was found as an answer does that has citations.
func Cite(w io.Writer, docs []*doc.Document, found *record.Node) error {
	want := api.Citations{Enabled: true, NumericalConfidence: true, ParentBlock: api.ParentFull}
	return found.Write(w, newCiter(parse.Taken(docs), docs, want).leaf)
}
