package rate

import (
	"context"
	"errors"
	"math"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/testenv"
)

func TestValidate(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(Limits)
		want   string // in the message; empty: valid
	}{
		{"defaults", func(Limits) {}, ""},
		{"everything off", func(l Limits) { clear(l) }, ""},
		{"async off", func(l Limits) { l[Async] = Pair{} }, ""},
		{"sync off", func(l Limits) { l[Sync] = Pair{Org: l[Sync].Org} }, "rate.async.key.rate (200) must be higher than rate.sync.key.rate (0)"},
		{"async as sync", func(l Limits) { l[Async] = Pair{Key: l[Async].Key, Org: Limit{100, 800}} }, "rate.async.org.rate (100) must be higher than rate.sync.org.rate (100)"},
		{"async burst below", func(l Limits) { l[Async] = Pair{Key: Limit{200, 99}} }, "rate.async.key.burst"},
		{"negative", func(l Limits) { l[Poll] = Pair{Org: Limit{-1, 1}} }, "rate.poll.org.rate"},
		{"not a number", func(l Limits) { l[Other] = Pair{Key: Limit{math.NaN(), 1}} }, "rate.other.key.rate"},
		{"endless", func(l Limits) { l[All] = Pair{Key: Limit{math.Inf(1), 1}} }, "rate.all.key.rate"},
		{"no burst", func(l Limits) { l[FailedAuth] = Pair{Key: Limit{20, 0}} }, "rate.failed_auth.key.burst"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := Defaults()
			tt.change(l)
			_, err := New(Options{Limits: l})
			switch {
			case tt.want == "" && err != nil:
				t.Errorf("refused: %v", err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

func TestPeers(t *testing.T) {
	clock := newClock()
	p := NewPeers(Defaults()[FailedAuth].Key, clock.now)
	v4, mapped := netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("::ffff:192.0.2.1")
	for i := range 40 {
		if err := p.Failed(v4); err != nil {
			t.Fatalf("failure %d: %v", i+1, err)
		}
	}
	err := p.Failed(mapped)
	if !fault.Is(err, fault.RateLimit) || RetryAfter(err) != time.Second {
		t.Errorf("failure 41, by the mapped address: %v", err)
	}
	if !p.Blocked(v4) || p.Blocked(netip.MustParseAddr("192.0.2.2")) {
		t.Error("the wrong address is blocked")
	}
	clock.t = clock.t.Add(50 * time.Millisecond)
	if p.Blocked(v4) || p.Failed(v4) != nil || p.Failed(v4) == nil {
		t.Error("20 a second is one in 50 ms")
	}
	for range 40 {
		p.Failed(netip.MustParseAddr("2001:db8::1"))
	}
	if !p.Blocked(netip.MustParseAddr("2001:db8::ffff:2")) || p.Blocked(netip.MustParseAddr("2001:db8:0:1::1")) {
		t.Error("IPv6 peers are counted by /64")
	}
	if off := NewPeers(Limit{}, nil); off.Failed(v4) != nil || off.Blocked(v4) {
		t.Error("a rate of 0 limits")
	}
}

func TestMemoryIsBounded(t *testing.T) {
	clock := newClock()
	m := NewMemory(clock.now)
	m.full.limit = 100
	take := func(n int) {
		for range n {
			if _, err := m.Take(context.Background(), []Want{{bucket(1, 10), 1}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	take(1000)
	if n := len(m.full.rows); n > 100 {
		t.Errorf("%d buckets in use, at most 100 are kept", n)
	}
	clock.t = clock.t.Add(time.Hour)
	take(30)
	if n := len(m.full.rows); n > 40 {
		t.Errorf("%d buckets after an hour of rest and 30 new ones", n)
	}
}

func TestPostgresSweep(t *testing.T) {
	db := testenv.Database(t, "postgres")
	p := NewPostgres(db)
	old, young := slow(1), slow(1)
	for _, b := range []Bucket{old, young} {
		if _, err := p.Take(t.Context(), []Want{{b, 1}}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := db.Write.Exec(`UPDATE rates SET tat = tat - 7200000000 WHERE bucket = $1`, old.Name); err != nil {
		t.Fatal(err)
	}
	// slow buckets fill in 1000 s, so the old one has been full for 6200 s.
	if n, err := p.Sweep(t.Context()); err != nil || n != 1 {
		t.Fatalf("removed %d, %v; want 1", n, err)
	}
	for b, want := range map[Bucket]int{old: 1, young: 0} {
		levels, err := p.Take(t.Context(), []Want{{b, 1}})
		if err != nil || levels[0].Taken != want {
			t.Errorf("after the sweep: %+v, %v, want %d", levels, err, want)
		}
	}
}

func TestRedisKeysExpire(t *testing.T) {
	r := openRedis(t, testenv.Redis(t))
	b := bucket(100, 100)
	if _, err := r.Take(t.Context(), []Want{{b, 50}}); err != nil {
		t.Fatal(err)
	}
	ttl, err := r.client.PTTL(t.Context(), redisPrefix+b.Name).Result()
	if err != nil || ttl <= 0 || ttl > 500*time.Millisecond {
		t.Errorf("a bucket that is full in 500 ms lives for %v, %v", ttl, err)
	}
}

func TestOpenRedisHidesThePassword(t *testing.T) {
	_, err := OpenRedis("redis://user:hunter2@ho st:x/")
	if err == nil || strings.Contains(err.Error(), "hunter2") || !strings.Contains(err.Error(), "redis_url") {
		t.Errorf("got %v", err)
	}
	var away *Redis
	if away, err = OpenRedis("redis://127.0.0.1:1"); err != nil {
		t.Fatalf("a server that is away stops the start: %v", err)
	}
	defer away.Close()
	if _, err := away.Take(t.Context(), []Want{{slow(1), 1}}); err == nil || errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("asking nobody: %v", err)
	}
}
