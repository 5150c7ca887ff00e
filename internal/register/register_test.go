package register_test

import (
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/register"
)

var begin = time.Date(2030, 5, 1, 0, 0, 0, 0, time.UTC)

// two has a second layout model that begins on a day.
func two(at time.Time) register.Register {
	return register.Register{
		Versions: []register.Version{
			{Kind: register.Layout, Name: "v1"}, {Kind: register.Extract, Name: "v1"},
			{Kind: register.Layout, Name: "v2", From: begin},
		},
		Now: func() time.Time { return at },
	}
}

func TestStages(t *testing.T) {
	const day = 24 * time.Hour
	for name, c := range map[string]struct {
		after         time.Duration
		v1, v2, usual string
	}{
		"Before":      {-time.Second, register.Default, "", "v1"},
		"Alpha":       {0, register.Default, register.Alpha, "v1"},
		"LastOfAlpha": {14*day - 1, register.Default, register.Alpha, "v1"},
		"Default":     {14 * day, register.Deprecated, register.Default, "v2"},
		"LastOfV1":    {28*day - 1, register.Deprecated, register.Default, "v2"},
		"Removed":     {28 * day, register.Removed, register.Default, "v2"},
	} {
		t.Run(name, func(t *testing.T) {
			r := two(begin.Add(c.after))
			got := map[string]string{}
			for _, e := range r.List() {
				if e.Kind == register.Layout {
					got[e.Version] = e.Stage
				} else if e.Stage != register.Default || e.AlphaFrom != nil || e.RemovedFrom != nil {
					t.Errorf("%+v", e)
				}
			}
			if got["v1"] != c.v1 || got["v2"] != c.v2 {
				t.Errorf("stages %v", got)
			}
			if v, err := r.Resolve(register.Layout, ""); v != c.usual || err != nil {
				t.Errorf("no pin is %q, %v", v, err)
			}
			if _, err := r.Resolve(register.Layout, "v1"); (err != nil) != (c.v1 == register.Removed) {
				t.Errorf("v1: %v", err)
			}
			if _, err := r.Resolve(register.Layout, "v2"); (err != nil) != (c.v2 == "") {
				t.Errorf("v2: %v", err)
			}
		})
	}
}

func TestDates(t *testing.T) {
	list := two(begin).List()
	first, second := list[0], list[2]
	if first.AlphaFrom != nil || first.DefaultFrom != nil || !first.DeprecatedFrom.Equal(*second.DefaultFrom) ||
		first.RemovedFrom.Sub(begin) != 28*24*time.Hour || !second.AlphaFrom.Equal(begin) || second.DeprecatedFrom != nil {
		t.Errorf("%+v\n%+v", first, second)
	}
}

func TestResolve(t *testing.T) {
	r := two(begin.Add(40 * 24 * time.Hour))
	r.Aliases = map[string]string{"theirs": "v2", "old": "v1"}
	for pin, want := range map[string]string{"theirs": "v2", "v2": "v2", "old": "", "v1": "", "v3": "", "V2": ""} {
		got, err := r.Resolve(register.Layout, pin)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%s is %q, %v", pin, got, err)
		}
	}
	_, err := r.Resolve(register.Layout, "old")
	if e := fault.Of(err); e.Name != fault.InvalidConfig || e.Type != "unknown_model_version" || e.Message != `unknown layout_model "old"; available: v2` {
		t.Errorf("%v", err)
	}
	r.Frozen = []string{"v1"}
	if got, err := r.Resolve(register.Layout, "old"); got != "v1" || err != nil {
		t.Errorf("a frozen version: %q, %v", got, err)
	}
	if e := r.List()[0]; !e.Frozen || e.Stage != register.Removed {
		t.Errorf("%+v", e)
	}
}

func TestShipped(t *testing.T) {
	for _, kind := range []string{register.Layout, register.Extract} {
		if v, err := (register.Register{}).Resolve(kind, ""); v != "v1" || err != nil {
			t.Errorf("%s: %q, %v", kind, v, err)
		}
		_, err := register.Register{}.Resolve(kind, "v2")
		if e := fault.Of(err); e.Name != fault.InvalidConfig || e.Type != "unknown_model_version" || e.Message != "unknown "+kind+` "v2"; available: v1` {
			t.Errorf("%v", err)
		}
	}
}

func TestCheck(t *testing.T) {
	for name, c := range map[string]struct {
		r  register.Register
		ok bool
	}{
		"Nothing":    {register.Register{}, true},
		"Known":      {register.Register{Frozen: []string{"v1"}, Aliases: map[string]string{"theirs": "v1"}}, true},
		"NoFrozen":   {register.Register{Frozen: []string{"v9"}}, false},
		"NoSuchName": {register.Register{Aliases: map[string]string{"theirs": "v9"}}, false},
	} {
		if err := c.r.Check(); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}
