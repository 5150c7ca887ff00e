package sqlstore

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// recorder is a batcher whose transactions wait for a signal and are written down.
type recorder struct {
	batcher[string]
	mu      sync.Mutex
	batches [][]string
	proceed chan error
}

func newRecorder() *recorder {
	r := &recorder{proceed: make(chan error)}
	r.run = func(_ context.Context, items []string) error {
		r.mu.Lock()
		r.batches = append(r.batches, slices.Clone(items))
		r.mu.Unlock()
		return <-r.proceed
	}
	return r
}

// start calls do for every item, one after the other has queued, and returns their errors when all are back.
func (r *recorder) start(ctx context.Context, items ...string) (wait func() []error) {
	errs := make([]error, len(items))
	var wg sync.WaitGroup
	for i, item := range items {
		wg.Go(func() { errs[i] = r.do(ctx, item) })
		synctest.Wait()
	}
	return func() []error {
		wg.Wait()
		return errs
	}
}

func (r *recorder) want(t *testing.T, want ...[]string) {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	if !slices.EqualFunc(r.batches, want, slices.Equal) {
		t.Errorf("transactions %q, want %q", r.batches, want)
	}
}

func TestBatcherGathers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRecorder()
		wait := r.start(t.Context(), "a", "b", "c", "d")
		r.want(t, []string{"a"}) // the first does not wait for company
		r.proceed <- nil
		time.Sleep(2 * linger)
		r.want(t, []string{"a"}, []string{"b", "c", "d"})
		r.proceed <- nil
		if errs := wait(); errors.Join(errs...) != nil {
			t.Error(errs)
		}
		wait = r.start(t.Context(), "e")
		r.proceed <- nil
		wait()
		r.want(t, []string{"a"}, []string{"b", "c", "d"}, []string{"e"})
	})
}

func TestBatcherIsolatesBadItems(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRecorder()
		wait := r.start(t.Context(), "a", "b", "c")
		r.proceed <- nil
		bad := errors.New("bad")
		for _, err := range []error{bad, bad, nil} { // together, then one by one
			r.proceed <- err
		}
		if errs := wait(); errs[0] != nil || !errors.Is(errs[1], bad) || errs[2] != nil {
			t.Error(errs)
		}
		r.want(t, []string{"a"}, []string{"b", "c"}, []string{"b"}, []string{"c"})

		wait = r.start(t.Context(), "d", "e", "f")
		r.proceed <- nil
		r.proceed <- context.DeadlineExceeded // the database is away: asking again one by one would take longer
		if errs := wait(); !errors.Is(errs[1], context.DeadlineExceeded) || !errors.Is(errs[2], context.DeadlineExceeded) {
			t.Error(errs)
		}
		r.want(t, []string{"a"}, []string{"b", "c"}, []string{"b"}, []string{"c"}, []string{"d"}, []string{"e", "f"})
	})
}

func TestBatcherKeepsEqualKeysApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRecorder()
		r.key = func(item string) string { return item[:1] }
		wait := r.start(t.Context(), "x", "a1", "a2", "b1", "a3")
		for range 4 {
			r.proceed <- nil
		}
		wait()
		r.want(t, []string{"x"}, []string{"a1", "b1"}, []string{"a2"}, []string{"a3"})
	})
}

func TestBatcherContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRecorder()
		first := r.start(t.Context(), "a")
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		second := r.start(ctx, "b")
		time.Sleep(2 * time.Second)
		if errs := second(); !errors.Is(errs[0], context.DeadlineExceeded) {
			t.Errorf("a call that never began: %v", errs[0])
		}
		r.proceed <- nil
		first()
		r.want(t, []string{"a"})

		ctx, cancel = context.WithCancel(t.Context())
		third := r.start(ctx, "c")
		cancel()
		synctest.Wait()
		r.proceed <- nil
		if errs := third(); errs[0] != nil {
			t.Errorf("a call in flight is known to have worked: %v", errs[0])
		}
	})
}
