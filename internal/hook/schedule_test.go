package hook

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestPause(t *testing.T) {
	for mode, want := range map[string][]time.Duration{
		"svix":   {5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 10 * time.Hour},
		"direct": {5 * time.Second, 25 * time.Second},
	} {
		for i, d := range want {
			if got, ok := pause(mode, i+1, 0.5); !ok || got != d {
				t.Errorf("%s after %d attempts: %v, %v, want %v", mode, i+1, got, ok, d)
			}
		}
		if got, ok := pause(mode, len(want)+1, 0.5); ok {
			t.Errorf("%s goes on after %d attempts: %v", mode, len(want)+1, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		tries := rapid.IntRange(1, 7).Draw(t, "tries")
		middle, _ := pause("svix", tries, 0.5)
		got, _ := pause("svix", tries, rapid.Float64Range(0, 1).Draw(t, "chance"))
		if off := (got - middle).Abs(); off > middle/10 {
			t.Fatalf("%v is further than 10%% from %v", got, middle)
		}
	})
	if low, _ := pause("svix", 2, 0); low != 4*time.Minute+30*time.Second {
		t.Errorf("the lowest second pause is %v", low)
	}
	if a, _ := pause("direct", 1, 0); a != 5*time.Second {
		t.Errorf("direct pauses are exact, got %v", a)
	}
}

func TestSlots(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newSlots()
		type one struct{ host, org string }
		var running []one
		hosts, orgs := map[string]int{}, map[string]int{}
		for range rapid.IntRange(1, 200).Draw(t, "steps") {
			if len(running) > 0 && rapid.Bool().Draw(t, "end") {
				i := rapid.IntRange(0, len(running)-1).Draw(t, "which")
				o := running[i]
				full := len(running) == maxRunning || hosts[o.host] == maxRunningOne || orgs[o.org] == maxRunningOrg
				if s.give(o.host, o.org) != full {
					t.Fatalf("ended one of %d: somebody waits is %v", len(running), !full)
				}
				running = append(running[:i], running[i+1:]...)
				hosts[o.host]--
				orgs[o.org]--
				continue
			}
			r := s.room()
			o := one{rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f", "g", "h", "i"}).Draw(t, "host"), rapid.SampledFrom([]string{"x", "y"}).Draw(t, "org")}
			// A claim takes up to the share for every receiver, so the share must fit for each of them.
			for host, n := range hosts {
				if n < maxRunningOne && n+r.perHost > maxRunningOne {
					t.Fatalf("host %s runs %d, share is %d", host, n, r.perHost)
				}
			}
			if r.perHost < 1 || r.perOrg < 1 {
				t.Fatalf("share of nothing: %+v", r)
			}
			if r.total < 1 || slices.Contains(r.busyHosts, o.host) || slices.Contains(r.busyOf, o.org) {
				continue
			}
			s.take(o.host, o.org)
			running = append(running, o)
			hosts[o.host]++
			orgs[o.org]++
			if hosts[o.host] > maxRunningOne || orgs[o.org] > maxRunningOrg || len(running) > maxRunning {
				t.Fatalf("%d of %s, %d of %s, %d in all", hosts[o.host], o.host, orgs[o.org], o.org, len(running))
			}
		}
		for _, o := range running {
			s.give(o.host, o.org)
		}
		if s.total != 0 || len(s.hosts) != 0 || len(s.orgs) != 0 {
			t.Fatalf("counts are left behind: %+v", s)
		}
	})
}

func TestMatch(t *testing.T) {
	for _, tt := range []struct {
		message, endpoint []string
		want              bool
	}{
		{nil, nil, true},
		{nil, []string{"a"}, true},
		{[]string{"a"}, nil, true},
		{[]string{"a", "b"}, []string{"c", "b"}, true},
		{[]string{"a"}, []string{"A"}, false},
		{[]string{"a"}, []string{"b", "c"}, false},
	} {
		if got := match(tt.message, tt.endpoint); got != tt.want {
			t.Errorf("message %v to endpoint %v: %v", tt.message, tt.endpoint, got)
		}
	}
}
