package browser_test

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/testenv"
)

var update = flag.Bool("update", false, "write the layouts that screenshots are held against anew")

const (
	browser = "/usr/bin/chromium"
	// patience is what one flow may take, browser included.
	patience = 2 * time.Minute
)

// run is what run.mjs is told of one flow.
type run struct {
	Flow    string            `json:"flow"`
	Browser string            `json:"browser"`
	Modules string            `json:"modules"`
	Base    string            `json:"base"`
	Key     string            `json:"key"` // of all scopes, where the service asks for keys
	Files   map[string]string `json:"files"`
	Host    string            `json:"host"` // serves the files and takes webhooks
	Shots   string            `json:"shots"`
	Layouts string            `json:"layouts"`
	Update  bool              `json:"update"`
}

// settings are those that a flow's service has beyond the usual.
var settings = map[string]map[string]string{
	"prefix": {"public_url": "http://127.0.0.1/north/desk"},
}

// alone are the flows that measure time and have the machine to themselves, before the others.
var alone = []string{"long"}

// keyed are the flows whose service asks for keys.
var keyed = []string{"key", "keys", "portal"}

func TestFlows(t *testing.T) {
	if _, err := os.Stat(browser); err != nil {
		t.Fatalf("no Chromium is installed; run make setup: %v", err)
	}
	modules, err := testenv.NodeModules("npm")
	if err != nil {
		t.Fatal(err)
	}
	flows, err := filepath.Glob("flow-*.mjs")
	if err != nil || len(flows) == 0 {
		t.Fatalf("%d flows, %v", len(flows), err)
	}
	for _, dir := range []string{".", "../../cmd", "../../internal"} {
		looked(t, dir)
	}
	files := documents(t)
	for _, flow := range flows {
		name := strings.TrimSuffix(strings.TrimPrefix(flow, "flow-"), ".mjs")
		t.Run(name, func(t *testing.T) {
			if !slices.Contains(alone, name) {
				t.Parallel()
			}
			r := run{
				Flow: absolute(t, flow), Browser: browser, Modules: modules, Files: files, Host: newHost(t, files),
				Shots: shots(t, name), Layouts: filepath.Join(absolute(t, "testdata"), "layout", name), Update: *update,
			}
			if slices.Contains(keyed, name) {
				r.Key = "oct_the-first-key-of-this-test"
			}
			r.Base = serve(t, name, r.Host, r.Key)
			r.do(t)
		})
	}
}

// do has node run the flow.
func (r run) do(t *testing.T) {
	t.Helper()
	told, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", "run.mjs")
	cmd.Env = append(os.Environ(), "OCTAVO_FLOW="+string(told))
	// A browser is many processes; those of a flow that hangs go with it.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	} else {
		t.Logf("%s", out)
	}
}

// shots is where the screenshots of a flow are kept.
func shots(t *testing.T, flow string) string {
	dir := os.Getenv("OCTAVO_BROWSER_SHOTS")
	if dir == "" {
		return t.ArtifactDir()
	}
	dir = filepath.Join(dir, flow)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return path
}
