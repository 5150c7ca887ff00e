package pool

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"github.com/octavo-dev/octavo/engines"
	"github.com/octavo-dev/octavo/internal/engine/child"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
	"github.com/octavo-dev/octavo/internal/engine/wire"
	"github.com/octavo-dev/octavo/internal/sandbox"
)

// actVariable makes this test program a child; its value says of what kind.
const (
	actVariable     = "OCTAVO_TEST_CHILD"
	libraryVariable = "OCTAVO_TEST_LIBRARY" // path of PDFium
)

// environment is that of a child of the given kind.
func environment(act string) []string {
	path, err := engines.Dir("../../../.cache/engines").Find("libpdfium.so")
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		path = err.Error() // what the child says when it is to be that kind
	}
	return []string{actVariable + "=" + act, libraryVariable + "=" + path}
}

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "sandbox" {
		os.Exit(sandbox.Main(os.Args[2:]))
	}
	if act := os.Getenv(actVariable); act != "" {
		if err := play(act); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	goleak.VerifyTestMain(m)
}

func play(act string) error {
	files := child.Handed{Line: os.NewFile(3, "descriptors")}
	if act != "pdfium" {
		return pretend(act, files)
	}
	lib, err := pdfium.Open(os.Getenv(libraryVariable))
	if err != nil {
		return err
	}
	return child.Serve(os.Stdin, os.Stdout, files, map[string]child.Opener{
		"pdf": func(f *os.File, password string) (child.Document, error) {
			d, err := lib.OpenFile(f, password)
			if err != nil {
				return nil, err
			}
			return d, nil
		},
	})
}

// running is a child without fences.
type running struct{ cmd *exec.Cmd }

func (r running) Kill() { _ = r.cmd.Process.Kill() }

func (r running) Wait() error { return r.cmd.Wait() }

// launch starts this program as a child of the given kind.
func launch(act string) (*Process, error) {
	near, far, err := wire.DescriptorLine()
	if err != nil {
		return nil, err
	}
	defer far.Close()
	childIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer childIn.Close()
	out, childOut, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer childOut.Close()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), environment(act)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.ExtraFiles = childIn, childOut, nil, []*os.File{far}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &Process{In: in, Out: out, Files: near, Pid: cmd.Process.Pid, Running: running{cmd}}, nil
}

// stage counts the children of a test and lets each play its part; the last part is played by all that follow.
type stage struct {
	mu   sync.Mutex
	acts []string
	pids []int
}

func (s *stage) launch(context.Context) (*Process, error) {
	s.mu.Lock()
	act := s.acts[min(len(s.pids), len(s.acts)-1)]
	s.mu.Unlock()
	p, err := launch(act)
	if err == nil {
		s.mu.Lock()
		s.pids = append(s.pids, p.Pid)
		s.mu.Unlock()
	}
	return p, err
}

func (s *stage) started() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]int(nil), s.pids...)
}

// newPool makes a pool whose children play the given parts. When the test ends, nothing of it may be left.
func newPool(t testing.TB, o Options, acts ...string) (*Pool, *stage) {
	t.Helper()
	s := &stage{acts: acts}
	o.Launch = s.launch
	o.Log = slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelDebug}))
	before := descriptors(t)
	p := New(o)
	t.Cleanup(func() {
		p.Close()
		for _, pid := range s.started() {
			if _, err := os.Stat(fmt.Sprintf("/proc/%d", pid)); err == nil {
				t.Errorf("child %d is still there", pid)
			}
		}
		if after := descriptors(t); after > before {
			t.Errorf("%d descriptors before, %d after", before, after)
		}
	})
	return p, s
}

func descriptors(t testing.TB) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, e := range entries {
		// Files of tests are theirs to close; the poller of the runtime stays.
		to, err := os.Readlink("/proc/self/fd/" + e.Name())
		if err == nil && (strings.HasPrefix(to, "pipe:") || strings.HasPrefix(to, "socket:")) {
			n++
		}
	}
	return n
}
