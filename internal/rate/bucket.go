package rate

import "context"

// Backend keeps buckets.
type Backend interface {
	// Take
	Take(ctx context.Context) error
}
