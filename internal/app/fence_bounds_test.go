package app_test

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/sandbox"
	"github.com/octavo-dev/octavo/internal/sandbox/hostile"
)

// What a hostile child asks for.
const (
	manyProcesses = 10_000
	muchMemory    = 8 << 30
	muchDisk      = 10 << 30
)

// Fence test: a hostile program in the place of each child gets no more processes, threads, memory and room than that
// child is given, however much it asks for, and leaves nothing.
func TestBoundsOfEveryChild(t *testing.T) {
	w := newWorld(t)
	for name, args := range map[string][]string{
		"processes": {"fork", "1500"}, "threads": {"threads", "1500"}, "memory": {"memory", strconv.Itoa(muchMemory)},
		"memory together": {"together", strconv.Itoa(256 << 20)}, "room": {"fill", strconv.Itoa(8 << 20)},
	} {
		t.Run("outside/"+name, func(t *testing.T) {
			if r := w.outside(t, args...); !r.Done {
				t.Errorf("refused also without fences: %+v", r)
			}
		})
	}
	for _, child := range slices.Sorted(maps.Keys(w.programs)) {
		p := w.programs[child]
		for _, b := range []struct {
			name   string
			args   []string
			fences []sandbox.Fence
			check  func(*testing.T, hostile.Result, error)
		}{
			{"processes", []string{"fork", strconv.Itoa(manyProcesses)}, forks(p), noProcesses(p)},
			{"threads", []string{"threads", strconv.Itoa(manyProcesses)}, []sandbox.Fence{sandbox.Nproc}, noThreads},
			{"memory", []string{"memory", strconv.Itoa(muchMemory)}, []sandbox.Fence{sandbox.Rlimits}, refusedAt(p.Memory, "ENOMEM")},
			{"memory together", []string{"together", strconv.Itoa(muchMemory)}, together(p), notTogether(p)},
			{"room", []string{"fill", strconv.Itoa(muchDisk)}, []sandbox.Fence{sandbox.Tmpfs}, refusedAt(p.Scratch, "ENOSPC", "EFBIG")},
		} {
			t.Run(child+"/"+b.name, func(t *testing.T) {
				token := "token-" + t.Name()
				r, err := w.try(t, child, append(b.args, token)...)
				if up, down := w.standing(b.fences); len(up) == 0 {
					t.Logf("nothing holds this here: %v", down)
					return
				}
				b.check(t, r, err)
				t.Logf("%s: %s after %d", r.Step, r.Error, r.Count)
				nothingLeft(t, token)
			})
		}
	}
}

// forks are the fences that hold the number of processes. One that starts none may make no copy of itself either.
func forks(p sandbox.Program) []sandbox.Fence {
	if p.Exec {
		return []sandbox.Fence{sandbox.Nproc}
	}
	return []sandbox.Fence{sandbox.Seccomp}
}

// together are the fences that hold what several processes use. One that leaves the tree of its own is not looked at.
func together(p sandbox.Program) []sandbox.Fence {
	if p.Exec {
		return []sandbox.Fence{sandbox.Pidns}
	}
	return []sandbox.Fence{sandbox.Seccomp}
}

func noProcesses(p sandbox.Program) func(*testing.T, hostile.Result, error) {
	want := "EPERM"
	if p.Exec {
		want = "EAGAIN"
	}
	return func(t *testing.T, r hostile.Result, err error) {
		if err != nil || r.Done || r.Error != want || r.Count > manyProcesses/2 || !p.Exec && r.Count > 0 {
			t.Errorf("%+v, %v, want %s", r, err, want)
		}
	}
}

// noThreads: the end of a Go program is what comes of a thread that is refused.
func noThreads(t *testing.T, r hostile.Result, err error) {
	var exit *sandbox.Exit
	if !errors.As(err, &exit) || r.Done || r.Count == 0 || r.Count > manyProcesses/2 || !strings.Contains(exit.Stderr, "new OS thread") {
		t.Errorf("%+v, %v", r, err)
	}
}

func refusedAt(bound int64, names ...string) func(*testing.T, hostile.Result, error) {
	return func(t *testing.T, r hostile.Result, err error) {
		if err != nil || r.Done || r.Count > bound || !slices.Contains(names, r.Error) {
			t.Errorf("%+v, %v, want one of %v within %d bytes", r, err, names, bound)
		}
	}
}

// notTogether: what they have may be over the bound by what is taken until somebody looks.
func notTogether(p sandbox.Program) func(*testing.T, hostile.Result, error) {
	return func(t *testing.T, r hostile.Result, err error) {
		if !p.Exec {
			if r.Done || r.Step != "fork" || r.Error != "EPERM" {
				t.Errorf("%+v, %v", r, err)
			}
			return
		}
		var exit *sandbox.Exit
		if !errors.As(err, &exit) || !exit.Greedy || r.Done {
			t.Errorf("%+v, %v, want to be ended for using too much", r, err)
		}
	}
}

// nothingLeft waits for every process to end that has the token among its arguments.
func nothingLeft(t *testing.T, token string) {
	t.Helper()
	var left []string
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if left = having(token); len(left) == 0 {
			return
		}
	}
	t.Errorf("%d processes are left: %v", len(left), left)
}

func having(token string) (pids []string) {
	lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, path := range lines {
		if text, err := os.ReadFile(path); err == nil && strings.Contains(string(text), token) {
			pids = append(pids, filepath.Base(filepath.Dir(path)))
		}
	}
	return pids
}
