package rate

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/octavo-dev/octavo/internal/testenv"
)

// hung never answers.
type hung struct{ asked atomic.Int64 }

func (h *hung) Take(ctx context.Context, _ []Want) ([]Level, error) {
	h.asked.Add(1)
	<-ctx.Done()
	return nil, ctx.Err()
}

func TestHungBackendDelaysLittle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		backend := &hung{}
		l := newLimiter(t, Options{
			Limits: Limits{Sync: {Key: Limit{1, 90}}},
			Shared: backend, Log: slog.New(slog.NewTextHandler(&log, nil)),
		})
		const minutes = 3
		start, delayed := time.Now(), 0
		for time.Since(start) < minutes*time.Minute {
			before := time.Now()
			if _, err := l.Allow(t.Context(), alice, Sync); err != nil {
				t.Fatalf("refused after %v: %v", time.Since(start), err)
			}
			took := time.Since(before)
			if took > sharedWait {
				t.Fatalf("a request took %v", took)
			}
			if took > 0 {
				delayed++
			}
			time.Sleep(1500 * time.Millisecond)
		}
		if want := int(backend.asked.Load()); delayed != want || delayed < 100 {
			t.Errorf("%d requests were delayed, the backend was asked %d times", delayed, want)
		}
		if n := strings.Count(log.String(), "shared rate limits are away"); n != minutes {
			t.Errorf("%d warnings in %d minutes:\n%s", n, minutes, log.String())
		}
	})
}

// TestLocalLimitsHoldDuringAnOutage: failing open means counting alone, not counting no more.
func TestLocalLimitsHoldDuringAnOutage(t *testing.T) {
	l := newLimiter(t, Options{
		Limits: Limits{Sync: {Key: Limit{0.001, 5}}},
		Shared: failing{}, Log: slog.New(slog.DiscardHandler),
	})
	if n := allowed(t, l, alice, Sync, 20); n != 5 {
		t.Errorf("%d let through, want 5", n)
	}
}

type failing struct{}

func (failing) Take(context.Context, []Want) ([]Level, error) { return nil, errors.New("away") }

// TestCancelledRequestIsNoOutage: a client that goes away says nothing about the backend.
func TestCancelledRequestIsNoOutage(t *testing.T) {
	var log bytes.Buffer
	l := newLimiter(t, Options{
		Limits: Limits{Sync: {Key: Limit{1000, 1000}}},
		Shared: openRedis(t, testenv.Redis(t)), Log: slog.New(slog.NewTextHandler(&log, nil)),
	})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.Allow(ctx, alice, Sync); err != nil || log.Len() > 0 {
		t.Errorf("%v, log %q", err, log.String())
	}
}

func TestRedisGoesAndComesBack(t *testing.T) {
	server, err := testenv.StartRedis()
	if err != nil {
		t.Fatal(err)
	}
	defer server.Remove()
	clock := &clock{time.Now()}
	var log bytes.Buffer
	l := newLimiter(t, Options{
		Limits: Limits{Sync: {Key: Limit{0.001, 10}}},
		Shared: openRedis(t, server.URL()), Now: clock.now, Log: slog.New(slog.NewTextHandler(&log, nil)),
	})
	if n := allowed(t, l, alice, Sync, 20); n != 10 {
		t.Fatalf("%d let through, want 10", n)
	}
	server.Stop()
	bob := alice
	bob.KeyID = "bob"
	if n := allowed(t, l, bob, Sync, 20); n != 10 {
		t.Errorf("%d let through without Redis, want the local 10", n)
	}
	if !strings.Contains(log.String(), "away") {
		t.Errorf("nothing logged: %s", log.String())
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	clock.t = clock.t.Add(retryEvery)
	if n := allowed(t, l, bob, Sync, 20); n != 10 {
		t.Errorf("%d let through by the new Redis, want 10", n)
	}
	if !strings.Contains(log.String(), "back") {
		t.Errorf("the return is not logged: %s", log.String())
	}
}
