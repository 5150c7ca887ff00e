package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"

	"github.com/octavo-dev/octavo/internal/job"
)

// Spawn stores child jobs; the main task waits for the end of all of them and then runs spawn.Then.
func (s *Store) Spawn(ctx context.Context, t job.Task, spawn job.Spawn) error {
	if len(spawn.Jobs) == 0 {
		return s.Advance(ctx, t, spawn.Then)
	}
	err := s.tx(ctx, func(tx *sql.Tx, n *news) error {
		h, err := s.wait(ctx, tx, t, spawn.Then, len(spawn.Jobs), false)
		if err != nil {
			return err
		}
		children := make([]*intake, len(spawn.Jobs))
		for i, sub := range spawn.Jobs {
			sub.Org, sub.ParentID, sub.Lane, sub.Trace = t.Org, t.JobID, h.lane, h.trace
			children[i] = s.intake(sub)
			children[i].job.Generation = h.generation
			children[i].awaited = true
		}
		return s.insertJobs(ctx, tx, children, n)
	})
	if err != nil {
		return fmt.Errorf("spawn children: %w", err)
	}
	return nil
}

// wakeParents counts ended children off what their parents wait for.
func (s *Store) wakeParents(ctx context.Context, tx *sql.Tx, ends []end, finals []final, n *news) error {
	awaited := map[string]bool{}
	for _, e := range ends {
		awaited[e.jobID] = e.awaited
	}
	counts := map[string]int{}
	for _, f := range finals {
		if awaited[f.id] {
			counts[f.parent]++
		}
	}
	if len(counts) == 0 {
		return nil
	}
	if _, err := s.takeOff(ctx, tx, slices.Sorted(maps.Keys(counts)), counts, n); err != nil {
		return fmt.Errorf("wake parents: %w", err)
	}
	return nil
}
