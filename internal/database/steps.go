package database

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// Step is one statement of a transaction whose statements do not depend on each other's answers.
type Step struct {
	Text string
	Args []any
	Row  func(scan func(...any) error) error // called for every row of the answer; nil: none is expected
}

// Run runs the steps in one transaction. PostgreSQL gets all of them at once, which saves a journey for every one
// and for the beginning and the end of the transaction.
func (db *DB) Run(ctx context.Context, steps ...Step) error {
	if db.Dialect.SkipLocked == "" { // one writer, in this process: there is no journey
		return db.Tx(ctx, func(tx *sql.Tx) error { return RunIn(ctx, tx, steps) })
	}
	conn, err := db.Write.Conn(ctx)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer func() { _ = conn.Close() }() // it only goes back to the pool
	return conn.Raw(func(driver any) error { return send(ctx, driver.(*stdlib.Conn).Conn(), steps) })
}

// RunLazily is Run for what may be forgotten when the database crashes: PostgreSQL does not wait for the disk.
func (db *DB) RunLazily(ctx context.Context, steps ...Step) error {
	if db.Dialect.SkipLocked != "" {
		steps = append([]Step{{Text: `SELECT set_config('synchronous_commit', 'off', true)`}}, steps...)
	}
	return db.Run(ctx, steps...)
}

// RunIn runs the steps as part of a transaction.
func RunIn(ctx context.Context, tx *sql.Tx, steps []Step) error {
	for _, st := range steps {
		if err := st.run(ctx, tx); err != nil {
			return err
		}
	}
	return nil
}

func (st Step) run(ctx context.Context, tx *sql.Tx) error {
	rs, err := tx.QueryContext(ctx, st.Text, st.Args...)
	if err != nil {
		return err
	}
	defer rs.Close()
	for rs.Next() {
		if err := st.read(rs.Scan); err != nil {
			return err
		}
	}
	return rs.Err()
}

// send is a transaction without being told so: PostgreSQL commits what it gets in one piece when all of it worked.
func send(ctx context.Context, conn *pgx.Conn, steps []Step) error {
	var batch pgx.Batch
	for _, st := range steps {
		batch.Queue(st.Text, st.Args...)
	}
	answers := conn.SendBatch(ctx, &batch)
	for _, st := range steps {
		if err := st.drain(answers); err != nil {
			_ = answers.Close() // the first error says more
			return err
		}
	}
	return answers.Close()
}

func (st Step) drain(answers pgx.BatchResults) error {
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

func (st Step) read(scan func(...any) error) error {
	if st.Row == nil {
		return nil
	}
	return st.Row(scan)
}
