package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/infer/infertest"
)

func TestMain(m *testing.M) {
	if code, ok := app.Child(os.Args[1:]); ok { // started by itself as an engine process
		os.Exit(code)
	}
	if os.Getenv(asProgram) != "" { // started by a test that talks to it over its standard input
		os.Exit(run(os.Args[1:], os.Stdout))
	}
	os.Exit(m.Run())
}

// settings writes a settings file for an installation of its own.
func settings(t *testing.T, lines ...string) string {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "octavo.yaml")
	engines, err := filepath.Abs("../../.cache/engines")
	if err != nil {
		t.Fatal(err)
	}
	lines = append([]string{"data_dir: " + dir, "engines: {dir: " + engines + "}", "database_url: sqlite:" + filepath.Join(dir, "octavo.db")}, lines...)
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// octavo runs a command and returns what it prints and its exit code.
func octavo(path string, args ...string) (string, int) {
	var out bytes.Buffer
	code := run(append([]string{"--config", path}, args...), &out)
	return out.String(), code
}

func TestConfigCheck(t *testing.T) {
	if out, code := octavo(settings(t), "config", "check"); code != 0 || !strings.Contains(out, "valid") {
		t.Errorf("%d %s", code, out)
	}
	if _, code := octavo(settings(t, "models: {aliases: {theirs: v99}}"), "config", "check"); code != 1 {
		t.Errorf("an alias of a version that there is not: code %d", code)
	}
	if _, code := octavo(settings(t, "pipelines: {dir: /nowhere}"), "config", "check"); code != 1 {
		t.Errorf("a folder of pipelines that is not there: exit code %d", code)
	}
	if _, code := octavo(settings(t, "lisen: 127.0.0.1:1"), "config", "check"); code != 1 {
		t.Errorf("an unknown key exits %d", code)
	}
	if _, code := octavo(settings(t), "frobnicate"); code != 2 {
		t.Errorf("an unknown command exits %d", code)
	}
}

func TestKeysAndOrgs(t *testing.T) {
	path := settings(t)
	out, code := octavo(path, "keys", "create", "--org", "acme", "--name", "ci", "--scopes", "read,submit", "--expires", "90d")
	secret := strings.TrimSuffix(out, "\n") // nothing else, for scripts
	if code != 0 || !strings.HasPrefix(secret, "oct_") || len(secret) != 47 {
		t.Fatalf("%d %s", code, out)
	}
	list, _ := octavo(path, "keys", "list")
	if !strings.Contains(list, "acme") || !strings.Contains(list, secret[:8]) || strings.Contains(list, secret) {
		t.Errorf("the list: %s", list)
	}
	_, rest, _ := strings.Cut(list, "\n")
	id := strings.Fields(rest)[0]
	rotated, code := octavo(path, "keys", "rotate", id, "--overlap", "1h")
	if code != 0 || strings.Contains(rotated, secret) || !strings.HasPrefix(rotated, "oct_") {
		t.Errorf("rotate: %d %s", code, rotated)
	}
	if out, code := octavo(path, "keys", "revoke", id); code != 0 {
		t.Errorf("revoke: %d %s", code, out)
	}
	if _, code := octavo(path, "keys", "create", "--org", "acme", "--name", "x", "--scopes", "fly"); code != 2 {
		t.Errorf("an unknown scope exits %d", code)
	}
	if _, code := octavo(path, "orgs", "set", "acme", "--max-concurrency", "3"); code != 0 {
		t.Errorf("orgs set exits %d", code)
	}
	if out, _ := octavo(path, "orgs", "list"); !strings.Contains(out, "acme") || !strings.Contains(out, "3") {
		t.Errorf("orgs: %s", out)
	}
}

// A key can be made before anything has been started.
func TestFirstKey(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "not", "yet")
	path := filepath.Join(t.TempDir(), "octavo.yaml")
	if err := os.WriteFile(path, []byte("data_dir: "+dir), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, code := octavo(path, "keys", "create", "--org", "default", "--name", "first"); code != 0 || !strings.HasPrefix(out, "oct_") {
		t.Errorf("%d %s", code, out)
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("data_dir: %v, %v", info, err)
	}
}

