package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/job/sqlstore"
	"github.com/octavo-dev/octavo/internal/pipeline"
)

type migrateCmd struct {
	Force bool `help:"Upgrade to a later major version without a passing readiness check."`
}

// Run exits 3 when a major upgrade is refused.
func (m migrateCmd) Run(s *session) error {
	return s.withDatabase(func(db *database.DB) error {
		err := app.Upgrade(s.ctx, db, version, m.Force)
		if errors.Is(err, app.ErrNotReady) {
			return &exitError{3, err}
		}
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(s.out, "the database is up to date with", version)
		return err
	})
}

// withDatabase opens the configured database for one command.
func (s *session) withDatabase(fn func(*database.DB) error) error {
	cfg, err := s.config()
	if err != nil {
		return err
	}
	// A key may be made before the service is first started.
	if err := os.MkdirAll(cfg.DataDir, 0o700); err != nil {
		return fmt.Errorf("create data_dir: %w", err)
	}
	db, err := app.OpenDatabase(s.ctx, cfg)
	if err != nil {
		return err
	}
	return errors.Join(fn(db), db.Close())
}

type configCmd struct {
	Check configCheckCmd `cmd:"" help:"Test the settings without starting."`
}

type configCheckCmd struct{}

func (configCheckCmd) Run(s *session) error {
	cfg, err := s.config()
	if err != nil {
		return err
	}
	if err := app.CheckVersions(cfg); err != nil {
		return err
	}
	if _, err := pipeline.ReadFolder(cfg.Pipelines.Dir); err != nil {
		return err
	}
	_, err = fmt.Fprintln(s.out, "the settings are valid")
	return err
}

type drainCheckCmd struct{}

func (drainCheckCmd) Run(s *session) error {
	return s.withDatabase(func(db *database.DB) error {
		legacy, err := sqlstore.New(db, sqlstore.Options{Generation: app.Major(version)}).Legacy(s.ctx)
		if err != nil {
			return err
		}
		if n := legacy.Queued + legacy.Running; n > 0 {
			return fmt.Errorf("unfinished jobs of an earlier major version: %d, the oldest for %s", n, legacy.Oldest.Round(time.Second))
		}
		_, err = fmt.Fprintln(s.out, "drained")
		return err
	})
}

type readinessCheckCmd struct{}

// Run sends probes through the queues that running workers serve.
func (readinessCheckCmd) Run(s *session) error {
	return s.withDatabase(func(db *database.DB) error {
		check, err := app.NewReadiness(db, version).Check(s.ctx)
		if err != nil {
			return err
		}
		body, err := json.MarshalIndent(check, "", "  ")
		if err != nil {
			return err
		}
		fmt.Fprintln(s.out, string(body))
		if !check.Ready {
			return errors.New("not ready: no worker took the probe of a queue within 30 s")
		}
		return nil
	})
}
