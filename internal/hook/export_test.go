package hook

import (
	"context"
	"sync"
	"testing"
)

// Drain does what can be done now and waits for the attempts it makes.
func (d *Dispatcher) Drain(t *testing.T) {
	t.Helper()
	var running sync.WaitGroup
	for more := true; more; {
		var err error
		if more, err = d.round(context.Background(), &running); err != nil {
			t.Fatal(err)
		}
		running.Wait()
	}
}

// Expand prepares all waiting messages and sends nothing.
func (d *Dispatcher) Expand(ctx context.Context) error {
	for more := true; more; {
		var err error
		if more, err = d.expand(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Claim takes up to n due deliveries for nobody, as a process does that dies before it sends them.
func (d *Dispatcher) Claim(ctx context.Context, n int) (ids []string, err error) {
	claims, err := d.claim(ctx, room{total: n, perHost: n, perOrg: n})
	for _, c := range claims {
		ids = append(ids, c.id)
	}
	return ids, err
}

// Woken reports, once, whether somebody asked for another look.
func (d *Dispatcher) Woken() bool {
	select {
	case <-d.wake:
		return true
	default:
		return false
	}
}

// LeaseTime and the others are the numbers tests compare with.
const (
	AttemptTime   = attemptTime
	LeaseTime     = leaseTime
	MaxRunning    = maxRunning
	MaxRunningOrg = maxRunningOrg
	MaxRunningOne = maxRunningOne
	MaxEndpoints  = maxEndpoints
)
