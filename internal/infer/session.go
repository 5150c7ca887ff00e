package infer

import (
	"context"
	"sync"

	"github.com/octavo-dev/octavo/internal/fault"
)

// Completer answers requests. Model is one.
type Completer interface {
	Complete(context.Context, Request) (Answer, error)
}

// Session is the calls of one piece of work: counted, and no more than were allowed.
type Session struct {
	model Completer
	stage string // what fails when the calls are spent: "extraction"

	mu    sync.Mutex
	usage Usage
	left  int
}

// NewSession allows no call yet.
func NewSession(m Completer, stage string) *Session { return &Session{model: m, stage: stage} }

// Allow adds calls that may be made.
func (s *Session) Allow(calls int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left += calls
}

// Spend takes a call off those that are left; an error where none is.
func (s *Session) Spend() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.left--; s.left < 0 {
		return fault.New(fault.ProcessingFailed, "%s failed: the model was asked too often", s.stage).Typed("content_extraction_error")
	}
	return nil
}

// Ask makes a call and counts what it cost.
func (s *Session) Ask(ctx context.Context, r Request) (any, error) {
	a, err := s.model.Complete(ctx, r)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.usage.Add(a.Usage)
	return a.Value, err
}

// Usage is what all calls cost so far.
func (s *Session) Usage() Usage {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.usage
}
