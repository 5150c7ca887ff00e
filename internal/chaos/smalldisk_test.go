package chaos

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// insideVariable says that this is a run inside namespaces of its own; it holds the path of the program to test.
const insideVariable = "CHAOS_INSIDE"

// inside runs a test once more in a new user and mount namespace, where it may mount what it likes without being
// privileged and without leaving a mount behind. It is true in that second run.
func inside(t *testing.T) bool {
	t.Helper()
	if os.Getenv(insideVariable) != "" {
		return true
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "-test.run=^"+t.Name()+"$", "-test.v", "-test.timeout=10m")
	cmd.Env = append(os.Environ(), insideVariable+"="+program)
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
		Pdeathsig:   syscall.SIGKILL,
	}
	runtime.LockOSThread() // see launch
	defer runtime.UnlockOSThread()
	out, err := cmd.CombinedOutput()
	t.Logf("inside:\n%s", out)
	if err != nil {
		t.Errorf("inside: %v", err)
	}
	return false
}

// smallDisk mounts a file system of the given size, as in "16m".
func smallDisk(t testing.TB, dir, size string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mount("none", dir, "tmpfs", 0, "size="+size+",mode=0700"); err != nil {
		t.Fatalf("mount: %v", err)
	}
	t.Cleanup(func() { unix.Unmount(dir, unix.MNT_DETACH) })
}

// fill writes until a disk is full and returns what frees it again.
func fill(t testing.TB, dir string) (free func()) {
	t.Helper()
	name := filepath.Join(dir, "filler")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	// Ever smaller pieces, until not a page is left.
	for size := 1 << 20; size > 0; size /= 2 {
		for err = nil; err == nil; {
			_, err = f.Write(make([]byte, size))
		}
		if !errors.Is(err, unix.ENOSPC) {
			t.Fatalf("fill %s: %v", dir, err)
		}
	}
	return func() {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
}
