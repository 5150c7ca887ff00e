package testenv

import (
	"context"
	"crypto/tls"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Service is `octavo serve` as people start it: the real program, with settings and data of its own.
type Service struct {
	URL    string // where it answers, without a slash at the end
	Binary string
	Config string // its settings file
	Dir    string // its working directory
}

// Program builds the program once for all tests of a package.
var Program = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "octavo-program-")
	if err != nil {
		return "", err
	}
	atExit(func() { os.RemoveAll(dir) })
	path := filepath.Join(dir, "octavo")
	out, err := exec.Command("go", "build", "-o", path, "github.com/octavo-dev/octavo/cmd/octavo").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build octavo: %w: %s", err, strings.TrimSpace(string(out)))
	}
	return path, nil
})

// Serve starts a service on a free loopback port with more settings, top-level keys and their YAML, and stops it with
// the test. With tls among them it answers https, and below the path of public_url if that has one.
func Serve(t testing.TB, settings map[string]string) *Service {
	t.Helper()
	bin, err := Program()
	if err != nil {
		t.Fatal(err)
	}
	root, err := repository()
	if err != nil {
		t.Fatal(err)
	}
	port, err := FreePort()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	scheme := "http"
	if settings["tls"] != "" {
		scheme = "https"
	}
	s := &Service{URL: scheme + "://127.0.0.1:" + strconv.Itoa(port), Binary: bin, Config: filepath.Join(dir, "octavo.yaml"), Dir: dir}
	all := map[string]string{
		"data_dir": filepath.Join(dir, "data"), "listen": "127.0.0.1:" + strconv.Itoa(port), "public_url": s.URL,
		"engines": "{dir: " + filepath.Join(root, ".cache", "engines") + "}", "shutdown": "{grace: 5s}",
	}
	for key, value := range settings {
		all[key] = value
	}
	if public, err := url.Parse(settings["public_url"]); err == nil {
		s.URL += public.Path
	}
	var yaml strings.Builder
	for key, value := range all {
		fmt.Fprintf(&yaml, "%s: %s\n", key, value)
	}
	if err := os.WriteFile(s.Config, []byte(yaml.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	s.start(t)
	return s
}

func (s *Service) start(t testing.TB) {
	t.Helper()
	log, err := os.Create(filepath.Join(s.Dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	cmd := exec.Command(s.Binary, "serve", "--config", s.Config)
	cmd.Dir, cmd.Stdout, cmd.Stderr = s.Dir, log, log
	gone, err := startBound(cmd)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		select {
		case <-gone:
		case <-time.After(30 * time.Second):
			t.Error("octavo serve does not stop")
			cmd.Process.Kill()
			<-gone
		}
		if t.Failed() {
			t.Logf("the log of the service:\n%s", s.log())
		}
	})
	s.await(t, gone)
}

// await polls until the service is ready. Whether its certificate is good is for the test to find out.
func (s *Service) await(t testing.TB, gone <-chan struct{}) {
	t.Helper()
	transport := &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport, Timeout: 5 * time.Second}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		res, err := client.Get(s.URL + "/ready")
		if err == nil {
			res.Body.Close()
			if res.StatusCode == http.StatusOK {
				return
			}
		}
		select {
		case <-gone:
			t.Fatalf("octavo serve ended:\n%s", s.log())
		case <-ctx.Done():
			t.Fatalf("octavo serve is not ready:\n%s", s.log())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// log is the end of what the service wrote.
func (s *Service) log() string {
	text, err := os.ReadFile(filepath.Join(s.Dir, "log"))
	if err != nil {
		return err.Error()
	}
	return string(text[max(0, len(text)-8000):])
}
