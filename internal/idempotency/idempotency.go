// Package idempotency remembers the answers to requests with an Idempotency-Key, so that a retry does not run the work twice.
package idempotency

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/octavo-dev/octavo/internal/database"
)

// ErrReused says that the key came with another request before.
var ErrReused = errors.New("the idempotency key was used for another request")

// lease is how long a running request holds its key without a sign of life; the process that held it may have died.
const lease = 30 * time.Second

// Key names one remembered request.
type Key struct {
	Org, Path, Key string
}

// Record is what is known of an earlier request with the same key.
type Record struct {
	Running bool
	Status  int
	Body    []byte
	JobID   string // the job that holds the answer, when there is one
}

// Store keeps the records.
type Store struct {
	db    *database.DB
	owner string
	ttl   time.Duration
}

// New returns a store whose records live for ttl. Owner names this process.
func New(db *database.DB, owner string, ttl time.Duration) *Store {
	return &Store{db: db, owner: owner, ttl: ttl}
}

// Begin claims the key. The first caller gets a Turn, which it must end by Done or Free; later ones get the
// Record. A Turn may carry the JobID of a holder that died: the job, if it exists, is the answer.
func (s *Store) Begin(ctx context.Context, k Key, fingerprint string) (*Turn, Record, error) {
	var turn *Turn
	var found Record
	err := s.db.Tx(ctx, func(tx *sql.Tx) error {
		turn, found = nil, Record{}
		res, err := tx.ExecContext(ctx, `INSERT INTO idempotency
			(org, path, idem_key, fingerprint, owner, lease_until, status, body, job_id, expires_at)
			VALUES ($1, $2, $3, $4, $5, `+s.db.Dialect.Now+` + $6, 0, '', '', `+s.db.Dialect.Now+` + $7)
			ON CONFLICT (org, path, idem_key) DO NOTHING`,
			k.Org, k.Path, k.Key, fingerprint, s.owner, lease.Milliseconds(), s.ttl.Milliseconds())
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 1 {
			turn = s.newTurn(k, "")
			return err
		}
		turn, found, err = s.takeOver(ctx, tx, k, fingerprint)
		return err
	})
	if err != nil {
		return nil, Record{}, fmt.Errorf("begin idempotent request: %w", err)
	}
	if turn != nil {
		turn.keepAlive()
	}
	return turn, found, nil
}

// takeOver reads the row that is there; a holder that stopped renewing, or a record past its time, gives it up.
func (s *Store) takeOver(ctx context.Context, tx *sql.Tx, k Key, fingerprint string) (*Turn, Record, error) {
	var stored, body, jobID string
	var status int
	var stale, expired bool
	err := tx.QueryRowContext(ctx, `SELECT fingerprint, status, body, job_id, lease_until < `+s.db.Dialect.Now+`, expires_at < `+s.db.Dialect.Now+`
		FROM idempotency WHERE org = $1 AND path = $2 AND idem_key = $3`, k.Org, k.Path, k.Key).
		Scan(&stored, &status, &body, &jobID, &stale, &expired)
	if err != nil {
		return nil, Record{}, err
	}
	if stored != fingerprint && !expired {
		return nil, Record{}, ErrReused
	}
	running := status == 0
	if !expired && (!running || !stale) {
		return nil, Record{Running: running, Status: status, Body: []byte(body), JobID: jobID}, nil
	}
	if expired {
		jobID = ""
	}
	res, err := tx.ExecContext(ctx, `UPDATE idempotency SET fingerprint = $4, owner = $5, lease_until = `+s.db.Dialect.Now+` + $6,
		status = 0, body = '', job_id = $7, expires_at = `+s.db.Dialect.Now+` + $8
		WHERE org = $1 AND path = $2 AND idem_key = $3 AND status = $9
		AND (lease_until < `+s.db.Dialect.Now+` OR expires_at < `+s.db.Dialect.Now+`)`,
		k.Org, k.Path, k.Key, fingerprint, s.owner, lease.Milliseconds(), jobID, s.ttl.Milliseconds(), status)
	if err != nil {
		return nil, Record{}, err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return nil, Record{Running: true}, err // somebody else was faster
	}
	return s.newTurn(k, jobID), Record{}, nil
}

