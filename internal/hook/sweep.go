package hook

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/octavo-dev/octavo/internal/database"
)

const sweepBatch = 500

// Sweep removes messages and deliveries older than keep, bodies of messages whose job was deleted, and expired
// portal tokens. What is still to be delivered stays.
func Sweep(ctx context.Context, db *database.DB, keep time.Duration) error {
	for {
		n, err := sweepMessages(ctx, db, keep)
		if err != nil {
			return fmt.Errorf("remove old webhook messages: %w", err)
		}
		if n < sweepBatch {
			break
		}
	}
	// Metadata inside a body is the caller's; only ids and outcomes outlive a deleted job.
	_, err := db.Write.ExecContext(ctx, `UPDATE messages SET body = '' WHERE expanded AND body <> ''
		AND job_id IN (SELECT id FROM jobs WHERE deletion <> '')
		AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.message_id = messages.id AND d.status = 'pending')`)
	if err != nil {
		return fmt.Errorf("remove bodies of deleted jobs: %w", err)
	}
	if _, err := db.Write.ExecContext(ctx, "DELETE FROM portal_tokens WHERE expires_at <= "+db.Dialect.Now); err != nil {
		return fmt.Errorf("remove portal tokens: %w", err)
	}
	return nil
}

// sweepMessages removes one batch of old messages with their deliveries and returns how many there were.
func sweepMessages(ctx context.Context, db *database.DB, keep time.Duration) (int, error) {
	var ids []string
	err := db.Tx(ctx, func(tx *sql.Tx) error {
		var err error
		if ids, err = oldMessages(ctx, tx, db.Dialect.Now, keep); err != nil || len(ids) == 0 {
			return err
		}
		var args []any
		list := marks(ids, &args)
		if _, err := tx.ExecContext(ctx, "DELETE FROM deliveries WHERE message_id IN "+list, args...); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "DELETE FROM messages WHERE id IN "+list, args...)
		return err
	})
	return len(ids), err
}

func oldMessages(ctx context.Context, tx *sql.Tx, now string, keep time.Duration) ([]string, error) {
	rows, err := tx.QueryContext(ctx, `SELECT id FROM messages m WHERE expanded AND created_at <= `+now+` - $1
		AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.message_id = m.id AND d.status = 'pending')
		ORDER BY created_at LIMIT $2`, keep.Milliseconds(), sweepBatch)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var ids []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}
