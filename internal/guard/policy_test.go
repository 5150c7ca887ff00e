package guard

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/testenv"
)

// Faults 1, 2 and 4: the address, the spelling, and names with a good and a bad address.
func TestFetchRefuses(t *testing.T) {
	bird := testenv.Canary(t)
	c := newClient(t, Policy{Resolver: names{
		// A C library would read these as addresses; they must not even be asked for.
		"2130706433": {{"127.0.0.1"}}, "0x7f000001": {{"127.0.0.1"}}, "127.1": {{"127.0.0.1"}},
		"0177.0.0.1": {{"127.0.0.1"}}, "127.0.0.1.": {{"127.0.0.1"}},

		"inside.example": {{"10.0.0.8"}},
		"both.example":   {{"93.184.216.34", "127.0.0.1"}},
		"meta.example":   {{"::ffff:169.254.169.254"}},
		"compat.example": {{"::127.0.0.1"}},
		"empty.example":  {{}},
	}})
	for _, tt := range []struct {
		host string
		want want
	}{
		{"127.0.0.1", refusedURL},
		{"10.0.0.1", refusedURL},
		{"172.16.0.1", refusedURL},
		{"192.168.0.1", refusedURL},
		{"169.254.169.254", refusedURL},
		{"100.64.0.1", refusedURL},
		{"0.0.0.0", refusedURL},
		{"[::1]", refusedURL},
		{"[::]", refusedURL},
		{"[::ffff:127.0.0.1]", refusedURL},
		{"[::ffff:7f00:1]", refusedURL},
		{"[::127.0.0.1]", refusedURL},
		{"[2002:7f00:1::]", refusedURL},
		{"[64:ff9b::7f00:1]", refusedURL},
		{"[fc00::1]", refusedURL},
		{"[fe80::1]", refusedURL},
		{"①②⑦.0.0.1", refusedURL},
		{"①②⑦.⓪.⓪.①", refusedURL},
		{"LOCALHOST", refusedURL},
		{"localhost.", refusedURL},
		{"x.localhost", refusedURL},
		{"inside.example", refusedURL},
		{"both.example", refusedURL},
		{"meta.example", refusedURL},
		{"compat.example", refusedURL},

		{"2130706433", failed},
		{"0x7f000001", failed},
		{"127.1", failed},
		{"0177.0.0.1", failed},
		{"127.0.0.1.", failed},
		{"unknown.example", failed},
		{"empty.example", failed},

		{"user@127.0.0.1", malformed},
		{"user:secret@example.com", malformed},
		{"%31%32%37.0.0.1", malformed},
		{"a b", malformed},
		{"[::1", malformed},
		{"", malformed},
	} {
		t.Run(tt.host, func(t *testing.T) {
			_, _, err := fetch(t, c, "http://"+tt.host+":"+bird+"/x?token=hidden", FetchOptions{})
			f := tt.want.check(t, err)
			for _, leak := range []string{"127.0.0.1", "10.0.0.8", "169.254", "secret", "hidden", "7f00"} {
				if strings.Contains(f.Message, leak) {
					t.Errorf("the message %q tells %q", f.Message, leak)
				}
			}
		})
	}
}

// Fault 1: the caller learns less than the operator.
func TestFetchRefusalIsExactInside(t *testing.T) {
	c := newClient(t, Policy{Resolver: names{"inside.example": {{"10.0.0.8"}}}})
	_, err := c.Fetch(t.Context(), "http://inside.example/?token=hidden", FetchOptions{})
	f := refusedURL.check(t, err)
	if f.Message != "access to inside.example is not allowed" {
		t.Errorf("message %q", f.Message)
	}
	if cause := errors.Unwrap(f).Error(); cause != "refused inside.example: address 10.0.0.8 is private" {
		t.Errorf("cause %q", cause)
	}
}

