package guard

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
)

func TestFetch(t *testing.T) {
	s, c := origin(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Cookie") != "" || r.Header.Get("Referer") != "" {
			t.Errorf("the request tells too much: %v", r.Header)
		}
		http.SetCookie(w, &http.Cookie{Name: "a", Value: "b"})
		switch r.URL.Path {
		case "/start":
			http.Redirect(w, r, "/files/report%20final.pdf?x=1", http.StatusFound)
		case "/chunked":
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			io.WriteString(w, "one ")
			w.(http.Flusher).Flush()
			io.WriteString(w, "two")
		default:
			w.Header().Set("Content-Type", "application/pdf")
			io.WriteString(w, "%PDF-1.7 "+r.URL.RawQuery)
		}
	})
	for _, tt := range []struct {
		path, body, name, mediaType string
		size                        int64
	}{
		{"/a/b.pdf", "%PDF-1.7 ", "b.pdf", "application/pdf", 9},
		{"/start", "%PDF-1.7 x=1", "report final.pdf", "application/pdf", 12},
		{"/chunked", "one two", "chunked", "text/plain", -1},
	} {
		b, resp, err := fetch(t, c, s.URL+tt.path, FetchOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if string(b) != tt.body || resp.Filename != tt.name || resp.ContentType != tt.mediaType || resp.Size != tt.size {
			t.Errorf("%s: got %q and %+v", tt.path, b, resp)
		}
	}
}

// Fault 10: what the origin answers, how often it is asked, and that its words are not repeated.
func TestFetchStatus(t *testing.T) {
	for status, tt := range map[int]struct {
		want  want
		asked int
	}{
		404: {failed, 1}, 410: {failed, 1}, 400: {failed, 1}, 300: {failed, 1}, 304: {failed, 1}, 206: {failed, 1},
		401: {forbidden, 1}, 403: {forbidden, 1},
		429: {failed, 3}, 500: {failed, 3}, 503: {failed, 3},
	} {
		asked := 0
		s, c := origin(t, func(w http.ResponseWriter, _ *http.Request) {
			asked++
			w.WriteHeader(status)
			if status != http.StatusNotModified {
				io.WriteString(w, "SECRET-OF-THE-ORIGIN")
			}
		})
		_, _, err := fetch(t, c, s.URL, FetchOptions{})
		f := tt.want.check(t, err)
		if asked != tt.asked {
			t.Errorf("%d: asked %d times, want %d", status, asked, tt.asked)
		}
		if strings.Contains(f.Error(), "SECRET") || (status != 206 && !strings.Contains(f.Message, strconv.Itoa(status))) {
			t.Errorf("%d: message %q", status, f.Error())
		}
	}
}

func TestFetchRetriesUntilItWorks(t *testing.T) {
	asked := 0
	s, c := origin(t, func(w http.ResponseWriter, _ *http.Request) {
		if asked++; asked < 3 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		io.WriteString(w, "document")
	})
	b, _, err := fetch(t, c, s.URL, FetchOptions{})
	if err != nil || string(b) != "document" {
		t.Errorf("got %q, %v", b, err)
	}
}

// Fault 6: a loop.
func TestFetchRedirectLoop(t *testing.T) {
	asked := 0
	s, c := origin(t, func(w http.ResponseWriter, r *http.Request) {
		asked++
		http.Redirect(w, r, "/", http.StatusFound)
	})
	_, _, err := fetch(t, c, s.URL, FetchOptions{})
	failed.check(t, err)
	if asked != 1+maxRedirects {
		t.Errorf("%d requests, want one and %d redirects", asked, maxRedirects)
	}
}

func TestFetchFollowsFiveRedirects(t *testing.T) {
	asked := 0
	s, c := origin(t, func(w http.ResponseWriter, r *http.Request) {
		if asked++; asked <= maxRedirects {
			http.Redirect(w, r, "/", http.StatusTemporaryRedirect)
		}
	})
	if _, _, err := fetch(t, c, s.URL, FetchOptions{}); err != nil {
		t.Error(err)
	}
}

// Fault 6: an unknown authority.
func TestFetchTLS(t *testing.T) {
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "sealed") }))
	s.Config.ErrorLog = discardLog()
	s.StartTLS()
	defer s.Close()
	c := newClient(t, Policy{Allow: []string{s.Listener.Addr().String()}})
	_, _, err := fetch(t, c, s.URL, FetchOptions{})
	if f := failed.check(t, err); !strings.Contains(f.Message, "certificate") {
		t.Errorf("message %q", f.Message)
	}
	c.roots = x509.NewCertPool()
	c.roots.AddCert(s.Certificate())
	b, _, err := fetch(t, c, s.URL, FetchOptions{})
	if err != nil || string(b) != "sealed" {
		t.Errorf("got %q, %v", b, err)
	}
}

