// Package all lists the operations of the service.
package all

import (
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/chart"
	"github.com/octavo-dev/octavo/internal/op/classify"
	"github.com/octavo-dev/octavo/internal/op/extract"
	"github.com/octavo-dev/octavo/internal/op/parse"
	"github.com/octavo-dev/octavo/internal/op/pipeline"
	"github.com/octavo-dev/octavo/internal/op/split"
)

// edit is declared but not built.
var edit = op.Operation{Name: "edit", Type: "Edit"}

// Operations are all operations in the order of the interface. One whose Run is nil is declared but not built.
var Operations = []op.Operation{
	parse.Operation,
	extract.Operation,
	split.Operation,
	classify.Operation,
	edit,
	pipeline.New(edit),
}

// Work is what workers run: the operations, and the jobs that only other jobs start.
var Work = append(Operations[:len(Operations):len(Operations)], chart.Operation)
