package hook

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/hook/message"
)

const (
	maxEndpoints = 50
	// overlap is how long a replaced secret goes on signing.
	overlap = 24 * time.Hour
)

// EndpointInput is what it takes to create an endpoint.
type EndpointInput struct {
	URL         string
	Description string
	Channels    []string
	Disabled    bool
}

// EndpointPatch changes the fields that are not nil.
type EndpointPatch struct {
	URL         *string
	Description *string
	Channels    *[]string
	Disabled    *bool
}

const endpointColumns = "id, url, description, channels, disabled, disabled_reason, created_at"

// ListEndpoints returns the endpoints of org, the oldest first.
func (p *Portal) ListEndpoints(ctx context.Context, org string) ([]Endpoint, error) {
	rows, err := p.db.Read.QueryContext(ctx, "SELECT "+endpointColumns+" FROM endpoints WHERE org = $1 ORDER BY created_at, id", org)
	if err != nil {
		return nil, fmt.Errorf("list endpoints: %w", err)
	}
	defer rows.Close()
	out := []Endpoint{}
	for rows.Next() {
		e, err := scanEndpoint(rows)
		if err != nil {
			return nil, fmt.Errorf("list endpoints: %w", err)
		}
		out = append(out, e)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list endpoints: %w", err)
	}
	return out, nil
}

// CreateEndpoint adds an endpoint to org and makes its secret.
func (p *Portal) CreateEndpoint(ctx context.Context, org string, in EndpointInput) (CreatedEndpoint, error) {
	if err := p.check(EndpointPatch{URL: &in.URL, Description: &in.Description, Channels: &in.Channels}); err != nil {
		return CreatedEndpoint{}, err
	}
	out := CreatedEndpoint{Secret: newSecret()}
	err := p.db.Tx(ctx, func(tx *sql.Tx) error {
		if err := p.roomFor(ctx, tx, org); err != nil {
			return err
		}
		var err error
		out.Endpoint, err = scanEndpoint(tx.QueryRowContext(ctx, `INSERT INTO endpoints
			(id, org, url, description, channels, disabled, disabled_reason, secret, old_secret, old_until, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, '', $7, '', 0, `+p.db.Dialect.Now+`) RETURNING `+endpointColumns,
			"ep_"+message.Random(27), org, in.URL, in.Description, writeChannels(in.Channels), in.Disabled, out.Secret))
		return err
	})
	if err != nil {
		return CreatedEndpoint{}, fmt.Errorf("create endpoint: %w", err)
	}
	return out, nil
}

// roomFor refuses one endpoint too many. Creations of one organization wait for each other, so that two cannot
// both take the last place.
func (p *Portal) roomFor(ctx context.Context, tx *sql.Tx, org string) error {
	if lock := p.db.Dialect.LockOrg; lock != "" {
		if _, err := tx.ExecContext(ctx, lock, org); err != nil {
			return err
		}
	}
	var n int
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM endpoints WHERE org = $1", org).Scan(&n); err != nil {
		return err
	}
	var e Invalid
	if n >= maxEndpoints {
		e.value(fmt.Sprintf("an organization has at most %d endpoints", maxEndpoints))
	}
	return e.err()
}

// check refuses fields that break a rule, and URLs the address policy blocks.
func (p *Portal) check(in EndpointPatch) error {
	var e Invalid
	if in.URL != nil {
		e.url(*in.URL)
	}
	if in.Description != nil {
		e.text(*in.Description, maxDescription, "description")
	}
	if in.Channels != nil {
		e.channels(*in.Channels)
	}
	if err := e.err(); err != nil || in.URL == nil {
		return err
	}
	return p.checker.CheckLiteral(*in.URL)
}

// GetEndpoint returns an endpoint of org.
func (p *Portal) GetEndpoint(ctx context.Context, org, id string) (Endpoint, error) {
	return found(scanEndpoint(p.db.Read.QueryRowContext(ctx, "SELECT "+endpointColumns+" FROM endpoints WHERE org = $1 AND id = $2", org, key(id))))
}

