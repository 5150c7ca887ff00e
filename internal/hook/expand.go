package hook

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"

	"github.com/octavo-dev/octavo/internal/hook/message"
)

const expandBatch = 50

type outgoing struct {
	id, org, job, mode, url, channels string
}

type target struct {
	endpoint, url string
	channels      []string
}

// expand turns new messages into one delivery for each receiver and reports whether more may be waiting. A message
// and its deliveries change in one transaction, so a crash leaves neither a lost nor a doubled delivery.
func (d *Dispatcher) expand(ctx context.Context) (more bool, err error) {
	var taken int
	err = d.db.Tx(ctx, func(tx *sql.Tx) error {
		messages, err := newMessages(ctx, tx, d.db.Dialect.SkipLocked)
		if err != nil {
			return err
		}
		taken = len(messages)
		byOrg := map[string][]target{}
		for _, m := range messages {
			if m.mode == modeSvix && byOrg[m.org] == nil {
				if byOrg[m.org], err = enabledTargets(ctx, tx, m.org); err != nil {
					return err
				}
			}
			if err := d.deliver(ctx, tx, m, receivers(ctx, m, byOrg[m.org])); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return false, fmt.Errorf("prepare webhook deliveries: %w", err)
	}
	return taken == expandBatch, nil
}

func newMessages(ctx context.Context, tx *sql.Tx, skipLocked string) ([]outgoing, error) {
	rows, err := tx.QueryContext(ctx, `SELECT id, org, job_id, mode, url, channels FROM messages
		WHERE NOT expanded ORDER BY created_at LIMIT $1 `+skipLocked, expandBatch)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []outgoing
	for rows.Next() {
		var m outgoing
		if err := rows.Scan(&m.id, &m.org, &m.job, &m.mode, &m.url, &m.channels); err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, rows.Err()
}

func enabledTargets(ctx context.Context, tx *sql.Tx, org string) ([]target, error) {
	rows, err := tx.QueryContext(ctx, "SELECT id, url, channels FROM endpoints WHERE org = $1 AND NOT disabled", org)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []target
	for rows.Next() {
		var t target
		var channels string
		if err := rows.Scan(&t.endpoint, &t.url, &channels); err != nil {
			return nil, err
		}
		if t.channels, err = readChannels(channels); err != nil {
			return nil, fmt.Errorf("endpoint %s: %w", t.endpoint, err)
		}
		out = append(out, t)
	}
	return out, rows.Err()
}

// receivers picks whom a message goes to. A row nobody could read is given up, since it would hold up all others.
func receivers(ctx context.Context, m outgoing, managed []target) []target {
	if m.mode == modeDirect {
		return []target{{url: m.url}}
	}
	channels, err := readChannels(m.channels)
	if err != nil || m.mode != modeSvix {
		slog.ErrorContext(ctx, "webhook message cannot be read", "message", m.id, "mode", m.mode, "error", err)
		return nil
	}
	var out []target
	for _, t := range managed {
		if match(channels, t.channels) {
			out = append(out, t)
		}
	}
	return out
}

// match reports whether a message with the given channels is for an endpoint with the other ones: no channels on
// either side means all.
func match(channels, endpoint []string) bool {
	if len(channels) == 0 || len(endpoint) == 0 {
		return true
	}
	return slices.ContainsFunc(channels, func(c string) bool { return slices.Contains(endpoint, c) })
}

func (d *Dispatcher) deliver(ctx context.Context, tx *sql.Tx, m outgoing, to []target) error {
	for _, t := range to {
		_, err := tx.ExecContext(ctx, `INSERT INTO deliveries
			(id, message_id, org, endpoint_id, url, host, job_id, status, tries, attempts, next_attempt_at, owner, lease_until, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, 'pending', 0, '[]', `+d.db.Dialect.Now+`, '', 0, `+d.db.Dialect.Now+`)
			ON CONFLICT (message_id, endpoint_id) DO NOTHING`,
			newDeliveryID(), m.id, m.org, t.endpoint, t.url, hostOf(t.url), m.job)
		if err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, "UPDATE messages SET expanded = TRUE WHERE id = $1", m.id)
	return err
}

func newDeliveryID() string { return "dlv_" + message.Random(27) }

func readChannels(stored string) ([]string, error) {
	if stored == "" {
		return nil, nil
	}
	var out []string
	if err := json.Unmarshal([]byte(stored), &out); err != nil {
		return nil, fmt.Errorf("read channels: %w", err)
	}
	return out, nil
}

func writeChannels(channels []string) string {
	if len(channels) == 0 {
		return "[]"
	}
	b, err := json.Marshal(channels)
	if err != nil {
		panic(err) // strings always encode
	}
	return string(b)
}
