package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
)

// waits is how long tasks waited in each lane: the upper ends of the buckets that a share of them fell below.
type waits map[string][]bucket

type bucket struct {
	upTo  float64 // seconds
	tasks float64 // that waited no longer
}

var waitBucket = regexp.MustCompile(`^octavo_queue_wait_seconds_bucket\{lane="(\w+)",queue="(\w+)",le="([^"]+)"\}$`)

func queueWaits(ctx context.Context, p *process) (waits, error) {
	figures, err := scrape(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("read metrics: %w", err)
	}
	out := waits{}
	for name, tasks := range figures {
		found := waitBucket.FindStringSubmatch(name)
		if found == nil {
			continue
		}
		upTo, err := strconv.ParseFloat(found[3], 64) // +Inf is one
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
		lane := found[2] + ", " + found[1]
		out[lane] = append(out[lane], bucket{upTo, tasks})
	}
	for _, lane := range out {
		slices.SortFunc(lane, func(a, b bucket) int { return cmp.Compare(a.upTo, b.upTo) })
	}
	return out, nil
}

func (w waits) print(out io.Writer) {
	t := table{head: []string{"queue, lane", "tasks", "half waited at most", "95 of 100", "99 of 100"}}
	for _, lane := range slices.Sorted(maps.Keys(w)) {
		all := w[lane]
		total := all[len(all)-1].tasks
		if total == 0 {
			continue
		}
		cells := []string{lane, fmt.Sprintf("%.0f", total)}
		for _, share := range []float64{0.5, 0.95, 0.99} {
			at := slices.IndexFunc(all, func(b bucket) bool { return b.tasks >= share*total })
			cells = append(cells, fmt.Sprintf("%g s", all[at].upTo))
		}
		t.add(cells...)
	}
	t.print(out)
}
