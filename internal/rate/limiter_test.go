package rate

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/org"
	"github.com/octavo-dev/octavo/internal/testenv"
)

var alice = org.Caller{Org: "acme", KeyID: "alice"}

func newLimiter(t testing.TB, opt Options) *Limiter {
	t.Helper()
	l, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// allowed counts how many of n requests pass.
func allowed(t testing.TB, l *Limiter, who org.Caller, class Class, n int) int {
	t.Helper()
	passed := 0
	for range n {
		d, err := l.Allow(t.Context(), who, class)
		if d.Allowed != (err == nil) {
			t.Fatalf("decision and error disagree: %+v, %v", d, err)
		}
		if d.Allowed {
			passed++
		}
	}
	return passed
}

func TestAllowCountsByKeyAndOrg(t *testing.T) {
	clock := newClock()
	l := newLimiter(t, Options{Now: clock.now, Limits: Limits{
		Sync:  {Key: Limit{10, 10}, Org: Limit{20, 15}},
		Async: {Key: Limit{100, 100}},
		Poll:  {Key: Limit{1, 1}},
		All:   {Key: Limit{1000, 1000}, Org: Limit{30, 28}},
	}})
	bob, carol := org.Caller{Org: "acme", KeyID: "bob"}, org.Caller{Org: "other", KeyID: "alice"}
	for _, step := range []struct {
		name  string
		who   org.Caller
		class Class
		want  int
	}{
		{"the key's bucket is smaller", alice, Sync, 10},
		{"the organization has 5 left for another key", bob, Sync, 5},
		{"another class has buckets of its own", alice, Poll, 1},
		{"the sum over all classes has 12 left", alice, Async, 12},
		{"a class without limits still counts in the sum", bob, Other, 0},
		{"the same key id elsewhere is another key", carol, Sync, 10},
	} {
		if got := allowed(t, l, step.who, step.class, 40); got != step.want {
			t.Errorf("%s: %d of 40 let through, want %d", step.name, got, step.want)
		}
	}
	clock.t = clock.t.Add(100 * time.Millisecond)
	if got := allowed(t, l, alice, Sync, 40); got != 1 {
		t.Errorf("after 100 ms at 10/s: %d let through, want 1", got)
	}
}

func TestAllowWithoutKeyCountsByOrg(t *testing.T) {
	l := newLimiter(t, Options{Limits: Limits{Sync: {Key: Limit{0.001, 1}, Org: Limit{0.001, 3}}}})
	if got := allowed(t, l, org.Caller{Org: "default", Open: true}, Sync, 10); got != 3 {
		t.Errorf("%d let through, want 3", got)
	}
}

func TestAllowWithoutLimits(t *testing.T) {
	l := newLimiter(t, Options{})
	d, err := l.Allow(t.Context(), alice, Sync)
	if err != nil || !d.Allowed {
		t.Fatalf("refused without limits: %+v, %v", d, err)
	}
	h := http.Header{}
	if d.Header(h); len(h) != 0 {
		t.Errorf("headers about no limit: %v", h)
	}
	if d, err = l.Settle(t.Context(), d, Async); err != nil || !d.Allowed {
		t.Errorf("refused without limits when settled: %+v, %v", d, err)
	}
}

func TestDecisionSpeaksOfTheEmptiestBucket(t *testing.T) {
	clock := newClock()
	l := newLimiter(t, Options{Now: clock.now, Limits: Limits{
		Other: {Key: Limit{2, 4}, Org: Limit{5, 3}},
		All:   {Key: Limit{100, 100}},
	}})
	for i, want := range []map[string]string{
		{"X-Ratelimit-Limit": "5", "X-Ratelimit-Remaining": "2", "X-Ratelimit-Reset": "1"},
		{"X-Ratelimit-Limit": "5", "X-Ratelimit-Remaining": "1", "X-Ratelimit-Reset": "1"},
		{"X-Ratelimit-Limit": "5", "X-Ratelimit-Remaining": "0", "X-Ratelimit-Reset": "1"},
		{"X-Ratelimit-Limit": "5", "X-Ratelimit-Remaining": "0", "X-Ratelimit-Reset": "1", "Retry-After": "1"},
	} {
		d, err := l.Allow(t.Context(), alice, Other)
		h := http.Header{}
		d.Header(h)
		if len(h) != len(want) {
			t.Errorf("request %d: headers %v", i+1, h)
		}
		for name, value := range want {
			if h.Get(name) != value {
				t.Errorf("request %d: %s is %q, want %q", i+1, name, h.Get(name), value)
			}
		}
		if refused := i == 3; refused != (err != nil) {
			t.Fatalf("request %d: %v", i+1, err)
		}
		if err == nil {
			continue
		}
		if e := fault.Of(err); e.Name != fault.RateLimit || e.Code != 429 || e.Type != "rate_limit_exceeded" || !e.Retriable {
			t.Errorf("refused with %+v", e)
		}
		if d.RetryAfter != 200*time.Millisecond || RetryAfter(err) != time.Second {
			t.Errorf("retry after %v and %v", d.RetryAfter, RetryAfter(err))
		}
	}
}

func TestRetryAfterOfALongWait(t *testing.T) {
	l := newLimiter(t, Options{Limits: Limits{Sync: {Key: Limit{0.1, 1}}}})
	allowed(t, l, alice, Sync, 1)
	d, err := l.Allow(t.Context(), alice, Sync)
	h := http.Header{}
	d.Header(h)
	if h.Get("Retry-After") != "10" || RetryAfter(err) < 9*time.Second {
		t.Errorf("at one in 10 s: Retry-After %s, %v", h.Get("Retry-After"), RetryAfter(err))
	}
	if RetryAfter(fault.New(fault.QueueFull, "")) != 0 {
		t.Error("another error has a time to retry")
	}
}

func TestSettle(t *testing.T) {
	for _, kind := range []string{"local", "shared"} {
		t.Run(kind, func(t *testing.T) {
			clock := newClock()
			opt := Options{Now: clock.now, Limits: Limits{
				Sync:  {Key: Limit{1, 2}},
				Async: {Key: Limit{10, 10}},
				All:   {Key: Limit{20, 20}},
			}}
			if kind == "shared" {
				opt.Shared = NewMemory(clock.now)
			}
			l := newLimiter(t, opt)
			for i := range 2 {
				d, err := l.Allow(t.Context(), alice, Async)
				if err != nil {
					t.Fatal(err)
				}
				if d, err = l.Settle(t.Context(), d, Sync); err != nil {
					t.Fatalf("request %d: %v", i, err)
				}
				if d.Limit != 1 || d.Remaining != 1-i {
					t.Errorf("request %d is counted as %+v", i, d)
				}
			}
			d, _ := l.Allow(t.Context(), alice, Async)
			if _, err := l.Settle(t.Context(), d, Sync); !fault.Is(err, fault.RateLimit) {
				t.Errorf("a third synchronous request: %v", err)
			}
			if again, err := l.Settle(t.Context(), d, Async); err != nil || again.Remaining != d.Remaining {
				t.Errorf("settled in the same class: %+v, %v", again, err)
			}
			// Two tokens came back, the one of the refused request did not.
			if n := allowed(t, l, alice, Async, 20); n != 9 {
				t.Errorf("%d asynchronous requests left, want 9", n)
			}
			clock.t = clock.t.Add(time.Second)
			if n := allowed(t, l, alice, Other, 40); n != 20 {
				t.Errorf("the sum has %d tokens after a second, want all 20", n)
			}
		})
	}
}

func TestAllowIsFourTokenBuckets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		clock := newClock()
		limits := Limits{
			Poll:  {Key: drawLimit(t), Org: drawLimit(t)},
			Other: {Key: drawLimit(t), Org: drawLimit(t)},
			All:   {Key: drawLimit(t), Org: drawLimit(t)},
		}
		l, err := New(Options{Limits: limits, Now: clock.now})
		if err != nil {
			t.Fatal(err)
		}
		models := map[string]*model{}
		for range rapid.IntRange(1, 80).Draw(t, "steps") {
			d := drawPause(t, Bucket{Limit: limits[Poll].Key})
			clock.t = clock.t.Add(d)
			for _, m := range models {
				m.pass(d)
			}
			who := org.Caller{Org: "o", KeyID: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "key")}
			class := rapid.SampledFrom([]Class{Poll, Other}).Draw(t, "class")
			want, remaining := true, 1000
			var used []*model
			for _, b := range append(l.buckets(who, class), l.buckets(who, All)...) {
				if models[b.Name] == nil {
					models[b.Name] = newModel(b)
				}
				used = append(used, models[b.Name])
				want = want && models[b.Name].tokens() > 0
			}
			for _, m := range used {
				if want {
					m.spend(1)
				}
				remaining = min(remaining, m.tokens())
			}
			got, _ := l.Allow(t.Context(), who, class)
			if got.Allowed != want || got.Remaining != remaining {
				t.Fatalf("got %+v, want %v with %d remaining", got, want, remaining)
			}
		}
	})
}