// UpdateEndpoint changes an endpoint of org in one statement, so that it does not undo what the dispatcher decides
// at the same moment. Enabling an endpoint forgets its failures.
func (p *Portal) UpdateEndpoint(ctx context.Context, org, id string, patch EndpointPatch) (Endpoint, error) {
	if err := p.check(patch); err != nil {
		return Endpoint{}, err
	}
	var channels *string
	if patch.Channels != nil {
		list := writeChannels(*patch.Channels)
		channels = &list
	}
	return found(scanEndpoint(p.db.Write.QueryRowContext(ctx, `UPDATE endpoints SET
			url = COALESCE($3, url), description = COALESCE($4, description), channels = COALESCE($5, channels),
			disabled = COALESCE($6, disabled),
			disabled_reason = CASE WHEN CAST($6 AS BOOLEAN) = disabled THEN disabled_reason WHEN CAST($6 AS BOOLEAN) IS NULL THEN disabled_reason ELSE '' END,
			failing_since = CASE WHEN CAST($6 AS BOOLEAN) IS NULL OR CAST($6 AS BOOLEAN) THEN failing_since END
		WHERE org = $1 AND id = $2 RETURNING `+endpointColumns,
		org, key(id), patch.URL, patch.Description, channels, patch.Disabled)))
}

// DeleteEndpoint removes an endpoint of org and ends what was still to be sent to it. Records of deliveries stay.
func (p *Portal) DeleteEndpoint(ctx context.Context, org, id string) error {
	err := p.db.Tx(ctx, func(tx *sql.Tx) error {
		if err := changeOne(tx.ExecContext(ctx, "DELETE FROM endpoints WHERE org = $1 AND id = $2", org, key(id))); err != nil {
			return err
		}
		// An attempt under way is left to its owner, which finds the endpoint gone.
		_, err := tx.ExecContext(ctx, `UPDATE deliveries SET status = 'failed', next_attempt_at = NULL, owner = '', lease_until = 0
			WHERE org = $1 AND endpoint_id = $2 AND status = 'pending' AND lease_until <= `+p.db.Dialect.Now, org, id)
		return err
	})
	if errors.Is(err, errLost) {
		return noEndpoint()
	}
	if err != nil {
		return fmt.Errorf("delete endpoint: %w", err)
	}
	return nil
}

// Secret returns what an endpoint's messages are signed with.
func (p *Portal) Secret(ctx context.Context, org, id string) (string, error) {
	return found(scanText(p.db.Read.QueryRowContext(ctx, "SELECT secret FROM endpoints WHERE org = $1 AND id = $2", org, key(id))))
}

// RotateSecret gives an endpoint a new secret and returns it. The one before signs beside it for a day.
func (p *Portal) RotateSecret(ctx context.Context, org, id string) (string, error) {
	return found(scanText(p.db.Write.QueryRowContext(ctx, `UPDATE endpoints SET old_secret = secret, old_until = `+p.db.Dialect.Now+` + $3, secret = $4
		WHERE org = $1 AND id = $2 RETURNING secret`, org, key(id), overlap.Milliseconds(), newSecret())))
}

type scanner interface{ Scan(dest ...any) error }

func scanText(row scanner) (s string, err error) {
	err = row.Scan(&s)
	return s, err
}

func scanEndpoint(row scanner) (Endpoint, error) {
	var e Endpoint
	var channels string
	var created int64
	err := row.Scan(&e.ID, &e.URL, &e.Description, &channels, &e.Disabled, &e.DisabledReason, &created)
	if err != nil {
		return Endpoint{}, err
	}
	e.CreatedAt = time.UnixMilli(created).UTC()
	if e.Channels, err = readChannels(channels); err != nil {
		return Endpoint{}, fmt.Errorf("endpoint %s: %w", e.ID, err)
	}
	return e, nil
}

// found names a missing endpoint; an endpoint of another organization is missing.
func found[T any](v T, err error) (T, error) {
	var none T
	if errors.Is(err, sql.ErrNoRows) {
		return none, noEndpoint()
	}
	if err != nil {
		return none, fmt.Errorf("endpoint: %w", err)
	}
	return v, nil
}

func noEndpoint() error { return fault.New(fault.NotFound, "the endpoint was not found") }

// key is an id from outside as the database may see it: PostgreSQL refuses bytes that are no text, which would
// look like a failure of ours, and no id holds any.
func key(id string) string {
	if strings.ContainsRune(id, 0) || !utf8.ValidString(id) {
		return "-"
	}
	return id
}
