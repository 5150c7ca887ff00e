package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Meta reads a single stored value and when it was written; ok is false when there is none.
func (db *DB) Meta(ctx context.Context, name string) (value string, at time.Time, ok bool, err error) {
	var ms int64
	err = db.Read.QueryRowContext(ctx, "SELECT value, updated_at FROM meta WHERE name = $1", name).Scan(&value, &ms)
	if errors.Is(err, sql.ErrNoRows) {
		return "", time.Time{}, false, nil
	}
	if err != nil {
		return "", time.Time{}, false, fmt.Errorf("read %s: %w", name, err)
	}
	return value, time.UnixMilli(ms), true, nil
}

// SetMeta stores a single value.
func (db *DB) SetMeta(ctx context.Context, name, value string) error {
	_, err := db.Write.ExecContext(ctx, `INSERT INTO meta (name, value, updated_at) VALUES ($1, $2, `+db.Dialect.Now+`)
		ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`, name, value)
	if err != nil {
		return fmt.Errorf("store %s: %w", name, err)
	}
	return nil
}

// MetaOnce returns the stored value, or stores what make returns. Of several processes that start together one
// wins and all get its value.
func (db *DB) MetaOnce(ctx context.Context, name string, make func() string) (string, error) {
	value, _, ok, err := db.Meta(ctx, name)
	if err != nil || ok {
		return value, err
	}
	_, err = db.Write.ExecContext(ctx, `INSERT INTO meta (name, value, updated_at) VALUES ($1, $2, `+db.Dialect.Now+`)
		ON CONFLICT (name) DO NOTHING`, name, make())
	if err != nil {
		return "", fmt.Errorf("store %s: %w", name, err)
	}
	value, _, _, err = db.Meta(ctx, name)
	return value, err
}
