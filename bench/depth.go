package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/octavo-dev/octavo/internal/job"
)

const (
	few  = 100 // queued jobs of the small installation
	page = 100 // jobs on a page
	gate = 300 // admission cap
)

// depth compares what admission, listing, submitting and claiming cost with few and with many queued jobs.
func depth(ctx context.Context, l *lab) error {
	binary, err := l.build(ctx)
	if err != nil {
		return err
	}
	t := &table{head: []string{"", "Database", fmt.Sprintf("%d queued: p50, p95", few), fmt.Sprintf("%d queued: p50, p95", l.queued), "Ratio of p50"}}
	for _, dialect := range []string{"PostgreSQL", "SQLite"} {
		if err := l.compare(ctx, binary, dialect, t); err != nil {
			return fmt.Errorf("%s: %w", dialect, err)
		}
	}
	fmt.Fprintf(l.out, "### With a backlog\n\n")
	t.print(l.out)
	return nil
}

// compare calls both installations in turn, so that what else the machine does meets both alike.
func (l *lab) compare(ctx context.Context, binary, dialect string, t *table) error {
	var both [2]*backlog
	for i, n := range []int{few, l.queued} {
		b, err := l.openBacklog(ctx, dialect, n)
		if err != nil {
			return err
		}
		defer b.close()
		both[i] = b
	}
	// Few of them, so that all are over before autovacuum comes by.
	if err := l.time(ctx, dialect, both, t, min(50, l.calls), atOnce()); err != nil {
		return err
	}
	for _, b := range both {
		if err := b.settle(ctx, l, binary); err != nil {
			return err
		}
	}
	return l.time(ctx, dialect, both, t, l.calls, later())
}

// action is something that is timed.
type action struct {
	name string
	run  func(context.Context, *backlog) (time.Duration, error)
}

// atOnce is done to a backlog that came within the last minute, by processes that were there before it.
func atOnce() []action {
	return []action{
		{"submit a job, the backlog being new", func(ctx context.Context, b *backlog) (time.Duration, error) {
			began := time.Now()
			err := b.submit(ctx)
			return time.Since(began), err
		}},
		{"claim a task, the backlog being new", func(ctx context.Context, b *backlog) (time.Duration, error) {
			began := time.Now()
			tasks, err := b.store.Claim(ctx, job.CPU, 1, "bench", time.Minute)
			took := time.Since(began)
			if err == nil && len(tasks) != 1 {
				err = errors.New("there was nothing to claim")
			}
			if err != nil {
				return 0, err
			}
			return took, b.store.Release(ctx, tasks[0])
		}},
	}
}

// later is done after autovacuum has come by.
func later() []action {
	list := func(after func(*backlog) job.Position) func(context.Context, *backlog) (time.Duration, error) {
		return func(ctx context.Context, b *backlog) (time.Duration, error) {
			began := time.Now()
			err := b.list(ctx, after(b))
			return time.Since(began), err
		}
	}
	return []action{
		{fmt.Sprintf("admission gate, cap %d", gate), func(ctx context.Context, b *backlog) (time.Duration, error) {
			began := time.Now()
			_, err := b.store.Depth(ctx, job.CPU, gate)
			return time.Since(began), err
		}},
		{fmt.Sprintf("list the newest %d jobs", page), list(func(*backlog) job.Position { return job.Position{} })},
		{fmt.Sprintf("list %d jobs from the middle", page), list(func(b *backlog) job.Position { return b.middle })},
		{fmt.Sprintf("`GET /jobs?limit=%d`", page), func(ctx context.Context, b *backlog) (time.Duration, error) {
			began := time.Now()
			err := b.served.call(ctx, http.MethodGet, fmt.Sprintf("/jobs?limit=%d", page), "")
			return time.Since(began), err
		}},
	}
}

// time does each action calls times on both installations.
func (l *lab) time(ctx context.Context, dialect string, both [2]*backlog, t *table, calls int, actions []action) error {
	warm := calls / 10
	for _, a := range actions {
		var took [2]sample
		for n := range warm + calls {
			for i, b := range both {
				d, err := a.run(ctx, b)
				if err != nil {
					return fmt.Errorf("%s: %w", a.name, err)
				}
				if n >= warm {
					took[i] = append(took[i], d)
				}
			}
		}
		grown := share(took[1].median(), took[0].median())
		figures := func(s sample) string { return ms(s.median()) + ", " + ms(s.at(0.95)) }
		t.add(a.name, dialect, figures(took[0]), figures(took[1]), ratio(grown)+", "+verdict("target at most 3", grown <= 3))
	}
	return nil
}
