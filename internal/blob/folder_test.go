package blob_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/octavo-dev/octavo/internal/blob"
	"github.com/octavo-dev/octavo/internal/blob/blobtest"
	"github.com/octavo-dev/octavo/internal/fault"
)

func TestFolderIsPrivate(t *testing.T) {
	old := syscall.Umask(0)
	defer syscall.Umask(old)
	dir := filepath.Join(t.TempDir(), "data", "store")
	store := openStore(t, "file://"+dir, blob.Options{})
	if _, err := store.Put(t.Context(), "a/b", strings.NewReader("x"), blob.PutOptions{}); err != nil {
		t.Fatal(err)
	}
	files := 0
	err := filepath.WalkDir(filepath.Dir(dir), func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		st, err := e.Info()
		if err != nil {
			return err
		}
		want := fs.FileMode(0o600)
		if e.IsDir() {
			want = 0o700
		} else {
			files++
		}
		if st.Mode().Perm() != want {
			t.Errorf("%s has mode %v", path, st.Mode().Perm())
		}
		return nil
	})
	if err != nil || files != 1 {
		t.Errorf("%d files, %v", files, err)
	}
}

func TestFolderIsKept(t *testing.T) {
	dir := t.TempDir()
	first := openStore(t, "file://"+dir, blob.Options{})
	put, err := first.Put(t.Context(), "k", strings.NewReader("kept"), blob.PutOptions{})
	if err != nil {
		t.Fatal(err)
	}
	second := openStore(t, "file://"+dir, blob.Options{})
	if st, err := second.Stat(t.Context(), "k"); err != nil || st != put {
		t.Errorf("%+v, %v; put said %+v", st, err, put)
	}
	if got, err := blobtest.Read(t.Context(), second, "k"); err != nil || string(got) != "kept" {
		t.Errorf("%q, %v", got, err)
	}
}

// What a killed process was writing is removed at the next start; what a living one writes is not.
func TestAbandonedFiles(t *testing.T) {
	dir := t.TempDir()
	first := openStore(t, "file://"+dir, blob.Options{})
	abandoned := filepath.Join(dir, "tmp", "abandoned")
	if err := os.WriteFile(abandoned, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	r, w := io.Pipe()
	done := make(chan error, 1)
	go func() {
		_, err := first.Put(t.Context(), "slow", r, blob.PutOptions{})
		done <- err
	}()
	if _, err := w.Write([]byte("slow ")); err != nil {
		t.Fatal(err)
	}
	hourAgo := time.Now().Add(-time.Hour)
	for _, name := range scratchFiles(t, dir) {
		if err := os.Chtimes(filepath.Join(dir, "tmp", name), hourAgo, hourAgo); err != nil {
			t.Fatal(err)
		}
	}
	openStore(t, "file://"+dir, blob.Options{})
	if _, err := os.Stat(abandoned); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the abandoned file is still there: %v", err)
	}
	if _, err := w.Write([]byte("but sure")); err != nil {
		t.Fatal(err)
	}
	w.Close()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if got, err := blobtest.Read(t.Context(), first, "slow"); err != nil || string(got) != "slow but sure" {
		t.Errorf("%q, %v", got, err)
	}
}

// A file that was cut under a reader must not read as a short success.
func TestCutFile(t *testing.T) {
	dir := t.TempDir()
	store := openStore(t, "file://"+dir, blob.Options{})
	if _, err := store.Put(t.Context(), "k", bytes.NewReader(blobtest.Bytes(1000)), blob.PutOptions{}); err != nil {
		t.Fatal(err)
	}
	body, _, err := store.Open(t.Context(), "k", 0, -1)
	if err != nil {
		t.Fatal(err)
	}
	defer body.Close()
	files, err := filepath.Glob(filepath.Join(dir, "*", "k"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	if err := os.Truncate(files[0], 400); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(body); !fault.Is(err, fault.ServiceUnavailable) {
		t.Errorf("read %d bytes, %v", len(got), err)
	}
}

// TestFullDisk runs itself again in a mount namespace of its own, where it may mount a small file system without
// being root on this machine. Fault 42.
func TestFullDisk(t *testing.T) {
	const inside = "OCTAVO_TEST_IN_NAMESPACE"
	if os.Getenv(inside) != "" {
		fullDisk(t)
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestFullDisk$", "-test.v")
	cmd.Env = append(os.Environ(), inside+"=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
	out, err := cmd.CombinedOutput()
	if err != nil || !bytes.Contains(out, []byte("--- PASS: TestFullDisk")) {
		t.Errorf("%v\n%s", err, out)
	}
}

func fullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=4m"); err != nil {
		t.Fatalf("mount a small file system: %v", err)
	}
	defer unix.Unmount(dir, unix.MNT_DETACH)
	store := openStore(t, "file://"+dir, blob.Options{})
	put := func(key string, size int) error {
		_, err := store.Put(t.Context(), key, bytes.NewReader(blobtest.Bytes(size)), blob.PutOptions{})
		return err
	}
	unavailable := func(doing string, err error) {
		t.Helper()
		if !fault.Is(err, fault.ServiceUnavailable) || !errors.Is(err, unix.ENOSPC) {
			t.Errorf("%s: %v, want SERVICE_UNAVAILABLE", doing, err)
		}
		if left := scratchFiles(t, dir); len(left) > 0 {
			t.Errorf("%s: left behind %v", doing, left)
		}
	}
	if err := put("kept", 1<<20); err != nil {
		t.Fatal(err)
	}
	unavailable("a blob larger than the disk", put("large", 8<<20))
	if _, err := store.Stat(t.Context(), "large"); !errors.Is(err, blob.ErrNotFound) {
		t.Errorf("after a failed write: %v", err)
	}
	if err := put("small", 1000); err != nil {
		t.Errorf("the failed write did not give its space back: %v", err)
	}

	filler := filepath.Join(dir, "filler")
	fill(t, filler)
	unavailable("a full disk", put("next", 100_000))
	unavailable("overwriting on a full disk", put("kept", 1<<20))
	unavailable("a check of a full disk", store.Check(t.Context()))
	if got, err := blobtest.Read(t.Context(), store, "kept"); err != nil || !bytes.Equal(got, blobtest.Bytes(1<<20)) {
		t.Errorf("a full disk cannot be read: %v", err)
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	if err := put("next", 100_000); err != nil {
		t.Errorf("with space again: %v", err)
	}
	if err := store.Check(t.Context()); err != nil {
		t.Errorf("with space again: %v", err)
	}

	if err := unix.Mount("", dir, "", unix.MS_REMOUNT|unix.MS_RDONLY, ""); err != nil {
		t.Fatalf("make the file system read-only: %v", err)
	}
	if err := put("late", 10); !errors.Is(err, blob.ErrRefused) || !fault.Is(err, fault.ServiceUnavailable) {
		t.Errorf("on a read-only disk: %v", err)
	}
}

func fill(t *testing.T, name string) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	page := make([]byte, 4096)
	for {
		if _, err := f.Write(page); errors.Is(err, unix.ENOSPC) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}
