package client

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// answers is a service in memory that gives prepared answers one after the other and remembers what it was asked; the
// last one is given again and again.
type answers struct {
	give []func(w http.ResponseWriter, r *http.Request)
	seen []*http.Request
	sent []string
	at   []time.Time
}

// RoundTrip answers without a network, so that time can be a test's own.
func (a *answers) RoundTrip(r *http.Request) (*http.Response, error) {
	body := ""
	if r.Body != nil {
		raw, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		r.Body.Close()
		body = string(raw)
	}
	give := a.give[min(len(a.seen), len(a.give)-1)]
	a.seen, a.sent, a.at = append(a.seen, r), append(a.sent, body), append(a.at, time.Now())
	if give == nil {
		return nil, errors.New("connection reset by peer")
	}
	w := httptest.NewRecorder()
	give(w, r)
	return w.Result(), r.Context().Err()
}

func answer(status int, body string, header ...string) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

func (a *answers) client(t *testing.T, options ...Option) *Client {
	t.Helper()
	options = append([]Option{WithKey("oct_k"), WithHTTPClient(&http.Client{Transport: a})}, options...)
	c, err := New("https://octavo.example/api/", options...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestNew(t *testing.T) {
	for _, bad := range []string{"", "octavo.example", "/parse", "ftp://octavo.example", "http://", "http://a b"} {
		if _, err := New(bad); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}

const parsed = `{"response_type":"parse","job_id":"j","result":{"type":"full","chunks":[{"content":"Hello"}]}}`

func TestRetries(t *testing.T) {
	full := `{"error":{"code":503,"name":"QUEUE_FULL","message":"full","type":"queue_full","retriable":true}}`
	for name, c := range map[string]struct {
		give     []func(http.ResponseWriter, *http.Request)
		requests int
		waited   time.Duration // at least, and less than twice as long
		failure  int
	}{
		"an answer":              {give: list(answer(200, parsed)), requests: 1},
		"a connection that ends": {give: list(nil, answer(200, parsed)), requests: 2, waited: 375 * time.Millisecond},
		"as long as is asked":    {give: list(answer(503, full, "Retry-After", "30"), answer(200, parsed)), requests: 2, waited: 30 * time.Second},
		"milliseconds":           {give: list(answer(429, full, "retry-after-ms", "1500", "Retry-After", "30"), answer(200, parsed)), requests: 2, waited: 1500 * time.Millisecond},
		"longer each time":       {give: list(answer(500, "oh"), answer(502, "oh"), answer(200, parsed)), requests: 3, waited: 1125 * time.Millisecond},
		"not for ever":           {give: list(answer(408, "")), requests: 3, waited: 1125 * time.Millisecond, failure: 408},
		"not for a day":          {give: list(answer(503, full, "Retry-After", "86400")), requests: 1, failure: 503},
		"not when told so":       {give: list(answer(504, full, "x-should-retry", "false")), requests: 1, failure: 504},
		"when told so":           {give: list(answer(409, full, "x-should-retry", "true"), answer(200, parsed)), requests: 2, waited: 375 * time.Millisecond},
		"not what stays wrong":   {give: list(answer(404, full)), requests: 1, failure: 404},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a := &answers{give: c.give}
				r, err := a.client(t).Parse(t.Context(), ParseRequest{Input: Document("svc://x")})
				failure, failed := errors.AsType[*Error](err)
				switch {
				case c.failure == 0 && (err != nil || r.Result.Chunks[0].Content != "Hello"):
					t.Errorf("%v, %v", r, err)
				case c.failure != 0 && (!failed || failure.Status != c.failure):
					t.Errorf("error %v, want status %d", err, c.failure)
				}
				if len(a.seen) != c.requests {
					t.Fatalf("%d requests, want %d", len(a.seen), c.requests)
				}
				if waited := a.at[len(a.at)-1].Sub(a.at[0]); waited < c.waited || waited > 2*c.waited {
					t.Errorf("waited %v, want about %v", waited, c.waited)
				}
				for i, seen := range a.seen {
					if seen.Header.Get("Idempotency-Key") == "" || seen.Header.Get("Idempotency-Key") != a.seen[0].Header.Get("Idempotency-Key") {
						t.Error("repetitions must carry one key")
					}
					if a.sent[i] != `{"input":"svc://x"}` || seen.URL.String() != "https://octavo.example/api/parse" {
						t.Errorf("sent %s to %s", a.sent[i], seen.URL)
					}
				}
			})
		})
	}
}

