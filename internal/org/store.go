package org

import (
	"context"
	"errors"
	"time"

	"github.com/octavo-dev/octavo/internal/database"
)

// Store keeps organizations and keys in the database.
type Store struct {
	db *database.DB
}

// NewStore returns a store on db. Configured settings of an organization win over those in the database.
func NewStore(db *database.DB, configured map[string]Settings) *Store { return &Store{db: db} }

// NewKey is what it takes to create a key.
type NewKey struct {
	Org     string
	Name    string
	Scopes  Scopes
	Expires *time.Time // nil: never
}

// CreateKey adds a key and returns its secret, which cannot be read again. It adds the organization when it
// is new.
func (s *Store) CreateKey(ctx context.Context, n NewKey) (Key, string, error) {
	return Key{}, "", errors.ErrUnsupported
}

// ListKeys lists the keys of an organization, or of Any, oldest first. Revoked and expired ones are included.
func (s *Store) ListKeys(ctx context.Context, org string) ([]Key, error) {
	return nil, errors.ErrUnsupported
}

// RevokeKey ends a key of an organization, or of Any, for good. Revoking it again changes nothing.
func (s *Store) RevokeKey(ctx context.Context, org, id string) (Key, error) {
	return Key{}, errors.ErrUnsupported
}

// RotateKey makes a new key with the rights of an old one, which ends after the overlap.
func (s *Store) RotateKey(ctx context.Context, org, id string, overlap time.Duration) (Key, string, error) {
	return Key{}, "", errors.ErrUnsupported
}

// Org is an organization as the database holds it.
type Org struct {
	ID             string
	MaxConcurrency int      // jobs that run at a time; 0: all workers
	S3Buckets      []string // names, or prefixes that end in *
	CreatedAt      time.Time
}

// CreateOrg adds an organization.
func (s *Store) CreateOrg(ctx context.Context, o Org) (Org, error) {
	return Org{}, errors.ErrUnsupported
}

// ListOrgs lists the organizations in the database by id.
func (s *Store) ListOrgs(ctx context.Context) ([]Org, error) { return nil, errors.ErrUnsupported }

// Change is what SetOrg changes; nil leaves a value alone.
type Change struct {
	MaxConcurrency *int
	S3Buckets      *[]string
}

// SetOrg changes settings of an organization.
func (s *Store) SetOrg(ctx context.Context, id string, c Change) (Org, error) {
	return Org{}, errors.ErrUnsupported
}

// Settings are what an organization may use. Zero values mean: all workers, no bucket, no environment.
type Settings struct {
	MaxConcurrency int
	S3Buckets      []string          // names, or prefixes that end in *
	Environments   map[string]string // Hybrid VPC environments: name to store URL
}

// Settings returns the settings of an organization, configuration first. Changes show within a few seconds.
func (s *Store) Settings(ctx context.Context, org string) (Settings, error) {
	return Settings{}, errors.ErrUnsupported
}
