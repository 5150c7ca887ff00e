package org

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"regexp"
	"time"

	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/fault"
)

// Org is an organization as the database holds it.
type Org struct {
	ID             string
	MaxConcurrency int      // jobs that run at a time; 0: all workers
	S3Buckets      []string // names, or prefixes that end in *
	CreatedAt      time.Time
}

var bucketForm = regexp.MustCompile(`^([a-z0-9][a-z0-9.-]*\*?|\*)$`)

func (o Org) check() error {
	if o.MaxConcurrency < 0 {
		return fault.New(fault.InvalidConfig, "max_concurrency cannot be negative; 0 means all workers")
	}
	for _, b := range o.S3Buckets {
		if !bucketForm.MatchString(b) {
			return fault.New(fault.InvalidConfig, "%q is neither the name of a bucket nor a prefix that ends in *", b)
		}
	}
	return checkID(o.ID)
}

func (o Org) columns() (ceiling sql.NullInt64, buckets string, err error) {
	if o.S3Buckets == nil {
		o.S3Buckets = []string{}
	}
	b, err := json.Marshal(o.S3Buckets)
	return sql.NullInt64{Int64: int64(o.MaxConcurrency), Valid: o.MaxConcurrency > 0}, string(b), err
}

// CreateOrg adds an organization. CreatedAt is set here.
func (s *Store) CreateOrg(ctx context.Context, o Org) (Org, error) {
	if err := o.check(); err != nil {
		return Org{}, err
	}
	ceiling, buckets, err := o.columns()
	if err != nil {
		return Org{}, err
	}
	o, err = scanOrg(s.db.Write.QueryRowContext(ctx, `INSERT INTO orgs (id, max_concurrency, s3_buckets, created_at)
		VALUES ($1, $2, $3, $4) RETURNING `+orgColumns, o.ID, ceiling, buckets, time.Now().UnixMilli()))
	if database.Duplicate(err) {
		return Org{}, fault.Wrap(fault.InvalidConfig, err, "an organization of this id exists already")
	}
	if err != nil {
		return Org{}, fmt.Errorf("create organization: %w", err)
	}
	s.edits.Add(1)
	return o, nil
}

// ListOrgs lists the organizations in the database by id.
func (s *Store) ListOrgs(ctx context.Context) ([]Org, error) {
	rows, err := s.db.Read.QueryContext(ctx, `SELECT `+orgColumns+` FROM orgs ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("list organizations: %w", err)
	}
	defer rows.Close()
	orgs := []Org{}
	for rows.Next() {
		o, err := scanOrg(rows)
		if err != nil {
			return nil, fmt.Errorf("list organizations: %w", err)
		}
		orgs = append(orgs, o)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list organizations: %w", err)
	}
	return orgs, nil
}

// Change is what SetOrg changes; nil leaves a value alone.
type Change struct {
	MaxConcurrency *int
	S3Buckets      *[]string
}

// SetOrg changes settings of an organization.
func (s *Store) SetOrg(ctx context.Context, id string, c Change) (Org, error) {
	var o Org
	err := s.db.Tx(ctx, func(tx *sql.Tx) (err error) {
		// Changing nothing takes the row's lock, so that two changes of different values both last.
		o, err = scanOrg(tx.QueryRowContext(ctx, `UPDATE orgs SET id = id WHERE id = $1 RETURNING `+orgColumns, id))
		if err != nil {
			return notFound(err, "organization")
		}
		if c.MaxConcurrency != nil {
			o.MaxConcurrency = *c.MaxConcurrency
		}
		if c.S3Buckets != nil {
			o.S3Buckets = *c.S3Buckets
		}
		if err := o.check(); err != nil {
			return err
		}
		ceiling, buckets, err := o.columns()
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `UPDATE orgs SET max_concurrency = $2, s3_buckets = $3 WHERE id = $1`, id, ceiling, buckets)
		return err
	})
	if err != nil {
		return Org{}, fmt.Errorf("set organization: %w", err)
	}
	s.edits.Add(1)
	return o, nil
}
