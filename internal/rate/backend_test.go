package rate

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/testenv"
)

func TestMain(m *testing.M) { testenv.Main(m) }

// TestBackend holds every backend to the promises of the interface.
func TestBackend(t *testing.T) {
	for _, b := range []struct {
		name string
		open func(t *testing.T) Backend
	}{
		{"Memory", func(*testing.T) Backend { return NewMemory(nil) }},
		{"Postgres", func(t *testing.T) Backend { return NewPostgres(testenv.Database(t, "postgres")) }},
		{"Redis", func(t *testing.T) Backend { return openRedis(t, testenv.Redis(t)) }},
	} {
		t.Run(b.name, func(t *testing.T) { exerciseBackend(t, b.open(t)) })
	}
}

func openRedis(t *testing.T, url string) *Redis {
	t.Helper()
	r, err := OpenRedis(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

var bucketNumber atomic.Int64

// bucket returns a bucket nobody has used. A slow one drips too rarely to matter during a test.
func bucket(rate float64, burst int) Bucket {
	return Bucket{fmt.Sprintf("{test}/%d", bucketNumber.Add(1)), Limit{rate, burst}}
}

func slow(burst int) Bucket { return bucket(0.001, burst) }

func exerciseBackend(t *testing.T, b Backend) {
	take := func(t *testing.T, wants ...Want) []Level {
		t.Helper()
		levels, err := b.Take(t.Context(), wants)
		if err != nil {
			t.Fatal(err)
		}
		if len(levels) != len(wants) {
			t.Fatalf("%d levels for %d wants", len(levels), len(wants))
		}
		return levels
	}

	t.Run("GivesTheBurstAndNoMore", func(t *testing.T) {
		w := Want{slow(5), 1}
		for i := 1; i <= 5; i++ {
			got := take(t, w)[0]
			if got.Taken != 1 {
				t.Fatalf("token %d of 5 refused", i)
			}
			full := time.Duration(i) * w.every()
			if got.FullIn > full || got.FullIn < full-10*time.Second {
				t.Errorf("after %d tokens full in %v, want about %v", i, got.FullIn, full)
			}
		}
		got := take(t, w)[0]
		if got.Taken != 0 || w.free(got.FullIn) != 0 || w.wait(got.FullIn) <= 0 {
			t.Errorf("an empty bucket answers %+v", got)
		}
	})

	t.Run("GivesWhatIsThere", func(t *testing.T) {
		w := Want{slow(10), 7}
		var taken []int
		for range 3 {
			taken = append(taken, take(t, w)[0].Taken)
		}
		if want := []int{7, 3, 0}; !slices.Equal(taken, want) {
			t.Errorf("7 at a time from 10: %v, want %v", taken, want)
		}
	})

	t.Run("TakesFromAllOrNone", func(t *testing.T) {
		wide, narrow := slow(10), slow(1)
		first := take(t, Want{wide, 2}, Want{narrow, 2})
		if first[0].Taken != 2 || first[1].Taken != 1 {
			t.Fatalf("first take: %+v", first)
		}
		second := take(t, Want{wide, 2}, Want{narrow, 2})
		if second[0].Taken != 0 || second[1].Taken != 0 {
			t.Fatalf("with one bucket empty: %+v", second)
		}
		if wide.wait(second[0].FullIn) != 0 || narrow.wait(second[1].FullIn) == 0 {
			t.Errorf("the levels do not tell which bucket refused: %+v", second)
		}
		if rest := take(t, Want{wide, 10})[0].Taken; rest != 8 {
			t.Errorf("a refusal cost tokens of the other bucket: %d left, want 8", rest)
		}
	})

	t.Run("AnswersInTheOrderOfTheWants", func(t *testing.T) {
		a, z := slow(3), slow(5)
		a.Name, z.Name = "{test}/z"+a.Name, "{test}/a"+z.Name
		got := take(t, Want{a, 100}, Want{z, 100})
		if got[0].Taken != 3 || got[1].Taken != 5 {
			t.Errorf("got %+v", got)
		}
	})

	t.Run("DripsIn", func(t *testing.T) {
		w := Want{bucket(20, 2), 2}
		start := time.Now()
		take(t, w)
		w.Most = 1
		for take(t, w)[0].Taken == 0 {
			if time.Since(start) > 10*time.Second {
				t.Fatal("no token after 10 s")
			}
		}
		if waited := time.Since(start); waited < w.every()-time.Millisecond {
			t.Errorf("the next token came after %v, one takes %v", waited, w.every())
		}
	})

	t.Run("SurvivesASmallerLimit", func(t *testing.T) {
		w := Want{slow(100), 100}
		take(t, w)
		w.Limit.Burst = 10
		if got := take(t, w)[0]; got.Taken != 0 || w.free(got.FullIn) != 0 {
			t.Errorf("got %+v", got)
		}
	})

	// Requests of one organization meet in its buckets in every order; none may wait for another in a circle,
	// and together they get what the bucket holds.
	t.Run("CountsTogether", func(t *testing.T) {
		const workers, rounds = 8, 30
		shared, other := bucket(50, 60), bucket(100_000, 1_000_000)
		var granted atomic.Int64
		var wg sync.WaitGroup
		start := time.Now()
		for i := range workers {
			wg.Go(func() {
				own := slow(1000)
				wants := []Want{{own, 1}, {shared, 1}, {other, 1}}
				if i%2 == 0 {
					slices.Reverse(wants)
				}
				for range rounds {
					levels, err := b.Take(context.Background(), wants)
					if err != nil {
						t.Error(err)
						return
					}
					granted.Add(int64(levels[0].Taken))
				}
			})
		}
		wg.Wait()
		limit := 60 + int64(50*time.Since(start).Seconds()) + 1
		if n := granted.Load(); n < 60 || n > limit {
			t.Errorf("%d of %d requests let through, want 60 to %d", n, workers*rounds, limit)
		}
	})
}
