package sandbox

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

func TestChildrenDieWithUs(t *testing.T) {
	before := inventory(t)
	us := exec.Command("/proc/self/exe", "tool", "parent")
	us.Stderr = os.Stderr
	out, err := us.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := us.Start(); err != nil {
		t.Fatal(err)
	}
	var pid int
	if _, err := fmt.Fscan(out, &pid); err != nil {
		t.Fatal(err)
	}
	poll(t, "three grandchildren", func() bool { return len(toolPids()) >= 5 })
	if err := us.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = us.Wait()
	poll(t, "the child to die", func() bool { return zombie(pid) })
	if b := open(t); b.up(Pidns) {
		before.processesUnchanged(t)
	}
	for _, pid := range toolPids() {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	for _, dir := range without(inventory(t).folders, before.folders) {
		old := time.Now().Add(-time.Hour)
		if err := os.Chtimes(dir, old, old); err != nil {
			t.Fatal(err)
		}
	}
	open(t) // sweeps
	before.unchanged(t)
}

func (before things) processesUnchanged(t *testing.T) {
	t.Helper()
	poll(t, "the grandchildren to die", func() bool { return len(without(inventory(t).processes, before.processes)) == 0 })
}

func poll(t *testing.T, what string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(5 * time.Second); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited for %s", what)
		}
	}
}
