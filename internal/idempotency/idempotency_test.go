package idempotency_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/database"
	"github.com/octavo-dev/octavo/internal/idempotency"
	"github.com/octavo-dev/octavo/internal/testenv"
)

func TestMain(m *testing.M) { testenv.Main(m) }

// TestOneTurnForManyCallers lets one of twenty callers answer for all, and refuses another body. Fault 35.
func TestOneTurnForManyCallers(t *testing.T) {
	testenv.EachDatabase(t, func(t *testing.T, db *database.DB) {
		ctx := context.Background()
		s := idempotency.New(db, "a", time.Hour)
		k := idempotency.Key{Org: "o", Path: "/parse_async", Key: "k"}
		var first atomic.Pointer[idempotency.Turn]
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				turn, rec, err := s.Begin(ctx, k, "f")
				switch {
				case err != nil:
					t.Error(err)
				case turn != nil:
					if !first.CompareAndSwap(nil, turn) {
						t.Error("two callers got a turn")
					}
				case !rec.Running:
					t.Errorf("got %+v before the first one answered", rec)
				}
			})
		}
		wg.Wait()
		if _, _, err := s.Begin(ctx, k, "other"); !errors.Is(err, idempotency.ErrReused) {
			t.Errorf("another body: %v", err)
		}
		if err := first.Load().Done(ctx, 200, []byte(`{"job_id":"x"}`)); err != nil {
			t.Fatal(err)
		}
		_, rec, err := s.Begin(ctx, k, "f")
		if err != nil || rec.Running || rec.Status != 200 || string(rec.Body) != `{"job_id":"x"}` {
			t.Errorf("replay: %+v %v", rec, err)
		}
		turn, _, err := s.Begin(ctx, idempotency.Key{Org: "p", Path: k.Path, Key: "k"}, "other")
		if err != nil || turn == nil {
			t.Fatalf("another organization shares the key: %v", err)
		}
		if err := turn.Free(ctx); err != nil {
			t.Fatal(err)
		}
		if turn, _, _ = s.Begin(ctx, idempotency.Key{Org: "p", Path: k.Path, Key: "k"}, "third"); turn == nil {
			t.Fatal("a freed key is not free")
		}
		turn.Free(ctx)
	})
}

func TestDeadHolderIsTakenOver(t *testing.T) {
	testenv.EachDatabase(t, func(t *testing.T, db *database.DB) {
		ctx := context.Background()
		k := idempotency.Key{Org: "o", Path: "/parse", Key: "k"}
		dead, _, err := idempotency.New(db, "dead", time.Hour).Begin(ctx, k, "f")
		if err != nil {
			t.Fatal(err)
		}
		if err := dead.Bind(ctx, "job-1"); err != nil {
			t.Fatal(err)
		}
		exec(t, db, `UPDATE idempotency SET lease_until = 0`)
		turn, _, err := idempotency.New(db, "alive", time.Hour).Begin(ctx, k, "f")
		if err != nil || turn == nil || turn.JobID != "job-1" {
			t.Fatalf("got %+v, %v; want the turn with the bound job", turn, err)
		}
		if err := dead.Done(ctx, 500, nil); err != nil {
			t.Fatal(err)
		}
		if err := turn.Done(ctx, 200, []byte("ok")); err != nil {
			t.Fatal(err)
		}
		if _, rec, _ := idempotency.New(db, "x", time.Hour).Begin(ctx, k, "f"); rec.Status != 200 {
			t.Errorf("the dead holder's answer was kept: %+v", rec)
		}
		exec(t, db, `UPDATE idempotency SET expires_at = 0`)
		again, _, err := idempotency.New(db, "x", time.Hour).Begin(ctx, k, "other body")
		if err != nil || again == nil || again.JobID != "" {
			t.Fatalf("an expired record still answers: %+v %v", again, err)
		}
		again.Free(ctx)
	})
}

// The word that a job is stored can be lost. A retry then gets that job, not a second one.
func TestOpenJobIsKept(t *testing.T) {
	testenv.EachDatabase(t, func(t *testing.T, db *database.DB) {
		ctx := context.Background()
		s := idempotency.New(db, "a", time.Hour)
		for _, tt := range []struct {
			name    string
			settled bool
			want    string
		}{{"no outcome", false, "job-1"}, {"failed", true, ""}} {
			k := idempotency.Key{Org: "o", Path: "/parse", Key: tt.name}
			turn, _, err := s.Begin(ctx, k, "f")
			if err != nil {
				t.Fatal(err)
			}
			if err := turn.Bind(ctx, "job-1"); err != nil {
				t.Fatal(err)
			}
			turn.Open("job-1")
			if tt.settled {
				turn.Settled()
			}
			if err := turn.Free(ctx); err != nil {
				t.Fatal(err)
			}
			for _, who := range []string{"b", "who comes after somebody that only asked for the job"} {
				again, record, err := idempotency.New(db, who, time.Hour).Begin(ctx, k, "f")
				if err != nil || again == nil || again.JobID != tt.want {
					t.Fatalf("%s: %+v, %+v, %v; want a turn with job %q", tt.name, again, record, err, tt.want)
				}
				if err := again.Free(ctx); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

func TestSweep(t *testing.T) {
	testenv.EachDatabase(t, func(t *testing.T, db *database.DB) {
		ctx := context.Background()
		s := idempotency.New(db, "a", time.Hour)
		for i := range 3 {
			turn, _, err := s.Begin(ctx, idempotency.Key{Org: "o", Path: "/p", Key: fmt.Sprint(i)}, "f")
			if err != nil {
				t.Fatal(err)
			}
			turn.Done(ctx, 200, nil)
		}
		exec(t, db, `UPDATE idempotency SET expires_at = 0 WHERE idem_key <> '2'`)
		if err := s.Sweep(ctx); err != nil {
			t.Fatal(err)
		}
		for i, want := range []bool{false, false, true} {
			if _, ok, err := s.Find(ctx, idempotency.Key{Org: "o", Path: "/p", Key: fmt.Sprint(i)}); ok != want || err != nil {
				t.Errorf("key %d: found %v, %v", i, ok, err)
			}
		}
	})
}

func exec(t *testing.T, db *database.DB, sql string) {
	t.Helper()
	if _, err := db.Write.Exec(sql); err != nil {
		t.Fatal(err)
	}
}
