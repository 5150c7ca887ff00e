package main

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

// Kind makes an order a job of River.
func (order) Kind() string { return "order" }

// openRiver starts River with workers slots. cooldown is its shortest time between two fetches, which bounds both
// throughput and latency; zero is River's default.
func openRiver(ctx context.Context, name, url string, workers int, cooldown time.Duration, g *ledger) (contender, error) {
	pool, err := riverPool(ctx, url)
	if err != nil {
		return contender{}, err
	}
	registry := river.NewWorkers()
	river.AddWorker(registry, &riverWorker{g: g})
	client, err := river.NewClient(riverpgxv5.New(pool), &river.Config{
		FetchCooldown: cooldown,
		Logger:        slog.Default(),
		Queues:        map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: workers}},
		Workers:       registry,
	})
	if err != nil {
		pool.Close()
		return contender{}, fmt.Errorf("make River's client: %w", err)
	}
	// Events come after a completion is stored; the channel is large enough to lose none.
	events, cancel := client.SubscribeConfig(&river.SubscribeConfig{ChanSize: 100_000, Kinds: []river.EventKind{river.EventKindJobCompleted}})
	var counting sync.WaitGroup
	counting.Go(func() {
		for range events {
			g.ended()
		}
	})
	if err := client.Start(context.WithoutCancel(ctx)); err != nil {
		cancel()
		pool.Close()
		return contender{}, fmt.Errorf("start River: %w", err)
	}
	return contender{
		name:   name,
		submit: func(ctx context.Context, o order) error { _, err := client.Insert(ctx, o, nil); return err },
		close: func() {
			ended, done := context.WithTimeout(context.Background(), 10*time.Second)
			defer done()
			client.Stop(ended)
			cancel()
			counting.Wait()
			pool.Close()
		},
	}, nil
}

func riverPool(ctx context.Context, url string) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	config.MaxConns, config.MinConns = conns+1, conns+1
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("open River's pool: %w", err)
	}
	migrator, err := rivermigrate.New[pgx.Tx](riverpgxv5.New(pool), &rivermigrate.Config{Logger: slog.Default()})
	if err == nil {
		_, err = migrator.Migrate(ctx, rivermigrate.DirectionUp, nil)
	}
	if err != nil {
		pool.Close()
		return nil, fmt.Errorf("make River's tables: %w", err)
	}
	return pool, nil
}

type riverWorker struct {
	river.WorkerDefaults[order]
	g *ledger
}

// Work does nothing, like the handler on the other side.
func (w *riverWorker) Work(_ context.Context, j *river.Job[order]) error {
	w.g.started(j.Args)
	return nil
}
