package main

import (
	"context"
	"fmt"
	"time"

	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/job/sqlstore"
	"github.com/octavo-dev/octavo/internal/org"
)

// backlog is an installation with queued jobs and nobody who works on them.
type backlog struct {
	db     *database.DB
	store  *sqlstore.Store
	jobs   int
	middle job.Position // half way down the list; the beginning where the rest would not fill a page
	served *process
}

// openBacklog lets an installation work for a while, so that it has planned its statements on an empty queue, and
// then gives it n jobs at once.
func (l *lab) openBacklog(ctx context.Context, dialect string, n int) (_ *backlog, err error) {
	url := l.sqliteURL(fmt.Sprint("depth-", n))
	if dialect == "PostgreSQL" {
		if url, err = l.server.NewDatabase(ctx); err != nil {
			return nil, err
		}
	}
	b := &backlog{jobs: n}
	defer func() {
		if err != nil {
			b.close()
		}
	}()
	if b.db, err = openMigrated(ctx, url); err != nil {
		return nil, err
	}
	b.store = sqlstore.New(b.db, sqlstore.Options{Generation: 1})
	for range 2 {
		for range 20 {
			if err := b.work(ctx); err != nil {
				return nil, err
			}
		}
		if err := b.vacuum(ctx); err != nil {
			return nil, err
		}
	}
	return b, fill(ctx, b.db, n)
}

// work takes one job from its submission to its end.
func (b *backlog) work(ctx context.Context) error {
	if err := b.submit(ctx); err != nil {
		return err
	}
	tasks, err := b.store.Claim(ctx, job.CPU, 1, "bench", time.Minute)
	if err != nil {
		return err
	}
	for _, t := range tasks {
		if err := b.store.Completing(ctx, t); err != nil {
			return err
		}
		if err := b.store.Complete(ctx, t, job.Stored{Key: t.JobID}); err != nil {
			return err
		}
	}
	return nil
}

func (b *backlog) submit(ctx context.Context) error {
	_, err := b.store.Submit(ctx, document())
	return err
}

// document is a submission as `POST /parse_async` makes it.
func document() job.Submission {
	return job.Submission{
		Org: org.Default, Type: "Parse", Queue: job.CPU, First: job.Stage{Name: "read", Queue: job.CPU}, Lane: job.Normal,
		Request: newLedger().text, RawConfig: `{"input":"https://example.com/document.pdf"}`, Source: `"https://example.com/document.pdf"`,
	}
}

func (b *backlog) list(ctx context.Context, after job.Position) error {
	_, err := b.store.List(ctx, org.Default, after, page, job.Filter{})
	return err
}

// vacuum does what autovacuum does within a minute. SQLite has nothing like it, and gets nothing.
func (b *backlog) vacuum(ctx context.Context) error {
	if b.db.Dialect.Name != database.Postgres.Name {
		return nil
	}
	return vacuum(ctx, b.db.URL)
}

// settle lets autovacuum come by and starts a server.
func (b *backlog) settle(ctx context.Context, l *lab, binary string) (err error) {
	if err := b.vacuum(ctx); err != nil {
		return err
	}
	if b.jobs >= 2*page {
		var at int64
		err := b.db.Read.QueryRowContext(ctx, `SELECT id, created_at FROM jobs ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET $1`, b.jobs/2).Scan(&b.middle.ID, &at)
		if err != nil {
			return fmt.Errorf("find the middle: %w", err)
		}
		b.middle.CreatedAt = time.UnixMilli(at)
	}
	b.served, err = l.serve(ctx, binary, b.db.URL, "workers: {cpu: 0, io: 0}")
	return err
}

func (b *backlog) close() {
	if b.served != nil {
		b.served.end()
	}
	if b.db != nil {
		b.db.Close()
	}
}
