package chaos

import (
	"net"
	"sync"
	"testing"
)

// forward hands connections on to a server. It can refuse them, and it can swallow what they say without a word.
type forward struct {
	listener net.Listener
	target   string

	mu      sync.Mutex
	moves   *sync.Cond
	stalled bool
	refused bool
	conns   map[net.Conn]bool
}

func newForward(t testing.TB, l net.Listener, target string) *forward {
	f := &forward{listener: l, target: target, conns: map[net.Conn]bool{}}
	f.moves = sync.NewCond(&f.mu)
	go f.serve()
	t.Cleanup(func() {
		l.Close()
		f.refuse(true)
		f.stall(false)
	})
	return f
}

func (f *forward) address() string { return f.listener.Addr().String() }

func (f *forward) serve() {
	for {
		near, err := f.listener.Accept()
		if err != nil {
			return
		}
		go f.join(near)
	}
}

func (f *forward) join(near net.Conn) {
	defer near.Close()
	f.pass()
	far, err := net.Dial("tcp", f.target)
	if err != nil {
		return
	}
	defer far.Close()
	if !f.keep(near, far) {
		return
	}
	defer f.forget(near, far)
	go f.copy(far, near)
	f.copy(near, far)
}

// copy moves bytes one way until the connection ends, and then ends the other way too.
func (f *forward) copy(to, from net.Conn) {
	defer to.Close()
	defer from.Close()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		f.pass()
		if n > 0 {
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// pass waits for as long as nothing gets through.
func (f *forward) pass() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for f.stalled {
		f.moves.Wait()
	}
}

func (f *forward) keep(conns ...net.Conn) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range conns {
		f.conns[c] = true
	}
	return !f.refused
}

func (f *forward) forget(conns ...net.Conn) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range conns {
		delete(f.conns, c)
	}
}

func (f *forward) stall(on bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.stalled = on
	f.moves.Broadcast()
}

// refuse ends all connections and every new one.
func (f *forward) refuse(on bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.refused = on
	if on {
		for c := range f.conns {
			c.Close()
		}
	}
}