// Fault 5: what is no URL of a document.
func TestFetchRefusesForms(t *testing.T) {
	c := newClient(t, Policy{})
	for _, url := range []string{
		"file:///etc/passwd", "ftp://example.com/x", "gopher://example.com/", "data:text/plain,x", "", "x",
		"http:", "http:///x", "http://:80/", "http:example.com", "http://example.com:0/", "http://example.com:65536/",
		"http://example.com:http/", "http://example.com/\x00", "https://example.com/" + strings.Repeat("x", 10_000),
		"http://xn--\u00e4/",
	} {
		_, err := c.Fetch(t.Context(), url, FetchOptions{})
		f := malformed.check(t, err)
		if len(f.Message) > 200 {
			t.Errorf("%.40q: a message of %d bytes", url, len(f.Message))
		}
	}
}

// Fault 3: an allowed origin that leads inside.
func TestFetchRefusesRedirectInside(t *testing.T) {
	bird := testenv.Canary(t)
	for _, goal := range []string{
		"http://127.0.0.1:" + bird + "/", "http://localhost:" + bird + "/", "http://[::1]:" + bird + "/",
		"//0.0.0.0:" + bird + "/", "http://169.254.169.254/latest/meta-data/",
	} {
		for _, status := range []int{301, 302, 303, 307, 308} {
			for hops := 1; hops <= maxRedirects; hops++ {
				asked := 0
				s, c := origin(t, func(w http.ResponseWriter, _ *http.Request) {
					if asked++; asked == hops {
						w.Header().Set("Location", goal)
					} else {
						w.Header().Set("Location", fmt.Sprintf("/hop/%d", asked))
					}
					w.WriteHeader(status)
				})
				_, _, err := fetch(t, c, s.URL, FetchOptions{})
				refusedURL.check(t, err)
				if asked != hops {
					t.Errorf("%s %d: the origin was asked %d times, want %d", goal, status, asked, hops)
				}
				s.Close()
			}
		}
	}
}

func TestFetchRefusesRedirectElsewhere(t *testing.T) {
	bird := testenv.Canary(t)
	for _, goal := range []string{
		"file:///etc/passwd", "ftp://example.com/", "gopher://127.0.0.1:" + bird, "data:text/plain,x",
		"http://user:pass@127.0.0.1:" + bird + "/", "http://[::1", "http:///", "",
	} {
		s, c := origin(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", goal)
			w.WriteHeader(http.StatusFound)
		})
		_, _, err := fetch(t, c, s.URL, FetchOptions{})
		failed.check(t, err)
	}
}

// Fault 4: the name changes its mind between two connections, or points both ways.
func TestFetchRefusesRebinding(t *testing.T) {
	bird := testenv.Canary(t)
	server := httptest.NewServer(http.RedirectHandler("/again", http.StatusFound))
	defer server.Close()
	for name, dial := range map[string]func(context.Context) (net.Conn, error){
		"after a failed attempt": func(context.Context) (net.Conn, error) { return nil, errors.New("connection refused") },
		"after a redirect": func(ctx context.Context) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "tcp", server.Listener.Addr().String())
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := newClient(t, Policy{Resolver: names{"turn.example": {{"93.184.216.34"}, {"127.0.0.1"}}}})
			var dialled []string
			c.dial = func(ctx context.Context, _, address string) (net.Conn, error) {
				dialled = append(dialled, address)
				return dial(ctx)
			}
			_, _, err := fetch(t, c, "http://turn.example:"+bird+"/", FetchOptions{})
			refusedURL.check(t, err)
			if want := []string{"93.184.216.34:" + bird}; !slices.Equal(dialled, want) {
				t.Errorf("dialled %v, want only the decided %v", dialled, want)
			}
		})
	}
	t.Run("both ways at once", func(t *testing.T) {
		c := newClient(t, Policy{Resolver: names{"both.example": {{"93.184.216.34", "10.0.0.8"}}, "behind.example": {{"10.0.0.8", "93.184.216.34"}}}})
		c.dial = func(_ context.Context, _, address string) (net.Conn, error) {
			t.Errorf("dialled %s", address)
			return nil, errors.New("connection refused")
		}
		for _, host := range []string{"both.example", "behind.example"} {
			_, _, err := fetch(t, c, "http://"+host+":"+bird+"/", FetchOptions{})
			refusedURL.check(t, err)
		}
	})
}

