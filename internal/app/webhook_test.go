package app_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/octavo-dev/octavo/internal/org"
)

// receiver records deliveries; it refuses the first few of each message.
type receiver struct {
	*httptest.Server
	mu     sync.Mutex
	refuse int
	got    []delivered
}

type delivered struct {
	header http.Header
	body   string
}

func newReceiver(t *testing.T) *receiver {
	t.Helper()
	r := &receiver{}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, err := io.ReadAll(req.Body)
		if err != nil {
			return
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		r.got = append(r.got, delivered{req.Header, string(body)})
		if r.refuse > 0 {
			r.refuse--
			w.WriteHeader(500)
		}
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) host() string { return strings.TrimPrefix(r.URL, "http://") }

func (r *receiver) all() []delivered {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]delivered(nil), r.got...)
}

// TestWebhooks repeats a direct webhook that was refused, and signs those of managed endpoints so that the Standard Webhooks
// library verifies them.
func TestWebhooks(t *testing.T) {
	for _, dialect := range []string{"sqlite", "postgres"} {
		t.Run(dialect, func(t *testing.T) {
			direct, managed, other := newReceiver(t), newReceiver(t), newReceiver(t)
			direct.refuse = 1
			s := start(t, dialect, "fetch: {allow: ["+direct.host()+", "+managed.host()+", "+other.host()+"]}")
			made := s.want(200, "POST", "/webhooks/endpoints", map[string]any{"url": managed.URL, "channels": []string{"blue"}})
			s.want(200, "POST", "/webhooks/endpoints", map[string]any{"url": other.URL, "channels": []string{"red"}})
			file := s.upload("a.txt", "x")

			id := s.want(200, "POST", "/parse_async", map[string]any{"input": file, "async": map[string]any{
				"metadata": map[string]any{"n": 1}, "webhook": map[string]any{"mode": "direct", "url": direct.URL}}})["job_id"].(string)
			s.until("the direct webhook was repeated", func() bool { return len(direct.all()) == 2 })
			for _, d := range direct.all() {
				if want := `{"status":"Completed","job_id":"` + id + `","metadata":{"n":1}}`; d.body != want {
					t.Errorf("body %s, want %s", d.body, want)
				}
				if d.header.Get("User-Agent") != "Octavo-Webhooks/1" || d.header.Get("webhook-signature") != "" {
					t.Errorf("direct headers %v", d.header)
				}
			}

			bad := s.want(200, "POST", "/parse_async", map[string]any{"input": "no known form", "async": map[string]any{
				"webhook": map[string]any{"mode": "svix", "channels": []string{"blue"}}}})["job_id"].(string)
			s.until("the managed webhook arrived", func() bool { return len(managed.all()) == 1 })
			got := managed.all()[0]
			verifier, err := webhooks.NewWebhook(made["secret"].(string))
			if err != nil {
				t.Fatal(err)
			}
			if err := verifier.Verify([]byte(got.body), got.header); err != nil {
				t.Errorf("signature: %v", err)
			}
			for _, name := range []string{"id", "timestamp", "signature"} {
				if got.header.Get("svix-"+name) != got.header.Get("webhook-"+name) || got.header.Get("svix-"+name) == "" {
					t.Errorf("header families differ in %s: %v", name, got.header)
				}
			}
			if want := `{"status":"Failed","job_id":"` + bad + `","metadata":null}`; got.body != want {
				t.Errorf("body %s", got.body)
			}
			if n := len(other.all()); n != 0 {
				t.Errorf("%d messages on the wrong channel", n)
			}
			s.until("the delivery is listed", func() bool {
				list := s.want(200, "GET", "/webhooks/deliveries?job_id="+bad, nil)
				return at(list, "deliveries", 0, "status") == "succeeded"
			})
			s.want(200, "POST", "/parse", map[string]any{"input": file})
			if n := len(direct.all()) + len(managed.all()); n != 3 {
				t.Errorf("a synchronous job told somebody: %d", n)
			}
		})
	}
}

