package rate

import (
	"log/slog"
	"sync"
	"time"
)

const (
	sharedWait = 100 * time.Millisecond // a request waits no longer for shared buckets
	retryEvery = time.Second            // one request tries again
	warnEvery  = time.Minute
)

// outage remembers that the shared buckets are away, so that only one request a second waits for them.
type outage struct {
	log *slog.Logger
	now func() time.Time

	mu     sync.Mutex
	away   bool
	retry  time.Time
	warned time.Time
}

// over reports whether the shared buckets should be asked.
func (o *outage) over() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.away {
		return true
	}
	if o.now().Before(o.retry) {
		return false
	}
	o.retry = o.now().Add(retryEvery)
	return true
}

// report notes how asking went.
func (o *outage) report(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err == nil {
		if o.away {
			o.log.Info("shared rate limits are back")
		}
		o.away = false
		return
	}
	now := o.now()
	o.away = true
	o.retry = now.Add(retryEvery)
	if o.warned.IsZero() || now.Sub(o.warned) >= warnEvery {
		o.warned = now
		o.log.Warn("shared rate limits are away, each instance counts for itself", "error", err)
	}
}
