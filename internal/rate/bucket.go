package rate

import (
	"context"
	"math"
	"time"
)

// Bucket is one token bucket. It is kept as a single time, the moment at which it will be full again (the
// theoretical arrival time of GCRA), in whole microseconds: taking a token moves that moment by one interval.
type Bucket struct {
	Name  string
	Limit Limit
}

// every is the time in which one token drips in.
func (b Bucket) every() time.Duration {
	return time.Duration(math.Round(1e6/b.Limit.Rate)) * time.Microsecond
}

// depth is the time in which the empty bucket fills.
func (b Bucket) depth() time.Duration { return b.every() * time.Duration(b.Limit.Burst) }

// free is how many tokens are in a bucket that is full after d.
func (b Bucket) free(d time.Duration) int {
	return max(0, int((b.depth()-max(0, d))/b.every()))
}

// wait is how long a bucket that is full after d has no token.
func (b Bucket) wait(d time.Duration) time.Duration {
	return max(0, d+b.every()-b.depth())
}

// Want asks a bucket for one token, and for more if there are any.
type Want struct {
	Bucket
	Most int // at least 1
}

// Level is how a bucket stands after Take.
type Level struct {
	Taken  int
	FullIn time.Duration
}

// Backend keeps buckets. A bucket it does not know is full.
type Backend interface {
	// Take takes up to Most tokens from each bucket, in one step for all of them; if one is empty it takes
	// from none. The names differ from each other. The levels come in the order of the wants.
	Take(ctx context.Context, wants []Want) ([]Level, error)
}

// settle is Take on values: it fills in the levels of buckets that are full after the given times, and
// reports whether all of them had a token.
func settle(wants []Want, fullIn []time.Duration) ([]Level, bool) {
	levels := make([]Level, len(wants))
	ok := true
	for i, w := range wants {
		levels[i].FullIn = max(0, fullIn[i])
		levels[i].Taken = min(w.Most, w.free(fullIn[i]))
		ok = ok && levels[i].Taken > 0
	}
	for i, w := range wants {
		if !ok {
			levels[i].Taken = 0
		}
		levels[i].FullIn += w.every() * time.Duration(levels[i].Taken)
	}
	return levels, ok
}
