package batch

import (
	"context"
	"errors"
	"sync"

	"golang.org/x/sync/errgroup"
)

// Progress is how far the work on a document has come.
type Progress struct {
	Pages int // done
	Of    int // to do; 0 while unknown
}

// Work does what is to be done with one document and returns how many pages it had.
type Work func(ctx context.Context, in Input, report func(Progress)) (pages int, err error)

// Summary is how a run ended.
type Summary struct {
	Done     int
	Skipped  int
	Pages    int // of those done
	Failures []Failure
	Stopped  error // why documents were left: the context, or what a Fatal error wraps
}

// Failure is a document that could not be worked on.
type Failure struct {
	Input Input
	Err   error
}

// Fatal is an error after which no other document is begun: they would all fail the same way.
type Fatal struct{ Err error }

func (f *Fatal) Error() string { return f.Err.Error() }

// Unwrap returns what went wrong.
func (f *Fatal) Unwrap() error { return f.Err }

// Run works on documents, so many at a time. One that fails does not stop the others. Those that done reports are
// skipped; it may be nil.
func Run(ctx context.Context, inputs []Input, jobs int, done func(Input) bool, show *Display, work Work) Summary {
	var s Summary
	var left []Input
	for _, in := range inputs {
		if done != nil && done(in) {
			s.Skipped++
			continue
		}
		left = append(left, in)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var mu sync.Mutex
	failed := map[int]Failure{}
	group := errgroup.Group{}
	group.SetLimit(max(jobs, 1))
	show.begin(len(left))
	for i, in := range left {
		group.Go(func() error {
			if ctx.Err() != nil {
				return nil
			}
			bar := show.document(in.Name)
			pages, err := work(ctx, in, bar.progress)
			bar.end(pages, err == nil)
			if err == nil || ctx.Err() == nil { // one that had to stop is left for the next run
				show.count()
			}
			mu.Lock()
			defer mu.Unlock()
			var fatal *Fatal
			switch {
			case err == nil:
				s.Done, s.Pages = s.Done+1, s.Pages+pages
			case ctx.Err() != nil: // it had to stop, and is none of the failures
			case errors.As(err, &fatal):
				stop(fatal.Err)
			default:
				failed[i] = Failure{in, err}
			}
			return nil
		})
	}
	_ = group.Wait() // the workers return no errors
	show.end()
	for i := range left {
		if f, ok := failed[i]; ok {
			s.Failures = append(s.Failures, f)
		}
	}
	s.Stopped = context.Cause(ctx)
	return s
}
