package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/job/sqlstore"
)

// Names of stored single values.
const (
	metaMajor     = "major"     // major version the tables were last migrated for
	metaReadiness = "readiness" // last readiness check
)

// ErrNotReady says that a major upgrade was asked for without a passing readiness check.
var ErrNotReady = errors.New("no passing readiness check of the running version within the last 24 h; run octavo readiness-check first, or use --force")

// upgrade brings the tables up to date when a process starts. A step to a later major version is the operator's.
func upgrade(ctx context.Context, db *database.DB, version string) error {
	stored, err := storedMajor(ctx, db)
	if err != nil {
		return err
	}
	if stored != 0 && stored < Major(version) {
		return fmt.Errorf("the database belongs to major version %d; run octavo migrate before this version serves", stored)
	}
	if err := database.Migrate(ctx, db); err != nil {
		return err
	}
	return remember(ctx, db, version)
}

// Upgrade migrates on the operator's word. To a later major version it wants a passing readiness check.
func Upgrade(ctx context.Context, db *database.DB, version string, force bool) error {
	stored, err := storedMajor(ctx, db)
	if err != nil {
		return err
	}
	if stored != 0 && stored < Major(version) && !force {
		ready, err := passedCheck(ctx, db, stored)
		if err != nil {
			return err
		}
		if !ready {
			return ErrNotReady
		}
	}
	if err := database.Migrate(ctx, db); err != nil {
		return err
	}
	return remember(ctx, db, version)
}

func remember(ctx context.Context, db *database.DB, version string) error {
	stored, err := storedMajor(ctx, db)
	if err != nil || stored >= Major(version) {
		return err
	}
	return db.SetMeta(ctx, metaMajor, strconv.Itoa(Major(version)))
}

// storedMajor is 0 for a database without tables.
func storedMajor(ctx context.Context, db *database.DB) (int, error) {
	fresh, err := database.Fresh(ctx, db)
	if err != nil || fresh {
		return 0, err
	}
	value, _, ok, err := db.Meta(ctx, metaMajor)
	if err != nil || !ok {
		return 0, err
	}
	return strconv.Atoi(value)
}

func passedCheck(ctx context.Context, db *database.DB, major int) (bool, error) {
	value, at, ok, err := db.Meta(ctx, metaReadiness)
	if err != nil || !ok {
		return false, err
	}
	var check api.ReadinessCheck
	if err := json.Unmarshal([]byte(value), &check); err != nil {
		return false, fmt.Errorf("read stored readiness check: %w", err)
	}
	return check.Ready && Major(check.Version) == major && time.Since(at) < 24*time.Hour, nil
}

// Readiness sends a probe through both queues.
type Readiness struct {
	db      *database.DB
	jobs    *sqlstore.Store
	version string
}

// NewReadiness returns a check of the workers on db.
func NewReadiness(db *database.DB, version string) *Readiness {
	return &Readiness{db: db, jobs: sqlstore.New(db, sqlstore.Options{Generation: Major(version)}), version: version}
}

// probeLimit is how long each queue has to run a probe.
const probeLimit = 30 * time.Second

// Check waits for both probes and stores the outcome, which a later major upgrade asks for.
func (r *Readiness) Check(ctx context.Context) (api.ReadinessCheck, error) {
	check := api.ReadinessCheck{Version: r.version, CheckedAt: api.At(time.Now())}
	for queue, into := range map[job.Queue]*api.Probe{job.IO: &check.IO, job.CPU: &check.CPU} {
		limited, cancel := context.WithTimeout(ctx, probeLimit)
		took, err := r.jobs.Probe(limited, queue)
		cancel()
		if err != nil && ctx.Err() != nil {
			return check, ctx.Err()
		}
		into.OK, into.LatencyMS = err == nil, float64(took.Microseconds())/1000
	}
	check.Ready = check.IO.OK && check.CPU.OK
	body, err := api.Marshal(check)
	if err != nil {
		return check, err
	}
	return check, r.db.SetMeta(ctx, metaReadiness, string(body))
}
