package window

import (
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/infer"
)

// Each asks about runs of pages, one after the other or at once, and returns the answers in the order of the pages. A run
// that the model cannot read or answer as a whole is divided.
func Each[T any](ctx context.Context, s *infer.Session, runs [][]Page, atOnce bool, ask func(context.Context, []Page) (T, error)) ([]T, error) {
	answers := make([][]T, len(runs))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(1)
	if atOnce {
		group.SetLimit(-1) // the model has a gate of its own
	}
	for i, run := range runs {
		group.Go(func() (err error) {
			answers[i], err = each(ctx, s, run, atOnce, ask)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return slices.Concat(answers...), nil
}

func each[T any](ctx context.Context, s *infer.Session, run []Page, atOnce bool, ask func(context.Context, []Page) (T, error)) ([]T, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err := s.Spend(); err != nil {
		return nil, err
	}
	answer, err := ask(ctx, run)
	if TooLong(err) {
		if parts := Halves(run); parts != nil {
			return Each(ctx, s, parts, atOnce, ask)
		}
	}
	if err != nil {
		return nil, err
	}
	return []T{answer}, nil
}

// TooLong reports a failure that shorter requests may not have.
func TooLong(err error) bool {
	return fault.Is(err, fault.ContextWindowExceeded) || fault.Is(err, fault.OutputLimitExceeded)
}