// TestPrivateWebhooks asks for webhooks at addresses that may not be reached, in every place that takes a URL: refused when
// it is submitted, before there is a job. Fault W3.
func TestPrivateWebhooks(t *testing.T) {
	s := start(t, "sqlite")
	file := s.upload("a.txt", "x")
	made := s.want(200, "POST", "/webhooks/endpoints", map[string]any{"url": "https://hooks.example/x"})["id"].(string)
	parse := func(hook any) any { return map[string]any{"input": file, "async": map[string]any{"webhook": hook}} }
	for _, address := range []string{
		"http://127.0.0.1/x", "http://127.0.0.1:8080/x", "http://LOCALHOST/x", "http://10.1.2.3/", "http://172.16.0.1/", "http://192.168.1.1/", "http://169.254.169.254/latest",
		"http://100.64.0.1/", "http://0.0.0.0/", "http://[::1]/", "http://[::ffff:127.0.0.1]/", "http://[::127.0.0.1]/", "http://[2002:7f00:1::]/", "http://[64:ff9b::7f00:1]/",
		"http://[fc00::1]/", "http://[fe80::1]/", "http://①②⑦.0.0.1/",
	} {
		direct := map[string]any{"mode": "direct", "url": address}
		for name, c := range map[string]scenario{
			"parse":    {method: "POST", path: "/parse_async", body: parse(direct)},
			"mode":     {method: "POST", path: "/parse", body: parse(map[string]any{"url": address})},
			"extract":  {method: "POST", path: "/extract_async", body: parse(direct)},
			"edit":     {method: "POST", path: "/edit_async", body: map[string]any{"document_url": file, "edit_instructions": "a: b", "webhook": direct}},
			"endpoint": {method: "POST", path: "/webhooks/endpoints", body: map[string]any{"url": address}},
			"changed":  {method: "PATCH", path: "/webhooks/endpoints/" + made, body: map[string]any{"url": address}},
		} {
			t.Run(name+" "+address, func(t *testing.T) {
				c.status, c.error = 403, "URL_NOT_ALLOWED/url_not_allowed"
				c.run(t, s)
			})
		}
	}
	if n := s.count("jobs"); n != 0 {
		t.Errorf("%d rows", n)
	}
	if n := s.count("endpoints"); n != 1 {
		t.Errorf("%d endpoints", n)
	}
}

func TestPortalToken(t *testing.T) {
	s := start(t, "sqlite")
	owner := s.as(newKey(t, s, "acme", org.All))
	var link string
	if err := json.Unmarshal(owner.do("POST", "/configure_webhook", nil).Body, &link); err != nil {
		t.Fatal(err)
	}
	page, token, _ := strings.Cut(link, "#token=")
	if got := s.do("GET", page, nil); got.Status != 200 || !strings.Contains(got.Header.Get("Content-Type"), "text/html") || !strings.Contains(got.Header.Get("Content-Security-Policy"), "script-src 'self'") {
		t.Errorf("page: %d %v", got.Status, got.Header)
	}
	holder := s.as(token)
	holder.want(200, "POST", "/webhooks/endpoints", map[string]any{"url": "https://hooks.example/x"})
	if n := len(at(owner.want(200, "GET", "/webhooks/endpoints", nil), "endpoints").([]any)); n != 1 {
		t.Errorf("%d endpoints", n)
	}
	if got := holder.do("GET", "/jobs", nil); got.Status != 401 {
		t.Errorf("a portal token reads jobs: %d", got.Status)
	}
	if got := owner.do("POST", "/webhooks/endpoints", map[string]any{"url": "http://127.0.0.1/x"}); got.Status != 403 {
		t.Errorf("a loopback endpoint: %d %s", got.Status, got.Body)
	}
}

func TestMaxWait(t *testing.T) {
	origin := newOrigin(t)
	s := start(t, "sqlite", "fetch: {allow: ["+origin.host+"]}", "workers: {cpu: 1, io: 1}", "limits: {sync_timeout: 1s}", "queue: {max_wait: 1s}")
	release := origin.hold("/slow.txt")
	defer release()
	slow := s.do("POST", "/parse", map[string]any{"input": origin.url + "/slow.txt"})
	if slow.Status != 504 || at(slow.object(t), "error", "name") != "TIMEOUT" || slow.Header.Get("X-Should-Retry") != "false" {
		t.Errorf("a running request past the limit: %d %v %s", slow.Status, slow.Header, slow.Body)
	}
	again := origin.hold("/again.txt")
	defer again()
	s.submit(origin.url + "/again.txt")
	s.until("the worker is busy", func() bool { return s.Running() == 1 })
	began := time.Now()
	waiting := s.do("POST", "/parse", map[string]any{"input": origin.url + "/fast.txt"})
	if waiting.Status != 503 || at(waiting.object(t), "error", "name") != "CAPACITY_TIMEOUT" || time.Since(began) > 10*time.Second {
		t.Errorf("a request that never started: %d %s", waiting.Status, waiting.Body)
	}
	if j := s.ended(s.submit(origin.url + "/fast.txt")); at(j, "error", "name") != "CAPACITY_TIMEOUT" {
		t.Errorf("an asynchronous job past queue.max_wait: %v", j)
	}
}
