package app_test

import (
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/octavo-dev/octavo/internal/testenv"
)

// web is a server of documents on loopback, and the setting that lets the service reach it.
func web(t testing.TB, serve http.HandlerFunc) (url, setting string) {
	t.Helper()
	server := httptest.NewServer(serve)
	t.Cleanup(server.Close)
	return server.URL, "fetch: {allow: [" + server.Listener.Addr().String() + "], timeout: 60s}"
}

// Fault 1: addresses that no document may come from, however they are written. The caller learns that the URL is not
// allowed, the operator which address it was. Such a host is told from the URL alone, so that no job is made of it.
func TestURLsInside(t *testing.T) {
	lines := logged(t)
	bird := testenv.Canary(t)
	s := start(t, "sqlite")
	for host, address := range map[string]string{
		"127.0.0.1": "127.0.0.1", "10.1.2.3": "10.1.2.3", "172.16.5.4": "172.16.5.4", "172.31.255.254": "172.31.255.254",
		"192.168.1.1": "192.168.1.1", "169.254.169.254": "169.254.169.254", "100.64.0.1": "100.64.0.1", "0.0.0.0": "0.0.0.0",
		"[::1]": "::1", "[::ffff:127.0.0.1]": "::ffff:127.0.0.1", "[::127.0.0.1]": "::7f00:1", "[2002:7f00:1::]": "2002:7f00:1::",
		"[64:ff9b::7f00:1]": "64:ff9b::7f00:1", "[fc00::1]": "fc00::1", "[fe80::1]": "fe80::1", "①②⑦.0.0.1": "127.0.0.1", "LOCALHOST": "localhost",
	} {
		t.Run(host, func(t *testing.T) {
			seen := len(lines.text())
			body := s.finishes(t, "/parse", map[string]any{"input": "http://" + host + ":" + bird + "/x.pdf"}, 403, "URL_NOT_ALLOWED")
			if message := fmt.Sprint(at(body, "error", "message")); at(body, "error", "type") != "url_not_allowed" || host != "LOCALHOST" && strings.Contains(message, address) || strings.Contains(message, bird) {
				t.Errorf("%v", body["error"])
			}
			if text := lines.text()[seen:]; !strings.Contains(text, "refused "+strings.ToLower(strings.Trim(host, "[]"))) && !strings.Contains(text, "refused "+address) || !strings.Contains(text, address) {
				t.Errorf("the log does not tell the address: %s", text)
			}
		})
	}
	body := s.finishes(t, "/parse", map[string]any{"input": "http://user@127.0.0.1:" + bird + "/x.pdf"}, 400, "INVALID_CONFIG")
	if at(body, "error", "type") != "invalid_url_format" {
		t.Errorf("credentials: %v", body["error"])
	}
}

// Faults 2 and 5: hosts that other programs would read as addresses, names that nobody knows, and what is no URL of a
// document at all. The last name is one that resolvers never ask the network for.
func TestURLsThatLeadNowhere(t *testing.T) {
	bird := testenv.Canary(t)
	s := start(t, "sqlite")
	for name, c := range map[string]struct{ input, kind string }{
		"decimal":       {"http://2130706433:" + bird + "/", "file_download_failure"},
		"hexadecimal":   {"http://0x7f000001:" + bird + "/", "file_download_failure"},
		"short":         {"http://127.1:" + bird + "/", "file_download_failure"},
		"octal":         {"http://0177.0.0.1:" + bird + "/", "file_download_failure"},
		"trailing dot":  {"http://127.0.0.1.:" + bird + "/", "file_download_failure"},
		"unknown host":  {"http://nobody.onion:" + bird + "/", "file_download_failure"},
		"file":          {"file:///etc/passwd", "invalid_url_format"},
		"ftp":           {"ftp://127.0.0.1:" + bird + "/x.pdf", "invalid_url_format"},
		"gopher":        {"gopher://127.0.0.1:" + bird + "/x.pdf", "invalid_url_format"},
		"data":          {"data:text/plain,x", "invalid_url_format"},
		"empty":         {"", "invalid_url_format"},
		"ten kilobytes": {"https://example.com/" + strings.Repeat("x", 10_000), "invalid_url_format"},
		"only s3":       {"s3://", "invalid_url_format"},
		"no bucket":     {"s3:///k", "invalid_url_format"},
		"no key":        {"s3://b", "invalid_url_format"},
	} {
		t.Run(name, func(t *testing.T) {
			body := s.finishes(t, "/parse", map[string]any{"input": c.input}, 400, "INVALID_CONFIG")
			if message := fmt.Sprint(at(body, "error", "message")); at(body, "error", "type") != c.kind || strings.Contains(message, "127.0.0.1") || len(message) > 300 {
				t.Errorf("%.500v", body["error"])
			}
		})
	}
}

