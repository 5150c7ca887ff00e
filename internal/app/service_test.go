package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/testenv"
)

func TestMain(m *testing.M) {
	if code, ok := app.Child(os.Args[1:]); ok { // started by itself as an engine process
		os.Exit(code)
	}
	if len(os.Args) > 1 && os.Args[1] == parentCommand {
		os.Exit(startHostile(os.Args[2:]))
	}
	// Refusals are what most tests are about; their log lines would bury a failure.
	slog.SetDefault(slog.New(slog.DiscardHandler))
	testenv.Main(m)
}

// unlimited lets a test call as often as it likes.
const unlimited = "rate: {other: {key: {rate: 0, burst: 0}, org: {rate: 0, burst: 0}}, poll: {key: {rate: 0, burst: 0}, org: {rate: 0, burst: 0}}}"

const testVersion = "v1.2.3-test"

// service is a whole installation in this process, with a client.
type service struct {
	*app.App
	t   testing.TB
	url string
	key string // bearer of every call; empty sends none
}

// start runs an installation with extra settings, given as lines of octavo.yaml. Databases: sqlite or postgres.
func start(t testing.TB, dialect string, settings ...string) *service {
	t.Helper()
	dir := t.TempDir()
	lines := append([]string{"data_dir: " + dir}, settings...)
	if dialect == "postgres" {
		lines = append(lines, "database_url: "+testenv.Postgres(t))
	}
	return startIn(t, dir, lines)
}

func startIn(t testing.TB, dir string, lines []string) *service {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	engines, err := filepath.Abs("../../.cache/engines")
	if err != nil {
		t.Fatal(err)
	}
	lines = append(lines, "listen: "+listener.Addr().String())
	path := filepath.Join(dir, "octavo.yaml")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg, err := config.Load(path, []string{"OCTAVO_ENGINES_DIR=" + engines})
	if err != nil {
		t.Fatal(err)
	}
	a, err := app.Open(context.Background(), cfg, testVersion)
	if err != nil {
		t.Fatal(err)
	}
	a.Start(context.Background())
	web := &httptest.Server{Listener: listener, Config: &http.Server{Handler: a.Server}}
	web.Start()
	t.Cleanup(func() {
		web.CloseClientConnections()
		web.Close()
		if err := a.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return &service{App: a, t: t, url: web.URL}
}

// as returns the same service with another key.
func (s *service) as(key string) *service {
	c := *s
	c.key = key
	return &c
}

// answer is a response that has been read.
type answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// do sends one request. A body is a string, bytes or anything that marshals.
func (s *service) do(method, path string, body any, header ...string) answer {
	s.t.Helper()
	var r io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		r = strings.NewReader(b)
	case []byte:
		r = bytes.NewReader(b)
	case io.Reader:
		r = b
	default:
		raw, err := json.Marshal(b)
		if err != nil {
			s.t.Fatal(err)
		}
		r = bytes.NewReader(raw)
	}
	target := path
	if !strings.HasPrefix(path, "http") {
		target = s.url + path
	}
	req, err := http.NewRequest(method, target, r)
	if err != nil {
		s.t.Fatal(err)
	}
	if s.key != "" {
		req.Header.Set("Authorization", "Bearer "+s.key)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatalf("%s %s: %v", method, path, err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatalf("%s %s: read: %v", method, path, err)
	}
	return answer{res.StatusCode, res.Header, raw}
}

// want sends a request, expects a status and returns the JSON object of the answer.
func (s *service) want(status int, method, path string, body any, header ...string) map[string]any {
	s.t.Helper()
	a := s.do(method, path, body, header...)
	if a.Status != status {
		s.t.Fatalf("%s %s: status %d, want %d: %s", method, path, a.Status, status, a.Body)
	}
	return a.object(s.t)
}

func (a answer) object(t testing.TB) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal(a.Body, &v); err != nil {
		t.Fatalf("not a JSON object: %s", a.Body)
	}
	return v
}

// at walks into decoded JSON: strings are keys, ints are indexes.
func at(v any, path ...any) any {
	for _, p := range path {
		switch k := p.(type) {
		case string:
			m, _ := v.(map[string]any)
			v = m[k]
		case int:
			l, _ := v.([]any)
			if k >= len(l) {
				return nil
			}
			v = l[k]
		}
	}
	return v
}

// upload stores a file and returns its id.
func (s *service) upload(name, content string) string {
	s.t.Helper()
	body, kind := multipartFile(s.t, name, content)
	return at(s.want(200, "POST", "/upload", body, "Content-Type", kind), "file_id").(string)
}

func multipartFile(t testing.TB, name, content string) ([]byte, string) {
	t.Helper()
	var buf bytes.Buffer
	w := multipart.NewWriter(&buf)
	part, err := w.CreateFormFile("file", name)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(part, content)
	w.Close()
	return buf.Bytes(), w.FormDataContentType()
}

// ended waits until a job is final and returns it.
func (s *service) ended(id string) map[string]any {
	s.t.Helper()
	return s.endedWithin(id, 30*time.Second)
}

func (s *service) endedWithin(id string, within time.Duration) map[string]any {
	s.t.Helper()
	deadline := time.Now().Add(within)
	for time.Now().Before(deadline) {
		j := s.want(200, "GET", "/job/"+id+"?timeout=5", nil)
		if status := j["status"]; status == "Completed" || status == "Failed" {
			return j
		}
	}
	s.t.Fatalf("job %s did not end", id)
	return nil
}

// submit starts an asynchronous parse of a file and returns the job's id.
func (s *service) submit(input string) string {
	s.t.Helper()
	return s.want(200, "POST", "/parse_async", map[string]any{"input": input})["job_id"].(string)
}
