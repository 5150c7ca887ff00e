package health_test

import (
	"context"
	"errors"
	"maps"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/octavo-dev/octavo/internal/health"
)

func TestMonitorNoticesAndRecovers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var down atomic.Bool
		m := health.New(
			health.Check{Name: "database", Every: time.Second, Limit: time.Second, Run: func(context.Context) error {
				if down.Load() {
					return errors.New("away")
				}
				return nil
			}},
			health.Check{Name: "slow", Every: time.Minute, Limit: time.Second, Run: func(ctx context.Context) error {
				<-ctx.Done()
				return ctx.Err()
			}},
		)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { m.Run(ctx); close(done) }()
		time.Sleep(1500 * time.Millisecond)
		if m.Err("database") != nil || m.Err("slow") == nil {
			t.Errorf("database %v, slow %v", m.Err("database"), m.Err("slow"))
		}
		down.Store(true)
		time.Sleep(time.Second)
		if m.Err("database") == nil {
			t.Error("an outage went unnoticed for a second")
		}
		down.Store(false)
		time.Sleep(time.Second)
		if m.Err("database") != nil {
			t.Error("the recovery went unnoticed")
		}
		cancel()
		<-done
	})
}

func TestReport(t *testing.T) {
	m := health.New(
		health.Check{Name: "good", Every: time.Hour, Limit: time.Second, Run: func(context.Context) error { return nil }},
		health.Check{Name: "bad", Every: time.Hour, Limit: time.Second, Run: func(context.Context) error { return errors.New("secret detail") }},
	)
	ready, checks := m.Report(context.Background())
	if ready || !maps.Equal(checks, map[string]string{"good": "ok", "bad": "failing"}) {
		t.Errorf("%v %v", ready, checks)
	}
	m.Drain()
	if _, checks = m.Report(context.Background()); checks["good"] != "draining" {
		t.Errorf("draining: %v", checks)
	}
}