func TestDoctor(t *testing.T) {
	out, code := octavo(settings(t), "doctor")
	if code != 0 || strings.Contains(out, "FAIL") {
		t.Errorf("%d %s", code, out)
	}
	out, code = octavo(settings(t, "store: {path: /proc/nowhere}", "auth: {insecure_open: true}"), "doctor")
	if code != 1 || strings.Count(out, "FAIL") != 2 || !strings.Contains(out, "→") {
		t.Errorf("%d %s", code, out)
	}
}

// TestMajorUpgrade: a later major version migrates only after a passing readiness check of the running one.
func TestMajorUpgrade(t *testing.T) {
	path := settings(t)
	if out, code := octavo(path, "migrate"); code != 0 {
		t.Fatalf("%d %s", code, out)
	}
	defer func(v string) { version = v }(version)
	version = "v2.0.0-next"
	if _, code := octavo(path, "migrate"); code != 3 {
		t.Errorf("an unchecked upgrade exits %d, want 3", code)
	}
	store := func(check api.ReadinessCheck, age time.Duration) {
		t.Helper()
		cfg, err := config.Load(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		db, err := app.OpenDatabase(context.Background(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		body, _ := json.Marshal(check)
		if err := db.SetMeta(t.Context(), "readiness", string(body)); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Write.Exec("UPDATE meta SET updated_at = updated_at - $1 WHERE name = 'readiness'", age.Milliseconds()); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		name  string
		check api.ReadinessCheck
		age   time.Duration
		code  int
	}{
		{"failed check", api.ReadinessCheck{Ready: false, Version: "v1.0.0-dev"}, 0, 3},
		{"check of another version", api.ReadinessCheck{Ready: true, Version: "v2.0.0-next"}, 0, 3},
		{"old check", api.ReadinessCheck{Ready: true, Version: "v1.0.0-dev"}, 25 * time.Hour, 3},
		{"good check", api.ReadinessCheck{Ready: true, Version: "v1.0.0-dev"}, time.Hour, 0},
	} {
		store(tt.check, tt.age)
		if out, code := octavo(path, "migrate"); code != tt.code {
			t.Errorf("%s: exit %d, want %d: %s", tt.name, code, tt.code, out)
		}
	}
	version = "v3.0.0"
	if _, code := octavo(path, "migrate", "--force"); code != 0 {
		t.Errorf("--force exits %d", code)
	}
}

func TestParseFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "notes.md")
	if err := os.WriteFile(file, []byte("# Title\n\n1. one\n2. two\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, code := octavo(settings(t), "parse", file)
	if code != 0 || out != "# Title\n\n1. one\n2. two\n" {
		t.Errorf("%d %q", code, out)
	}
	empty := filepath.Join(t.TempDir(), "empty.txt")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, code := octavo(settings(t), "parse", empty); code != 1 {
		t.Errorf("an empty file exits %d", code)
	}
}

func TestDoctorAsksAModel(t *testing.T) {
	for _, c := range []struct {
		name, model string
		step        infertest.Step
		code        int
		says        string
	}{
		{"Good", "m", infertest.Answer(`{"number":"OCT-8","color":"red"}`), 0, "ok    model      m answered in "},
		{"Blind", "m", infertest.Answer(`{"number":"OCT-8","color":"blue"}`), 1, "but it did not see the picture"},
		{"WrongKey", "m", infertest.Status(401, "sk-secret", 0), 1, "FAIL  model      m: LLM_PROVIDER_ERROR: model provider local failed: status 401"},
		{"Unknown", "x", infertest.Answer("{}"), 1, "x is not configured"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := infertest.Start(t, infertest.Script(c.step))
			path := settings(t, "inference: {models: [{name: m, provider: local, roles: [vision, language], endpoint: "+server.URL+"}]}")
			out, code := octavo(path, "doctor", "--model", c.model)
			if code != c.code || !strings.Contains(out, c.says) || strings.Contains(out, "secret") {
				t.Errorf("%d %s", code, out)
			}
		})
	}
}
