package sandbox

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// What a program may do with a place.
const (
	readFile  = unix.LANDLOCK_ACCESS_FS_READ_FILE
	readAny   = readFile | unix.LANDLOCK_ACCESS_FS_READ_DIR
	runFile   = unix.LANDLOCK_ACCESS_FS_EXECUTE | readFile
	runAny    = unix.LANDLOCK_ACCESS_FS_EXECUTE | readAny
	writeFile = readFile | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE
	ownFolder = writeFile | readAny | unix.LANDLOCK_ACCESS_FS_REMOVE_DIR | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE |
		unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_MAKE_SYM |
		unix.LANDLOCK_ACCESS_FS_MAKE_SOCK | unix.LANDLOCK_ACCESS_FS_MAKE_FIFO | unix.LANDLOCK_ACCESS_FS_REFER
	onFiles = runFile | writeFile | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
)

// The places that programs need whatever they do: libraries and what they ask about the machine, fonts and data.
var (
	libraries = []string{"/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec", "/usr/local/lib"}
	tools     = []string{"/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin"}
	data      = []string{"/usr/share", "/usr/local/share", "/etc/fonts", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d",
		"/etc/ld.so.preload", "/etc/localtime", "/dev/zero", "/dev/random", "/dev/urandom",
		"/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/sys/vm/overcommit_memory",
		"/sys/devices/system/cpu", "/sys/fs/cgroup", "/sys/kernel/mm/transparent_hugepage"}
)

// restrictFiles takes away every file but those the program needs, all TCP, and signals to others.
func (p *plan) restrictFiles(executable int) error {
	set, err := newRuleset()
	if err != nil {
		return err
	}
	defer unix.Close(set.fd)
	libraryAccess := uint64(readAny)
	if p.Exec {
		libraryAccess = runAny
		set.allowPaths(tools, runAny)
	}
	set.allowPaths(libraries, libraryAccess)
	set.allowPaths(data, readAny)
	set.allowPaths([]string{"/dev/null"}, writeFile)
	for _, path := range p.Read {
		if err := set.allowPath(path, libraryAccess); err != nil {
			return fmt.Errorf("let %s be read: %w", path, err)
		}
	}
	if err := set.allowPath(p.Scratch, ownFolder); err != nil {
		return fmt.Errorf("let the scratch folder be written: %w", err)
	}
	if err := set.allow(executable, runFile); err != nil {
		return fmt.Errorf("let the program be executed: %w", err)
	}
	if p.Loader != "" {
		set.allowPaths([]string{p.Loader}, runFile)
	}
	for fd := 3; fd < 3+p.Files; fd++ {
		set.allowHandedOver(fd)
	}
	return set.enforce()
}

// ruleset is a Landlock ruleset in the making.
type ruleset struct {
	fd      int
	handled uint64
}

// newRuleset handles all that this kernel knows of what we know, so that what no rule allows is refused.
func newRuleset() (*ruleset, error) {
	abi, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return nil, fmt.Errorf("ask for Landlock: %w", errno)
	}
	attr := unix.LandlockRulesetAttr{Handled_access_fs: unix.LANDLOCK_ACCESS_FS_MAKE_SYM<<1 - 1}
	if abi >= 2 {
		attr.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if abi >= 3 {
		attr.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if abi >= 4 {
		attr.Handled_access_net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	}
	if abi >= 5 {
		attr.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	}
	if abi >= 6 {
		attr.Scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
	}
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), unsafe.Sizeof(attr), 0)
	if errno != 0 {
		return nil, fmt.Errorf("make a Landlock ruleset: %w", errno)
	}
	return &ruleset{int(fd), attr.Handled_access_fs}, nil
}

// allowPaths allows what exists of the paths.
func (s *ruleset) allowPaths(paths []string, access uint64) {
	for _, path := range paths {
		_ = s.allowPath(path, access)
	}
}

func (s *ruleset) allowPath(path string, access uint64) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	return s.allow(fd, access)
}

// allow gives access to the file or the folder with all in it.
func (s *ruleset) allow(fd int, access uint64) error {
	var stat unix.Stat_t
	if err := unix.Fstat(fd, &stat); err != nil {
		return err
	}
	if stat.Mode&unix.S_IFMT != unix.S_IFDIR {
		access &= onFiles
	}
	rule := unix.LandlockPathBeneathAttr{Allowed_access: access & s.handled, Parent_fd: int32(fd)}
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(s.fd), unix.LANDLOCK_RULE_PATH_BENEATH,
		uintptr(unsafe.Pointer(&rule)), 0, 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}

// allowHandedOver lets a file that was handed over be opened again by its name in /proc, to be read. Pipes and memory
// files need no rule and take none.
func (s *ruleset) allowHandedOver(fd int) { _ = s.allow(fd, readFile) }

func (s *ruleset) enforce() error {
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(s.fd), 0, 0); errno != 0 {
		return fmt.Errorf("enforce the Landlock ruleset: %w", errno)
	}
	return nil
}
