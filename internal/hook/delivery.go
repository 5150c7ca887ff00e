package hook

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"time"

	"github.com/octavo-dev/octavo/internal/cursor"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/hook/message"
)

// DeliveryQuery selects deliveries; empty fields select all.
type DeliveryQuery struct {
	EndpointID string
	JobID      string
	Status     Status
	Cursor     string // of the page before; empty for the first
	Limit      int    // 1 to 500
}

const deliveryColumns = "id, message_id, endpoint_id, url, job_id, status, attempts, next_attempt_at, created_at"

// ListDeliveries returns a page of org's deliveries, the newest first, and the cursor of the next page, which is
// empty when there is none. A cursor of another list is cursor.ErrInvalid.
func (p *Portal) ListDeliveries(ctx context.Context, org string, q DeliveryQuery) (page []Delivery, next string, err error) {
	filter := url.Values{"endpoint_id": {q.EndpointID}, "job_id": {q.JobID}, "status": {string(q.Status)}}
	list := "deliveries?" + filter.Encode()
	from, err := p.cursors.Decode(org, list, q.Cursor)
	if err != nil {
		return nil, "", err
	}
	where, args := "org = $1 AND (created_at, id) < ($2, $3)", []any{org, from.At, from.ID, q.Limit + 1}
	for _, column := range []string{"endpoint_id", "job_id", "status"} {
		if value := filter.Get(column); value != "" {
			args = append(args, key(value))
			where += " AND " + column + " = $" + strconv.Itoa(len(args))
		}
	}
	page, err = p.deliveries(ctx, "SELECT "+deliveryColumns+" FROM deliveries WHERE "+where+" ORDER BY created_at DESC, id DESC LIMIT $4", args)
	if err != nil {
		return nil, "", fmt.Errorf("list deliveries: %w", err)
	}
	if len(page) > q.Limit {
		page = page[:q.Limit]
		last := page[q.Limit-1]
		next = p.cursors.Encode(org, list, cursor.Position{At: last.CreatedAt.UnixMilli(), ID: last.ID})
	}
	return page, next, nil
}

