package app

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/health"
	"github.com/octavo-dev/octavo/internal/server"
)

// checks are what GET /ready reports and what requests are refused by.
func (a *App) checks() *health.Monitor {
	return health.New(
		health.Check{Name: server.HealthDatabase, Every: time.Second, Limit: 2 * time.Second, Run: a.writable()},
		health.Check{Name: server.HealthStore, Every: 5 * time.Second, Limit: 4 * time.Second, Run: a.blobs.Check},
		health.Check{Name: "queue_cpu", Every: 10 * time.Second, Limit: 2 * time.Second, Run: a.queueReadable},
		health.Check{Name: "queue_io", Every: 10 * time.Second, Limit: 2 * time.Second, Run: a.queueReadable},
		health.Check{Name: "migrations", Every: time.Minute, Limit: 2 * time.Second, Run: a.migrated},
	)
}

// writable finds out that the database answers and, now and then and after a failure, that it can be written to:
// a full disk and a read-only server still answer reads.
func (a *App) writable() func(context.Context) error {
	const every = 5 * time.Second
	var written atomic.Pointer[time.Time]
	return func(ctx context.Context) error {
		if at := written.Load(); at != nil && time.Since(*at) < every {
			return a.DB.Ping(ctx)
		}
		now := time.Now()
		err := a.DB.SetMeta(ctx, "alive", now.UTC().Format(time.RFC3339))
		if err != nil {
			written.Store(nil)
			return err
		}
		written.Store(&now)
		return nil
	}
}

// queueReadable finds out that tasks can be counted; whether workers take them is what the readiness check shows.
func (a *App) queueReadable(ctx context.Context) error {
	_, err := a.Jobs.Legacy(ctx)
	return err
}

func (a *App) migrated(ctx context.Context) error {
	pending, err := database.Pending(ctx, a.DB)
	if err == nil && pending {
		err = errors.New("the tables are older than this version; run octavo migrate")
	}
	return err
}
