package hook

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"
)

const (
	// failingTime is how long an endpoint may do nothing but fail.
	failingTime = 5 * 24 * time.Hour
	// keptAttempts bounds the list of a delivery that is redelivered again and again; the newest are kept.
	keptAttempts = 50

	reasonGone    = "the receiver answered 410 Gone"
	reasonFailing = "every attempt failed for 5 days"
)

// record writes the outcome of an attempt and plans the next one. An outcome whose claim was lost changes nothing.
func (d *Dispatcher) record(ctx context.Context, c claim, p *parcel, a Attempt) error {
	p.attempts = append(p.attempts, a)
	list, err := json.Marshal(p.attempts[max(0, len(p.attempts)-keptAttempts):])
	if err != nil {
		return fmt.Errorf("write attempts: %w", err)
	}
	var disabled string
	err = d.db.Tx(ctx, func(tx *sql.Tx) error {
		var err error
		if disabled, err = d.judge(ctx, tx, p, a); err != nil {
			return err
		}
		status := a.status()
		wait, again := pause(p.mode, p.tries+1, rand.Float64())
		if status == Failed && again && disabled == "" {
			status = Pending
		}
		return changeOne(tx.ExecContext(ctx, `UPDATE deliveries SET status = $1, tries = tries + 1, attempts = $2, url = $3, host = $4,
			next_attempt_at = CASE WHEN $1 = 'pending' THEN `+d.db.Dialect.Now+` + $5 END, owner = '', lease_until = 0
			WHERE id = $6 AND owner = $7 AND status = 'pending'`,
			string(status), string(list), p.url, hostOf(p.url), wait.Milliseconds(), c.id, c.owner))
	})
	switch {
	case errors.Is(err, errLost):
		slog.WarnContext(ctx, "webhook outcome came after its lease ended", "delivery", c.id)
		return nil
	case err != nil:
		return fmt.Errorf("record webhook attempt: %w", err)
	case disabled != "":
		slog.WarnContext(ctx, "webhook endpoint disabled", "endpoint", p.endpoint, "reason", disabled)
	}
	return nil
}

// judge notes what an attempt says about its endpoint and returns why the endpoint was disabled, if it was.
func (d *Dispatcher) judge(ctx context.Context, tx *sql.Tx, p *parcel, a Attempt) (disabled string, err error) {
	if p.endpoint == "" {
		return "", nil
	}
	now := d.db.Dialect.Now
	if a.status() == Succeeded {
		_, err = tx.ExecContext(ctx, "UPDATE endpoints SET failing_since = NULL WHERE id = $1 AND failing_since IS NOT NULL", p.endpoint)
		return "", err
	}
	_, err = tx.ExecContext(ctx, "UPDATE endpoints SET failing_since = "+now+" WHERE id = $1 AND failing_since IS NULL", p.endpoint)
	if err != nil {
		return "", err
	}
	reason, since := reasonFailing, failingTime.Milliseconds()
	if a.gone() {
		reason, since = reasonGone, 0
	}
	err = changeOne(tx.ExecContext(ctx, `UPDATE endpoints SET disabled = TRUE, disabled_reason = $2
		WHERE id = $1 AND NOT disabled AND failing_since <= `+now+` - $3`, p.endpoint, reason, since))
	if errors.Is(err, errLost) {
		return "", nil
	}
	return reason, err
}

// giveUp ends a delivery that cannot be attempted.
func (d *Dispatcher) giveUp(ctx context.Context, c claim) error {
	err := changeOne(d.db.Write.ExecContext(ctx, `UPDATE deliveries SET status = 'failed', next_attempt_at = NULL, owner = '', lease_until = 0
		WHERE id = $1 AND owner = $2 AND status = 'pending'`, c.id, c.owner))
	if err != nil && !errors.Is(err, errLost) {
		return fmt.Errorf("give up webhook delivery: %w", err)
	}
	return nil
}

// changeOne turns a statement that changed no row into errLost.
func changeOne(res sql.Result, err error) error {
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err == nil && n == 0 {
		return errLost
	}
	return err
}
