// Package pipeline keeps the chains of steps that operators define: those that an organization stores, and those that an
// installation has as files.
package pipeline

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/fault"
)

// Store keeps pipelines in the database, before those of the installation.
type Store struct {
	db     *database.DB
	folder Folder
}

// NewStore returns a store on db. Folder may be nil.
func NewStore(db *database.DB, folder Folder) *Store { return &Store{db, folder} }

// List returns the pipelines that an organization can run, by their ids.
func (s *Store) List(ctx context.Context, org string) ([]api.PipelineSummary, error) {
	rows, err := s.db.Read.QueryContext(ctx, `SELECT id, name, version, updated_at FROM pipelines WHERE org = $1`, org)
	if err != nil {
		return nil, fmt.Errorf("list pipelines: %w", err)
	}
	defer rows.Close()
	out := []api.PipelineSummary{}
	own := map[string]bool{}
	for rows.Next() {
		var p api.PipelineSummary
		var updated int64
		if err := rows.Scan(&p.ID, &p.Name, &p.Version, &updated); err != nil {
			return nil, fmt.Errorf("list pipelines: %w", err)
		}
		p.UpdatedAt, own[p.ID] = at(updated), true
		out = append(out, p)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list pipelines: %w", err)
	}
	for id, d := range maps.All(s.folder) {
		if !own[id] {
			out = append(out, api.PipelineSummary{ID: id, Name: d.Name, Version: d.Version})
		}
	}
	slices.SortFunc(out, func(a, b api.PipelineSummary) int { return strings.Compare(a.ID, b.ID) })
	return out, nil
}

// Get returns a pipeline that an organization can run.
func (s *Store) Get(ctx context.Context, org, id string) (*api.PipelineDefinition, error) {
	var version int
	var text string
	var updated int64
	err := s.db.Read.QueryRowContext(ctx, `SELECT version, definition, updated_at FROM pipelines WHERE org = $1 AND id = $2`, org, id).
		Scan(&version, &text, &updated)
	if errors.Is(err, sql.ErrNoRows) {
		if d := s.folder[id]; d != nil {
			shared := *d
			return &shared, nil
		}
		return nil, missing()
	}
	if err != nil {
		return nil, fmt.Errorf("look up pipeline: %w", err)
	}
	d, err := restored(id, version, text)
	if err != nil {
		return nil, err
	}
	d.UpdatedAt = at(updated)
	return d, nil
}

// Put stores a definition that Read has checked, in place of an earlier one of the organization.
func (s *Store) Put(ctx context.Context, org, id string, d *api.PipelineDefinition) (*api.PipelineDefinition, error) {
	stored := *d
	stored.ID, stored.Version, stored.UpdatedAt = "", 0, nil
	text, err := api.Marshal(stored)
	if err != nil {
		return nil, fmt.Errorf("store pipeline: %w", err)
	}
	var updated int64
	err = s.db.Write.QueryRowContext(ctx, `INSERT INTO pipelines (org, id, name, version, definition, updated_at) VALUES ($1, $2, $3, 1, $4, `+s.db.Dialect.Now+`)
		ON CONFLICT (org, id) DO UPDATE SET name = excluded.name, version = pipelines.version + 1, definition = excluded.definition, updated_at = excluded.updated_at
		RETURNING version, updated_at`, org, id, d.Name, string(text)).Scan(&stored.Version, &updated)
	if err != nil {
		return nil, fmt.Errorf("store pipeline: %w", err)
	}
	stored.ID, stored.UpdatedAt = id, at(updated)
	return &stored, nil
}

// Delete removes a pipeline that an organization stored. One of the installation with the same id is seen again.
func (s *Store) Delete(ctx context.Context, org, id string) error {
	res, err := s.db.Write.ExecContext(ctx, `DELETE FROM pipelines WHERE org = $1 AND id = $2`, org, id)
	if err != nil {
		return fmt.Errorf("delete pipeline: %w", err)
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, missing())
	}
	return nil
}

// missing does not repeat the id: the answer for a foreign pipeline is the answer for one that never was.
func missing() error { return fault.New(fault.NotFound, "the pipeline was not found") }

func at(millis int64) *api.Time {
	t := time.UnixMilli(millis)
	return api.AtPtr(&t)
}
