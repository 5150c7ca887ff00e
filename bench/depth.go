package main

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/job/sqlstore"
	"github.com/octavo-dev/octavo/internal/org"
)

const (
	few  = 100 // queued jobs of the small installation
	page = 100 // jobs on a page
	gate = 300 // admission cap
)

// backlog is an installation with queued jobs and nobody who works.
type backlog struct {
	db     *database.DB
	store  *sqlstore.Store
	middle job.Position
	served *process
}

// depth compares what admission and listing cost with few and with many queued jobs.
func depth(ctx context.Context, l *lab) error {
	binary, err := l.build(ctx)
	if err != nil {
		return err
	}
	t := table{head: []string{"Read", "Database", fmt.Sprintf("%d queued: p50, p95", few), fmt.Sprintf("%d queued: p50, p95", l.queued), "Ratio of p50"}}
	for _, dialect := range []string{"PostgreSQL", "SQLite"} {
		if err := l.compare(ctx, binary, dialect, &t); err != nil {
			return fmt.Errorf("%s: %w", dialect, err)
		}
	}
	fmt.Fprintf(l.out, "### Admission and listing with a backlog\n\n")
	t.print(l.out)
	return nil
}

// reads are the calls that are timed, each on one of the two installations.
func (l *lab) reads() []struct {
	name string
	call func(context.Context, *backlog) error
} {
	return []struct {
		name string
		call func(context.Context, *backlog) error
	}{
		{fmt.Sprintf("admission gate, cap %d", gate), func(ctx context.Context, b *backlog) error {
			_, err := b.store.Depth(ctx, job.CPU, gate)
			return err
		}},
		{fmt.Sprintf("newest %d jobs, in the store", page), func(ctx context.Context, b *backlog) error {
			return b.list(ctx, job.Position{})
		}},
		{fmt.Sprintf("%d jobs from the middle of the list", page), func(ctx context.Context, b *backlog) error {
			return b.list(ctx, b.middle)
		}},
		{fmt.Sprintf("`GET /jobs?limit=%d`", page), func(ctx context.Context, b *backlog) error {
			return b.served.call(ctx, http.MethodGet, fmt.Sprintf("/jobs?limit=%d", page), "")
		}},
	}
}

func (b *backlog) list(ctx context.Context, after job.Position) error {
	_, err := b.store.List(ctx, org.Default, after, page, job.Filter{})
	return err
}

// compare reads from both installations in turn, so that what else the machine does meets both alike.
func (l *lab) compare(ctx context.Context, binary, dialect string, t *table) error {
	var both [2]*backlog
	for i, n := range []int{few, l.queued} {
		b, err := l.openBacklog(ctx, binary, dialect, n)
		if err != nil {
			return err
		}
		defer b.close()
		both[i] = b
	}
	for _, read := range l.reads() {
		var took [2]sample
		for n := range l.calls + l.calls/10 {
			for i, b := range both {
				began := time.Now()
				if err := read.call(ctx, b); err != nil {
					return fmt.Errorf("%s: %w", read.name, err)
				}
				if n >= l.calls/10 { // the first ones warm up
					took[i] = append(took[i], time.Since(began))
				}
			}
		}
		grown := share(took[1].median(), took[0].median())
		figures := func(s sample) string { return ms(s.median()) + ", " + ms(s.at(0.95)) }
		t.add(read.name, dialect, figures(took[0]), figures(took[1]), ratio(grown)+", "+verdict("target at most 3", grown <= 3))
	}
	return nil
}

func (l *lab) openBacklog(ctx context.Context, binary, dialect string, n int) (_ *backlog, err error) {
	url := l.sqliteURL(fmt.Sprint("depth-", n))
	if dialect == "PostgreSQL" {
		if url, err = l.server.NewDatabase(ctx); err != nil {
			return nil, err
		}
	}
	b := &backlog{}
	defer func() {
		if err != nil {
			b.close()
		}
	}()
	if b.db, err = openMigrated(ctx, url); err != nil {
		return nil, err
	}
	if err := fill(ctx, b.db, n); err != nil {
		return nil, err
	}
	b.store = sqlstore.New(b.db, sqlstore.Options{Generation: 1})
	if err := b.findMiddle(ctx, n); err != nil {
		return nil, err
	}
	b.served, err = l.serve(ctx, binary, url, "workers: {cpu: 0, io: 0}")
	return b, err
}

// findMiddle picks the position half way down the list, or its beginning where the rest would not fill a page.
func (b *backlog) findMiddle(ctx context.Context, n int) error {
	if n < 2*page {
		return nil
	}
	var at int64
	err := b.db.Read.QueryRowContext(ctx, `SELECT id, created_at FROM jobs ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET $1`, n/2).Scan(&b.middle.ID, &at)
	b.middle.CreatedAt = time.UnixMilli(at)
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
