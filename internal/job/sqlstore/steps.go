package sqlstore

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// step is one statement of a transaction whose statements do not depend on each other's answers.
type step struct {
	text string
	args []any
	row  func(scan func(...any) error) error // called for every row of the answer; nil: none is expected
}

// run runs the steps in one transaction. PostgreSQL gets all of them at once, which saves a journey for every one
// and for the beginning and the end of the transaction.
func (s *Store) run(ctx context.Context, steps ...step) error {
	if s.db.Dialect.SkipLocked == "" { // one writer, in this process: there is no journey
		return s.db.Tx(ctx, func(tx *sql.Tx) error { return runSteps(ctx, tx, steps) })
	}
	conn, err := s.db.Write.Conn(ctx)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer conn.Close()
	return conn.Raw(func(driver any) error { return send(ctx, driver.(*stdlib.Conn).Conn(), steps) })
}

// runLazily is run for what may be forgotten when the database crashes: PostgreSQL does not wait for the disk.
func (s *Store) runLazily(ctx context.Context, steps ...step) error {
	if s.db.Dialect.SkipLocked != "" {
		steps = append([]step{{text: `SELECT set_config('synchronous_commit', 'off', true)`}}, steps...)
	}
	return s.run(ctx, steps...)
}

// runSteps runs the steps as part of a transaction.
func runSteps(ctx context.Context, tx *sql.Tx, steps []step) error {
	for _, st := range steps {
		if err := query(ctx, tx, st.text, st.args, func(r *sql.Rows) error { return st.read(r.Scan) }); err != nil {
			return err
		}
	}
	return nil
}

// send is a transaction without being told so: PostgreSQL commits what it gets in one piece when all of it worked.
func send(ctx context.Context, conn *pgx.Conn, steps []step) error {
	var batch pgx.Batch
	for _, st := range steps {
		batch.Queue(st.text, st.args...)
	}
	answers := conn.SendBatch(ctx, &batch)
	for _, st := range steps {
		if err := st.drain(answers); err != nil {
			answers.Close()
			return err
		}
	}
	return answers.Close()
}

func (st step) drain(answers pgx.BatchResults) error {
	rs, err := answers.Query()
	if err != nil {
		return err
	}
	defer rs.Close()
	for rs.Next() {
		if err := st.read(rs.Scan); err != nil {
			return err
		}
	}
	rs.Close()
	return rs.Err()
}

func (st step) read(scan func(...any) error) error {
	if st.row == nil {
		return nil
	}
	return st.row(scan)
}
