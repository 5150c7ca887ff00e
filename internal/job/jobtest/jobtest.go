// Package jobtest holds the conformance suite of job stores.
package jobtest

import (
	"context"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/job"
)

// Store is all that a job store can do.
type Store interface {
	job.Store
	job.Reader
	Submit(ctx context.Context, sub job.Submission) (job.Job, error)
	List(ctx context.Context, org string, after job.Position, limit int, f job.Filter) ([]job.Job, error)
	Cancel(ctx context.Context, org, id string) (job.Job, error)
	Expire(ctx context.Context, org, id string, waiting, running *fault.Error) (job.Job, error)
	Parts(ctx context.Context, jobID string) ([]string, error)
	Probe(ctx context.Context, q job.Queue) (time.Duration, error)
	Depth(ctx context.Context, q job.Queue, limit int) (int, error)
	BatchDepth(ctx context.Context, limit int) (int, error)
	Depths(ctx context.Context) ([]job.Depth, error)
	Legacy(ctx context.Context) (job.Legacy, error)
	MarkDeleting(ctx context.Context, org, id string, all bool) (job.Job, error)
	ToClean(ctx context.Context, limit int) ([]job.Job, error)
	MarkDeleted(ctx context.Context, id string, all bool) (bool, error)
	Due(ctx context.Context, retention time.Duration, limit int) ([]job.Job, error)
	MarkExpired(ctx context.Context, id string) error
	Purge(ctx context.Context, metadata, tombstones time.Duration, limit int) (int, error)
}

// Options are what the suite opens a store with.
type Options struct {
	Generation int
	Slots      int
	OnFinish   func(job.Ending)
}

// Run checks a kind of store on an empty database. open gives a store on it and is called several times, each
// time for handles of its own, as different processes have them.
func Run(t *testing.T, db *database.DB, open func(t *testing.T, db *database.DB, opt Options) Store) {
	for name, check := range map[string]func(t *testing.T, r *rig){
		"Lifecycle":         lifecycle,
		"Stages":            stages,
		"Failure":           failure,
		"Retry":             retry,
		"Release":           release,
		"Fence":             fence,
		"CompleteTwice":     completeTwice,
		"Rescue":            rescue,
		"RescueCompleting":  rescueCompleting,
		"RescueUsedUp":      rescueUsedUp,
		"Lost":              lostOnce,
		"LostOrder":         lostOrder,
		"LostStages":        lostStages,
		"LostTogether":      lostTogether,
		"Reserve":           reserve,
		"TwoWorkers":        twoWorkers,
		"OverClaim":         overClaim,
		"Generations":       generations,
		"ClaimOrder":        claimOrder,
		"Fairness":          fairness,
		"FairAfterDownload": fairAfterDownload,
		"BatchAges":         batchAges,
		"Ceiling":           ceilings,
		"TenantShare":       tenantShare,
		"PromotionOrder":    promotionOrder,
		"PromotionNet":      promotionNet,
		"CeilingRace":       ceilingRace,
		"Fan":               fan,
		"FanTwice":          fanTwice,
		"PartDies":          partDies,
		"PartFails":         partFails,
		"PartsTogether":     partsTogether,
		"Spawn":             spawn,
		"Cancel":            cancel,
		"CancelChildren":    cancelChildren,
		"CancelRace":        cancelRace,
		"Expire":            expire,
		"ExpireWaiting":     expireWaiting,
		"Progress":          progress,
		"Outbox":            outbox,
		"Usage":             usage,
		"Endings":           endings,
		"Tenancy":           tenancy,
		"List":              list,
		"ListUnderInserts":  listUnderInserts,
		"Filters":           filters,
		"Delete":            deletion,
		"DeleteUnfinished":  deleteUnfinished,
		"DeletePersisted":   deletePersisted,
		"Retention":         retention,
		"Depth":             depth,
		"Legacy":            legacy,
		"Probe":             probe,
		"BadNeighbour":      badNeighbour,
		"Processes":         processes,
		"Model":             model,
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, db, open)
			check(t, r)
			r.consistent()
		})
	}
}