func list(give ...func(http.ResponseWriter, *http.Request)) []func(http.ResponseWriter, *http.Request) {
	return give
}

func TestKeysAreDrawnForEveryCall(t *testing.T) {
	a := &answers{give: list(answer(200, parsed))}
	c := a.client(t)
	for range 2 {
		if _, err := c.Parse(t.Context(), ParseRequest{Input: Document("svc://x")}); err != nil {
			t.Fatal(err)
		}
	}
	if a.seen[0].Header.Get("Idempotency-Key") == a.seen[1].Header.Get("Idempotency-Key") {
		t.Error("two calls share a key")
	}
}

func TestRetriesEndWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &answers{give: list(answer(503, "", "Retry-After", "30"))}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		if _, err := a.client(t).Version(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
		ctx, cancel = context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		started := time.Now()
		_, err := a.client(t).Version(ctx)
		if failure, ok := errors.AsType[*Error](err); !ok || failure.RetryAfter != 30*time.Second || time.Since(started) != 0 {
			t.Errorf("error %v after %v, want the reason at once", err, time.Since(started))
		}
	})
}

func TestErrors(t *testing.T) {
	for name, c := range map[string]struct {
		give func(http.ResponseWriter, *http.Request)
		want string
		name string
	}{
		"named": {
			answer(422, `{"error":{"code":422,"name":"INVALID_SCHEMA","message":"unknown type","type":"invalid_schema","retriable":false,"pointer":"#/properties/a","job_id":null}}`, "X-Request-ID", "req_1"),
			"octavo: INVALID_SCHEMA (422): unknown type at #/properties/a [request req_1]", "INVALID_SCHEMA",
		},
		"validation": {
			answer(422, `{"detail":[{"loc":["body","settings","timeout"],"msg":"should be at least 0","type":"greater_than_equal","input":-1},{"loc":["body","queries",0],"msg":"is missing","type":"missing"}]}`),
			"octavo: status 422: the request is not valid: body.settings.timeout should be at least 0; body.queries.0 is missing", "",
		},
		"of a proxy": {answer(413, "<html>\n<b>nope</b>"), "octavo: status 413: Request Entity Too Large (<html> <b>nope</b>)", ""},
		"a job": {
			answer(504, `{"error":{"code":504,"name":"TIMEOUT","message":"took too long","type":"timeout","retriable":false,"job_id":"j1"}}`, "x-should-retry", "false"),
			"octavo: TIMEOUT (504): took too long [job j1]", "TIMEOUT",
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := &answers{give: list(c.give)}
			_, err := a.client(t).Cite(t.Context(), CiteRequest{Source: Parsed("x")})
			failure, ok := errors.AsType[*Error](err)
			if !ok || err.Error() != c.want || failure.Name != c.name {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}

func TestTheKeyStaysWithTheService(t *testing.T) {
	a := &answers{give: list(answer(200, "x"))}
	c := a.client(t)
	for from, want := range map[string]string{
		"https://octavo.example/api/results/1": "Bearer oct_k",
		"https://octavo.example/other":         "",
		"http://octavo.example/api/results/1":  "",
		"https://store.example/x?signature=s":  "",
	} {
		if err := c.Download(t.Context(), from, io.Discard); err != nil {
			t.Fatal(err)
		}
		if got := a.seen[len(a.seen)-1].Header.Get("Authorization"); got != want {
			t.Errorf("%s was sent %q, want %q", from, got, want)
		}
	}
	a.give = list(nil)
	err := a.client(t, WithRetries(0)).Download(t.Context(), "https://store.example/x?signature=s", io.Discard)
	if err == nil || strings.Contains(err.Error(), "signature") {
		t.Errorf("error %v tells a signature", err)
	}
}
