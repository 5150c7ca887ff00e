package main

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/job/sqlstore"
)

// conns is how many connections every engine may open, beside the one it listens on.
const conns = 20

// orgs is over how many organizations the jobs are spread, because fair turns among them are part of the work.
const orgs = 5

// openOctavo starts Octavo's task engine with workers slots. Where apart is set, jobs are submitted through a
// second store that shares nothing with the workers but the database, as another process would.
func openOctavo(ctx context.Context, name, url string, workers int, apart bool, g *ledger) (contender, error) {
	db, err := openMigrated(ctx, url)
	if err != nil {
		return contender{}, err
	}
	store := sqlstore.New(db, sqlstore.Options{Generation: 1, Slots: workers, OnFinish: func(job.Ending) { g.ended() }})
	runner := job.NewRunner(store, store.Hub(), nothing{g}, nowhere{}, job.Options{Workers: job.Workers{CPU: workers}})
	front, frontDB := store, db
	if apart {
		if frontDB, err = database.Open(ctx, url, database.Options{MaxConns: conns}); err != nil {
			db.Close()
			return contender{}, err
		}
		front = sqlstore.New(frontDB, sqlstore.Options{Generation: 1, Slots: workers})
	}
	listen, stop := context.WithCancel(context.WithoutCancel(ctx))
	var listening sync.WaitGroup
	listening.Go(func() { store.Listen(listen) })
	runner.Start()
	return contender{
		name:   name,
		submit: func(ctx context.Context, o order) error { return submitTo(ctx, front, o) },
		close: func() {
			ended, cancel := context.WithTimeout(context.Background(), 10*time.Second)
			defer cancel()
			runner.Stop(ended)
			stop()
			listening.Wait()
			if apart {
				frontDB.Close()
			}
			db.Close()
		},
	}, nil
}

func openMigrated(ctx context.Context, url string) (*database.DB, error) {
	db, err := database.Open(ctx, url, database.Options{MaxConns: conns})
	if err != nil {
		return nil, err
	}
	if err := database.Migrate(ctx, db); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

func submitTo(ctx context.Context, store *sqlstore.Store, o order) error {
	request, err := json.Marshal(o)
	if err != nil {
		return err
	}
	_, err = store.Submit(ctx, job.Submission{
		Org: fmt.Sprint("org-", o.Key%orgs), Type: "Parse", Queue: job.CPU, First: job.Stage{Name: "read", Queue: job.CPU},
		Lane: job.Normal, Request: string(request),
	})
	return err
}

// nothing is the handler: it reads its order, as River's worker does, and is done.
type nothing struct{ g *ledger }

func (n nothing) Run(_ context.Context, t job.Task) (job.Outcome, error) {
	var o order
	if err := json.Unmarshal([]byte(t.Request), &o); err != nil {
		return job.Outcome{}, err
	}
	n.g.started(o)
	return job.Outcome{Result: &job.Result{NumPages: 1, TotalPages: 1}}, nil
}

// nowhere keeps no results: bytes are no part of the comparison.
type nowhere struct{}

func (nowhere) PutResult(_ context.Context, t job.Task, _ []byte) (string, error) {
	return t.JobID, nil
}
