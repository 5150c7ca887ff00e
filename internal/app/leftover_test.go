package app_test

import (
	"bytes"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// state is what this process holds of the machine: what a fault may leave behind.
type state struct {
	processes []string // all below this one, by command
	files     []string // open files and pipes
	unnamed   []int64  // sizes of those that have no name any more
	temporary []string // in the folder for temporary files
	memory    int      // kB in use
}

// hold looks at the state of an idle service. Everything temporary lies in dir.
func hold(t testing.TB, dir string) state {
	t.Helper()
	s := state{processes: descendants(t), memory: used(t, "VmRSS:")}
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		// Sockets are those of HTTP, which come and go.
		to, err := os.Readlink("/proc/self/fd/" + e.Name())
		if err == nil && !strings.HasPrefix(to, "socket:") && !strings.HasPrefix(to, "anon_inode:") {
			s.files = append(s.files, to)
		}
		if info, err := os.Stat("/proc/self/fd/" + e.Name()); err == nil && unnamed(to) {
			s.unnamed = append(s.unnamed, info.Size())
		}
	}
	if s.temporary, err = filepath.Glob(filepath.Join(dir, "*")); err != nil {
		t.Fatal(err)
	}
	return s
}

// idle is the state of the service with every connection to the database open that there may be, so that one that is
// opened later is not taken for something left behind.
func (s *service) idle(dir string) state {
	s.t.Helper()
	all := make([]*sql.Conn, s.DB.Read.Stats().MaxOpenConnections)
	for i := range all {
		var err error
		if all[i], err = s.DB.Read.Conn(s.t.Context()); err != nil {
			s.t.Fatal(err)
		}
		// SQLite opens its log when the first table is read.
		if _, err := all[i].ExecContext(s.t.Context(), "SELECT count(*) FROM jobs"); err != nil {
			s.t.Fatal(err)
		}
	}
	for _, c := range all {
		if err := c.Close(); err != nil {
			s.t.Fatal(err)
		}
	}
	// What was read last may still be about to be let go of: its files have no names.
	now := hold(s.t, dir)
	for end := time.Now().Add(patience); slices.ContainsFunc(now.files, unnamed) && time.Now().Before(end); now = hold(s.t, dir) {
		time.Sleep(20 * time.Millisecond)
	}
	return now
}

func unnamed(file string) bool { return strings.HasSuffix(file, " (deleted)") }

// patience is how long an idle service may take to let go of what it does not need any more.
const patience = 5 * time.Second

// restored waits until no more is held than before.
func restored(t testing.TB, dir string, before state) {
	t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		now := hold(t, dir)
		if len(now.processes) <= len(before.processes) && len(now.files) <= len(before.files) && len(now.temporary) <= len(before.temporary) {
			return
		}
		if time.Now().After(end) {
			t.Errorf("left behind after %v:\n%+v\nbefore:\n%+v", patience, now, before)
			return
		}
	}
}

// descendants names the processes below this one.
func descendants(t testing.TB) []string {
	t.Helper()
	var all []string
	for _, pid := range children(os.Getpid()) {
		command, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if err == nil {
			all = append(all, fmt.Sprintf("%d %s", pid, bytes.ReplaceAll(command, []byte{0}, []byte(" "))))
		}
	}
	return all
}

// children lists the processes below one, with those below them.
func children(of int) []int {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	below := map[int][]int{}
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended meanwhile
		}
		// pid (name) state parent …; the name may hold anything
		fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		parent, _ := strconv.Atoi(fields[1])
		below[parent] = append(below[parent], pid)
	}
	var all []int
	for todo := below[of]; len(todo) > 0; todo = todo[1:] {
		all = append(all, todo[0])
		todo = append(todo, below[todo[0]]...)
	}
	return all
}

// modest wants memory never to have been far above what it was before. Peaks are counted from forgetPeak on.
func modest(t testing.TB, before state) {
	t.Helper()
	if over := used(t, "VmHWM:") - before.memory; over > 200<<10 {
		t.Errorf("at one time %d MB more memory than idle", over>>10)
	}
}

// flat wants no more memory to be in use than before, but for what the runtime keeps in small pieces.
func flat(t testing.TB, before state) {
	t.Helper()
	debug.FreeOSMemory()
	if over := used(t, "VmRSS:") - before.memory; over > 64<<10 {
		t.Errorf("%d MB more memory than before", over>>10)
	}
}

// used reads a line of what this process takes of memory, in kB.
func used(t testing.TB, line string) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), line)
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
