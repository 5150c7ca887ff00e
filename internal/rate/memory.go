package rate

import (
	"context"
	"sync"
	"time"
)

// Memory keeps buckets in this process.
type Memory struct {
	now func() time.Time

	mu   sync.Mutex
	full table[time.Time] // when each bucket is full
}

// NewMemory returns full buckets. A nil clock is the system's.
func NewMemory(now func() time.Time) *Memory {
	if now == nil {
		now = time.Now
	}
	return &Memory{now: now, full: newTable(func(full time.Time) bool { return !full.After(now()) })}
}

// Take implements Backend. It never fails.
func (m *Memory) Take(_ context.Context, wants []Want) ([]Level, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	fullIn := make([]time.Duration, len(wants))
	for i, w := range wants {
		fullIn[i] = m.fullIn(w.Bucket, now)
	}
	levels, ok := settle(wants, fullIn)
	if ok {
		for i, w := range wants {
			m.full.put(w.Name, now.Add(levels[i].FullIn))
		}
	}
	return levels, nil
}

func (m *Memory) fullIn(b Bucket, now time.Time) time.Duration {
	full, ok := m.full.rows[b.Name]
	if !ok {
		return 0
	}
	return max(0, full.Sub(now))
}

// empty reports whether a bucket has no token now.
func (m *Memory) empty(b Bucket) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return b.free(m.fullIn(b, m.now())) == 0
}

func (m *Memory) take(ctx context.Context, buckets []Bucket) ([]state, error) {
	wants := make([]Want, len(buckets))
	for i, b := range buckets {
		wants[i] = Want{b, 1}
	}
	levels, err := m.Take(ctx, wants)
	if err != nil {
		return nil, err
	}
	states := make([]state, len(buckets))
	for i, b := range buckets {
		states[i] = state{Bucket: b, left: b.free(levels[i].FullIn), fullIn: levels[i].FullIn}
		if levels[i].Taken == 0 {
			states[i].wait = b.wait(levels[i].FullIn)
		}
	}
	return states, nil
}

func (m *Memory) give(buckets []Bucket) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	for _, b := range buckets {
		m.full.put(b.Name, now.Add(m.fullIn(b, now)-b.every()))
	}
}
