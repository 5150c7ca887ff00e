package sqlstore

import (
	"slices"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/job"
)

func TestApart(t *testing.T) {
	lost := func(owner string, attempt int) stray { return stray{Task: job.Task{Owner: owner, Attempt: attempt}} }
	got := apart([]stray{lost("a", 1), lost("b", 1), lost("a", 1), lost("a", 1), lost("a", 1), lost("a", 1)})
	want := []time.Duration{0, 0, 700 * time.Millisecond, 1400 * time.Millisecond, 2 * time.Second, 2 * time.Second}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	for range 100 {
		if d := apart([]stray{lost("a", job.MaxAttempts-1)})[0]; d < 0 || d >= farApart {
			t.Fatalf("%v after the last but one attempt", d)
		}
	}
}
