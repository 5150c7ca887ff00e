package org

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/octavo-dev/octavo/internal/database"
)

// Settings are what an organization may use. Zero values mean: all workers, no bucket, no environment.
type Settings struct {
	MaxConcurrency int
	S3Buckets      []string          // names, or prefixes that end in *
	Environments   map[string]string // Hybrid VPC environments: name to store URL
}

// settingsFor is how long settings are trusted without asking the database.
const settingsFor = 3 * time.Second

type cachedSettings struct {
	Settings
	until time.Time
	edits int64
}

// Settings returns the settings of an organization, configuration first. Changes show within a few seconds;
// while the database is away the last known settings stay.
func (s *Store) Settings(ctx context.Context, org string) (Settings, error) {
	edits := s.edits.Load()
	s.mu.Lock()
	c, known := s.cached[org]
	s.mu.Unlock()
	if known && c.edits == edits && time.Now().Before(c.until) {
		return c.Settings, nil
	}
	o, err := s.findOrg(ctx, org)
	if known && database.Unavailable(err) {
		return c.Settings, nil
	}
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return Settings{}, fmt.Errorf("read settings of organization: %w", err)
	}
	c = cachedSettings{s.merge(org, o), time.Now().Add(settingsFor), edits}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cached[org] = c
	return c.Settings, nil
}

// merge lays what the operator wrote into the configuration over what the table holds.
func (s *Store) merge(org string, o Org) Settings {
	over := s.configured[org]
	merged := Settings{
		MaxConcurrency: cmp.Or(over.MaxConcurrency, o.MaxConcurrency),
		S3Buckets:      o.S3Buckets,
		Environments:   over.Environments,
	}
	if len(over.S3Buckets) > 0 {
		merged.S3Buckets = over.S3Buckets
	}
	return merged
}

const orgColumns = `id, max_concurrency, s3_buckets, created_at`

func (s *Store) findOrg(ctx context.Context, id string) (Org, error) {
	return scanOrg(s.db.Read.QueryRowContext(ctx, `SELECT `+orgColumns+` FROM orgs WHERE id = $1`, id))
}

func scanOrg(r row) (Org, error) {
	var o Org
	var ceiling sql.NullInt64
	var buckets string
	var created int64
	if err := r.Scan(&o.ID, &ceiling, &buckets, &created); err != nil {
		return Org{}, err
	}
	if err := json.Unmarshal([]byte(buckets), &o.S3Buckets); err != nil {
		return Org{}, fmt.Errorf("read buckets of organization %s: %w", o.ID, err)
	}
	o.MaxConcurrency = int(ceiling.Int64)
	o.CreatedAt = time.UnixMilli(created).UTC()
	return o, nil
}
