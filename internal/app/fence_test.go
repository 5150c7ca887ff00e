package app_test

import (
	"maps"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/octavo-dev/octavo/internal/sandbox"
)

// attempt is something that no child may do.
type attempt struct {
	name    string
	args    []string
	fences  []sandbox.Fence // each of which is enough to refuse it
	errors  []string        // one of which it is refused with where all of them are up
	control bool            // it is harmless, and succeeds outside the fences
	only    func(sandbox.Program) bool
}

// Fence test: a hostile program in the place of each child, behind exactly the fences of that child, is refused whatever
// it tries, and nothing outside hears of it or changes. What is harmless succeeds for the same program without fences.
func TestFencesAroundEveryChild(t *testing.T) {
	w := newWorld(t)
	tries := w.attempts(t)
	for _, a := range tries {
		if a.control {
			t.Run("outside/"+a.name, func(t *testing.T) {
				if r := w.outside(t, a.args...); !r.Done {
					t.Errorf("refused also without fences: %+v", r)
				}
			})
		}
	}
	w.heardAll(t)
	for _, child := range slices.Sorted(maps.Keys(w.programs)) {
		for _, a := range tries {
			if a.only == nil || a.only(w.programs[child]) {
				t.Run(child+"/"+a.name, func(t *testing.T) { w.refuses(t, child, a) })
			}
		}
	}
}

// attempts at the network, at files and at other processes.
func (w *world) attempts(t *testing.T) []attempt {
	const (
		netns, pidns, tmpfs, rlimits, landlock, seccomp = sandbox.Netns, sandbox.Pidns, sandbox.Tmpfs, sandbox.Rlimits, sandbox.Landlock, sandbox.Seccomp
	)
	us, other, nest := strconv.Itoa(os.Getpid()), strconv.Itoa(w.other(t)), w.neighbour(t)
	never := []string{"EPERM"}
	closed := []string{"EACCES", "ENOENT", "EROFS"}
	alone := func(p sandbox.Program) bool { return !p.Exec }
	tools := func(p sandbox.Program) bool { return p.Exec }
	return []attempt{
		{name: "TCP", args: []string{"tcp", w.tcp}, fences: []sandbox.Fence{netns, landlock, seccomp}, errors: never, control: true},
		{name: "UDP", args: []string{"udp", w.udp}, fences: []sandbox.Fence{netns, seccomp}, errors: never, control: true},
		{name: "named socket", args: []string{"unix", w.stream}, fences: []sandbox.Fence{seccomp}, errors: never, control: true},
		{name: "abstract socket", args: []string{"abstract", w.abstract}, fences: []sandbox.Fence{netns, seccomp}, errors: never, control: true},
		{name: "datagram to a named socket", args: []string{"datagram", w.datagram}, fences: []sandbox.Fence{seccomp}, errors: never, control: true},
		{name: "datagram over what it was handed", args: []string{"line", w.datagram}, fences: []sandbox.Fence{seccomp}, errors: []string{"EPERM", "ENOTSOCK"}},
		{name: "netlink socket", args: []string{"netlink"}, fences: []sandbox.Fence{seccomp}, errors: never, control: true},
		{name: "packet socket", args: []string{"packet"}, fences: []sandbox.Fence{netns, seccomp}, errors: never},
		{name: "socket of a virtual machine", args: []string{"vsock"}, fences: []sandbox.Fence{seccomp}, errors: never},

		{name: "read the data directory", args: []string{"read", w.marker}, fences: []sandbox.Fence{landlock}, errors: closed, control: true},
		{name: "read etc", args: []string{"read", "/etc/passwd"}, fences: []sandbox.Fence{landlock}, errors: closed, control: true},
		{name: "read another scratch folder", args: []string{"read", nest.path}, fences: []sandbox.Fence{tmpfs, landlock}, errors: closed},
		{name: "read another scratch folder through its process", args: []string{"read", nest.through}, fences: []sandbox.Fence{pidns, landlock}, errors: closed, control: true},
		{name: "read our environment", args: []string{"read", "/proc/" + us + "/environ"}, fences: []sandbox.Fence{pidns, landlock}, errors: closed, control: true},
		{name: "create a file", args: []string{"create", w.fresh}, fences: []sandbox.Fence{tmpfs, landlock}, errors: closed, control: true},
		{name: "create a temporary file", args: []string{"create", w.temporary}, fences: []sandbox.Fence{tmpfs, landlock}, errors: closed, control: true},
		{name: "append to a file", args: []string{"append", w.marker}, fences: []sandbox.Fence{tmpfs, landlock}, errors: closed, control: true},
		{name: "remove a file", args: []string{"remove", w.marker}, fences: []sandbox.Fence{tmpfs, landlock}, errors: closed, control: true},
		{name: "change who may read a file", args: []string{"chmod", w.marker}, fences: []sandbox.Fence{tmpfs, seccomp}, errors: never, control: true, only: alone},
		{name: "change from its tools who may read a file", args: []string{"chmod", w.marker}, fences: []sandbox.Fence{tmpfs}, errors: closed, only: tools},
		{name: "write into its document", args: []string{"document"}, fences: []sandbox.Fence{tmpfs, landlock}, errors: append(closed, "ENXIO"), control: true},

		{name: "start a program", args: []string{"spawn"}, fences: []sandbox.Fence{landlock, seccomp}, errors: never, control: true, only: alone},
		{name: "trace a process", args: []string{"ptrace", other}, fences: []sandbox.Fence{pidns, seccomp}, errors: never, control: true},
		{name: "signal us", args: []string{"signal", us}, fences: []sandbox.Fence{pidns, seccomp}, errors: never, control: true},
		{name: "mount", args: []string{"mount", w.folder}, fences: []sandbox.Fence{rlimits, seccomp}, errors: never},
		{name: "namespaces of its own", args: []string{"unshare"}, fences: []sandbox.Fence{rlimits, seccomp}, errors: never},
		{name: "memory file", args: []string{"memfd"}, fences: []sandbox.Fence{seccomp}, errors: never, control: true},
		{name: "shared memory", args: []string{"shared"}, fences: []sandbox.Fence{seccomp}, errors: never, control: true},
	}
}

// refuses makes an attempt behind the fences of a child.
func (w *world) refuses(t *testing.T, child string, a attempt) {
	w.restore(t)
	r, err := w.try(t, child, a.args...)
	up, down := w.standing(a.fences)
	if len(up) == 0 {
		t.Logf("nothing holds this here: %v", down)
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if r.Done {
		t.Errorf("not refused, although these are up: %v", up)
	} else if len(down) == 0 && !slices.Contains(a.errors, r.Error) {
		t.Errorf("%s is refused with %s, want one of %v", r.Step, r.Error, a.errors)
	}
	w.unchanged(t)
	t.Logf("%s: %s; not up: %v", r.Step, r.Error, down)
}
