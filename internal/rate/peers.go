package rate

import (
	"context"
	"net/netip"
	"time"

	"github.com/octavo-dev/octavo/internal/org"
)

// Peers counts failed authentications by peer address, in this process only: callers without a key must not
// reach anything that is shared.
type Peers struct {
	limit  Limit
	memory *Memory
}

// NewPeers returns a counter with the limit of the class FailedAuth. A nil clock is the system's.
func NewPeers(limit Limit, now func() time.Time) *Peers {
	return &Peers{limit: limit, memory: NewMemory(now)}
}

// Blocked reports whether a peer has no failure left.
func (p *Peers) Blocked(peer netip.Addr) bool {
	return !p.limit.off() && p.memory.empty(p.bucket(peer))
}

// Failed counts a failure of peer. It returns a RATE_LIMIT error when there was none left.
func (p *Peers) Failed(peer netip.Addr) error {
	if p.limit.off() {
		return nil
	}
	b := p.bucket(peer)
	levels, err := p.memory.Take(context.Background(), []Want{{b, 1}})
	if err != nil || levels[0].Taken == 1 {
		return err
	}
	return refuse(b.wait(levels[0].FullIn))
}

// bucket is that of an address, and of a whole /64 for IPv6, which one caller usually holds.
func (p *Peers) bucket(peer netip.Addr) Bucket {
	peer = peer.Unmap().WithZone("")
	if peer.Is6() {
		if network, err := peer.Prefix(64); err == nil {
			peer = network.Addr()
		}
	}
	return Bucket{peer.String(), p.limit}
}

var _ org.Throttle = (*Peers)(nil)
