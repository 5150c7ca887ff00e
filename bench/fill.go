package main

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/job/sqlstore"
	"github.com/octavo-dev/octavo/internal/org"
)

// fill leaves n queued jobs of one organization in an empty database. The first is submitted; the others are
// copies of its rows, a millisecond older each, so that they look as if they had been submitted too.
func fill(ctx context.Context, db *database.DB, n int) error {
	store := sqlstore.New(db, sqlstore.Options{Generation: 1})
	_, err := store.Submit(ctx, job.Submission{
		Org: org.Default, Type: "Parse", Queue: job.CPU, First: job.Stage{Name: "read", Queue: job.CPU}, Lane: job.Normal,
		Request: newLedger().text, RawConfig: `{"input":"https://example.com/document.pdf"}`, Source: `"https://example.com/document.pdf"`,
	})
	if err != nil {
		return err
	}
	err = db.Tx(ctx, func(tx *sql.Tx) error {
		for _, table := range []string{"jobs", "tasks"} {
			if err := multiply(ctx, tx, table, n); err != nil {
				return fmt.Errorf("fill %s: %w", table, err)
			}
		}
		return nil
	})
	if err != nil || db.Dialect.Name != database.Postgres.Name {
		return err
	}
	// What autovacuum does within a minute after so many rows. SQLite has nothing like it, and gets nothing.
	for _, table := range []string{"jobs", "tasks"} {
		if _, err := db.Write.ExecContext(ctx, "VACUUM (ANALYZE) "+table); err != nil {
			return fmt.Errorf("vacuum: %w", err)
		}
	}
	return nil
}

// multiply copies the only row of a table until there are n. Ids differ in their last seven characters.
func multiply(ctx context.Context, tx *sql.Tx, table string, n int) error {
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
INSERT INTO %s (%s) SELECT %s FROM %s, n`, table, strings.Join(columns, ", "), strings.Join(values, ", "), table), n)
	return err
}
