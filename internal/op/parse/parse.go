// Package parse is the operation that turns documents into chunks of typed blocks.
package parse

import "github.com/octavo-dev/octavo/internal/op"

// Operation is parse.
var Operation = op.Operation{Name: "parse", Type: "Parse"}
