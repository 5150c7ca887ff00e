package blob

import (
	"context"
	"time"
)

// OpenImpatient opens a store that gives up soon.
func OpenImpatient(ctx context.Context, rawURL string, opt Options) (*Store, error) {
	return open(ctx, rawURL, opt, tuning{
		attempts: 3,
		backoff:  20 * time.Millisecond,
		answer:   300 * time.Millisecond,
		request:  2 * time.Second,
		stall:    time.Second,
	})
}