// Find reads the record of a key; ok is false when it has been freed.
func (s *Store) Find(ctx context.Context, k Key) (r Record, ok bool, err error) {
	var body string
	err = s.db.Read.QueryRowContext(ctx, `SELECT status, body, job_id FROM idempotency WHERE org = $1 AND path = $2 AND idem_key = $3`,
		k.Org, k.Path, k.Key).Scan(&r.Status, &body, &r.JobID)
	if errors.Is(err, sql.ErrNoRows) {
		return Record{}, false, nil
	}
	if err != nil {
		return Record{}, false, fmt.Errorf("read idempotent request: %w", err)
	}
	r.Body, r.Running = []byte(body), r.Status == 0
	return r, true, nil
}

// Sweep forgets records past their time.
func (s *Store) Sweep(ctx context.Context) error {
	_, err := s.db.Write.ExecContext(ctx, `DELETE FROM idempotency WHERE expires_at < `+s.db.Dialect.Now)
	if err != nil {
		return fmt.Errorf("sweep idempotency keys: %w", err)
	}
	return nil
}

// Turn is the right to answer a request for the first time.
type Turn struct {
	store *Store
	key   Key
	// JobID is the job an earlier holder had bound before it died, else empty.
	JobID string
	// open is a job that is being stored or has no outcome yet; one that an earlier holder bound may be.
	open string

	stop chan struct{}
	wait sync.WaitGroup
}

func (s *Store) newTurn(k Key, jobID string) *Turn {
	return &Turn{store: s, key: k, JobID: jobID, open: jobID, stop: make(chan struct{})}
}

func (t *Turn) keepAlive() {
	t.wait.Go(func() {
		tick := time.NewTicker(lease / 3)
		defer tick.Stop()
		for {
			select {
			case <-t.stop:
				return
			case <-tick.C:
				ctx, cancel := context.WithTimeout(context.Background(), lease/3)
				err := t.update(ctx, `lease_until = `+t.store.db.Dialect.Now+` + $5`, lease.Milliseconds())
				cancel()
				if err != nil {
					slog.Warn("renewing an idempotency key failed", "error", err)
				}
			}
		}
	})
}

// Bind says that the job holds the answer, before the job is stored: a retry after a crash then finds the same
// job, or creates it under the same id.
func (t *Turn) Bind(ctx context.Context, jobID string) error {
	return t.update(ctx, `job_id = $5`, jobID)
}

// Done stores the answer for later callers.
func (t *Turn) Done(ctx context.Context, status int, body []byte) error {
	t.end()
	return t.update(ctx, `status = $5, body = $6, owner = ''`, status, string(body))
}

// Open says that a job is about to be stored. Whether it was may never be known: the word that it is can be lost on the
// way.
func (t *Turn) Open(jobID string) { t.open = jobID }

// Settled says that the job has its outcome.
func (t *Turn) Settled() { t.open = "" }

// Free forgets the request, so that a retry runs it again. While a job is open, the retry gets that job and not a second
// one.
func (t *Turn) Free(ctx context.Context) error {
	t.end()
	if t.open != "" {
		return t.update(ctx, `job_id = $5, lease_until = 0`, t.open)
	}
	_, err := t.store.db.Write.ExecContext(ctx, `DELETE FROM idempotency WHERE org = $1 AND path = $2 AND idem_key = $3 AND owner = $4 AND status = 0`,
		t.key.Org, t.key.Path, t.key.Key, t.store.owner)
	if err != nil {
		return fmt.Errorf("free idempotency key: %w", err)
	}
	return nil
}

func (t *Turn) end() {
	close(t.stop)
	t.wait.Wait()
}

func (t *Turn) update(ctx context.Context, set string, args ...any) error {
	args = append([]any{t.key.Org, t.key.Path, t.key.Key, t.store.owner}, args...)
	_, err := t.store.db.Write.ExecContext(ctx, `UPDATE idempotency SET `+set+`
		WHERE org = $1 AND path = $2 AND idem_key = $3 AND owner = $4 AND status = 0`, args...)
	if err != nil {
		return fmt.Errorf("update idempotency key: %w", err)
	}
	return nil
}
