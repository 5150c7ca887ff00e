package sandbox

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Inside a box namespaces cannot be made: the report must say so and programs must run all the same.
func TestDegradedReport(t *testing.T) {
	b := open(t)
	if !b.up(Seccomp) {
		for _, f := range All() {
			if b.fences[f] != nil && b.fences[f].Error() == "" {
				t.Errorf("%s is down without a reason", f)
			}
		}
		return
	}
	p := tool("report")
	p.Exec = true
	var out bytes.Buffer
	if err := b.Run(t.Context(), p, nil, &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"netns: make a network namespace: ", "pidns: make a process namespace: ", "tmpfs: make a mount namespace: ",
		"rlimits: up", "seccomp: up", "ran: hello",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, &out)
		}
	}
}

// An ordinary user has the same fences as root.
func TestOrdinaryUser(t *testing.T) {
	us := exec.Command("/proc/self/exe", "tool", "report")
	us.Dir = "/"
	us.Env = []string{"TMPDIR=" + os.TempDir()}
	want := open(t).Fences()
	if os.Geteuid() == 0 {
		us.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		self, err := os.Readlink("/proc/self/exe")
		if err != nil {
			t.Fatal(err)
		}
		us.Path = public(t, self)
	}
	out, err := us.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "ran: hello") {
		t.Fatalf("%v\n%s", err, out)
	}
	for f, down := range want {
		if down == nil && !strings.Contains(string(out), string(f)+": up") {
			t.Errorf("%s is not up for an ordinary user:\n%s", f, out)
		}
	}
}

// public copies the test binary to where any user may execute it.
func public(t *testing.T, path string) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "octavo-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "tool")
	if err := errors.Join(os.Chmod(dir, 0o755), os.WriteFile(file, text, 0o755)); err != nil {
		t.Fatal(err)
	}
	return file
}
