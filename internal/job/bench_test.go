package job_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/job/sqlstore"
	"github.com/octavo-dev/octavo/internal/testenv"
)

type noResults struct{}

func (noResults) PutResult(_ context.Context, t job.Task, _ []byte) (string, error) {
	return t.Owner, nil
}

// BenchmarkJobs takes jobs that do nothing from submit to their stored end, submitted by 50 callers at a time,
// and reports how long after its submission a job starts when the queue is empty.
func BenchmarkJobs(b *testing.B) {
	for _, dialect := range []string{"sqlite", "postgres"} {
		b.Run(dialect, func(b *testing.B) {
			db := testenv.Database(b, dialect)
			var ended sync.WaitGroup
			store := sqlstore.New(db, sqlstore.Options{Generation: 1, OnFinish: func(job.Ending) { ended.Done() }})
			started := make(chan time.Time, 1)
			work := handler(func(_ context.Context, t job.Task) (job.Outcome, error) {
				if t.Stage == "latency" {
					started <- time.Now()
				}
				return done("x")
			})
			r := job.NewRunner(store, store.Hub(), work, noResults{}, job.Options{Workers: job.Workers{CPU: 100}})
			r.Start()
			defer r.Stop(b.Context())
			ctx, cancel := context.WithCancel(b.Context())
			var listening sync.WaitGroup
			listening.Go(func() { store.Listen(ctx) })
			defer listening.Wait()
			defer cancel()
			submit := func(org, stage string) {
				ended.Add(1)
				if _, err := store.Submit(ctx, job.Submission{Org: org, Type: "Parse", Queue: job.CPU, First: job.Stage{Name: stage, Queue: job.CPU}, Lane: job.Normal, Request: `{"input":"x"}`}); err != nil {
					b.Error(err)
				}
			}
			var waits []time.Duration
			for range 50 {
				at := time.Now()
				submit(org, "latency")
				waits = append(waits, (<-started).Sub(at))
				ended.Wait()
			}
			b.ResetTimer()
			var callers sync.WaitGroup
			for i := range 50 {
				callers.Go(func() {
					for n := i; n < b.N; n += 50 {
						submit(fmt.Sprint("org ", i%5), "throughput")
					}
				})
			}
			callers.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "submits/s")
			ended.Wait()
			b.StopTimer()
			slices.Sort(waits)
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
			b.ReportMetric(float64(waits[len(waits)/2].Microseconds())/1000, "ms-to-start")
		})
	}
}
