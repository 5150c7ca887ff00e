package testenv

import (
	"net"
	"sync"
	"sync/atomic"
	"testing"
)

// Canary listens on every address of this machine until the test ends, and fails it when anybody came. It returns its
// port.
func Canary(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	var touches atomic.Int64
	var done sync.WaitGroup
	done.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			touches.Add(1)
			conn.Close()
		}
	})
	t.Cleanup(func() {
		// The connection of this very check queues behind all others, so none is missed.
		conn, err := net.Dial("tcp", net.JoinHostPort("127.0.0.1", port))
		if err != nil {
			t.Fatal(err)
		}
		_, _ = conn.Read(make([]byte, 1))
		conn.Close()
		l.Close()
		done.Wait()
		if n := touches.Load() - 1; n != 0 {
			t.Errorf("the canary was touched %d times", n)
		}
	})
	return port
}
