package sandbox

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Every attempt succeeds when nothing holds it back, and fails when any of its fences is up.
func TestFences(t *testing.T) {
	canary, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer canary.Close()
	outside := t.TempDir()
	marker := filepath.Join(outside, "marker")
	if err := os.WriteFile(marker, []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	us := fmt.Sprint(os.Getpid())
	for _, tt := range []struct {
		name   string
		args   []string
		exec   bool
		fences []Fence
	}{
		{name: "network", args: []string{"dial", canary.Addr().String()}, fences: []Fence{Netns, Landlock, Seccomp}},
		{name: "network for one that may start others", exec: true, args: []string{"dial", canary.Addr().String()}, fences: []Fence{Netns, Landlock, Seccomp}},
		{name: "read", args: []string{"read", marker}, fences: []Fence{Landlock}},
		{name: "write", args: []string{"write", filepath.Join(outside, "new")}, fences: []Fence{Tmpfs, Landlock}},
		{name: "signal", args: []string{"signal", us}, fences: []Fence{Pidns, Landlock}},
		{name: "exec", args: []string{"exec", "/bin/true"}, fences: []Fence{Landlock, Seccomp}},
		{name: "spawn", args: []string{"spawn", "/proc/self/exe", "tool", "exit", "0"}, fences: []Fence{Seccomp}},
	} {
		for name, fences := range single(t, tt.fences) {
			t.Run(tt.name+"/"+name, func(t *testing.T) {
				p := tool(tt.args...)
				p.Exec = tt.exec
				err := fences.Run(t.Context(), p, nil, nil)
				held := fences.upAny(tt.fences)
				if (err != nil) != held {
					t.Errorf("a fence is up: %v; the attempt says %v", held, err)
				}
				_ = os.Remove(filepath.Join(outside, "new"))
			})
		}
	}
}

func (b *Box) upAny(fences []Fence) bool {
	for _, f := range fences {
		if b.up(f) {
			return true
		}
	}
	return false
}

// single gives a box with each of the fences alone, one with all and one with none.
func single(t *testing.T, fences []Fence) map[string]*Box {
	whole := open(t)
	found := map[string]*Box{"all": whole}
	only := func(name string, keep ...Fence) {
		b := &Box{self: whole.self, clone: whole.clone, fences: whole.Fences()}
		for _, f := range []Fence{Netns, Pidns, Tmpfs, Landlock, Seccomp} {
			if !contains(keep, f) && b.fences[f] == nil {
				b.fences[f] = errors.New("left out for this test")
			}
		}
		b.clone = needed(b)
		found[name] = b
	}
	only("none")
	for _, f := range fences {
		only(string(f), f)
	}
	return found
}

func contains(all []Fence, f Fence) bool {
	for _, g := range all {
		if f == g {
			return true
		}
	}
	return false
}

func needed(b *Box) uintptr {
	var clone uintptr = syscall.CLONE_NEWUSER & b.clone
	if b.up(Netns) {
		clone |= syscall.CLONE_NEWNET
	}
	if b.up(Pidns) {
		clone |= syscall.CLONE_NEWPID
	}
	if b.up(Tmpfs) {
		clone |= syscall.CLONE_NEWNS
	}
	if clone == syscall.CLONE_NEWUSER {
		clone = 0
	}
	return clone
}

// Neither root nor an ordinary user may look into the process that started them.
func TestOurMemoryIsClosed(t *testing.T) {
	b := open(t)
	for _, file := range []string{"environ", "mem", "maps"} {
		err := b.Run(t.Context(), tool("read", fmt.Sprintf("/proc/%d/%s", os.Getpid(), file)), nil, nil)
		if err == nil && (b.up(Pidns) || b.up(Landlock)) {
			t.Errorf("%s can be read", file)
		}
	}
}

func TestCallsAreRefused(t *testing.T) {
	b := open(t)
	child := exec.Command("/proc/self/exe", "tool", "hang")
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer child.Wait()
	defer child.Process.Kill()
	for _, args := range [][]string{{"ptrace", fmt.Sprint(child.Process.Pid)}, {"mount"}, {"uring"}} {
		var exit *Exit
		err := b.Run(t.Context(), tool(args...), nil, nil)
		if !errors.As(err, &exit) || exit.Code != 7 {
			t.Errorf("%v: %v", args, err)
		} else if b.up(Seccomp) && !strings.Contains(exit.Stderr, "not permitted") {
			t.Errorf("%v is refused with %s", args, exit.Stderr)
		}
	}
}
