package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/config"
)

// load reads text as a settings file.
func load(t *testing.T, text string, environ ...string) (*config.Config, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "octavo.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return config.Load(path, environ)
}

func mustLoad(t *testing.T, text string, environ ...string) *config.Config {
	t.Helper()
	cfg, err := load(t, text, environ...)
	if err != nil {
		t.Fatal(err)
	}
	return cfg
}

func TestFile(t *testing.T) {
	cfg := mustLoad(t, `
listen: 0.0.0.0:9000
public_url: https://docs.example.com/octavo/
limits:
  request_bytes: 1_000_000
  upload_bytes: 1.5 GiB
  document_bytes: 2GB
  expansion: {ratio: 10}
  job_timeout: 2d12h
  sync_timeout: 90
queue: {cpu_max_depth: 0, max_wait: 5m, io_max_depth: null}
workers: {cpu: 0}
fetch: {allow: [10.0.0.0/8, files.example.com], ports: [443, 8443]}
auth: {insecure_open: yes}
rate: {sync: {key: {rate: 0.5}}}
orgs:
  acme: {max_concurrency: 3, s3_allowed_buckets: [acme-*], hybrid_vpc: {eu: "s3://acme-eu?region=eu-west-1"}}
inference:
  models:
    - {name: big, provider: openai, roles: [language], context: 128000}
    - {name: eye, provider: local, kind: gpu, roles: vision, endpoint: "http://10.0.0.5:8000/v1"}
models: {aliases: {best: v1}}
`)
	checks := []struct {
		what      string
		got, want any
	}{
		{"public_url", cfg.PublicURL, "https://docs.example.com/octavo"},
		{"studio_url", cfg.StudioURL, "https://docs.example.com/octavo/studio"},
		{"plain size", cfg.Limits.RequestBytes, int64(1_000_000)},
		{"fraction", cfg.Limits.UploadBytes, int64(3 << 29)},
		{"MB is binary, as in the interface", cfg.Limits.DocumentBytes, int64(2 << 30)},
		{"set inside a section", cfg.Limits.Expansion.Ratio, 10},
		{"neighbour keeps its default", cfg.Limits.Expansion.Bytes, int64(4 << 30)},
		{"days and hours", cfg.Limits.JobTimeout, 60 * time.Hour},
		{"plain seconds", cfg.Limits.SyncTimeout, 90 * time.Second},
		{"cap of zero", *cfg.Queue.CPUMaxDepth, 0},
		{"null is the default", cfg.Queue.IOMaxDepth == nil, true},
		{"max_wait", cfg.Queue.MaxWait, 5 * time.Minute},
		{"no cpu workers", cfg.Workers.CPU, 0},
		{"io workers derived", cfg.Workers.IO > 0, true},
		{"yes", cfg.Auth.InsecureOpen, true},
		{"partial bucket", cfg.Rate.Sync.Key, config.Bucket{Rate: 0.5, Burst: 100}},
		{"org", *cfg.Orgs["acme"].MaxConcurrency, 3},
		{"list", strings.Join(cfg.Fetch.Allow, " "), "10.0.0.0/8 files.example.com"},
		{"ports", cfg.Fetch.Ports[1], 8443},
		{"default inside a list entry", cfg.Inference.Models[0].Kind, "provider"},
		{"one string as a list", cfg.Inference.Models[1].Roles[0], "vision"},
		{"alias", cfg.Models.Aliases["best"], "v1"},
	}
	for _, c := range checks {
		if c.got != c.want {
			t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
		}
	}
}

