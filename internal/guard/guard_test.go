package guard

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/octavo-dev/octavo/internal/fault"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// quick leaves room for a busy machine; hasty is for origins that are meant to be too slow.
var (
	quick = Times{Resolve: 5 * time.Second, Connect: 5 * time.Second, Header: 5 * time.Second, Window: 5 * time.Second, Retry: time.Millisecond, Post: 5 * time.Second}
	hasty = Times{Resolve: 5 * time.Second, Connect: 5 * time.Second, Header: 300 * time.Millisecond, Window: 300 * time.Millisecond, Retry: time.Millisecond, Post: 300 * time.Millisecond}
)

// want is a failure as a caller sees it.
type want struct {
	name fault.Name
	typ  string
	code int
}

var (
	refusedURL   = want{fault.URLNotAllowed, "url_not_allowed", 403}
	forbidden    = want{fault.URLNotAllowed, "permission_error", 403}
	failed       = want{fault.InvalidConfig, "file_download_failure", 400}
	malformed    = want{fault.InvalidConfig, "invalid_url_format", 400}
	tooManyBytes = want{fault.DocumentTooLarge, "document_too_large", 413}
	tooSlow      = want{fault.Timeout, "timeout", 504}
)

func (w want) check(t *testing.T, err error) *fault.Error {
	t.Helper()
	var f *fault.Error
	if !errors.As(err, &f) {
		t.Fatalf("got %v, want a %s", err, w.name)
	}
	if f.Name != w.name || f.Type != w.typ || f.Code != w.code {
		t.Errorf("got %s %s %d (%v), want %s %s %d", f.Name, f.Type, f.Code, f, w.name, w.typ, w.code)
	}
	return f
}

func newClient(t *testing.T, p Policy) *Client {
	t.Helper()
	if p.Times == (Times{}) {
		p.Times = quick
	}
	if p.Resolver == nil {
		p.Resolver = names{}
	}
	c, err := New(p)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// names is a resolver that knows what it is told: each lookup of a name takes the next answer, the last one stays.
type names map[string][][]string

func (n names) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	answers := n[host]
	if len(answers) == 0 {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	var addrs []netip.Addr
	for _, a := range answers[0] {
		addrs = append(addrs, netip.MustParseAddr(a))
	}
	if len(answers) > 1 {
		n[host] = answers[1:]
	}
	return addrs, nil
}

// origin is a document server that the policy exempts by address and port.
func origin(t *testing.T, handler http.HandlerFunc) (*httptest.Server, *Client) {
	t.Helper()
	s := httptest.NewServer(handler)
	t.Cleanup(s.Close)
	return s, newClient(t, Policy{Allow: []string{s.Listener.Addr().String()}})
}

// wire is a server that speaks bytes rather than HTTP.
func wire(t *testing.T, serve func(net.Conn)) (string, *Client) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var done sync.WaitGroup
	done.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			done.Go(func() { defer conn.Close(); serve(conn) })
		}
	})
	t.Cleanup(func() { l.Close(); done.Wait() })
	return "http://" + l.Addr().String() + "/doc.pdf", newClient(t, Policy{Allow: []string{l.Addr().String()}})
}

// readRequest consumes a request, so that closing the connection does not reset it.
func readRequest(conn net.Conn) {
	var seen strings.Builder
	b := make([]byte, 1024)
	for !strings.Contains(seen.String(), "\r\n\r\n") {
		n, err := conn.Read(b)
		seen.Write(b[:n])
		if err != nil {
			return
		}
	}
}

func fetch(t *testing.T, c *Client, url string, opts FetchOptions) ([]byte, *Response, error) {
	t.Helper()
	resp, err := c.Fetch(t.Context(), url, opts)
	if err != nil {
		return nil, nil, err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	return b, resp, err
}

func TestNewRefusesWhatItCannotRead(t *testing.T) {
	for _, entry := range []string{"", "10.0.0.0/33", "http://host/", "host:0", "host:70000", "*.corp", "user@host", "a b"} {
		if _, err := New(Policy{Allow: []string{entry}}); err == nil {
			t.Errorf("allow entry %q was taken", entry)
		}
	}
	for _, entry := range []string{"docs.corp", "docs.corp:9000", "127.0.0.1", "127.0.0.1:80", "::1", "[::1]", "[::1]:80", "10.0.0.0/8", "fd00::/8", "bücher.example"} {
		if _, err := New(Policy{Allow: []string{entry}}); err != nil {
			t.Errorf("allow entry %q: %v", entry, err)
		}
	}
	for _, port := range []int{0, -1, 65536} {
		if _, err := New(Policy{Ports: []int{port}}); err == nil {
			t.Errorf("port %d was taken", port)
		}
	}
	c, err := New(Policy{})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := c.resolver.(*net.Resolver); !ok || c.times.Connect != 10*time.Second {
		t.Errorf("the defaults are missing: %+v", c)
	}
}
