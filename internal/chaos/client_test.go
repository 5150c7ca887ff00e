package chaos

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
)

// client is a caller of the service.
type client struct {
	t    testing.TB
	base string
	http *http.Client
}

// patience is how long a caller waits for an answer that needs no document to be read: nothing may hang. It is five
// seconds, and one for a busy machine.
const patience = 6 * time.Second

func newClient(t testing.TB, base string) *client {
	transport := &http.Transport{MaxIdleConnsPerHost: 20}
	t.Cleanup(transport.CloseIdleConnections)
	return &client{t: t, base: base, http: &http.Client{Transport: transport}}
}

// answer is a response that has been read.
type answer struct {
	status int
	header http.Header
	body   []byte
	took   time.Duration
}

func (a answer) String() string { return fmt.Sprintf("%d after %v: %.300s", a.status, a.took, a.body) }

// field reads a value inside a JSON answer; nil when it is not there.
func (a answer) field(path ...string) any {
	var v any
	if json.Unmarshal(a.body, &v) != nil {
		return nil
	}
	for _, name := range path {
		object, _ := v.(map[string]any)
		v = object[name]
	}
	return v
}

func (a answer) text(path ...string) string {
	s, _ := a.field(path...).(string)
	return s
}

// try sends one request, with a body that is a string, bytes or marshals. Headers come in pairs.
func (c *client) try(within time.Duration, method, path string, body any, header ...string) (answer, error) {
	var r io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		r = strings.NewReader(b)
	case []byte:
		r = bytes.NewReader(b)
	default:
		raw, err := json.Marshal(b)
		if err != nil {
			return answer{}, err
		}
		r = bytes.NewReader(raw)
	}
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	if !strings.HasPrefix(path, "http://") {
		path = c.base + path
	}
	req, err := http.NewRequestWithContext(ctx, method, path, r)
	if err != nil {
		return answer{}, err
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	began := time.Now()
	res, err := c.http.Do(req)
	if err != nil {
		return answer{took: time.Since(began)}, err
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	return answer{res.StatusCode, res.Header, raw, time.Since(began)}, err
}

// do sends a request that must be answered.
func (c *client) do(method, path string, body any, header ...string) answer {
	c.t.Helper()
	a, err := c.try(30*time.Second, method, path, body, header...)
	if err != nil {
		c.t.Fatalf("%s %s: %v", method, path, err)
	}
	return a
}

// want sends a request and expects a status.
func (c *client) want(status int, method, path string, body any, header ...string) answer {
	c.t.Helper()
	a := c.do(method, path, body, header...)
	if a.status != status {
		c.t.Fatalf("%s %s: want %d, got %v", method, path, status, a)
	}
	return a
}

// form is a multipart body with one file.
func form(name, content string) (body []byte, contentType string) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, _ := w.CreateFormFile("file", name) // a buffer takes everything
	io.WriteString(part, content)
	w.Close()
	return b.Bytes(), w.FormDataContentType()
}

func (c *client) tryUpload(within time.Duration, name, content string) (answer, error) {
	body, contentType := form(name, content)
	return c.try(within, "POST", "/upload", body, "Content-Type", contentType)
}

// upload stores a file and returns its id.
func (c *client) upload(name, content string) string {
	c.t.Helper()
	a, err := c.tryUpload(30*time.Second, name, content)
	if err != nil || a.status != http.StatusOK {
		c.t.Fatalf("upload: %v %v", a, err)
	}
	return a.text("file_id")
}

// unavailable says what is wrong with an answer that has to be 503 SERVICE_UNAVAILABLE with a time to retry.
func unavailable(a answer, err error) error {
	if err != nil {
		return err
	}
	seconds, convErr := strconv.Atoi(a.header.Get("Retry-After"))
	switch {
	case a.status != http.StatusServiceUnavailable || a.text("error", "name") != "SERVICE_UNAVAILABLE":
		return fmt.Errorf("not SERVICE_UNAVAILABLE: %v", a)
	case convErr != nil || seconds < 1:
		return fmt.Errorf("Retry-After is %q", a.header.Get("Retry-After"))
	case a.header.Get("X-Should-Retry") != "true":
		return errors.New("x-should-retry is not true")
	}
	return nil
}

// promptly is unavailable, and said in time.
func promptly(a answer, err error) error {
	err = unavailable(a, err)
	if err == nil && a.took > patience {
		err = fmt.Errorf("it took %v", a.took)
	}
	return err
}
