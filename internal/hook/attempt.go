package hook

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
)

// errLost says that the lease ended and another process has the delivery now.
var errLost = errors.New("the claim on this delivery was lost")

// parcel is everything an attempt needs.
type parcel struct {
	messageID, jobID, endpoint, url, mode string
	tries                                 int
	attempts                              []Attempt
	body                                  []byte
	keys                                  [][]byte
	undeliverable                         string // why no attempt is made; empty when one is
}

// attempt sends a claimed delivery once and records how it went.
func (d *Dispatcher) attempt(ctx context.Context, c claim) error {
	p, err := d.load(ctx, c)
	if errors.Is(err, errLost) {
		return nil
	}
	if err != nil {
		return err
	}
	if p.undeliverable != "" {
		slog.InfoContext(ctx, "webhook given up", "delivery", c.id, "reason", p.undeliverable)
		return d.giveUp(ctx, c)
	}
	a := d.send(ctx, c, p)
	d.attempted(string(a.status()))
	slog.InfoContext(ctx, "webhook attempt", "delivery", c.id, "message", p.messageID, "job_id", p.jobID,
		"host", hostOf(p.url), "try", p.tries+1, "status", a.StatusCode, "problem", a.Error, "took", a.Duration)
	return d.record(ctx, c, p, a)
}

// send posts the message. The timestamp and the signature are fresh, id and body those of every attempt.
func (d *Dispatcher) send(ctx context.Context, c claim, p *parcel) Attempt {
	ctx, cancel := context.WithTimeout(ctx, attemptTime)
	defer cancel()
	start := time.Now()
	status, err := d.poster.Post(ctx, p.url, header(p.messageID, c.at, p.body, p.keys), p.body)
	a := Attempt{At: c.at, StatusCode: status, Duration: time.Since(start)}
	switch {
	case err != nil:
		a.Error = reason(err)
	case status >= 300 && status < 400:
		a.Error = "the receiver answered with a redirect, which is not followed"
	case status < 200 || status > 299:
		a.Error = fmt.Sprintf("the receiver answered %d", status)
	}
	return a
}

// status is what the attempt means for its delivery.
func (a Attempt) status() Status {
	if a.Error == "" {
		return Succeeded
	}
	return Failed
}

// gone reports whether the receiver asked not to be called again.
func (a Attempt) gone() bool { return a.StatusCode == http.StatusGone }

// reason says why no answer came, in words that give away neither the URL nor the addresses behind it.
func reason(err error) string {
	var named *fault.Error
	switch {
	case errors.As(err, &named):
		return named.Message
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Sprintf("no answer within %s", attemptTime)
	}
	return "the connection failed"
}

// load reads what a claim is about. The endpoint's present URL and secrets count, so that a receiver that was
// repaired gets what is still open.
func (d *Dispatcher) load(ctx context.Context, c claim) (*parcel, error) {
	p := &parcel{}
	var attempts string
	var mode, body, endpointURL, secret, old sql.NullString
	var disabled, oldCounts sql.NullBool
	err := d.db.Read.QueryRowContext(ctx, `
		SELECT d.message_id, d.job_id, d.endpoint_id, d.url, d.tries, d.attempts, m.mode, m.body,
			e.url, e.disabled, e.secret, e.old_secret, e.old_until > `+d.db.Dialect.Now+`
		FROM deliveries d
		LEFT JOIN messages m ON m.id = d.message_id
		LEFT JOIN endpoints e ON e.id = d.endpoint_id AND e.org = d.org
		WHERE d.id = $1 AND d.owner = $2 AND d.status = 'pending'`, c.id, c.owner).
		Scan(&p.messageID, &p.jobID, &p.endpoint, &p.url, &p.tries, &attempts, &mode, &body,
			&endpointURL, &disabled, &secret, &old, &oldCounts)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errLost
	}
	if err != nil {
		return nil, fmt.Errorf("read webhook delivery: %w", err)
	}
	if err := json.Unmarshal([]byte(attempts), &p.attempts); err != nil {
		return nil, fmt.Errorf("read attempts of %s: %w", c.id, err)
	}
	p.mode, p.body = mode.String, []byte(body.String)
	switch {
	case len(p.body) == 0:
		p.undeliverable = "the message was deleted with its job"
	case p.mode == modeDirect:
		p.keys = d.directKey
	case !secret.Valid:
		p.undeliverable = "the endpoint was deleted"
	case disabled.Bool:
		p.undeliverable = "the endpoint is disabled"
	default:
		p.url = endpointURL.String
		p.keys, err = endpointKeys(secret.String, old.String, oldCounts.Bool)
	}
	if err != nil {
		return nil, fmt.Errorf("endpoint %s: %w", p.endpoint, err)
	}
	return p, nil
}

// endpointKeys are the keys an endpoint's messages are signed with, the newest first.
func endpointKeys(secret, old string, oldCounts bool) ([][]byte, error) {
	key, err := parseSecret(secret)
	if err != nil {
		return nil, err
	}
	keys := [][]byte{key}
	if old != "" && oldCounts {
		if key, err = parseSecret(old); err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	return keys, nil
}
