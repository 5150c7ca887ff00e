package main

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// latency measures how long a job waits for its start while there are free workers.
func latency(ctx context.Context, l *lab) error {
	var field []*runner
	defer func() {
		for _, r := range field {
			r.close()
		}
	}()
	var urls [4]string
	for i := range urls {
		url, err := l.server.NewDatabase(ctx)
		if err != nil {
			return err
		}
		urls[i] = url
	}
	for _, open := range []func(*ledger) (contender, error){
		func(g *ledger) (contender, error) {
			return openOctavo(ctx, "Octavo, submitted by another process", urls[0], l.workers, true, g)
		},
		func(g *ledger) (contender, error) {
			return openRiver(ctx, "River, fetch cooldown 1 ms", urls[1], l.workers, riverBest, g)
		},
		func(g *ledger) (contender, error) {
			return openRiver(ctx, "River, defaults", urls[2], l.workers, 0, g)
		},
		func(g *ledger) (contender, error) {
			return openOctavo(ctx, "Octavo, submitted by the working process", urls[3], l.workers, false, g)
		},
		func(g *ledger) (contender, error) {
			return openOctavo(ctx, "Octavo on SQLite, one process", l.sqliteURL("latency"), l.workers, false, g)
		},
	} {
		r := &runner{ledger: newLedger()}
		c, err := open(r.ledger)
		if err != nil {
			return err
		}
		r.contender = c
		field = append(field, r)
	}
	for round := range l.rounds + 1 {
		for _, i := range l.shuffled(len(field)) {
			if err := l.pace(ctx, field[i]); err != nil {
				return err
			}
			waits := field[i].ledger.taken()
			if round > 0 { // the first one warms up
				field[i].waits = append(field[i].waits, waits...)
			}
		}
	}
	l.printLatency(field)
	return nil
}

// pace submits at a constant rate, whatever the answers take.
func (l *lab) pace(ctx context.Context, r *runner) error {
	var mu sync.Mutex
	var failed error
	var calls sync.WaitGroup
	err := every(ctx, l.latency, l.rate, func() {
		calls.Go(func() {
			if err := r.ledger.submit(ctx, r.contender); err != nil {
				mu.Lock()
				defer mu.Unlock()
				failed = err
			}
		})
	})
	calls.Wait()
	if err == nil {
		err = failed
	}
	if err != nil {
		return err
	}
	return r.ledger.settle(ctx)
}

// every calls fn rate times a second for as long as told. It makes up for a late call at once.
func every(ctx context.Context, long time.Duration, rate int, fn func()) error {
	began := time.Now()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for n := range int(long.Seconds() * float64(rate)) {
		timer.Reset(time.Until(began.Add(time.Duration(n) * time.Second / time.Duration(rate))))
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-timer.C:
			fn()
		}
	}
	return nil
}

func (l *lab) printLatency(field []*runner) {
	fmt.Fprintf(l.out, "### From submit to start: %d submissions a second, %d workers\n\n", l.rate, l.workers)
	t := table{head: []string{"Engine", "p50", "p95", "p99", "jobs", "p99 against River's best"}}
	best := field[1].waits.at(0.99)
	for i, r := range field {
		p99 := r.waits.at(0.99)
		against := ratio(share(p99, best))
		if i == 0 {
			against += ", " + verdict("target below 1", p99 < best)
		}
		t.add(r.name, ms(r.waits.at(0.5)), ms(r.waits.at(0.95)), ms(p99), fmt.Sprint(len(r.waits)), against)
	}
	t.print(l.out)
}
