package app

import "golang.org/x/sys/unix"

// freeSpace is how many bytes this user can still write where a folder is.
func freeSpace(dir string) (uint64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return 0, err
	}
	return s.Bavail * uint64(s.Bsize), nil
}
