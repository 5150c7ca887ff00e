package main

import (
	"context"
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

// engine measures how many jobs a second go from submission to their stored end.
func engine(ctx context.Context, l *lab) error {
	for _, workers := range []int{l.workers, 100} {
		if err := l.race(ctx, workers); err != nil {
			return err
		}
	}
	return nil
}

// race runs rounds of all engines with the same number of workers, one engine after the other, in an order that
// changes with every round.
func (l *lab) race(ctx context.Context, workers int) error {
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
			speed, err := l.round(ctx, r)
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
	ours, best := middle(field[0].speeds), middle(field[2].speeds)
	fmt.Fprintf(l.out, "### Jobs per second from submit to stored end: %d submitters, %d workers, no-op work\n\n", l.submitters, workers)
	t := table{head: []string{"Engine", "jobs/s (median)", "slowest and fastest round", "processor time a job", "jobs × rounds", "Octavo on PostgreSQL is faster by"}}
	for i, r := range field {
		low, high := extremes(r.speeds)
		against := ""
		switch i {
		case 2:
			against = ratio(ours/best) + ", " + verdict("target 1.3", ours >= 1.3*best)
		case 3:
			against = ratio(ours / middle(r.speeds))
		}
		t.add(r.name, fmt.Sprintf("%.0f", middle(r.speeds)), fmt.Sprintf("%.0f – %.0f", low, high), fmt.Sprintf("%.2f ms", middle(r.costs)), fmt.Sprintf("%d × %d", r.jobs, len(r.speeds)), against)
	}
	t.print(l.out)
	return nil
}

// field opens all engines. end closes those that were opened.
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
	add(l.jobs, false, func(url string, g *ledger) (contender, error) {
		return openOctavo(ctx, "Octavo, SQLite", url, workers, false, g)
	})
	add(l.jobs, true, func(url string, g *ledger) (contender, error) {
		return openRiver(ctx, "River, fetch cooldown 1 ms", url, workers, riverBest, g)
	})
	// With the default cooldown of 100 ms River works on as many jobs as it has workers every 100 ms.
	add(max(1, l.jobs/10), true, func(url string, g *ledger) (contender, error) {
		return openRiver(ctx, "River, defaults", url, workers, 0, g)
	})
	return field, end, err
}

// round submits the jobs of one round as fast as the submitters can and waits until all have ended.
func (l *lab) round(ctx context.Context, r *runner) (speed float64, err error) {
	began := time.Now()
	errs := make([]error, l.submitters)
	var submitting sync.WaitGroup
	for i := range l.submitters {
		submitting.Go(func() {
			for n := i; n < r.jobs && errs[i] == nil; n += l.submitters {
				errs[i] = r.ledger.submit(ctx, r.contender)
			}
		})
	}
	submitting.Wait()
	for _, e := range errs {
		if e != nil {
			return 0, e
		}
	}
	if err := r.ledger.settle(ctx); err != nil {
		return 0, fmt.Errorf("%s: %w", r.name, err)
	}
	r.ledger.taken()
	return float64(r.jobs) / time.Since(began).Seconds(), nil
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
