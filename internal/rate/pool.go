package rate

import (
	"context"
	"slices"
	"sync"
	"time"
)

// source gives tokens to the limiter.
type source interface {
	// take spends one token of every bucket, or of none; the states say which.
	take(ctx context.Context, buckets []Bucket) ([]state, error)
	// give returns a token of each bucket.
	give(buckets []Bucket)
}

// state is a bucket as a request leaves it.
type state struct {
	Bucket
	left   int
	fullIn time.Duration
	wait   time.Duration // until there is a token; 0 unless the bucket refused
}

// pool stands between the limiter and a backend that is a round trip away. It takes a few tokens ahead, so
// that a busy caller does not cost a round trip for each request, and it knows from a refusal when the bucket
// can have a token again.
//
// Tokens taken ahead are paid for, so instances together never spend more than the bucket gave. What an
// instance still holds when the bucket has filled up again is the slack: a twentieth of the burst, and what
// was fetched for requests that gave up waiting.
type pool struct {
	backend Backend
	now     func() time.Time

	mu     sync.Mutex
	purses table[*purse]
}

// aheadShare is the part of a burst that is taken ahead: one in twenty.
const aheadShare = 20

// purse is what this process knows about a bucket.
type purse struct {
	tokens  int           // taken and not yet spent
	full    time.Time     // when the bucket will be full, as far as this process knows
	filling chan struct{} // closed when the round trip under way ends; nil when there is none
	waiting int           // requests that had to wait for a round trip and are not served yet
}

func newPool(b Backend, now func() time.Time) *pool {
	idle := func(p *purse) bool { return p.filling == nil && p.waiting == 0 && !p.full.After(now()) }
	return &pool{backend: b, now: now, purses: newTable(idle)}
}

func (p *pool) take(ctx context.Context, buckets []Bucket) ([]state, error) {
	var queue []Bucket // where this request is among the waiting
	defer func() { p.leave(queue) }()
	for {
		states, lacking, trip := p.spend(buckets, &queue)
		switch {
		case states != nil:
			return states, nil
		case lacking == nil:
			select {
			case <-trip:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		default:
			states, err := p.fill(ctx, buckets, lacking, trip)
			if err != nil || states != nil {
				return states, err
			}
		}
	}
}

// spend pays or refuses where that can be decided here. Otherwise it returns the buckets that need a round
// trip, which the caller has to make, or only the trip of another request that has to be waited for.
func (p *pool) spend(buckets []Bucket, queue *[]Bucket) (states []state, lacking []Want, trip chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if states := p.pay(buckets); states != nil {
		return states, nil, nil
	}
	for _, b := range buckets {
		purse, queued := p.purse(b), slices.Contains(*queue, b)
		switch {
		case purse.tokens > 0:
		case purse.filling != nil:
			if !queued {
				purse.waiting++
				*queue = append(*queue, b)
			}
			return nil, nil, purse.filling
		default:
			most := b.Limit.Burst/aheadShare + purse.waiting
			if !queued {
				most++
			}
			lacking = append(lacking, Want{b, most})
		}
	}
	trip = make(chan struct{})
	for _, w := range lacking {
		p.purse(w.Bucket).filling = trip
	}
	return nil, lacking, trip
}

// leave takes a request out of the queues it was in.
func (p *pool) leave(queue []Bucket) {
	if len(queue) == 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, b := range queue {
		purse := p.purse(b)
		purse.waiting = max(0, purse.waiting-1) // the purse may be a new one
	}
}

// fill makes a round trip. It returns no states when another request has emptied one of the buckets that did
// not need it.
func (p *pool) fill(ctx context.Context, buckets []Bucket, lacking []Want, trip chan struct{}) ([]state, error) {
	levels, err := p.backend.Take(ctx, lacking)
	p.mu.Lock()
	defer p.mu.Unlock()
	defer close(trip)
	for i, w := range lacking {
		purse := p.purse(w.Bucket)
		if purse.filling == trip {
			purse.filling = nil
		}
		if err == nil {
			purse.tokens += levels[i].Taken
			purse.full = p.now().Add(levels[i].FullIn)
		}
	}
	if err != nil {
		return nil, err
	}
	return p.pay(buckets), nil
}

// pay spends one token of each bucket, or refuses when one of them is known to be empty. It returns nil when
// the purses cannot tell.
func (p *pool) pay(buckets []Bucket) []state {
	now := p.now()
	unknown, refused := false, false
	states := make([]state, len(buckets))
	for i, b := range buckets {
		purse := p.purse(b)
		states[i] = state{Bucket: b, fullIn: max(0, purse.full.Sub(now))}
		if purse.tokens == 0 {
			states[i].wait = b.wait(states[i].fullIn)
			unknown = unknown || states[i].wait == 0
			refused = refused || states[i].wait > 0
		}
	}
	if unknown && !refused {
		return nil
	}
	for i, b := range buckets {
		purse := p.purse(b)
		if !refused {
			purse.tokens--
		}
		states[i].left = min(b.Limit.Burst, b.free(states[i].fullIn)+purse.tokens)
		states[i].fullIn = max(0, states[i].fullIn-b.every()*time.Duration(purse.tokens))
	}
	return states
}

// give keeps the tokens here: the backend only knows that they were taken.
func (p *pool) give(buckets []Bucket) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, b := range buckets {
		if purse := p.purse(b); purse.tokens <= b.Limit.Burst/aheadShare {
			purse.tokens++
		}
	}
}

func (p *pool) purse(b Bucket) *purse {
	if found, ok := p.purses.rows[b.Name]; ok {
		return found
	}
	fresh := &purse{}
	p.purses.put(b.Name, fresh)
	return fresh
}
