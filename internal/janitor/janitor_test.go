package janitor_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/janitor"
	"github.com/octavo-dev/octavo/internal/job"
)

// shelf is a job store and an object store of a few jobs.
type shelf struct {
	clean, due []job.Job
	broken     map[string]error
	removed    []string
	marked     []string
	postponed  []string
	purged     bool
	swept      bool
}

func (s *shelf) ToClean(_ context.Context, limit int) ([]job.Job, error) {
	return s.clean[:min(limit, len(s.clean))], nil
}

func (s *shelf) Postpone(_ context.Context, id string) error {
	s.postponed = append(s.postponed, id)
	return nil
}

func (s *shelf) MarkDeleted(_ context.Context, id string, _ bool) (bool, error) {
	s.marked = append(s.marked, id)
	return true, nil
}

func (s *shelf) Due(context.Context, time.Duration, int) ([]job.Job, error) {
	return slices.DeleteFunc(slices.Clone(s.due), func(j job.Job) bool { return slices.Contains(s.marked, j.ID) }), nil
}

func (s *shelf) MarkExpired(_ context.Context, id string) error {
	s.marked = append(s.marked, id)
	return nil
}

func (s *shelf) Purge(context.Context, time.Duration, time.Duration, int) (int, error) {
	s.purged = true
	return 0, nil
}

func (s *shelf) RemoveJob(_ context.Context, id string, all bool) error {
	if err := s.broken[id]; err != nil {
		return err
	}
	if all {
		id += "+all"
	}
	s.removed = append(s.removed, id)
	return nil
}

func (s *shelf) Sweep(context.Context) (int, error) {
	s.swept = true
	return 0, nil
}

func TestCleanGoesPastWhatFails(t *testing.T) {
	boom := errors.New("boom")
	s := &shelf{
		clean:  []job.Job{{ID: "a"}, {ID: "b", Persist: true}, {ID: "c", Persist: true, DeleteAll: true}},
		broken: map[string]error{"a": boom},
	}
	if err := janitor.New(s, s, janitor.Retention{}).Clean(t.Context()); !errors.Is(err, boom) {
		t.Errorf("got %v", err)
	}
	if want := []string{"b", "c+all"}; !slices.Equal(s.removed, want) {
		t.Errorf("removed %v, want %v", s.removed, want)
	}
	if !slices.Equal(s.postponed, []string{"a"}) || !slices.Equal(s.marked, []string{"b", "c"}) {
		t.Errorf("postponed %v, marked %v", s.postponed, s.marked)
	}
}

func TestSweepDoesEverythingWhateverFails(t *testing.T) {
	away := fault.New(fault.RegionUnavailable, "")
	s := &shelf{due: []job.Job{{ID: "far"}, {ID: "near"}}, broken: map[string]error{"far": away}}
	other := false
	err := janitor.New(s, s, janitor.Retention{}, func(context.Context) error { other = true; return nil }).Sweep(t.Context())
	if !fault.Is(err, fault.RegionUnavailable) {
		t.Errorf("the outage is not reported: %v", err)
	}
	if !slices.Equal(s.marked, []string{"far", "near"}) || !s.purged || !s.swept || !other {
		t.Errorf("marked %v, purged %v, swept %v, others %v", s.marked, s.purged, s.swept, other)
	}
	broken := &shelf{due: []job.Job{{ID: "x"}}, broken: map[string]error{"x": errors.New("boom")}}
	if err := janitor.New(broken, broken, janitor.Retention{}).Sweep(t.Context()); err == nil || len(broken.marked) != 0 || !broken.purged {
		t.Errorf("bytes that could not be removed are forgotten: %v %v", err, broken.marked)
	}
}
