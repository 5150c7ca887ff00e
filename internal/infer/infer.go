// Package infer asks language and vision models, whoever runs them: one request, one retry policy, one set of failures.
package infer

import "context"

// Request is what a model is asked.
type Request struct {
	System string
	Parts  []Part
	// Shape is what the answer must be like; nil asks for text.
	Shape *Shape
	// Name says in one word what the answer is: letters, digits, "_" and "-". Some protocols want one beside a Shape.
	Name string
	// MaxOutput bounds the tokens of the answer; 0 takes what is configured for the model.
	MaxOutput int
	// Repair is the answer that was given before to the same request, and what was wrong with it.
	Repair *Repair
}

// Part is a piece of what is shown to a model: a text, or an image where Media is set.
type Part struct {
	Text  string
	Image []byte
	Media string // "image/png"
}

// Repair asks for an answer once more.
type Repair struct {
	Answer, Mistake string
}

// Answer is what a model said. It counts what was used even beside an error.
type Answer struct {
	Text  string
	Value any // where a Shape was asked for: map[string]any, []any, string, json.Number, bool or nil
	Usage Usage
}

// Usage is what asking cost.
type Usage struct {
	Calls        int // that a model answered
	InputTokens  int
	OutputTokens int
}

// Add counts what further calls cost.
func (u *Usage) Add(o Usage) {
	u.Calls += o.Calls
	u.InputTokens += o.InputTokens
	u.OutputTokens += o.OutputTokens
}

// Backend speaks one protocol. It sends a request once: neither retries nor deadlines are its business. A request with a
// Shape holds one in common form, and the text of its reply is then JSON as far as the model kept to it.
type Backend interface {
	Send(context.Context, Request) (Reply, error)
}

// Reply is the answer of a backend as it came.
type Reply struct {
	Text         string
	Stopped      Stop
	InputTokens  int
	OutputTokens int
}

// Stop is why a model stopped.
type Stop uint8

// A model stops because it has said everything, at its output limit, at the end of its context, or because it does not
// want to answer.
const (
	Done Stop = iota
	Length
	Full
	Declined
)