// Faults 3 and 6: an allowed server that leads inside, or in circles. Every hop is decided on like the first, and there
// are at most five.
func TestRedirects(t *testing.T) {
	bird := testenv.Canary(t)
	var asked atomic.Int32
	url, setting := web(t, func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		parts := strings.Split(r.URL.Path, "/") // "", status, hops left
		status, _ := strconv.Atoi(parts[1])
		left, _ := strconv.Atoi(parts[2])
		where := fmt.Sprintf("/%d/%d?%s", status, left-1, r.URL.RawQuery)
		if left == 1 {
			where = r.URL.Query().Get("to")
		}
		w.Header().Set("Location", where)
		w.WriteHeader(status)
	})
	s := start(t, "sqlite", setting)
	for _, goal := range []string{"http://127.0.0.1:" + bird + "/", "http://169.254.169.254/latest/meta-data/"} {
		for _, status := range []int{301, 302, 307, 308} {
			for hops := 1; hops <= 5; hops++ {
				asked.Store(0)
				body := s.finishes(t, "/parse", map[string]any{"input": fmt.Sprintf("%s/%d/%d?to=%s", url, status, hops, goal)}, 403, "URL_NOT_ALLOWED")
				if got := int(asked.Load()); got != 2*hops || at(body, "error", "type") != "url_not_allowed" || strings.Contains(fmt.Sprint(body), "169.254") {
					t.Errorf("%d, %d hops to %s: asked %d times for two documents, %v", status, hops, goal, got, body["error"])
				}
			}
		}
	}
	asked.Store(0)
	body := s.finishes(t, "/parse", map[string]any{"input": url + "/302/100"}, 400, "INVALID_CONFIG")
	if got := asked.Load(); got != 2*(1+5) || at(body, "error", "type") != "file_download_failure" {
		t.Errorf("in circles: asked %d times for two documents, %v", got, body["error"])
	}
}

// Fault 6: a server whose certificate nobody vouches for, and one that cuts the connection.
func TestBrokenConnections(t *testing.T) {
	strange := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "sealed") }))
	strange.Config.ErrorLog = log.New(io.Discard, "", 0)
	strange.StartTLS()
	defer strange.Close()
	var asked atomic.Int32
	reset := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		_ = conn.(*net.TCPConn).SetLinger(0)
		conn.Close()
	}))
	defer reset.Close()
	s := start(t, "sqlite", "fetch: {allow: ["+strange.Listener.Addr().String()+", "+reset.Listener.Addr().String()+"]}")
	for name, url := range map[string]string{"certificate": strange.URL, "connection": reset.URL} {
		body := s.finishes(t, "/parse", map[string]any{"input": url + "/x.pdf"}, 400, "INVALID_CONFIG")
		if message := fmt.Sprint(at(body, "error", "message")); at(body, "error", "type") != "file_download_failure" || !strings.Contains(message, name) || strings.Contains(message, "127.0.0.1") {
			t.Errorf("%s: %v", name, body["error"])
		}
	}
	if got := asked.Load(); got != 2*3 {
		t.Errorf("the server that resets was asked %d times for two documents", got)
	}
}

// Fault 10: what the server of a document answers in its place. Failures of its own are worth two more tries, and its
// words are not repeated.
func TestUpstreamRefusals(t *testing.T) {
	const words = "Zaunkoenig-4711"
	var asked atomic.Int32
	url, setting := web(t, func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		status, _ := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/"))
		w.Header().Set("X-Words", words)
		w.WriteHeader(status)
		fmt.Fprint(w, words)
	})
	s := start(t, "sqlite", setting)
	for _, c := range []struct {
		upstream, status, tries int
		name, kind              string
	}{
		{404, 400, 1, "INVALID_CONFIG", "file_download_failure"},
		{403, 403, 1, "URL_NOT_ALLOWED", "permission_error"},
		{500, 400, 3, "INVALID_CONFIG", "file_download_failure"},
		{503, 400, 3, "INVALID_CONFIG", "file_download_failure"},
	} {
		asked.Store(0)
		body := s.finishes(t, "/parse", map[string]any{"input": fmt.Sprintf("%s/%d", url, c.upstream)}, c.status, c.name)
		if got := int(asked.Load()); got != 2*c.tries || at(body, "error", "type") != c.kind {
			t.Errorf("%d: asked %d times for two documents, %v", c.upstream, got, body["error"])
		}
		if jobs := string(s.do("GET", "/jobs", nil).Body); strings.Contains(fmt.Sprint(body)+jobs, words) {
			t.Errorf("%d: the answer repeats what the server said: %v", c.upstream, body)
		}
	}
}
