package sandbox

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// mountScratch gives the program a scratch folder of memory and makes all other folders read-only.
func (p *plan) mountScratch() error {
	if !p.Mounts {
		return errors.New("no mount namespace")
	}
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("keep mounts private: %w", err)
	}
	// Both are a second bar behind Landlock and not to be had everywhere: a container hides parts of /proc, and
	// kernels before 5.12 cannot change a whole tree.
	_ = unix.Mount("proc", "/proc", "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, "")
	_ = unix.MountSetattr(-1, "/", unix.AT_RECURSIVE, &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY})

	options := "mode=0700,nr_inodes=16384"
	if p.Limits.Scratch > 0 {
		options += fmt.Sprintf(",size=%d", p.Limits.Scratch)
	}
	if err := unix.Mount("tmpfs", p.Scratch, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, options); err != nil {
		return fmt.Errorf("mount the scratch folder: %w", err)
	}
	return nil
}
