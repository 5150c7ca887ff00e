package testenv

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// once runs make unless a file says that it was done before. Packages are tested at the same time, so it is
// done under a file lock; an interrupted run leaves no such file and does not pass for a finished one.
func once(lockFile, doneFile string, make func() error) error {
	if err := os.MkdirAll(filepath.Dir(lockFile), 0o755); err != nil {
		return err
	}
	lock, err := os.Create(lockFile)
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return fmt.Errorf("lock %s: %w", lockFile, err)
	}
	if _, err := os.Stat(doneFile); err == nil {
		return nil
	}
	if err := make(); err != nil {
		return err
	}
	return os.WriteFile(doneFile, nil, 0o644)
}
