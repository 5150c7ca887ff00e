package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// runner is a contender with its ledger and its figures.
type runner struct {
	contender
	ledger *ledger
	url    string    // of its PostgreSQL database; empty on SQLite
	jobs   int       // in a round
	speeds []float64 // jobs a second, by round
	costs  []float64 // processor milliseconds a job, by round
	waits  sample
}

// riverBest is the shortest cooldown River allows: its throughput and its latency are best with it.
const riverBest = time.Millisecond

// throughput measures how many jobs a second go from submission to their stored end: on a small installation, and on
// one with as many callers and workers as a large machine has.
func throughput(ctx context.Context, l *lab) error {
	for _, size := range []struct{ submitters, workers int }{{l.submitters, l.workers}, {50, 100}} {
		if err := l.race(ctx, size.submitters, size.workers); err != nil {
			return err
		}
	}
	return nil
}

// race runs rounds of all engines with the same numbers of submitters and workers, one engine after the other, in an
// order that changes with every round.
func (l *lab) race(ctx context.Context, submitters, workers int) error {
	field, end, err := l.field(ctx, workers)
	defer end()
	if err != nil {
		return err
	}
	meter, err := newCPUMeter(ctx, l.server.URL("postgres"))
	if err != nil {
		return err
	}
	for round := range l.rounds + 1 {
		for _, i := range l.shuffled(len(field)) {
			r, before := field[i], meter.used()
			speed, err := r.round(ctx, submitters)
			if err != nil {
				return err
			}
			if round == 0 { // warms up
				if r.url != "" {
					err = vacuum(ctx, r.url)
				}
				if err != nil {
					return err
				}
				continue
			}
			r.speeds = append(r.speeds, speed)
			r.costs = append(r.costs, float64(meter.used()-before)/float64(time.Millisecond)/float64(r.jobs))
		}
	}
	fmt.Fprintf(l.out, "### Jobs per second from submit to stored end: %d submitters, %d workers, no-op work\n\n", submitters, workers)
	t := table{head: []string{"Engine", "jobs/s (median)", "slowest and fastest round", "processor time a job", "jobs × rounds", "Octavo on PostgreSQL against it"}}
	for i, r := range field {
		low, high := extremes(r.speeds)
		against := ""
		if i > 0 {
			against = ratio(faster(field[0], r))
		}
		if i == rival {
			against += ", " + verdict("target 1.3", faster(field[0], r) >= 1.3)
		}
		t.add(r.name, fmt.Sprintf("%.0f", middle(r.speeds)), fmt.Sprintf("%.0f – %.0f", low, high), fmt.Sprintf("%.2f ms", middle(r.costs)), fmt.Sprintf("%d × %d", r.jobs, len(r.speeds)), against)
	}
	t.print(l.out)
	return nil
}

// rival is the place in the field of the engine that the target is about: River at its best.
const rival = 1

// field opens all engines, Octavo on PostgreSQL first. end closes those that were opened.
func (l *lab) field(ctx context.Context, workers int) (field []*runner, end func(), err error) {
	end = func() {
		for _, r := range field {
			r.close()
		}
	}
	add := func(jobs int, postgres bool, open func(url string, g *ledger) (contender, error)) {
		if err != nil {
			return
		}
		r, url := &runner{ledger: newLedger(), jobs: jobs}, l.sqliteURL(fmt.Sprint("engine-", workers))
		if postgres {
			if url, err = l.server.NewDatabase(ctx); err != nil {
				return
			}
			r.url = url
		}
		if r.contender, err = open(url, r.ledger); err == nil {
			field = append(field, r)
		}
	}
	add(l.jobs, true, func(url string, g *ledger) (contender, error) {
		return openOctavo(ctx, "Octavo, PostgreSQL", url, workers, false, g)
	})
	add(l.jobs, true, func(url string, g *ledger) (contender, error) {
		return openRiver(ctx, "River, fetch cooldown 1 ms", url, workers, riverBest, g)
	})
	// With the default cooldown of 100 ms River works on as many jobs as it has workers every 100 ms.
	add(max(1, l.jobs/20), true, func(url string, g *ledger) (contender, error) {
		return openRiver(ctx, "River, defaults", url, workers, 0, g)
	})
	add(l.jobs, false, func(url string, g *ledger) (contender, error) {
		return openOctavo(ctx, "Octavo, SQLite", url, workers, false, g)
	})
	return field, end, err
}

// round submits the jobs of one round as fast as the submitters can and waits until all have ended.
func (r *runner) round(ctx context.Context, submitters int) (speed float64, err error) {
	began := time.Now()
	errs := make([]error, submitters)
	var submitting sync.WaitGroup
	for i := range submitters {
		submitting.Go(func() {
			for n := i; n < r.jobs && errs[i] == nil; n += submitters {
				errs[i] = r.ledger.submit(ctx, r.contender)
			}
		})
	}
	submitting.Wait()
	if err := errors.Join(errs...); err != nil {
		return 0, err
	}
	if err := r.ledger.settle(ctx); err != nil {
		return 0, fmt.Errorf("%s: %w", r.name, err)
	}
	took := time.Since(began)
	r.ledger.taken()
	return float64(r.jobs) / took.Seconds(), nil
}

// faster is how many times as fast a is as b: the median over the rounds, in each of which both ran within seconds.
func faster(a, b *runner) float64 {
	var times []float64
	for i := range a.speeds {
		times = append(times, a.speeds[i]/b.speeds[i])
	}
	return middle(times)
}

func extremes(values []float64) (low, high float64) {
	for i, v := range values {
		if i == 0 {
			low, high = v, v
		}
		low, high = min(low, v), max(high, v)
	}
	return low, high
}
