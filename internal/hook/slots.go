package hook

import "sync"

// A hanging receiver keeps an attempt for its whole time limit, so no receiver and no organization may hold all
// of them.
const (
	maxRunning    = 64
	maxRunningOrg = 48
	maxRunningOne = 8 // one receiver
)

// slots counts the attempts this process is running.
type slots struct {
	mu    sync.Mutex
	total int
	hosts map[string]int
	orgs  map[string]int
}

func newSlots() *slots {
	return &slots{hosts: map[string]int{}, orgs: map[string]int{}}
}

// room is what a claim may take.
type room struct {
	total             int
	perHost, perOrg   int // for every receiver and organization that is not busy
	busyHosts, busyOf []string
}

// room returns what is left. A share is the smallest that holds for all, so that one claim cannot overstep it.
func (s *slots) room() room {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := room{total: maxRunning - s.total}
	r.perHost, r.busyHosts = share(s.hosts, maxRunningOne)
	r.perOrg, r.busyOf = share(s.orgs, maxRunningOrg)
	return r
}

func share(running map[string]int, limit int) (left int, busy []string) {
	left = limit
	for name, n := range running {
		if n >= limit {
			busy = append(busy, name)
		} else {
			left = min(left, limit-n)
		}
	}
	return left, busy
}

// take counts an attempt that starts.
func (s *slots) take(host, org string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.total++
	s.hosts[host]++
	s.orgs[org]++
}

// give counts an attempt that ended, and reports whether that may have made room somebody waited for.
func (s *slots) give(host, org string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	full := s.total >= maxRunning || s.hosts[host] >= maxRunningOne || s.orgs[org] >= maxRunningOrg
	s.total--
	drop(s.hosts, host)
	drop(s.orgs, org)
	return full
}

func drop(running map[string]int, name string) {
	if running[name]--; running[name] == 0 {
		delete(running, name)
	}
}
