package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"syscall"
	"testing"

	"github.com/octavo-dev/octavo/internal/app"
	"github.com/octavo-dev/octavo/internal/config"
	"github.com/octavo-dev/octavo/internal/sandbox"
	"github.com/octavo-dev/octavo/internal/sandbox/hostile"
)

// parentCommand starts the program of these tests as the parent of a hostile child.
const parentCommand = "parent-of-hostile"

// bare is the name of a child without fences.
const bare = "outside"

// Fence test: no child lives on when the service is killed, whatever it does to be forgotten. Without fences the same
// program lives on.
func TestNoChildOutlivesUs(t *testing.T) {
	w := newWorld(t)
	path := w.hostile
	for _, child := range append([]string{bare}, slices.Sorted(maps.Keys(w.programs))...) {
		t.Run(child, func(t *testing.T) {
			token := "token-" + t.Name()
			us := exec.Command("/proc/self/exe", parentCommand, w.folder, child, path, token)
			us.Stderr = os.Stderr
			out, err := us.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := us.Start(); err != nil {
				t.Fatal(err)
			}
			var r hostile.Result
			err = json.NewDecoder(out).Decode(&r)
			if killed := us.Process.Kill(); err != nil || killed != nil {
				t.Fatal(err, killed)
			}
			_ = us.Wait()
			if child == bare {
				endAll(t, token)
				return
			}
			if _, down := w.standing([]sandbox.Fence{sandbox.Seccomp}); len(down) == 0 && r.Error != "EPERM" {
				t.Errorf("it may choose to live on: %+v", r)
			}
			if _, down := w.standing([]sandbox.Fence{sandbox.Pidns}); len(down) > 0 && w.programs[child].Exec {
				t.Logf("what it started may live on: %v", down)
				endAll(t, token)
				return
			}
			nothingLeft(t, token)
		})
	}
}

// endAll ends those who live on, of whom there are some.
func endAll(t *testing.T, token string) {
	t.Helper()
	left := having(token)
	if len(left) == 0 {
		t.Error("nobody has lived on")
	}
	for _, pid := range left {
		if n, err := strconv.Atoi(pid); err == nil {
			_ = syscall.Kill(n, syscall.SIGKILL)
		}
	}
}

// startHostile starts a child of an installation, hands on what it says, and stays.
func startHostile(args []string) int {
	folder, child, path, token := args[0], args[1], args[2], args[3]
	if child == bare {
		cmd := exec.Command(path, "outlive", token)
		cmd.Stdout = os.Stdout
		if err := cmd.Start(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		select {}
	}
	cfg, err := config.Load("", fencedEnvironment(folder))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	r, err := app.OpenReading(context.Background(), cfg, 1)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	p := app.Programs(cfg, r, 1<<20)[child]
	p.Path, p.Args = path, []string{"outlive", token}
	running, err := r.Box.Start(p)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	_, _ = io.Copy(os.Stdout, running.Out)
	return 1
}
