package org

import (
	"context"
	"crypto/subtle"
	"database/sql"
	"errors"
	"strings"
	"time"
)

const keyColumns = `id, org, name, prefix, scopes, created_at, expires_at, last_used_at, revoked_at`

type row interface{ Scan(...any) error }

func scanKey(r row, extra ...any) (Key, error) {
	var k Key
	var scopes string
	var created int64
	var expires, used, revoked sql.NullInt64
	err := r.Scan(append([]any{&k.ID, &k.Org, &k.Name, &k.Prefix, &scopes, &created, &expires, &used, &revoked}, extra...)...)
	if err != nil {
		return Key{}, err
	}
	k.Scopes = storedScopes(scopes)
	k.CreatedAt = time.UnixMilli(created).UTC()
	k.ExpiresAt, k.LastUsedAt, k.RevokedAt = moment(expires), moment(used), moment(revoked)
	return k, nil
}

// storedScopes passes over words it does not know: a later version may have written them.
func storedScopes(list string) Scopes {
	var s Scopes
	for word := range strings.SplitSeq(list, ",") {
		if one, err := ParseScopes(word); err == nil {
			s |= one
		}
	}
	return s
}

// errUnknown says that no key has this hash.
var errUnknown = errors.New("no such key")

// keyByDigest finds the key of a secret, live or not.
func (s *Store) keyByDigest(ctx context.Context, d digest) (Key, error) {
	var hash string
	k, err := scanKey(s.db.Read.QueryRowContext(ctx, `SELECT `+keyColumns+`, hash FROM keys WHERE hash = $1`, d.hex()), &hash)
	if errors.Is(err, sql.ErrNoRows) || err == nil && subtle.ConstantTimeCompare([]byte(hash), []byte(d.hex())) != 1 {
		return Key{}, errUnknown
	}
	return k, err
}

// anyKey reports whether a key was ever made. Revoked and expired ones count: ending the last key must not
// open the service.
func (s *Store) anyKey(ctx context.Context) (bool, error) {
	var found bool
	err := s.db.Read.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM keys)`).Scan(&found)
	return found, err
}

// touch writes down that a key was used, unless that was done within the last minute by any instance.
func (s *Store) touch(ctx context.Context, id string, at time.Time) error {
	_, err := s.db.Write.ExecContext(ctx, `UPDATE keys SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)`,
		id, at.UnixMilli(), at.Add(-touchEvery).UnixMilli())
	return err
}

func moment(ms sql.NullInt64) *time.Time {
	if !ms.Valid {
		return nil
	}
	t := time.UnixMilli(ms.Int64).UTC()
	return &t
}

func millis(t *time.Time) any {
	if t == nil {
		return nil
	}
	return t.UnixMilli()
}