func TestAllProblemsAtOnce(t *testing.T) {
	_, err := load(t, `
limits:
  request_bytes: huge
  max_pages: 0
limit: {}
queue:
  lease: 4s
  lease: 5s
auth: [1]
retention: {results: 1y}
`, "OCTAVO_OCR_ENGINE=eyes")
	var problems config.Problems
	if !errors.As(err, &problems) {
		t.Fatalf("got %v", err)
	}
	want := []string{
		`octavo.yaml:3: limits.request_bytes: "huge" is not a size; write 32MiB, 100MB or a number of bytes`,
		`octavo.yaml:4: limits.max_pages: "0" is not a whole number from 1 up`,
		`octavo.yaml:5: limit: unknown key; known here: `,
		`octavo.yaml:8: queue.lease: is set twice`,
		`octavo.yaml:9: auth: must be a mapping of key_file, insecure_open`,
		`octavo.yaml:10: retention.results: "1y" is not a duration`,
		`OCTAVO_OCR_ENGINE: ocr.engine: "eyes" is not one of auto, paddle, tesseract`,
		`octavo.yaml:8: queue.lease: 4s must be at least twice queue.heartbeat (3s)`,
	}
	if len(problems) != len(want) {
		t.Errorf("%d problems, want %d:\n%v", len(problems), len(want), err)
	}
	for i := range min(len(want), len(problems)) {
		if got := problems[i].String(); !strings.HasPrefix(got, want[i]) {
			t.Errorf("got  %s\nwant %s", got, want[i])
		}
	}
}

func TestUnreadable(t *testing.T) {
	if _, err := config.Load(filepath.Join(t.TempDir(), "none.yaml"), nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a named file that is missing: %v", err)
	}
	for text, want := range map[string]string{
		"a: [":               "octavo.yaml: yaml: line 1",
		"- listen":           "must be a mapping",
		"listen: :1\n---\nx": "more than one YAML document",
		"urls.ttl: 5m":       "urls.ttl: unknown key",
	} {
		if _, err := load(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if cfg := mustLoad(t, "# nothing set\n"); cfg.Listen != "127.0.0.1:8080" {
		t.Errorf("empty file: listen %q", cfg.Listen)
	}
	if _, err := load(t, strings.Repeat("#", 5<<20)); err == nil {
		t.Error("a file of 5 MiB was read")
	}
}

func TestDefaultFile(t *testing.T) {
	t.Chdir(t.TempDir())
	if _, err := config.Load("", nil); err != nil {
		t.Errorf("without a file: %v", err)
	}
	if err := os.WriteFile(config.DefaultFile, []byte("id_scheme: doc\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if cfg, err := config.Load("", nil); err != nil || cfg.IDScheme != "doc" {
		t.Errorf("got %v, %v", cfg, err)
	}
}

func TestSecretsStayOutOfMessages(t *testing.T) {
	_, err := load(t, `
database_url: mysql://u:hunter2@h/d
redis_url: http://:hunter2@h
urls: {signing_keys: [hunter2, {a: hunter2}]}
webhooks: {direct_secret: hunter2}
`)
	if err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("got %v", err)
	}
	var problems config.Problems
	if errors.As(err, &problems); len(problems) < 4 {
		t.Errorf("got %v", err)
	}
}

func TestAnchors(t *testing.T) {
	cfg := mustLoad(t, "rate:\n  sync: {key: &small {rate: 1, burst: 2}, org: *small}\n")
	if cfg.Rate.Sync.Org != (config.Bucket{Rate: 1, Burst: 2}) {
		t.Errorf("got %+v", cfg.Rate.Sync)
	}
}

func TestWarnings(t *testing.T) {
	for _, c := range []struct {
		text, env, want string
	}{
		{"listen: 127.0.0.1:80", "", ""},
		{"public_url: http://localhost:8080", "", ""},
		{"public_url: http://127.8.8.8", "", ""},
		{"public_url: http://docs.example.com", "", "public_url is not https"},
		{"public_url: https://docs.example.com", "", ""},
		{"listen: :8080", "", "public_url is not set"},
		{"auth: {insecure_open: true}", "", "auth.insecure_open"},
		{"", "OCTAVO_LIMIT_REQUEST_BYTES=1", "OCTAVO_LIMIT_REQUEST_BYTES names no setting"},
		{"", "OCTAVO_CONFIG=x.yaml", ""},
		{"", "OCTAVO_API_KEY=oct_x", ""},
		{"", "OCTAVO_SERVER=http://127.0.0.1:8080", ""},
		{"", "HOME=/", ""},
	} {
		got := mustLoad(t, c.text, c.env).Warnings()
		if c.want == "" && len(got) > 0 || c.want != "" && !slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, c.want) }) {
			t.Errorf("%s %s: %q, want %q", c.text, c.env, got, c.want)
		}
	}
}
