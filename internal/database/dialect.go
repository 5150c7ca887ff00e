package database

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Dialect is what differs between the two databases; everything else is one SQL text.
type Dialect struct {
	Name string
	// Now is an SQL expression for the database's clock in Unix milliseconds. Leases compare with it, never
	// with a worker's clock.
	Now string
	// SkipLocked is appended to a SELECT that claims rows.
	SkipLocked string
	// Place is the column that says where a row stands, and the shortest way to a row that a statement has found.
	Place string
	// ChangeWithin says that a statement can change rows within its WITH, and so those of several tables.
	ChangeWithin bool
	// LockOrg is a statement that serialises transactions of one organization ($1) until commit; empty where
	// there is a single writer anyway.
	LockOrg string
	// Notify is a statement that wakes listeners on channel $1 with payload $2 at commit; empty where the
	// database has no such thing and polling is the only way.
	Notify string
}

// The two dialects.
var (
	SQLite = Dialect{
		Name:  "sqlite",
		Now:   "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
		Place: "rowid",
	}
	Postgres = Dialect{
		Name:         "postgres",
		Now:          "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
		SkipLocked:   "FOR UPDATE SKIP LOCKED",
		Place:        "ctid",
		ChangeWithin: true,
		LockOrg:      "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))",
		Notify:       "SELECT pg_notify($1, $2)",
	}
)

// conflict reports whether running the transaction again can help.
func (d Dialect) conflict(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code == "40001" || pg.Code == "40P01"
	}
	var lite *sqlite.Error
	if errors.As(err, &lite) {
		code := lite.Code() & 0xff
		return code == sqlite3.SQLITE_BUSY || code == sqlite3.SQLITE_LOCKED
	}
	return false
}

// Duplicate reports whether err says that a row with this key exists already.
func Duplicate(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code == "23505"
	}
	var lite *sqlite.Error
	return errors.As(err, &lite) && (lite.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY || lite.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE)
}

// Unavailable reports whether err means that the database is away, full, read-only or out of connections, as
// opposed to a mistake in the statement. Such a request may be sent again later.
func Unavailable(err error) bool {
	if err == nil || errors.Is(err, context.Canceled) {
		return false
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		switch pg.Code[:2] {
		case "08", "53", "57", "58", "25", "55": // connection, resources, operator, system, read-only, lock
			return true
		}
		return false
	}
	var lite *sqlite.Error
	if errors.As(err, &lite) {
		switch lite.Code() & 0xff {
		case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR,
			sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
			return true
		}
		return false
	}
	var connect *pgconn.ConnectError
	var network net.Error
	return errors.As(err, &connect) || errors.As(err, &network) ||
		errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, context.DeadlineExceeded) || strings.Contains(err.Error(), "conn closed")
}
