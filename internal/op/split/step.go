package split

import (
	"context"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/op/parse"
	"github.com/octavo-dev/octavo/internal/section"
)

// Step is a split of documents that another operation has read.
type Step struct {
	Env     op.Env
	Task    job.Task
	Request api.SplitRequest // only description, rules and settings count
}

func (s *Step) splitter() *splitter {
	return &splitter{env: s.Env, task: s.Task, divide: section.Divide, request: s.Request}
}

// Asks reports whether a model is asked.
func (s *Step) Asks() bool { return s.splitter().model() != nil }

// Answer is the response of a split request, and the sections it tells of.
func (s *Step) Answer(ctx context.Context, read *parse.Read) (*api.SplitResponse, []section.Section, error) {
	return s.splitter().response(ctx, read)
}
