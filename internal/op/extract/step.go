package extract

import (
	"context"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/match"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/parse"
)

// Step is an extraction from documents that another operation has read.
type Step struct {
	Env     op.Env
	Task    job.Task
	Request api.ExtractRequest // only instructions and settings count
	Version string             // of the extract model
}

func (s *Step) extractor() *extractor {
	return &extractor{env: s.Env, task: s.Task, find: match.Extract, request: s.Request, version: s.Version}
}

// Asks reports whether a model is asked.
func (s *Step) Asks() bool { return s.extractor().model() != nil }

// Pictures are those that the model is to see.
func (s *Step) Pictures(ctx context.Context, read *parse.Read) ([]parse.Picture, error) {
	return s.extractor().pictures(ctx, read)
}

// Answer is the response of an extract request.
func (s *Step) Answer(ctx context.Context, read *parse.Read, pictures []parse.Picture) (*api.V3ExtractResponse, error) {
	return s.extractor().response(ctx, read, pictures)
}
