package blob

import (
	"context"
	"time"
)

// OpenImpatient opens a store that tries three times in quick succession and bears silence for a short time only.
func OpenImpatient(ctx context.Context, rawURL string, opt Options, silence time.Duration) (*Store, error) {
	return open(ctx, rawURL, opt, tuning{
		attempts: 3,
		backoff:  20 * time.Millisecond,
		answer:   silence,
		request:  4 * silence,
		stall:    2 * silence,
	})
}