func (p *Portal) deliveries(ctx context.Context, query string, args []any) ([]Delivery, error) {
	rows, err := p.db.Read.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := []Delivery{}
	for rows.Next() {
		d, err := scanDelivery(rows)
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, rows.Err()
}

// TestEndpoint sends a test message to an endpoint of org and returns its delivery after the first attempt.
func (p *Portal) TestEndpoint(ctx context.Context, org, id string) (Delivery, error) {
	e, err := p.GetEndpoint(ctx, org, id)
	if err != nil {
		return Delivery{}, err
	}
	if e.Disabled {
		return Delivery{}, errDisabled()
	}
	c, err := p.addTest(ctx, org, e)
	if err != nil {
		return Delivery{}, fmt.Errorf("store test message: %w", err)
	}
	// The attempt is finished even when the caller goes away: half an attempt helps nobody.
	ctx = context.WithoutCancel(ctx)
	if err := p.dispatcher.attempt(ctx, c); err != nil {
		return Delivery{}, err
	}
	return p.delivery(ctx, org, c.id)
}

// addTest stores a test message with a delivery that is claimed already, so that no dispatcher takes it.
func (p *Portal) addTest(ctx context.Context, org string, e Endpoint) (claim, error) {
	c := claim{id: newDeliveryID(), org: org, host: hostOf(e.URL), owner: newOwner()}
	now := p.db.Dialect.Now
	err := p.db.Tx(ctx, func(tx *sql.Tx) error {
		msg, body := message.NewID(), message.Body("Completed", "test", json.RawMessage(`{"test":true}`))
		if _, err := tx.ExecContext(ctx, `INSERT INTO messages (id, org, job_id, mode, url, channels, body, expanded, created_at)
			VALUES ($1, $2, 'test', $3, '', '[]', $4, TRUE, `+now+`)`, msg, org, modeSvix, string(body)); err != nil {
			return err
		}
		var at int64
		err := tx.QueryRowContext(ctx, `INSERT INTO deliveries
			(id, message_id, org, endpoint_id, url, host, job_id, status, tries, attempts, next_attempt_at, owner, lease_until, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, 'test', 'pending', 0, '[]', `+now+`, $7, `+now+` + $8, `+now+`) RETURNING created_at`,
			c.id, msg, org, e.ID, e.URL, c.host, c.owner, leaseTime.Milliseconds()).Scan(&at)
		c.at = time.UnixMilli(at).UTC()
		return err
	})
	return c, err
}

// Redeliver sends a message again, with the whole schedule before it if need be. A delivery that is being
// attempted right now is left alone: that is the new attempt.
func (p *Portal) Redeliver(ctx context.Context, org, id string) (Delivery, error) {
	if err := p.redeliverable(ctx, org, id); err != nil {
		return Delivery{}, err
	}
	now := p.db.Dialect.Now
	_, err := p.db.Write.ExecContext(ctx, `UPDATE deliveries SET status = 'pending', tries = 0, next_attempt_at = `+now+`, owner = '', lease_until = 0
		WHERE org = $1 AND id = $2 AND lease_until <= `+now, org, key(id))
	if err != nil {
		return Delivery{}, fmt.Errorf("redeliver: %w", err)
	}
	p.dispatcher.Wake()
	return p.delivery(ctx, org, id)
}

// redeliverable refuses what could only fail without an attempt.
func (p *Portal) redeliverable(ctx context.Context, org, id string) error {
	var endpoint string
	var body sql.NullString
	var disabled sql.NullBool
	err := p.db.Read.QueryRowContext(ctx, `SELECT d.endpoint_id, m.body, e.disabled FROM deliveries d
		LEFT JOIN messages m ON m.id = d.message_id
		LEFT JOIN endpoints e ON e.id = d.endpoint_id AND e.org = d.org
		WHERE d.org = $1 AND d.id = $2`, org, key(id)).Scan(&endpoint, &body, &disabled)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return noDelivery()
	case err != nil:
		return fmt.Errorf("redeliver: %w", err)
	case body.String == "":
		return fault.New(fault.JobDeleted, "the message was deleted with its job")
	case endpoint != "" && !disabled.Valid:
		return noEndpoint()
	case disabled.Bool:
		return errDisabled()
	}
	return nil
}

func (p *Portal) delivery(ctx context.Context, org, id string) (Delivery, error) {
	d, err := scanDelivery(p.db.Read.QueryRowContext(ctx, "SELECT "+deliveryColumns+" FROM deliveries WHERE org = $1 AND id = $2", org, key(id)))
	if errors.Is(err, sql.ErrNoRows) {
		return Delivery{}, noDelivery()
	}
	if err != nil {
		return Delivery{}, fmt.Errorf("read delivery: %w", err)
	}
	return d, nil
}

func scanDelivery(row scanner) (Delivery, error) {
	var d Delivery
	var status, attempts string
	var next sql.NullInt64
	var created int64
	if err := row.Scan(&d.ID, &d.MessageID, &d.EndpointID, &d.URL, &d.JobID, &status, &attempts, &next, &created); err != nil {
		return Delivery{}, err
	}
	if err := json.Unmarshal([]byte(attempts), &d.Attempts); err != nil {
		return Delivery{}, fmt.Errorf("read attempts of %s: %w", d.ID, err)
	}
	d.Status, d.CreatedAt = Status(status), time.UnixMilli(created).UTC()
	if next.Valid {
		at := time.UnixMilli(next.Int64).UTC()
		d.NextAttemptAt = &at
	}
	return d, nil
}

func noDelivery() error { return fault.New(fault.NotFound, "the delivery was not found") }

func errDisabled() error {
	return fault.New(fault.NotApplicable, "the endpoint is disabled; enable it to send to it")
}
