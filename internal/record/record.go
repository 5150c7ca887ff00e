// Package record is what an extraction finds: a tree of values that follows a schema, each with the places it was taken
// from.
package record

import (
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/schema"
)

// Node is the value of one field.
type Node struct {
	Field      *schema.Field
	Members    []Member // of an object, in the order of the schema; those not found are there with a Value of nil
	Items      []*Node  // of an array
	Value      any      // of a leaf: string, json.Number, bool, or nil where nothing was found
	Sources    []Source // of a leaf that was found, best first
	Confidence float64  // 0 to 1, that the value belongs to the field
}

// Member is a property of an object.
type Member struct {
	Name string
	Node *Node
}

// Source is a place in a document that a value was taken from.
type Source struct {
	Document   int // index among the documents of the job
	Block      int // index in its Blocks
	Page       int // as Block.Page
	Box        doc.Box
	Text       string  // what stands there
	Confidence float64 // 0 to 1, that it was read rightly
}
