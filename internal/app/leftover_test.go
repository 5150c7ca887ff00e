package app_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// state is what this process holds of the machine: what a fault may leave behind.
type state struct {
	processes []string // all below this one, by command
	files     int      // open files and pipes
	temporary []string // in the folder for temporary files
	memory    int      // kB
}

// hold looks at the state of an idle service. Everything temporary lies in dir.
func hold(t testing.TB, dir string) state {
	t.Helper()
	s := state{processes: descendants(t), memory: peak(t)}
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		// Sockets are those of HTTP, which come and go.
		if to, err := os.Readlink("/proc/self/fd/" + e.Name()); err == nil && !strings.HasPrefix(to, "socket:") && !strings.HasPrefix(to, "anon_inode:") {
			s.files++
		}
	}
	if s.temporary, err = filepath.Glob(filepath.Join(dir, "*")); err != nil {
		t.Fatal(err)
	}
	return s
}

// restored waits until no more is held than before.
func restored(t testing.TB, dir string, before state) {
	t.Helper()
	const patience = 5 * time.Second
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		now := hold(t, dir)
		if len(now.processes) <= len(before.processes) && now.files <= before.files && len(now.temporary) <= len(before.temporary) {
			if over := now.memory - before.memory; over > 200<<10 {
				t.Errorf("%d MB more memory than idle", over>>10)
			}
			return
		}
		if time.Now().After(end) {
			t.Errorf("left behind after %v:\n%+v\nbefore:\n%+v", patience, now, before)
			return
		}
	}
}

// descendants lists the processes below this one.
func descendants(t testing.TB) []string {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	children := map[int][]int{}
	names := map[int]string{}
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended meanwhile
		}
		// pid (name) state parent …; the name may hold anything
		open, end := bytes.IndexByte(text, '('), bytes.LastIndexByte(text, ')')
		fields := strings.Fields(string(text[end+1:]))
		pid, _ := strconv.Atoi(strings.TrimSpace(string(text[:open])))
		parent, _ := strconv.Atoi(fields[1])
		children[parent] = append(children[parent], pid)
		names[pid] = fmt.Sprintf("%d %s %s", pid, text[open:end+1], fields[0])
	}
	var all []string
	for todo := children[os.Getpid()]; len(todo) > 0; todo = todo[1:] {
		all = append(all, names[todo[0]])
		todo = append(todo, children[todo[0]]...)
	}
	slices.Sort(all)
	return all
}

// peak is the most memory that this process has had since forgetPeak.
func peak(t testing.TB) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	kB, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		t.Fatal(err)
	}
	return kB
}

// forgetPeak lets the highest use of memory be counted from now on.
func forgetPeak(t testing.TB) {
	t.Helper()
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil {
		t.Fatal(err)
	}
}
