// Package database opens the SQLite file or the PostgreSQL server that holds Octavo's records, and brings its tables up to date.
package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite" // the SQLite driver
)

// DB is an open database. Statements are written once, with $1 placeholders, for both dialects.
type DB struct {
	Read    *sql.DB // SQLite: several readers; PostgreSQL: the same pool as Write
	Write   *sql.DB // SQLite: the one writer
	Dialect Dialect
	URL     string
}

// Options tune an open database.
type Options struct {
	Synchronous string // SQLite durability, NORMAL or FULL
	MaxConns    int    // PostgreSQL pool size; 0 = 20
}

// Open opens the database behind url: "postgres://…", or "sqlite:<path>". It does not migrate.
func Open(ctx context.Context, rawURL string, opt Options) (*DB, error) {
	if strings.HasPrefix(rawURL, "postgres://") || strings.HasPrefix(rawURL, "postgresql://") {
		return openPostgres(ctx, rawURL, opt)
	}
	if path, ok := File(rawURL); ok {
		return openSQLite(ctx, path, opt)
	}
	scheme, _, _ := strings.Cut(rawURL, ":")
	return nil, fmt.Errorf("database_url: scheme %q is not supported; use postgres:// or sqlite:<path>", scheme)
}

func openPostgres(ctx context.Context, rawURL string, opt Options) (*DB, error) {
	cfg, err := pgx.ParseConfig(rawURL)
	if err != nil {
		return nil, errors.New("database_url: not a valid PostgreSQL URL")
	}
	pool := stdlib.OpenDB(*cfg, stdlib.OptionAfterConnect(prepare))
	if opt.MaxConns == 0 {
		opt.MaxConns = 20
	}
	pool.SetMaxOpenConns(opt.MaxConns)
	pool.SetMaxIdleConns(opt.MaxConns)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	db := &DB{Read: pool, Write: pool, Dialect: Postgres, URL: rawURL}
	if err := db.Ping(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("connect to PostgreSQL: %w", err)
	}
	return db, nil
}

// prepare sets how long a new connection may hold up others, and how it plans. A machine that freezes or vanishes inside a
// transaction would keep its rows locked for as long as the server believes in the connection, and nobody could take over
// its work; and a caller who waits for a lock is better told to come back. The plan of a query is kept, up to the next
// ANALYZE, and a table that held a few jobs when it was made may hold many now: a queue that filled from nothing was three
// times as slow because all of it was read for every job. So nothing is read whole that has an index; and what has none
// must not seem so dear that it is compiled. This is set here and not in the connection string, which poolers in between
// would refuse.
func prepare(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.Exec(ctx, `SET idle_in_transaction_session_timeout = '5s'; SET lock_timeout = '4s';
SET enable_seqscan = off; SET jit = off`)
	return err
}

func openSQLite(ctx context.Context, path string, opt Options) (*DB, error) {
	if opt.Synchronous == "" {
		opt.Synchronous = "NORMAL"
	}
	q := url.Values{"_txlock": {"immediate"}, "_pragma": {
		"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(" + opt.Synchronous + ")", "foreign_keys(1)",
	}}
	dsn := "file:" + path + "?" + q.Encode()
	write, err := sql.Open("sqlite", dsn)
	if err != nil {
		return nil, fmt.Errorf("open SQLite file: %w", err)
	}
	write.SetMaxOpenConns(1)
	if err := write.PingContext(ctx); err != nil {
		write.Close()
		return nil, fmt.Errorf("open SQLite file %s: %w", path, err)
	}
	q.Set("_txlock", "deferred")
	read, err := sql.Open("sqlite", "file:"+path+"?"+q.Encode())
	if err != nil {
		write.Close()
		return nil, fmt.Errorf("open SQLite file: %w", err)
	}
	db := &DB{Read: read, Write: write, Dialect: SQLite, URL: "sqlite:" + path}
	if err := fillPool(ctx, read, sqliteReaders); err != nil {
		return nil, errors.Join(fmt.Errorf("open SQLite file %s: %w", path, err), db.Close())
	}
	return db, nil
}

// sqliteReaders is how many read at a time.
const sqliteReaders = 8

// fillPool opens all connections that a pool may have. Left to chance, the last of them are opened when the process has run
// for an hour, which looks like a leak to who watches its open files.
func fillPool(ctx context.Context, pool *sql.DB, size int) error {
	pool.SetMaxOpenConns(size)
	pool.SetMaxIdleConns(size)
	for range size {
		conn, err := pool.Conn(ctx)
		if err != nil {
			return err
		}
		defer func() { _ = conn.Close() }() // which gives it back
	}
	return nil
}

// Close closes all connections.
func (db *DB) Close() error {
	err := db.Write.Close()
	if db.Read != db.Write {
		err = errors.Join(err, db.Read.Close())
	}
	return err
}

// Ping reports whether the database answers.
func (db *DB) Ping(ctx context.Context) error {
	var one int
	return db.Read.QueryRowContext(ctx, "SELECT 1").Scan(&one)
}

// Tx runs fn in one write transaction and commits it. A transaction that lost to another one (serialization,
// deadlock, busy) is run again, so fn must have no effects outside tx.
func (db *DB) Tx(ctx context.Context, fn func(tx *sql.Tx) error) error {
	const tries = 5
	for i := 1; ; i++ {
		err := db.once(ctx, fn)
		if err == nil || i == tries || !db.Dialect.conflict(err) {
			return err
		}
		slog.DebugContext(ctx, "transaction conflict, running it again", "try", i, "error", err)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Duration(i*i) * 5 * time.Millisecond):
		}
	}
}

func (db *DB) once(ctx context.Context, fn func(tx *sql.Tx) error) error {
	tx, err := db.Write.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer tx.Rollback()
	if err := fn(tx); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// File is the path of the SQLite file behind url; ok is false for a server.
func File(url string) (path string, ok bool) { return strings.CutPrefix(url, "sqlite:") }
