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
	told   []job.Queue // of them, those a statement of the transaction tells other processes about
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
	s.tell(n)
	return nil
}

// tell tells this process what was committed.
func (s *Store) tell(n *news) {
	for _, q := range n.queues {
		s.opt.Hub.Work(q)
	}
	if len(n.ended) > 0 {
		ids := make([]string, len(n.ended))
		for i, e := range n.ended {
			ids[i] = e.ID
		}
		s.opt.Hub.Done(ids...)
	}
	for _, e := range n.ended {
		s.opt.OnFinish(e)
	}
}

func (s *Store) notify(ctx context.Context, tx *sql.Tx, n *news) error {
	if s.db.Dialect.Notify == "" {
		return nil
	}
	for _, q := range n.queues {
		if slices.Contains(n.told, q) {
			continue
		}
		if _, err := tx.ExecContext(ctx, s.db.Dialect.Notify, workChannel, string(q)); err != nil {
			return fmt.Errorf("wake workers: %w", err)
		}
	}
	return nil
}

// notice is a clause that lets a statement wake other processes by itself, which saves a question of its own. It is
// empty where the database cannot notify.
func (s *Store) notice(channel, payload string) string {
	if s.db.Dialect.Notify == "" {
		return ""
	}
	return ` RETURNING (` + strings.NewReplacer("$1", "'"+channel+"'", "$2", payload).Replace(s.db.Dialect.Notify) + `)`
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
