// Package rate bounds how many requests a key, an organization or a peer address may send in a given time.
package rate

import (
	"fmt"
	"math"
)

// Class is a kind of request with buckets of its own.
type Class string

// The classes of the interface. Every request also counts against All.
const (
	Sync       Class = "sync"
	Async      Class = "async"
	Poll       Class = "poll"
	Other      Class = "other"
	All        Class = "all"
	FailedAuth Class = "failed_auth" // per peer address; only Key is used
)

// Limit is the size of one bucket. A rate of 0 switches it off.
type Limit struct {
	Rate  float64 // tokens per second
	Burst int     // tokens a full bucket holds
}

// Pair holds the limits of each key and of each organization.
type Pair struct {
	Key Limit
	Org Limit
}

// Limits are the buckets of every class.
type Limits map[Class]Pair

// classes is the order in which limits are checked and reported.
var classes = []Class{Sync, Async, Poll, Other, All, FailedAuth}

// Defaults returns the limits an installation starts with.
func Defaults() Limits {
	return Limits{
		Sync:       {Key: Limit{50, 100}, Org: Limit{100, 200}},
		Async:      {Key: Limit{200, 400}, Org: Limit{400, 800}},
		Poll:       {Key: Limit{200, 400}, Org: Limit{1000, 2000}},
		Other:      {Key: Limit{100, 200}, Org: Limit{200, 400}},
		All:        {Key: Limit{1000, 2000}, Org: Limit{4000, 8000}},
		FailedAuth: {Key: Limit{20, 40}},
	}
}

// Beyond these a bucket would count in steps that are too coarse or too long to mean anything.
const (
	minRate  = 0.0001
	maxRate  = 100_000
	maxBurst = 1_000_000
)

// Validate reports, by the name of its configuration key, a limit that cannot be kept.
func (l Limits) Validate() error {
	for _, c := range classes {
		for _, b := range []struct {
			owner string
			limit Limit
		}{{"key", l[c].Key}, {"org", l[c].Org}} {
			if err := b.limit.validate(); err != nil {
				return fmt.Errorf("rate.%s.%s.%w", c, b.owner, err)
			}
		}
	}
	if err := higher("key", l[Async].Key, l[Sync].Key); err != nil {
		return err
	}
	return higher("org", l[Async].Org, l[Sync].Org)
}

func (l Limit) off() bool { return l.Rate == 0 }

func (l Limit) validate() error {
	switch {
	case l.off():
		return nil
	case math.IsNaN(l.Rate) || l.Rate < minRate || l.Rate > maxRate:
		return fmt.Errorf("rate: %v is outside %v to %v; 0 switches the bucket off", l.Rate, minRate, maxRate)
	case l.Burst < 1 || l.Burst > maxBurst:
		return fmt.Errorf("burst: %d is outside 1 to %d", l.Burst, maxBurst)
	}
	return nil
}

// higher holds asynchronous limits above synchronous ones: callers are told to move there when they are
// refused, and a request whose class is still open is counted as asynchronous.
func higher(owner string, async, sync Limit) error {
	switch {
	case async.off():
		return nil
	case sync.off() || async.Rate <= sync.Rate:
		return fmt.Errorf("rate.async.%s.rate (%v) must be higher than rate.sync.%s.rate (%v)", owner, async.Rate, owner, sync.Rate)
	case async.Burst < sync.Burst:
		return fmt.Errorf("rate.async.%s.burst (%d) must not be lower than rate.sync.%s.burst (%d)", owner, async.Burst, owner, sync.Burst)
	}
	return nil
}
