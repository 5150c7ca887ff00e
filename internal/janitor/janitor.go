// Package janitor removes what nobody may read any more: deleted jobs at once, the rest when its time is over.
package janitor

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
)

// Jobs lists the jobs whose artifacts are to go, and notes that they are gone.
type Jobs interface {
	ToClean(ctx context.Context, limit int) ([]job.Job, error)
	Postpone(ctx context.Context, id string) error
	MarkDeleted(ctx context.Context, id string, all bool) (bool, error)
	Due(ctx context.Context, retention time.Duration, limit int) ([]job.Job, error)
	MarkExpired(ctx context.Context, id string) error
	Purge(ctx context.Context, metadata, tombstones time.Duration, limit int) (int, error)
}

// Objects removes bytes.
type Objects interface {
	RemoveJob(ctx context.Context, jobID string, all bool) error
	Sweep(ctx context.Context) (int, error)
}

// Retention is how long ended jobs are kept.
type Retention struct {
	Results, JobMetadata, Tombstones time.Duration
}

// Janitor cleans up. Any number of processes may run one.
type Janitor struct {
	jobs    Jobs
	objects Objects
	keep    Retention
	others  []func(context.Context) error
	wake    chan struct{}
}

const (
	batch      = 100
	cleanEvery = 2 * time.Second // deletions asked for elsewhere, and those that failed
	sweepEvery = time.Minute
)

// New returns a janitor that also calls others at every sweep.
func New(jobs Jobs, objects Objects, keep Retention, others ...func(context.Context) error) *Janitor {
	return &Janitor{jobs: jobs, objects: objects, keep: keep, others: others, wake: make(chan struct{}, 1)}
}

// Wake makes the janitor look for deleted jobs now. It never blocks.
func (j *Janitor) Wake() {
	select {
	case j.wake <- struct{}{}:
	default:
	}
}

// Run cleans until ctx ends.
func (j *Janitor) Run(ctx context.Context) {
	clean, sweep := time.NewTicker(cleanEvery), time.NewTicker(sweepEvery)
	defer clean.Stop()
	defer sweep.Stop()
	for {
		var err error
		select {
		case <-ctx.Done():
			return
		case <-j.wake:
			err = j.Clean(ctx)
		case <-clean.C:
			err = j.Clean(ctx)
		case <-sweep.C:
			err = j.Sweep(ctx)
		}
		if err != nil && ctx.Err() == nil {
			slog.ErrorContext(ctx, "cleaning up failed, trying again soon", "error", err)
		}
	}
}

// Clean finishes deletions. One job that cannot be cleaned does not hold up the others.
func (j *Janitor) Clean(ctx context.Context) error {
	jobs, err := j.jobs.ToClean(ctx, batch)
	if err != nil {
		return err
	}
	for _, job := range jobs {
		err = errors.Join(err, j.delete(ctx, job))
	}
	return err
}

func (j *Janitor) delete(ctx context.Context, job job.Job) error {
	all := job.DeleteAll || !job.Persist
	if err := j.objects.RemoveJob(ctx, job.ID, all); err != nil {
		// To the end of the line, so that jobs which cannot be cleaned now do not keep others waiting.
		return errors.Join(err, j.jobs.Postpone(ctx, job.ID))
	}
	_, err := j.jobs.MarkDeleted(ctx, job.ID, job.DeleteAll)
	return err
}

// Sweep removes what is past its time.
func (j *Janitor) Sweep(ctx context.Context) error {
	errs := []error{j.expire(ctx)}
	_, err := j.jobs.Purge(ctx, j.keep.JobMetadata, j.keep.Tombstones, 10*batch)
	errs = append(errs, err)
	_, err = j.objects.Sweep(ctx)
	errs = append(errs, err)
	for _, other := range j.others {
		errs = append(errs, other(ctx))
	}
	return errors.Join(errs...)
}

// expire ends the life of results. What an unreachable environment holds is invisible once it is marked, and goes
// with a later sweep of the objects; one organization's outage must not keep the results of all others.
func (j *Janitor) expire(ctx context.Context) error {
	var away error
	for ctx.Err() == nil {
		due, err := j.jobs.Due(ctx, j.keep.Results, batch)
		if err != nil || len(due) == 0 {
			return errors.Join(away, err)
		}
		for _, job := range due {
			err := j.objects.RemoveJob(ctx, job.ID, true)
			switch {
			case fault.Is(err, fault.RegionUnavailable):
				away = err
			case err != nil:
				return err
			}
			if err := j.jobs.MarkExpired(ctx, job.ID); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}
