package object

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/octavo-dev/octavo/internal/fault"
)

const (
	sweepBatch = 200
	removers   = 8
	// lateTime is how long after its end a presigned URL may still be delivering bytes: the store checks the
	// time when an upload begins, not when it ends.
	lateTime = time.Hour
	// tolerated is how many failures in a row a sweep takes for bad luck with single objects and not for a
	// store that is away.
	tolerated = 3
)

// mark makes an object invisible, the first step of its removal.
func (s *Store) mark(ctx context.Context, id string) error {
	_, err := s.exec(ctx, "UPDATE objects SET state = $2, expires_at = $3 WHERE id = $1 AND state IN ($4, $5)",
		id, deleting, s.opt.Now().UnixMilli(), reserved, stored)
	return failed(err, "mark an object for removal")
}

// purge removes the bytes of a marked object and then its row. It reports whether this call removed the row. The
// row of a file that a presigned URL could write again stays behind until that is over.
func (s *Store) purge(ctx context.Context, o Object) (bool, error) {
	if o.BlobKey != "" {
		if err := s.removeBytes(ctx, o); err != nil {
			return false, err
		}
	}
	if last := o.CreatedAt.Add(s.opt.UploadTTL + lateTime); o.direct() && s.opt.Now().Before(last) {
		_, err := s.exec(ctx, "UPDATE objects SET state = $2, expires_at = $3 WHERE id = $1 AND state = $4",
			o.ID, gone, last.UnixMilli(), deleting)
		return false, failed(err, "mark a file as gone")
	}
	n, err := s.exec(ctx, "DELETE FROM objects WHERE id = $1 AND state IN ($2, $3)", o.ID, deleting, gone)
	return n > 0, failed(err, "remove an object")
}

// RemoveJob removes the artifacts of a job. Without all, persisted results and images stay. What fails is tried
// again by the next call and by Sweep.
//
// A reservation keeps its time: its writer may still be at work and put bytes there after they were removed. It
// finds out and takes them back; if it dies before that, Sweep finds the row when no writer can be left.
func (s *Store) RemoveJob(ctx context.Context, jobID string, all bool) error {
	_, err := s.exec(ctx, `UPDATE objects SET state = $2, expires_at = CASE state WHEN $4 THEN expires_at ELSE $3 END
		WHERE job_id = $1 AND state IN ($4, $5) AND ($6 OR NOT (persisted AND kind IN ('`+Result+`', '`+Image+`')))`,
		jobID, deleting, s.opt.Now().UnixMilli(), reserved, stored, all)
	if err != nil {
		return failed(err, "mark the objects of a job for removal")
	}
	marked, err := s.list(ctx, "job_id = $1 AND state = $2", jobID, deleting)
	if err != nil {
		return err
	}
	now := s.opt.Now()
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(removers)
	for _, o := range marked {
		group.Go(func() error {
			if o.ExpiresAt.After(now) {
				return s.removeBytes(ctx, o)
			}
			_, err := s.purge(ctx, o)
			return err
		})
	}
	return group.Wait()
}

// Sweep removes expired uploads and reservations, and finishes what a crash left half written or half removed.
// It returns how many objects went. It may run on many machines at once: every step can be done twice.
func (s *Store) Sweep(ctx context.Context) (int, error) {
	var removed, unlucky int
	var errs []error
	last, away := Object{}, map[Environment]bool{}
	for {
		now := s.opt.Now()
		due, err := s.list(ctx, "expires_at <= $1 AND (expires_at, id) > ($2, $3) ORDER BY expires_at, id LIMIT $4",
			now.UnixMilli(), last.ExpiresAt.UnixMilli(), last.ID, sweepBatch)
		if err != nil || len(due) == 0 {
			return removed, errors.Join(append(errs, err)...)
		}
		for _, o := range due {
			went, err := s.expire(ctx, o, now)
			switch {
			case err == nil:
				unlucky = 0
			case ctx.Err() != nil:
				return removed, errors.Join(append(errs, err)...)
			case fault.Is(err, fault.RegionUnavailable): // says nothing about the others
				if e := o.environment(); !away[e] {
					away[e] = true
					errs = append(errs, err)
				}
			case unlucky+1 == tolerated:
				return removed, errors.Join(append(errs, err)...)
			default:
				unlucky++
				errs = append(errs, err)
			}
			if went {
				removed++
			}
		}
		last = due[len(due)-1]
	}
}

// expire removes an object whose time is over, unless somebody restarted it since it was listed.
func (s *Store) expire(ctx context.Context, o Object, now time.Time) (bool, error) {
	if o.state == reserved || o.state == stored {
		n, err := s.exec(ctx, "UPDATE objects SET state = $2 WHERE id = $1 AND state = $3 AND blob_key = $4 AND expires_at <= $5",
			o.ID, deleting, o.state, o.BlobKey, now.UnixMilli())
		if err != nil || n == 0 {
			return false, failed(err, "mark an expired object")
		}
	}
	return s.purge(ctx, o)
}
