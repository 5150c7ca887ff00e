package org

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/fault"
)

// Store keeps organizations and keys in the database.
type Store struct {
	db         *database.DB
	configured map[string]Settings
	// edits counts changes made through this store, so that its own process sees them at once.
	edits atomic.Int64

	mu     sync.Mutex
	cached map[string]cachedSettings
}

// NewStore returns a store on db. Configured settings of an organization win over those in the database.
func NewStore(db *database.DB, configured map[string]Settings) *Store {
	return &Store{db: db, configured: configured, cached: map[string]cachedSettings{}}
}

// NewKey is what it takes to create a key.
type NewKey struct {
	Org     string
	Name    string
	Scopes  Scopes
	Expires *time.Time // nil: never
}

const maxName = 256

func (n NewKey) check(now time.Time) error {
	switch {
	case n.Scopes == 0:
		return fault.New(fault.InvalidConfig, "a key needs at least one scope")
	case utf8.RuneCountInString(n.Name) > maxName || !utf8.ValidString(n.Name) || strings.ContainsRune(n.Name, 0):
		return fault.New(fault.InvalidConfig, "the name of a key is text of at most %d characters", maxName)
	case n.Expires != nil && !n.Expires.After(now):
		return fault.New(fault.InvalidConfig, "the key would expire before it exists")
	}
	return checkID(n.Org)
}

// CreateKey adds a key and returns its secret, which cannot be read again. It adds the organization when it
// is new.
func (s *Store) CreateKey(ctx context.Context, n NewKey) (Key, string, error) {
	now := time.Now()
	if err := n.check(now); err != nil {
		return Key{}, "", err
	}
	var k Key
	var secret string
	err := s.db.Tx(ctx, func(tx *sql.Tx) (err error) {
		if _, err := tx.ExecContext(ctx, `INSERT INTO orgs (id, s3_buckets, created_at) VALUES ($1, '[]', $2) ON CONFLICT (id) DO NOTHING`,
			n.Org, now.UnixMilli()); err != nil {
			return err
		}
		k, secret, err = addKey(ctx, tx, n, now)
		return err
	})
	if err != nil {
		return Key{}, "", fmt.Errorf("create key: %w", err)
	}
	s.edits.Add(1)
	return k, secret, nil
}

func addKey(ctx context.Context, tx *sql.Tx, n NewKey, now time.Time) (Key, string, error) {
	secret := newSecret()
	id, err := uuid.NewRandom()
	if err != nil {
		return Key{}, "", err
	}
	k, err := scanKey(tx.QueryRowContext(ctx, `INSERT INTO keys (id, org, name, hash, prefix, scopes, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING `+keyColumns,
		id.String(), n.Org, n.Name, sum(secret).hex(), secret[:shownPrefix], n.Scopes.String(), now.UnixMilli(), millis(n.Expires)))
	return k, secret, err
}

// ListKeys lists the keys of an organization, or of Any, oldest first. Revoked and expired ones are included.
func (s *Store) ListKeys(ctx context.Context, org string) ([]Key, error) {
	rows, err := s.db.Read.QueryContext(ctx, `SELECT `+keyColumns+` FROM keys WHERE $1 = '*' OR org = $1 ORDER BY created_at, id`, org)
	if err != nil {
		return nil, fmt.Errorf("list keys: %w", err)
	}
	defer rows.Close()
	keys := []Key{}
	for rows.Next() {
		k, err := scanKey(rows)
		if err != nil {
			return nil, fmt.Errorf("list keys: %w", err)
		}
		keys = append(keys, k)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list keys: %w", err)
	}
	return keys, nil
}

// RevokeKey ends a key of an organization, or of Any, for good. Revoking it again changes nothing.
func (s *Store) RevokeKey(ctx context.Context, org, id string) (Key, error) {
	k, err := scanKey(s.db.Write.QueryRowContext(ctx, `UPDATE keys SET revoked_at = COALESCE(revoked_at, $3)
		WHERE id = $2 AND ($1 = '*' OR org = $1) RETURNING `+keyColumns, org, id, time.Now().UnixMilli()))
	if err != nil {
		return Key{}, fmt.Errorf("revoke key: %w", notFound(err, "key"))
	}
	s.edits.Add(1)
	return k, nil
}

// RotateKey makes a new key with the rights of an old one, which ends after the overlap. A key that was made
// for a time is followed by one for the same time.
func (s *Store) RotateKey(ctx context.Context, org, id string, overlap time.Duration) (Key, string, error) {
	if overlap < 0 {
		return Key{}, "", fault.New(fault.InvalidConfig, "the overlap of two keys cannot be negative")
	}
	now := time.Now()
	var k Key
	var secret string
	err := s.db.Tx(ctx, func(tx *sql.Tx) error {
		old, err := scanKey(tx.QueryRowContext(ctx, `SELECT `+keyColumns+` FROM keys WHERE id = $2 AND ($1 = '*' OR org = $1)`, org, id))
		if err != nil {
			return notFound(err, "key")
		}
		if !old.live(now) {
			return fault.New(fault.InvalidConfig, "the key is revoked or expired; create a new one")
		}
		n := NewKey{Org: old.Org, Name: old.Name, Scopes: old.Scopes}
		end := now.Add(overlap)
		if old.ExpiresAt != nil {
			until := now.Add(old.ExpiresAt.Sub(old.CreatedAt))
			n.Expires = &until
			if old.ExpiresAt.Before(end) {
				end = *old.ExpiresAt
			}
		}
		if _, err := tx.ExecContext(ctx, `UPDATE keys SET expires_at = $2 WHERE id = $1`, old.ID, end.UnixMilli()); err != nil {
			return err
		}
		k, secret, err = addKey(ctx, tx, n, now)
		return err
	})
	if err != nil {
		return Key{}, "", fmt.Errorf("rotate key: %w", err)
	}
	s.edits.Add(1)
	return k, secret, nil
}

func notFound(err error, what string) error {
	if errors.Is(err, sql.ErrNoRows) {
		return fault.New(fault.NotFound, "the %s was not found", what)
	}
	return err
}