// TestInstancesCountTogether runs two instances on one real server, with more requests than the bucket holds.
func TestInstancesCountTogether(t *testing.T) {
	for name, backend := range map[string]Backend{
		"Postgres": NewPostgres(testenv.Database(t, "postgres")),
		"Redis":    openRedis(t, testenv.Redis(t)),
	} {
		t.Run(name, func(t *testing.T) {
			const burst, perSecond, instances, workers, rounds = 200, 100, 2, 4, 60
			limits := Limits{Poll: {Key: Limit{perSecond, burst}, Org: Limit{perSecond, burst}}}
			who := org.Caller{Org: fmt.Sprint(name, bucketNumber.Add(1)), KeyID: "k"}
			start := time.Now()
			var passed atomic.Int64
			var wg sync.WaitGroup
			for range instances {
				// A busy machine must not pass for an outage.
				l := newLimiter(t, Options{Limits: limits, Shared: backend, Wait: time.Minute})
				for range workers {
					wg.Go(func() {
						for range rounds {
							if d, _ := l.Allow(t.Context(), who, Poll); d.Allowed {
								passed.Add(1)
							}
						}
					})
				}
			}
			wg.Wait()
			slack := int64(instances * (burst/20 + 1))
			limit := burst + int64(perSecond*time.Since(start).Seconds()) + 1
			if n := passed.Load(); n < burst-slack || n > limit+slack {
				t.Errorf("%d of %d let through, want %d to %d", n, instances*workers*rounds, burst-slack, limit+slack)
			}
		})
	}
}
