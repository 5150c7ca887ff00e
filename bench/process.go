package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/octavo-dev/octavo/internal/testenv"
)

// process is a running `octavo serve`.
type process struct {
	base   string
	log    string
	cmd    *exec.Cmd
	gone   chan struct{}
	client *http.Client
}

// build compiles the product from the repository this module lies in, with the product's own module file.
func (l *lab) build(ctx context.Context) (string, error) {
	root, err := repository(ctx)
	if err != nil {
		return "", err
	}
	binary := filepath.Join(l.dir, "octavo")
	if out, err := exec.CommandContext(ctx, "go", "build", "-C", root, "-o", binary, "./cmd/octavo").CombinedOutput(); err != nil {
		return "", fmt.Errorf("build octavo: %w: %s", err, out)
	}
	return binary, nil
}

// repository is the folder this module lies in.
func repository(ctx context.Context) (string, error) {
	mod, err := exec.CommandContext(ctx, "go", "env", "GOMOD").Output()
	if err != nil {
		return "", fmt.Errorf("find the repository: %w", err)
	}
	return filepath.Dir(filepath.Dir(strings.TrimSpace(string(mod)))), nil
}

// serve starts a server of its own folder and waits until it is ready. extra are further lines of its settings.
func (l *lab) serve(ctx context.Context, binary, database string, extra ...string) (*process, error) {
	dir, err := os.MkdirTemp(l.dir, "serve-")
	if err != nil {
		return nil, err
	}
	engines, err := enginesDir()
	if err != nil {
		return nil, err
	}
	port, err := testenv.FreePort()
	if err != nil {
		return nil, err
	}
	addr := fmt.Sprintf("127.0.0.1:%d", port)
	const off = "{key: {rate: 0, burst: 0}, org: {rate: 0, burst: 0}}"
	settings := append([]string{
		"data_dir: " + filepath.Join(dir, "data"), "database_url: " + database, "listen: " + addr, "shutdown: {grace: 1s}",
		fmt.Sprintf("engines: {dir: %q}", engines),
		fmt.Sprintf("rate: {sync: %s, async: %s, poll: %s, other: %s, all: %s}", off, off, off, off, off),
	}, extra...)
	file := filepath.Join(dir, "octavo.yaml")
	if err := os.WriteFile(file, []byte(strings.Join(settings, "\n")+"\n"), 0o600); err != nil {
		return nil, err
	}
	p := &process{
		base: "http://" + addr, log: filepath.Join(dir, "log"), gone: make(chan struct{}),
		client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}, Timeout: 30 * time.Second},
		cmd:    exec.Command(binary, "serve", "--config", file),
	}
	p.cmd.Dir, p.cmd.Env = dir, l.environment(dir)
	if err := p.start(); err != nil {
		return nil, err
	}
	return p, p.ready(ctx)
}

// environment is that of a process whose home is dir.
func (l *lab) environment(dir string) []string {
	return append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir}, l.env...)
}

// start runs the server so that it dies with us. The kernel sends the death signal when the thread that forked
// ends, so one thread is kept for it.
func (p *process) start() error {
	log, err := os.Create(p.log)
	if err != nil {
		return err
	}
	p.cmd.Stdout, p.cmd.Stderr = log, log
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	started := make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		defer close(p.gone)
		defer log.Close()
		err := p.cmd.Start()
		started <- err
		if err == nil {
			p.cmd.Wait()
		}
	}()
	return <-started
}

func (p *process) ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		err := p.call(ctx, http.MethodGet, "/ready", "")
		if err == nil {
			return nil
		}
		select {
		case <-p.gone:
			return fmt.Errorf("octavo serve ended: %s", p.said())
		case <-ctx.Done():
			p.end()
			return fmt.Errorf("octavo serve is not ready: %w: %s", err, p.said())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func (p *process) said() string {
	text, _ := os.ReadFile(p.log) // only there to explain another error
	return string(text[max(0, len(text)-2000):])
}

// call sends a request and reads the answer, which must be 200.
func (p *process) call(ctx context.Context, method, path, body string) error {
	r, err := http.NewRequestWithContext(ctx, method, p.base+path, strings.NewReader(body))
	if err != nil {
		return err
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	res, err := p.client.Do(r)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s %s: %s: %.300s", method, path, res.Status, text)
	}
	return err
}

// memory is how much of the process lies in memory, in MiB; 0 when it is gone.
func (p *process) memory() float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	var kib float64
	if _, after, ok := strings.Cut(string(text), "VmRSS:"); ok {
		fmt.Sscanf(after, "%f kB", &kib)
	}
	return kib / 1024
}

// end kills the server; there is nothing worth keeping.
func (p *process) end() {
	p.cmd.Process.Kill()
	<-p.gone
	p.client.CloseIdleConnections()
}
