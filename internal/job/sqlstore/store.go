// Package sqlstore keeps jobs and tasks in SQLite or PostgreSQL.
//
// The main task of a job is its mutex: it exists until the job ends, and whoever changes a job locks it first
// (deleting it, where the job ends), then part rows, then the job row, then the organization, then usage. Claims,
// rescues and promotions skip rows that somebody holds.
package sqlstore

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/job"
)

// The states of a task.
const (
	idle    = "idle"
	queued  = "queued"
	waiting = "waiting"
)

// Options tune a store.
type Options struct {
	Generation int      // major version of this binary
	Slots      int      // worker slots of the installation, what a tenant's share counts against without a ceiling
	Hub        *job.Hub // told about new work and ended jobs; nil makes one

	// OnFinish is called once for every job whose end this process has written, after the commit.
	OnFinish func(job.Ending)
}

// Store is a job.Store and job.Reader on one database. All methods may be called at the same time.
type Store struct {
	db   *database.DB
	opt  Options
	now  string // the database's clock
	lock string // appended to a SELECT that locks what it reads

	turns turns
	// Heartbeats and the ends of tasks touch the same rows in different orders: heartbeats hold it alone.
	beats sync.RWMutex

	submits   batcher[*intake]
	completes batcher[*completion]
	endings   batcher[*verdict]
	advances  batcher[*advance]
	parts     batcher[*partEnd]
}

// New returns a store on a migrated database.
func New(db *database.DB, opt Options) *Store {
	if opt.Hub == nil {
		opt.Hub = job.NewHub()
	}
	if opt.OnFinish == nil {
		opt.OnFinish = func(job.Ending) {}
	}
	s := &Store{
		db: db, opt: opt, now: db.Dialect.Now,
		lock: strings.TrimSuffix(db.Dialect.SkipLocked, " SKIP LOCKED"),
	}
	s.submits.run = s.submitAll
	s.completes.run = s.completeAll
	s.endings.run = s.endAll
	s.advances.run = s.advanceAll
	s.parts.run = s.finishParts
	// A job may be finished by its worker and by one that lost it; only one of them may hear that it worked.
	s.completes.key = func(c *completion) string { return c.task.JobID }
	s.endings.key = func(v *verdict) string { return v.task.JobID }
	s.advances.key = func(a *advance) string { return a.task.JobID }
	return s
}

// Hub is where the store reports new work and ended jobs.
func (s *Store) Hub() *job.Hub { return s.opt.Hub }

// The channels on which processes wake each other.
const (
	workChannel = "octavo_tasks" // payload: a queue
	doneChannel = "octavo_done"  // payload: job ids
)

// Listen forwards what other processes report to the hub until ctx ends. Each process runs it once. It returns
// at once where the database cannot notify; polling is the net everywhere.
func (s *Store) Listen(ctx context.Context) {
	s.db.Listen(ctx, func(n database.Notice) {
		switch n.Channel {
		case workChannel:
			s.opt.Hub.Work(job.Queue(n.Payload))
		case doneChannel:
			s.opt.Hub.Done(strings.Split(n.Payload, ",")...)
		}
	}, workChannel, doneChannel)
}

// millis is the unit of every stored time and duration.
func millis(d time.Duration) int64 { return d.Milliseconds() }
