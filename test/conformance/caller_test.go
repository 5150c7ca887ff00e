package conformance

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// caller sends plain requests: what goes over the wire is what is written here.
type caller struct {
	t    *testing.T
	base string
	http *http.Client
}

func newCaller(t *testing.T, base string, secure *certificate) *caller {
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: secure.pool, MinVersion: tls.VersionTLS12}}
	t.Cleanup(transport.CloseIdleConnections)
	return &caller{t: t, base: base, http: &http.Client{Transport: transport}}
}

// answer is a response that was read.
type answer struct {
	status int
	header http.Header
	body   []byte
}

type object = map[string]any

// patience is longer than anything here takes on a busy machine.
const patience = 2 * time.Minute

// send makes one request. A body is bytes as they are, or a value that becomes JSON. Headers come in pairs.
func (c *caller) send(method, path string, body any, header ...string) answer {
	c.t.Helper()
	var content io.Reader
	switch b := body.(type) {
	case nil:
	case io.Reader:
		content = b
	default:
		raw, err := json.Marshal(b)
		if err != nil {
			c.t.Fatal(err)
		}
		content = bytes.NewReader(raw)
		header = append([]string{"Content-Type", "application/json"}, header...)
	}
	if !strings.HasPrefix(path, "https://") {
		path = c.base + path
	}
	ctx, cancel := context.WithTimeout(c.t.Context(), patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, path, content)
	if err != nil {
		c.t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := c.http.Do(req)
	if err != nil {
		c.t.Fatalf("%s %s: %v", method, path, err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return answer{res.StatusCode, res.Header, raw}
}

// want sends a request that is to be answered with a status, and gives the JSON object of the answer.
func (c *caller) want(status int, method, path string, body any, header ...string) object {
	c.t.Helper()
	a := c.send(method, path, body, header...)
	if a.status != status {
		c.t.Fatalf("%s %s: %d, want %d: %.500s", method, path, a.status, status, a.body)
	}
	var out object
	if err := json.Unmarshal(a.body, &out); err != nil {
		c.t.Fatalf("%s %s: %v in %.200s", method, path, err, a.body)
	}
	return out
}

// post is a call that succeeds.
func (c *caller) post(path string, body object) object {
	c.t.Helper()
	return c.want(http.StatusOK, "POST", path, body)
}

// at walks into an object by keys; nil where there is nothing.
func at(v any, path ...string) any {
	for _, key := range path {
		o, _ := v.(object)
		v = o[key]
	}
	return v
}

// text is a string inside an object; empty where there is none.
func text(v any, path ...string) string {
	s, _ := at(v, path...).(string)
	return s
}

// number is a number inside an object; -1 where there is none.
func number(v any, path ...string) float64 {
	if n, ok := at(v, path...).(float64); ok {
		return n
	}
	return -1
}
