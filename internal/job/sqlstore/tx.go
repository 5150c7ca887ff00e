package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/job"
)

// news is what a transaction has to tell once it is committed.
type news struct {
	queues []job.Queue
	ended  []job.Ending
}

func (n *news) work(q job.Queue) {
	if !slices.Contains(n.queues, q) {
		n.queues = append(n.queues, q)
	}
}

// tx runs fn in a transaction that wakes other processes at its commit, and tells this process afterwards.
func (s *Store) tx(ctx context.Context, fn func(tx *sql.Tx, n *news) error) error {
	var n *news
	err := s.db.Tx(ctx, func(tx *sql.Tx) error {
		n = &news{}
		if err := fn(tx, n); err != nil {
			return err
		}
		return s.notify(ctx, tx, n)
	})
	if err != nil {
		return err
	}
	for _, q := range n.queues {
		s.opt.Hub.Work(q)
	}
	if len(n.ended) > 0 {
		s.opt.Hub.Done(ids(n.ended)...)
	}
	for _, e := range n.ended {
		s.opt.OnFinish(e)
	}
	return nil
}

// maxIDs keeps a notice under the 8,000 bytes PostgreSQL allows.
const maxIDs = 200

func (s *Store) notify(ctx context.Context, tx *sql.Tx, n *news) error {
	if s.db.Dialect.Notify == "" {
		return nil
	}
	for _, q := range n.queues {
		if _, err := tx.ExecContext(ctx, s.db.Dialect.Notify, workChannel, string(q)); err != nil {
			return fmt.Errorf("wake workers: %w", err)
		}
	}
	for chunk := range slices.Chunk(ids(n.ended), maxIDs) {
		if _, err := tx.ExecContext(ctx, s.db.Dialect.Notify, doneChannel, strings.Join(chunk, ",")); err != nil {
			return fmt.Errorf("wake waiters: %w", err)
		}
	}
	return nil
}

func ids(ended []job.Ending) []string {
	out := make([]string, len(ended))
	for i, e := range ended {
		out[i] = e.ID
	}
	return out
}

type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// query runs a statement and scans every row of its answer.
func query(ctx context.Context, q queryer, text string, args []any, scan func(*sql.Rows) error) error {
	rs, err := q.QueryContext(ctx, text, args...)
	if err != nil {
		return err
	}
	defer rs.Close()
	for rs.Next() {
		if err := scan(rs); err != nil {
			return err
		}
	}
	return rs.Err()
}

// texts runs a statement that answers one column of text.
func texts(ctx context.Context, q queryer, text string, args ...any) ([]string, error) {
	var out []string
	err := query(ctx, q, text, args, func(r *sql.Rows) error {
		var v string
		if err := r.Scan(&v); err != nil {
			return err
		}
		out = append(out, v)
		return nil
	})
	return out, err
}
