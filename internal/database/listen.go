package database

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
)

// Notice is one wake-up sent by another process.
type Notice struct {
	Channel string
	Payload string
}

// Listen delivers notices on the given channels to fn until ctx ends, and reconnects when the connection is
// lost. It returns at once where the database cannot notify: polling is the net everywhere.
func (db *DB) Listen(ctx context.Context, fn func(Notice), channels ...string) {
	if db.Dialect.Notify == "" {
		return
	}
	for ctx.Err() == nil {
		if err := db.listen(ctx, fn, channels); err != nil && ctx.Err() == nil {
			slog.WarnContext(ctx, "database notices interrupted, polling until they are back", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

func (db *DB) listen(ctx context.Context, fn func(Notice), channels []string) error {
	conn, err := pgx.Connect(ctx, db.URL)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	for _, c := range channels {
		if _, err := conn.Exec(ctx, "LISTEN "+pgx.Identifier{c}.Sanitize()); err != nil {
			return err
		}
	}
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		fn(Notice{Channel: n.Channel, Payload: n.Payload})
	}
}
