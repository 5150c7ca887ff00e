package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// things are what a run could leave behind.
type things struct{ fds, folders, processes []string }

func inventory(t *testing.T) things {
	t.Helper()
	var found things
	fds, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	for _, fd := range fds {
		// The descriptor of the listing itself is gone by now.
		if to, err := os.Readlink("/proc/self/fd/" + fd.Name()); err == nil && !strings.Contains(to, "anon_inode") {
			found.fds = append(found.fds, fd.Name()+" "+to)
		}
	}
	found.folders, _ = filepath.Glob(filepath.Join(os.TempDir(), scratchPattern+"*"))
	for _, pid := range toolPids() {
		found.processes = append(found.processes, fmt.Sprint(pid))
	}
	return found
}

// toolPids finds the fake tools of this test binary anywhere on the machine.
func toolPids() []int {
	self, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return nil
	}
	var pids []int
	links, _ := filepath.Glob("/proc/[0-9]*/exe")
	for _, link := range links {
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(link)))
		if to, err := os.Readlink(link); err == nil && to == self && pid != os.Getpid() && !zombie(pid) {
			pids = append(pids, pid)
		}
	}
	return pids
}

func zombie(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return true
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	return strings.HasPrefix(after, "Z") || strings.HasPrefix(after, "X")
}

// unchanged waits up to five seconds for everything to be as it was.
func (before things) unchanged(t *testing.T) {
	t.Helper()
	var more []string
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		now := inventory(t)
		more = slices.Concat(without(now.fds, before.fds), without(now.folders, before.folders), without(now.processes, before.processes))
		if len(more) == 0 {
			return
		}
	}
	t.Errorf("left behind: %q", more)
}

func without(all, known []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(s string) bool { return slices.Contains(known, s) })
}

// endStrays shows that processes that left the group are what remains where there is no pid namespace, and ends them.
func endStrays(t *testing.T) {
	t.Helper()
	strays := toolPids()
	if len(strays) != 2 {
		t.Errorf("%d processes are left, want the two that left the group", len(strays))
	}
	for _, pid := range strays {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}
