package job

import (
	"context"
	"time"
)

// beatLoop renews the leases of all running tasks every heartbeat, and earlier when there is progress to write;
// in between it looks whether a claim was lost.
func (r *Runner) beatLoop(ctx context.Context) {
	var log trouble
	every := r.watch()
	tick := time.NewTicker(every)
	defer tick.Stop()
	last := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			due := time.Since(last) > r.opt.Heartbeat-every/2
			renewed, err := r.beat(ctx, due)
			if renewed {
				last = time.Now()
			}
			log.note(ctx, "renewing leases", err)
		}
	}
}

// watch is how often claims are looked at.
func (r *Runner) watch() time.Duration { return min(watchEvery, r.opt.Heartbeat) }

// beat shows the store that the running tasks are alive and interrupts those whose claim is gone. Without an
// answer the work goes on until the lease must be taken for lost.
func (r *Runner) beat(ctx context.Context, due bool) (renewed bool, err error) {
	var works []*work
	var beats []Beat
	r.each(func(w *work) {
		b := Beat{JobID: w.task.JobID, Part: w.task.Part, Owner: w.task.Owner, Report: w.gauge.take()}
		if b.Report != nil {
			due = true
			if w.task.Part >= 0 {
				b.Report.Done = 0
			}
		}
		works, beats = append(works, w), append(beats, b)
	})
	if len(works) == 0 {
		return due, nil
	}
	ctx, cancel := context.WithTimeout(ctx, r.opt.Lease/3)
	defer cancel()
	start := time.Now()
	var lost []Beat
	if due {
		lost, err = r.store.Renew(ctx, r.opt.Lease, beats)
	} else {
		lost, err = r.store.Held(ctx, beats)
	}
	if err != nil {
		for i, w := range works {
			w.gauge.putBack(beats[i].Report)
			if time.Since(w.renewed) >= r.opt.Lease-r.watch() {
				w.lose()
			}
		}
		return false, err
	}
	gone := map[Beat]bool{}
	for _, b := range lost {
		gone[b] = true
	}
	for i, w := range works {
		switch {
		case gone[beats[i]] && !w.ending.Load():
			w.lose()
		case due:
			w.renewed = start // read and written by this loop only
		}
	}
	return due, nil
}