func TestFetchDialsDecidedAddressesInOrder(t *testing.T) {
	many := []string{"2606:4700::1", "::ffff:93.184.216.34"}
	for i := range 20 {
		many = append(many, fmt.Sprintf("93.184.216.%d", 100+i))
	}
	c := newClient(t, Policy{Resolver: names{"many.example": {many}}})
	var dialled []string
	c.dial = func(_ context.Context, _, address string) (net.Conn, error) {
		dialled = append(dialled, address)
		return nil, errors.New("connection refused")
	}
	_, _, err := fetch(t, c, "http://many.example/", FetchOptions{})
	failed.check(t, err)
	if len(dialled) != (1+retries)*maxDials {
		t.Errorf("%d dials, want %d for each of %d attempts", len(dialled), maxDials, 1+retries)
	}
	if dialled[0] != "[2606:4700::1]:80" || dialled[1] != "93.184.216.34:80" {
		t.Errorf("dialled %v", dialled[:2])
	}
}

func TestPorts(t *testing.T) {
	s, _ := origin(t, func(http.ResponseWriter, *http.Request) {})
	_, port, _ := net.SplitHostPort(s.Listener.Addr().String())
	for _, tt := range []struct {
		name  string
		allow string
		host  string
		ok    bool
	}{
		{"address without port", "127.0.0.1", "127.0.0.1", false},
		{"address with port", "127.0.0.1:" + port, "127.0.0.1", true},
		{"name without port", "docs.example", "docs.example", false},
		{"name with port", "docs.example:" + port, "docs.example", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := newClient(t, Policy{Allow: []string{tt.allow}, Ports: []int{443}, Resolver: names{"docs.example": {{"127.0.0.1"}}}})
			_, _, err := fetch(t, c, "http://"+tt.host+":"+port+"/", FetchOptions{})
			if tt.ok && err != nil {
				t.Error(err)
			}
			if !tt.ok {
				refusedURL.check(t, err)
			}
		})
	}
}

func TestAllow(t *testing.T) {
	s, _ := origin(t, func(http.ResponseWriter, *http.Request) {})
	_, port, _ := net.SplitHostPort(s.Listener.Addr().String())
	resolver := names{"docs.corp": {{"127.0.0.1"}}, "mixed.corp": {{"127.0.0.1", "10.0.0.1"}}}
	for _, tt := range []struct {
		allow, host string
		ok          bool
	}{
		{"docs.corp", "docs.corp", true},
		{"DOCS.corp", "docs.CORP", true},
		{"docs.corp", "docs.corp.", false}, // the stub knows the name without its dot only
		{"docs.corp", "127.0.0.1", false},
		{"docs.corp:1", "docs.corp", false},
		{"127.0.0.1", "docs.corp", true},
		{"127.0.0.0/8", "docs.corp", true},
		{"127.0.0.0/8", "mixed.corp", false},
		{"mixed.corp", "mixed.corp", true},
	} {
		c := newClient(t, Policy{Allow: []string{tt.allow}, Resolver: resolver})
		if _, _, err := fetch(t, c, "http://"+tt.host+":"+port+"/", FetchOptions{}); (err == nil) != tt.ok {
			t.Errorf("allow %s, host %s: %v", tt.allow, tt.host, err)
		}
	}
}

func TestNoProxyFromEnvironment(t *testing.T) {
	bird := testenv.Canary(t)
	for _, name := range []string{"HTTP_PROXY", "http_proxy", "ALL_PROXY"} {
		t.Setenv(name, "http://127.0.0.1:"+bird)
	}
	c := newClient(t, Policy{Resolver: names{"docs.example": {{"93.184.216.34"}}}})
	c.dial = func(_ context.Context, _, address string) (net.Conn, error) {
		if address != "93.184.216.34:80" {
			t.Errorf("dialled %s", address)
		}
		return nil, errors.New("connection refused")
	}
	_, _, err := fetch(t, c, "http://docs.example/", FetchOptions{})
	failed.check(t, err)
}
