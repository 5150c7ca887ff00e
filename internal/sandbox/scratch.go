package sandbox

import (
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

const scratchPattern = "octavo-scratch-"

// scratch is the folder of one program on the disk. Where there is a tmpfs it is only what that is mounted on.
type scratch struct {
	dir  string
	lock *os.File
}

func newScratch() (*scratch, error) {
	dir, err := os.MkdirTemp("", scratchPattern)
	if err != nil {
		return nil, err
	}
	// The lock goes with our process however it ends, and tells those who sweep that the folder is in use.
	lock, err := os.Open(dir)
	if err == nil {
		err = unix.Flock(int(lock.Fd()), unix.LOCK_SH)
	}
	s := &scratch{dir, lock}
	if err != nil {
		s.remove()
		return nil, err
	}
	return s, nil
}

func (s *scratch) remove() {
	if s == nil {
		return
	}
	_ = os.RemoveAll(s.dir)
	if s.lock != nil {
		s.lock.Close()
	}
}

// sweep removes the folders of processes that were killed before they could. Young ones are left alone: their owner
// may be about to lock them.
func sweep(temp string) {
	found, _ := filepath.Glob(filepath.Join(temp, scratchPattern+"*"))
	for _, dir := range found {
		info, err := os.Lstat(dir)
		if err != nil || !info.IsDir() || time.Since(info.ModTime()) < time.Minute {
			continue
		}
		f, err := os.Open(dir)
		if err != nil {
			continue
		}
		if unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil {
			_ = os.RemoveAll(dir)
		}
		f.Close()
	}
}
