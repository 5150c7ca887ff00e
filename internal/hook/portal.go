package hook

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/octavo-dev/octavo/internal/cursor"
	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/fault"
)

const tokenBytes = 32

// Portal is what an organization can see and do about its webhooks.
type Portal struct {
	db         *database.DB
	dispatcher *Dispatcher
	checker    Checker
	cursors    *cursor.Codec
	ttl        time.Duration
}

// NewPortal returns a portal whose tokens live for ttl. Tests and redeliveries go through the dispatcher, which
// need not run in this process.
func NewPortal(db *database.DB, d *Dispatcher, check Checker, cursors *cursor.Codec, ttl time.Duration) *Portal {
	return &Portal{db: db, dispatcher: d, checker: check, cursors: cursors, ttl: ttl}
}

// Token returns a new key to the portal of org. Only its hash is stored.
func (p *Portal) Token(ctx context.Context, org string) (string, error) {
	raw := make([]byte, tokenBytes)
	rand.Read(raw)
	token := base64.RawURLEncoding.EncodeToString(raw)
	_, err := p.db.Write.ExecContext(ctx, "INSERT INTO portal_tokens (hash, org, expires_at) VALUES ($1, $2, "+p.db.Dialect.Now+" + $3)",
		tokenHash(token), org, p.ttl.Milliseconds())
	if err != nil {
		return "", fmt.Errorf("store portal token: %w", err)
	}
	return token, nil
}

// Authenticate returns the organization a token was made for, or an AuthError.
func (p *Portal) Authenticate(ctx context.Context, token string) (org string, err error) {
	// Tokens are looked up by their hash, so timing says nothing about how much of one was right.
	err = p.db.Read.QueryRowContext(ctx, "SELECT org FROM portal_tokens WHERE hash = $1 AND expires_at > "+p.db.Dialect.Now, tokenHash(token)).Scan(&org)
	if errors.Is(err, sql.ErrNoRows) {
		return "", fault.New(fault.AuthError, "the link to the webhook portal is not valid or has expired")
	}
	if err != nil {
		return "", fmt.Errorf("look up portal token: %w", err)
	}
	return org, nil
}

func tokenHash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
