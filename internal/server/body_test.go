package server

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
)

// TestPatientBody: a sender that stalls is let go, one that is slow but sends is not, and the deadline does not
// outlive the body.
func TestPatientBody(t *testing.T) {
	const patience = 300 * time.Millisecond
	outcomes := make(chan error, 1)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, err := io.Copy(io.Discard, newPatientBody(w, r.Body, patience))
		if err == nil {
			select {
			case <-r.Context().Done():
				err = r.Context().Err()
			case <-time.After(2 * patience):
			}
		}
		outcomes <- err
	}))
	defer web.Close()
	send := func(pieces int, pause time.Duration) error {
		t.Helper()
		conn, err := net.Dial("tcp", web.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprint(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n")
		for range pieces {
			time.Sleep(pause)
			fmt.Fprint(conn, "x")
		}
		return <-outcomes
	}
	if err := send(2, 0); !fault.Is(err, fault.Timeout) {
		t.Errorf("a body that stops halfway: %v", err)
	}
	if err := send(4, patience/3); err != nil {
		t.Errorf("a slow body: %v", err)
	}
}
