package database

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"time"

	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Migrate applies what is missing. Several processes may call it at once: PostgreSQL takes a lock, and on
// SQLite the single writer decides.
func Migrate(ctx context.Context, db *DB) error {
	p, err := provider(db)
	if err != nil {
		return err
	}
	for i := 0; ; i++ {
		_, err = p.Up(ctx)
		// Two processes that start together on one SQLite file may collide; the second then finds it done.
		if err == nil || i == 20 || ctx.Err() != nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if err != nil {
		return fmt.Errorf("migrate database: %w", err)
	}
	return nil
}

// Pending reports whether the tables are older than this binary.
func Pending(ctx context.Context, db *DB) (bool, error) {
	p, err := provider(db)
	if err != nil {
		return false, err
	}
	return p.HasPending(ctx)
}

func provider(db *DB) (*goose.Provider, error) {
	dialect := goose.DialectSQLite3
	if db.Dialect.Name == Postgres.Name {
		dialect = goose.DialectPostgres
	}
	dir, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	p, err := goose.NewProvider(dialect, db.Write, dir)
	if err != nil {
		return nil, fmt.Errorf("read migrations: %w", err)
	}
	return p, nil
}

// Fresh reports whether the database has none of our tables yet.
func Fresh(ctx context.Context, db *DB) (bool, error) {
	p, err := provider(db)
	if err != nil {
		return false, err
	}
	version, err := p.GetDBVersion(ctx)
	if err != nil {
		return false, fmt.Errorf("read database version: %w", err)
	}
	return version == 0, nil
}