// Fault 6: a connection that is reset, or on which something else is spoken.
func TestFetchConnectionFailures(t *testing.T) {
	for name, serve := range map[string]func(net.Conn){
		"reset": func(c net.Conn) { c.(*net.TCPConn).SetLinger(0) },
		"empty": readRequest,
		"noise": func(c net.Conn) { readRequest(c); io.WriteString(c, "SSH-2.0-OpenSSH_9.2\r\n") },
		"endless header": func(c net.Conn) {
			readRequest(c)
			io.WriteString(c, "HTTP/1.1 200 OK\r\n")
			for line := "X: " + strings.Repeat("y", 4000) + "\r\n"; ; {
				if _, err := io.WriteString(c, line); err != nil {
					return
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			var asked int
			seen := make(chan struct{}, 10)
			url, c := wire(t, func(conn net.Conn) { seen <- struct{}{}; serve(conn) })
			_, _, err := fetch(t, c, url, FetchOptions{})
			failed.check(t, err)
			for len(seen) > 0 {
				<-seen
				asked++
			}
			if asked != 1+retries {
				t.Errorf("%d attempts, want %d", asked, 1+retries)
			}
		})
	}
}

func TestFetchPassesOverInformation(t *testing.T) {
	url, c := wire(t, func(conn net.Conn) {
		readRequest(conn)
		io.WriteString(conn, "HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.0 200 OK\r\n\r\nuntil the end")
	})
	b, resp, err := fetch(t, c, url, FetchOptions{})
	if err != nil || string(b) != "until the end" || resp.Size != -1 {
		t.Errorf("got %q, %+v, %v", b, resp, err)
	}
}

// Fault 7: the origin is slow in every way there is. The server sees its connection end, so no slot stays taken.
func TestFetchSlow(t *testing.T) {
	drip := func(c net.Conn, text string) {
		for {
			if _, err := io.WriteString(c, text); err != nil {
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
	for _, tt := range []struct {
		name  string
		opts  FetchOptions
		serve func(net.Conn)
	}{
		{"says nothing", FetchOptions{}, func(c net.Conn) { io.Copy(io.Discard, c) }},
		{"header never ends", FetchOptions{}, func(c net.Conn) {
			readRequest(c)
			io.WriteString(c, "HTTP/1.1 200 OK\r\n")
			drip(c, "X: y\r\n")
		}},
		{"byte by byte", FetchOptions{}, func(c net.Conn) {
			readRequest(c)
			io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
			drip(c, "x")
		}},
		{"stalls half way", FetchOptions{}, func(c net.Conn) {
			readRequest(c)
			io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"+strings.Repeat("x", 50000))
			io.Copy(io.Discard, c)
		}},
		{"stalls before a compressed body", FetchOptions{}, func(c net.Conn) {
			readRequest(c)
			io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n")
			io.Copy(io.Discard, c)
		}},
		{"fast enough but endless", FetchOptions{Timeout: 200 * time.Millisecond}, func(c net.Conn) {
			readRequest(c)
			io.WriteString(c, "HTTP/1.1 200 OK\r\n\r\n")
			drip(c, strings.Repeat("x", quota))
		}},
		{"keeps failing", FetchOptions{Timeout: 200 * time.Millisecond}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			freed := make(chan struct{}, 100)
			url, c := wire(t, func(conn net.Conn) {
				if tt.serve != nil {
					tt.serve(conn)
				}
				freed <- struct{}{}
			})
			if c.times = hasty; tt.serve == nil {
				c.times.Retry = time.Hour
			}
			start := time.Now()
			_, _, err := fetch(t, c, url, tt.opts)
			f := tooSlow.check(t, err)
			if !strings.HasPrefix(f.Message, "download did not finish") || !f.Retriable {
				t.Errorf("got %+v", f)
			}
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("it took %v", took)
			}
			select {
			case <-freed:
			case <-time.After(5 * time.Second):
				t.Error("the connection is still open")
			}
		})
	}
}

func TestFetchEndsWithItsCaller(t *testing.T) {
	url, c := wire(t, func(conn net.Conn) {
		readRequest(conn)
		io.WriteString(conn, "HTTP/1.1 200 OK\r\n\r\nx")
		io.Copy(io.Discard, conn)
	})
	ctx, cancel := context.WithCancel(t.Context())
	resp, err := c.Fetch(ctx, url, FetchOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	time.AfterFunc(20*time.Millisecond, cancel)
	if _, err := io.ReadAll(resp.Body); !errors.Is(err, context.Canceled) || errors.As(err, new(*fault.Error)) {
		t.Errorf("got %v", err)
	}
	if _, err := c.Fetch(ctx, url, FetchOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestFetchAfterClose(t *testing.T) {
	s, c := origin(t, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "document") })
	resp, err := c.Fetch(t.Context(), s.URL, FetchOptions{})
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	resp.Body.Close()
	if n, err := resp.Body.Read(make([]byte, 10)); n != 0 || err == nil {
		t.Errorf("read %d bytes of a closed body, %v", n, err)
	}
}

// Fault 8: the length is not what was said, or there is none.
func TestFetchLength(t *testing.T) {
	const limit = 100_000
	answer := func(header, body string) func(net.Conn) {
		return func(c net.Conn) {
			readRequest(c)
			io.WriteString(c, "HTTP/1.1 200 OK\r\n"+header+"\r\n"+body)
		}
	}
	for _, tt := range []struct {
		name  string
		serve func(net.Conn)
		want  want
		ok    bool
	}{
		{"exact", answer("Content-Length: 5\r\n", "hello"), want{}, true},
		{"exact and at the limit", answer("Content-Length: 100000\r\n", strings.Repeat("x", limit)), want{}, true},
		{"undeclared and at the limit", answer("", strings.Repeat("x", limit)), want{}, true},
		{"smaller than the body", answer("Content-Length: 5\r\n", "hello world"), failed, false},
		{"much smaller than the body", answer("Content-Length: 50000\r\n", strings.Repeat("x", limit)), failed, false},
		{"larger than the body", answer("Content-Length: 12\r\n", "hello"), failed, false},
		{"broken chunk", answer("Transfer-Encoding: chunked\r\n", "5\r\nhel"), failed, false},
		{"declared above the limit", answer("Content-Length: 100001\r\n", ""), tooManyBytes, false},
		{"one above the limit", answer("", strings.Repeat("x", limit+1)), tooManyBytes, false},
		{"endless", func(c net.Conn) {
			answer("", "")(c)
			for b := make([]byte, 64<<10); ; {
				if _, err := c.Write(b); err != nil {
					return
				}
			}
		}, tooManyBytes, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			url, c := wire(t, tt.serve)
			b, _, err := fetch(t, c, url, FetchOptions{MaxBytes: limit})
			if tt.ok {
				if err != nil {
					t.Error(err)
				}
				return
			}
			f := tt.want.check(t, err)
			if len(b) > limit {
				t.Errorf("%d bytes got past a limit of %d", len(b), limit)
			}
			if tt.want == tooManyBytes && !strings.Contains(f.Message, "100000") {
				t.Errorf("message %q", f.Message)
			}
		})
	}
}

// Fault 9: a compressed body, honest and not.
func TestFetchGzip(t *testing.T) {
	zip := func(b []byte) []byte {
		var out bytes.Buffer
		z := gzip.NewWriter(&out)
		z.Write(b)
		z.Close()
		return out.Bytes()
	}
	bomb := zip(make([]byte, 4<<20))
	for _, tt := range []struct {
		name, encoding string
		body           []byte
		size           int
		want           want
	}{
		{"honest", "gzip", zip([]byte("document")), 8, want{}},
		{"old name", "X-Gzip", zip([]byte("document")), 8, want{}},
		{"identity", "identity", []byte("document"), 8, want{}},
		{"bomb", "gzip", bomb, 0, tooManyBytes},
		{"empty members for ever", "gzip", bytes.Repeat(zip(nil), 5000), 0, tooManyBytes},
		{"cut off", "gzip", zip([]byte("document"))[:15], 0, failed},
		{"no gzip", "gzip", []byte("document that is not compressed"), 0, failed},
		{"nothing", "gzip", nil, 0, failed},
		{"damaged", "gzip", append(zip([]byte("document"))[:12], "zzzzzzzzzzzzzzzzz"...), 0, failed},
		{"not asked for", "br", []byte("document"), 0, failed},
		{"twice", "gzip, gzip", zip(zip([]byte("document"))), 0, failed},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, c := origin(t, func(w http.ResponseWriter, r *http.Request) {
				if got := r.Header.Get("Accept-Encoding"); got != "identity" {
					t.Errorf("Accept-Encoding %q", got)
				}
				w.Header().Set("Content-Encoding", tt.encoding)
				w.Write(tt.body)
			})
			b, resp, err := fetch(t, c, s.URL, FetchOptions{MaxBytes: 100_000})
			if tt.want == (want{}) {
				if err != nil || len(b) != tt.size || (resp.Size != -1 && tt.encoding != "identity") {
					t.Errorf("got %d bytes, %+v, %v", len(b), resp, err)
				}
				return
			}
			tt.want.check(t, err)
			if len(b) > 100_000 {
				t.Errorf("%d bytes got past the limit", len(b))
			}
		})
	}
}
