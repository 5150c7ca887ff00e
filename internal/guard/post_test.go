package guard

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/testenv"
)

func discardLog() *log.Logger { return log.New(io.Discard, "", 0) }

func TestPost(t *testing.T) {
	bird := testenv.Canary(t)
	s, c := origin(t, func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		if r.Method != http.MethodPost || string(b) != `{"a":1}` || r.Header.Get("User-Agent") != "Octavo-Webhooks/1" || r.ContentLength != 7 {
			t.Errorf("got %s %q %v", r.Method, b, r.Header)
		}
		switch r.URL.Path {
		case "/moved":
			http.Redirect(w, r, "http://127.0.0.1:"+bird+"/", http.StatusTemporaryRedirect)
		case "/gone":
			w.WriteHeader(http.StatusGone)
		case "/chatty":
			w.Write(make([]byte, 1<<20))
		case "/quiet":
			w.WriteHeader(http.StatusNoContent)
		}
	})
	header := http.Header{"User-Agent": {"Octavo-Webhooks/1"}, "Content-Type": {"application/json"}}
	for path, want := range map[string]int{"/": 200, "/moved": 307, "/gone": 410, "/chatty": 200, "/quiet": 204} {
		if status, err := c.Post(t.Context(), s.URL+path, header, []byte(`{"a":1}`)); err != nil || status != want {
			t.Errorf("%s: got %d, %v", path, status, err)
		}
	}
}

func TestPostFailures(t *testing.T) {
	bird := testenv.Canary(t)
	undelivered := want{fault.InvalidConfig, "invalid_config", 400}
	for _, tt := range []struct {
		name, url string
		serve     func(net.Conn)
		want      want
	}{
		{"loopback", "http://127.0.0.1:" + bird, nil, refusedURL},
		{"localhost", "http://localhost:" + bird, nil, refusedURL},
		{"mapped", "http://[::ffff:127.0.0.1]:" + bird, nil, refusedURL},
		{"resolves inside", "http://inside.example:" + bird, nil, refusedURL},
		{"credentials", "http://user@example.com/", nil, malformed},
		{"scheme", "file:///x", nil, malformed},
		{"unknown name", "http://unknown.example/", nil, undelivered},
		{"hangs up", "", readRequest, undelivered},
		{"never answers", "", func(c net.Conn) { io.Copy(io.Discard, c) }, tooSlow},
	} {
		t.Run(tt.name, func(t *testing.T) {
			url, c := tt.url, newClient(t, Policy{Resolver: names{"inside.example": {{"127.0.0.1"}}}})
			if tt.serve != nil {
				url, c = wire(t, tt.serve)
			}
			if tt.want == tooSlow {
				c.times = hasty
			}
			status, err := c.Post(t.Context(), url, nil, []byte("{}"))
			f := tt.want.check(t, err)
			if status != 0 || strings.Contains(f.Message, "127.0.0.1") {
				t.Errorf("got %d, %q", status, f.Message)
			}
		})
	}
}

// countedConn counts what is read from it.
type countedConn struct {
	net.Conn
	read *atomic.Int64
}

func (c countedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.read.Add(int64(n))
	return n, err
}

// TestPostReadsLittle delivers to a receiver whose answer never ends: of it 64 kB are read, and what the connection had at
// hand. Deliveries have 15 s unless told otherwise. Fault W2.
func TestPostReadsLittle(t *testing.T) {
	url, c := wire(t, func(conn net.Conn) {
		readRequest(conn)
		io.WriteString(conn, "HTTP/1.1 200 OK\r\n\r\n")
		for piece := make([]byte, 1<<16); ; {
			if _, err := conn.Write(piece); err != nil {
				return
			}
		}
	})
	var read atomic.Int64
	dial := c.dial
	c.dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		return countedConn{conn, &read}, err
	}
	if status, err := c.Post(t.Context(), url, nil, []byte("{}")); err != nil || status != 200 {
		t.Errorf("got %d, %v", status, err)
	}
	if n := read.Load(); n < 1000 || n > 64<<10+8<<10 {
		t.Errorf("%d bytes were read", n)
	}
	if c, err := New(Policy{}); err != nil || c.times.Post != 15*time.Second {
		t.Errorf("a delivery may take %v, %v", c.times.Post, err)
	}
}

func TestPostAnswerBeforeTheBodyIsRead(t *testing.T) {
	url, c := wire(t, func(conn net.Conn) {
		conn.Read(make([]byte, 100))
		io.WriteString(conn, "HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n")
		conn.(*net.TCPConn).CloseWrite()
		io.Copy(io.Discard, conn)
	})
	if status, err := c.Post(t.Context(), url, nil, make([]byte, 1<<20)); err != nil || status != 413 {
		t.Errorf("got %d, %v", status, err)
	}
}

func TestPostDrippingAnswer(t *testing.T) {
	url, c := wire(t, func(conn net.Conn) {
		readRequest(conn)
		io.WriteString(conn, "HTTP/1.1 200 OK\r\n\r\n")
		io.Copy(io.Discard, conn)
	})
	c.times = hasty
	start := time.Now()
	if status, err := c.Post(t.Context(), url, nil, []byte("{}")); err != nil || status != 200 {
		t.Errorf("got %d, %v", status, err)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("it took %v", took)
	}
}

func TestPostEndsWithItsCaller(t *testing.T) {
	url, c := wire(t, func(conn net.Conn) { io.Copy(io.Discard, conn) })
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	if _, err := c.Post(ctx, url, nil, []byte("{}")); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
