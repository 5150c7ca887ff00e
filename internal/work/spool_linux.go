package work

import (
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// spool makes a file that never has a name, so that nothing is left of it however the process ends.
func spool(dir string) (*os.File, error) {
	fd, err := unix.Open(dir, unix.O_TMPFILE|unix.O_RDWR|unix.O_CLOEXEC, 0o600)
	switch {
	case err == nil:
		return os.NewFile(uintptr(fd), filepath.Join(dir, "source")), nil
	case errors.Is(err, unix.EOPNOTSUPP), errors.Is(err, unix.EISDIR): // the file system or the kernel cannot do it
		return spoolNamed(dir)
	}
	return nil, &os.PathError{Op: "open", Path: dir, Err: err}
}
