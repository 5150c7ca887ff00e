package rate

import (
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/org"
)

// Decision is what the buckets say about a request. It speaks of the bucket that rules: the emptiest one, or
// the one that refuses.
type Decision struct {
	Allowed    bool
	Limit      float64       // tokens per second; 0 when nothing limits the caller
	Remaining  int           // whole tokens left
	Reset      time.Duration // until the bucket is full
	RetryAfter time.Duration // until a token is there; 0 when Allowed

	who   org.Caller
	class Class
	from  source  // where the tokens came from
	sums  []state // the buckets of All, which are taken once
}

// by completes a decision with the states of its buckets.
func (d Decision) by(states []state) (Decision, error) {
	for i, s := range states {
		if i > 0 && (s.wait < d.RetryAfter || s.wait == d.RetryAfter && s.left >= d.Remaining) {
			continue
		}
		d.Limit, d.Remaining, d.Reset, d.RetryAfter = s.Limit.Rate, s.left, s.fullIn, s.wait
	}
	if d.Allowed = d.RetryAfter == 0; !d.Allowed {
		return d, refuse(d.RetryAfter)
	}
	return d, nil
}

// Header writes the rate headers of an answer, and Retry-After when the request was refused.
func (d Decision) Header(h http.Header) {
	if d.Limit == 0 {
		return
	}
	h.Set("X-RateLimit-Limit", strconv.FormatFloat(d.Limit, 'f', -1, 64))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(d.Remaining))
	h.Set("X-RateLimit-Reset", strconv.Itoa(seconds(d.Reset)))
	if !d.Allowed {
		h.Set("Retry-After", strconv.Itoa(max(1, seconds(d.RetryAfter))))
	}
}

func seconds(d time.Duration) int { return int(math.Ceil(d.Seconds())) }

// refusal is a RATE_LIMIT that knows when to come back.
type refusal struct {
	after time.Duration
	err   *fault.Error
}

func (r *refusal) Error() string { return r.err.Error() }
func (r *refusal) Unwrap() error { return r.err }

func refuse(after time.Duration) error {
	return &refusal{after, fault.New(fault.RateLimit, "").Typed("rate_limit_exceeded")}
}

// RetryAfter is how long a refused caller should wait: at least a second for a refusal of this package, 0 for
// any other error.
func RetryAfter(err error) time.Duration {
	var r *refusal
	if errors.As(err, &r) {
		return max(time.Second, r.after)
	}
	return 0
}
