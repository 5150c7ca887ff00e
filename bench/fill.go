package main

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/job/sqlstore"
)

// fill adds n queued jobs of one organization to a database. The first is submitted; the others are
// copies of its rows, a millisecond older each, so that they look as if they had been submitted too.
func fill(ctx context.Context, db *database.DB, n int) error {
	first, err := sqlstore.New(db, sqlstore.Options{Generation: 1}).Submit(ctx, document())
	if err != nil {
		return err
	}
	return db.Tx(ctx, func(tx *sql.Tx) error {
		if err := multiply(ctx, tx, "jobs", "id", first.ID, n); err != nil {
			return fmt.Errorf("fill jobs: %w", err)
		}
		if err := multiply(ctx, tx, "tasks", "job_id", first.ID, n); err != nil {
			return fmt.Errorf("fill tasks: %w", err)
		}
		return nil
	})
}

// multiply copies the row of a job until there are n. Ids differ in their last seven characters.
func multiply(ctx context.Context, tx *sql.Tx, table, key, id string, n int) error {
	found, err := tx.QueryContext(ctx, "SELECT * FROM "+table+" WHERE 1 = 0")
	if err != nil {
		return err
	}
	columns, err := found.Columns()
	found.Close()
	if err != nil {
		return err
	}
	changed := map[string]string{
		"id": "substr(id, 1, 29) || CAST(1000000 + i AS TEXT)", "job_id": "substr(job_id, 1, 29) || CAST(1000000 + i AS TEXT)",
		"created_at": "created_at - i", "turn": "$1 - i",
	}
	values := make([]string, len(columns))
	for k, c := range columns {
		values[k] = c
		if v, ok := changed[c]; ok {
			values[k] = v
		}
	}
	_, err = tx.ExecContext(ctx, fmt.Sprintf(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < $1)
INSERT INTO %s (%s) SELECT %s FROM %s, n WHERE %s = $2`, table, strings.Join(columns, ", "), strings.Join(values, ", "), table, key), n, id)
	return err
}
