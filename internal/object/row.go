package object

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/octavo-dev/octavo/internal/blob"
	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/fault"
)

// The states of a row.
const (
	reserved = "reserved" // bytes to come
	stored   = "stored"   // the only state anybody sees, besides a reserved upload's id
	deleting = "deleting" // bytes to go
	gone     = "gone"     // bytes removed, but a presigned URL could still write them again
)

const columns = `id, org, job_id, kind, label, filename, content_type, blob_key, environment, bytes, etag,
	state, persisted, url_mark, created_at, expires_at`

func scan(row interface{ Scan(...any) error }) (Object, error) {
	var o Object
	var job sql.NullString
	var created int64
	var expires sql.NullInt64
	err := row.Scan(&o.ID, &o.Org, &job, &o.Kind, &o.Label, &o.Filename, &o.ContentType, &o.BlobKey, &o.Environment,
		&o.Bytes, &o.ETag, &o.state, &o.Persisted, &o.Mark, &created, &expires)
	o.JobID, o.CreatedAt = job.String, time.UnixMilli(created)
	if expires.Valid {
		o.ExpiresAt = time.UnixMilli(expires.Int64)
	}
	return o, err
}

// one returns the row of a query, or missing when there is none.
func (s *Store) one(ctx context.Context, missing error, where string, args ...any) (Object, error) {
	o, err := scan(s.db.Read.QueryRowContext(ctx, "SELECT "+columns+" FROM objects WHERE "+where, args...))
	if errors.Is(err, sql.ErrNoRows) {
		return Object{}, missing
	}
	return o, failed(err, "read an object")
}

func (s *Store) list(ctx context.Context, where string, args ...any) ([]Object, error) {
	rows, err := s.db.Read.QueryContext(ctx, "SELECT "+columns+" FROM objects WHERE "+where, args...)
	if err != nil {
		return nil, failed(err, "list objects")
	}
	defer rows.Close()
	var list []Object
	for rows.Next() {
		o, err := scan(rows)
		if err != nil {
			return nil, failed(err, "list objects")
		}
		list = append(list, o)
	}
	return list, failed(rows.Err(), "list objects")
}

// insert reserves a row.
func (s *Store) insert(ctx context.Context, o Object) error {
	_, err := s.db.Write.ExecContext(ctx, "INSERT INTO objects ("+columns+`)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, '', $10, $11, $12, $13, $14)`,
		o.ID, o.Org, sql.NullString{String: o.JobID, Valid: o.JobID != ""}, o.Kind, o.Label, o.Filename, o.ContentType,
		o.BlobKey, o.Environment, reserved, o.Persisted, o.Mark, o.CreatedAt.UnixMilli(), millis(o.ExpiresAt))
	return failed(err, "reserve an object")
}

// errSuperseded is what a writer learns when its reservation is gone.
var errSuperseded = errors.New("the object was removed while it was written")

// settle makes a reserved row visible, unless it was taken away or its job was deleted meanwhile.
func (s *Store) settle(ctx context.Context, o Object, info blob.Info, expires time.Time) (Object, error) {
	n, err := s.exec(ctx, `UPDATE objects SET state = $2, bytes = $3, etag = $4, expires_at = $5
		WHERE id = $1 AND state = $6 AND NOT EXISTS
			(SELECT 1 FROM jobs WHERE jobs.id = objects.job_id AND (jobs.deletion <> '' OR jobs.expired))`,
		o.ID, stored, info.Size, info.ETag, millis(expires), reserved)
	if err == nil && n == 0 {
		err = errSuperseded
		if o.JobID != "" {
			err = fault.Wrap(fault.JobStateError, err, "")
		}
	}
	o.Bytes, o.ETag, o.ExpiresAt, o.state = info.Size, info.ETag, expires, stored
	return o, failed(err, "store an object")
}

// exec runs one statement and returns how many rows it touched.
func (s *Store) exec(ctx context.Context, query string, args ...any) (int64, error) {
	res, err := s.db.Write.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

func millis(t time.Time) sql.NullInt64 {
	return sql.NullInt64{Int64: t.UnixMilli(), Valid: !t.IsZero()}
}

// failed says what was being done, and names a database that is away.
func failed(err error, doing string) error {
	if err == nil {
		return nil
	}
	err = fmt.Errorf("%s: %w", doing, err)
	if database.Unavailable(err) {
		return fault.Wrap(fault.ServiceUnavailable, err, "")
	}
	return err
}
