// Package all lists the operations of the service.
package all

import (
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/chart"
	"github.com/octavo-dev/octavo/internal/op/classify"
	"github.com/octavo-dev/octavo/internal/op/edit"
	"github.com/octavo-dev/octavo/internal/op/extract"
	"github.com/octavo-dev/octavo/internal/op/parse"
	"github.com/octavo-dev/octavo/internal/op/pipeline"
	"github.com/octavo-dev/octavo/internal/op/split"
)

// Operations are all operations in the order of the interface.
var Operations = []op.Operation{
	parse.Operation,
	extract.Operation,
	split.Operation,
	classify.Operation,
	edit.Operation,
	pipeline.New(edit.Operation),
}

// Work is what workers run: the operations, and the jobs that only other jobs start.
var Work = append(Operations[:len(Operations):len(Operations)], chart.Operation)
