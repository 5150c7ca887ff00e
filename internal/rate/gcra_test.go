package rate

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// model is a token bucket in the plainest form: a number of microseconds that grows with the clock up to the
// depth of the bucket, and a token that costs one interval.
type model struct {
	bucket Bucket
	credit time.Duration
}

func newModel(b Bucket) *model { return &model{b, b.depth()} }

func (m *model) pass(d time.Duration) { m.credit = min(m.bucket.depth(), m.credit+d) }

func (m *model) tokens() int { return int(m.credit / m.bucket.every()) }

func (m *model) spend(n int) { m.credit -= m.bucket.every() * time.Duration(n) }

// clock is one that tests move.
type clock struct{ t time.Time }

func newClock() *clock { return &clock{time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)} }

func (c *clock) now() time.Time { return c.t }

func drawLimit(t *rapid.T) Limit {
	return Limit{
		Rate:  rapid.SampledFrom([]float64{0.5, 3, 7, 50, 1000, 33333}).Draw(t, "rate"),
		Burst: rapid.IntRange(1, 50).Draw(t, "burst"),
	}
}

// drawPause is mostly of the order of one token, sometimes long enough to fill everything.
func drawPause(t *rapid.T, b Bucket) time.Duration {
	tenths := rapid.IntRange(0, 30).Draw(t, "tenths of a token")
	if rapid.IntRange(0, 9).Draw(t, "long") == 0 {
		return b.depth() + time.Second
	}
	return (b.every() * time.Duration(tenths) / 10).Truncate(time.Microsecond)
}

func TestMemoryIsATokenBucket(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		clock := newClock()
		m := NewMemory(clock.now)
		buckets := []Bucket{{"a", drawLimit(t)}, {"b", drawLimit(t)}}
		models := []*model{newModel(buckets[0]), newModel(buckets[1])}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			d := drawPause(t, buckets[0])
			clock.t = clock.t.Add(d)
			ok := true
			for _, m := range models {
				m.pass(d)
				ok = ok && m.tokens() > 0
			}
			most := rapid.IntRange(1, 5).Draw(t, "most")
			levels, err := m.Take(t.Context(), []Want{{buckets[0], most}, {buckets[1], most}})
			if err != nil {
				t.Fatal(err)
			}
			for i, m := range models {
				want := 0
				if ok {
					want = min(most, m.tokens())
					m.spend(want)
				}
				if levels[i].Taken != want {
					t.Fatalf("bucket %d gave %d, the model %d", i, levels[i].Taken, want)
				}
				if full := m.bucket.depth() - m.credit; levels[i].FullIn != full {
					t.Fatalf("bucket %d full in %v, the model in %v", i, levels[i].FullIn, full)
				}
			}
		}
	})
}

// TestPoolsStayWithinTheBucket spends from several instances on one backend: in any stretch of time they let
// through no more than the burst, what dripped in, and the slack of each instance; and an instance is refused
// only when the backend has no token and nobody holds more than the slack.
func TestPoolsStayWithinTheBucket(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		clock := newClock()
		b := Bucket{"a", Limit{rapid.SampledFrom([]float64{3, 50, 1000}).Draw(t, "rate"), rapid.IntRange(1, 200).Draw(t, "burst")}}
		slack := b.Limit.Burst/20 + 1
		backend := NewMemory(clock.now)
		instances := make([]*pool, rapid.IntRange(1, 3).Draw(t, "instances"))
		for i := range instances {
			instances[i] = newPool(backend, clock.now)
		}
		type event struct {
			at    time.Time
			total int
		}
		var events []event
		total := 0
		for range rapid.IntRange(1, 300).Draw(t, "steps") {
			clock.t = clock.t.Add(drawPause(t, b))
			p := instances[rapid.IntRange(0, len(instances)-1).Draw(t, "instance")]
			states, err := p.take(t.Context(), []Bucket{b})
			if err != nil {
				t.Fatal(err)
			}
			if states[0].left < 0 || states[0].left > b.Limit.Burst || states[0].fullIn < 0 {
				t.Fatalf("impossible state %+v", states[0])
			}
			if states[0].wait > 0 {
				if !backend.empty(b) {
					t.Fatalf("refused for %v while the bucket has a token", states[0].wait)
				}
				continue
			}
			total++
			events = append(events, event{clock.t, total})
			for _, e := range events {
				dripped := int(clock.t.Sub(e.at)/b.every()) + 1
				if n := total - e.total + 1; n > b.Limit.Burst+dripped+len(instances)*slack {
					t.Fatalf("%d let through in %v, burst %d", n, clock.t.Sub(e.at), b.Limit.Burst)
				}
			}
		}
	})
}
