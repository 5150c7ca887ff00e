package sandbox

import (
	"errors"
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Offsets in what a filter sees of a call, on little-endian machines.
const (
	callNumber = 0
	callArch   = 4
	callArgs   = 16
)

// refused calls are answered with EPERM whatever their arguments are.
var refused = []uint32{
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_KCMP, unix.SYS_PIDFD_GETFD,
	unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT, unix.SYS_MOUNT_SETATTR, unix.SYS_MOVE_MOUNT,
	unix.SYS_OPEN_TREE, unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK,
	unix.SYS_UNSHARE, unix.SYS_SETNS,
	unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY,
	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD,
	unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER, // would open sockets past this filter
	unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE,
	unix.SYS_REBOOT, unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_ACCT, unix.SYS_QUOTACTL, unix.SYS_SYSLOG,
	unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME, unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_ADJTIMEX,
	unix.SYS_CLOCK_ADJTIME, unix.SYS_NAME_TO_HANDLE_AT, unix.SYS_OPEN_BY_HANDLE_AT,
}

// newNamespaces are the flags of clone that make one.
const newNamespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWIPC |
	unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP

// filterCalls puts up the seccomp filter.
func (p *plan) filterCalls() error {
	if auditArch == 0 {
		return errors.New("no filter for this kind of processor")
	}
	prog := p.filter()
	fprog := unix.SockFprog{Len: uint16(len(prog)), Filter: &prog[0]}
	if _, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&fprog))); errno != 0 {
		return fmt.Errorf("put up the seccomp filter: %w", errno)
	}
	return nil
}

// filter is the program that the kernel runs on every call.
func (p *plan) filter() []unix.SockFilter {
	var f filter
	f.load(callArch)
	f.unless(auditArch, unix.SECCOMP_RET_KILL_PROCESS) // numbers of another processor mean other calls
	f.load(callNumber)
	f.from(foreignCalls, refuse(unix.EPERM))
	for _, nr := range append(refused, refusedHere...) {
		f.on(nr, refuse(unix.EPERM))
	}
	// Its arguments are in memory, where a filter cannot look; libraries fall back to clone.
	f.on(unix.SYS_CLONE3, refuse(unix.ENOSYS))
	// The bounds of other processes, ours for one.
	f.onArgument(unix.SYS_PRLIMIT64, 0, func(f *filter) { f.unless(0, refuse(unix.EPERM)) })
	// Typing into a terminal.
	f.onArgument(unix.SYS_IOCTL, 1, func(f *filter) { f.on(unix.TIOCSTI, refuse(unix.EPERM)) })
	if p.Exec {
		f.onArgument(unix.SYS_CLONE, 0, func(f *filter) { f.anyOf(newNamespaces, refuse(unix.EPERM)) })
		// The parts of an office talk to each other over named sockets.
		f.onArgument(unix.SYS_SOCKET, 0, func(f *filter) { f.unless(unix.AF_UNIX, refuse(unix.EPERM)) })
		f.end(unix.SECCOMP_RET_ALLOW)
		return f
	}
	for _, nr := range forks {
		f.on(nr, refuse(unix.EPERM))
	}
	f.onArgument(unix.SYS_CLONE, 0, func(f *filter) { f.noneOf(unix.CLONE_THREAD, refuse(unix.EPERM)) })
	f.on(unix.SYS_SOCKET, refuse(unix.EPERM))
	f.on(unix.SYS_EXECVE, refuse(unix.EPERM))
	f.onArgument(unix.SYS_EXECVEAT, 0, func(f *filter) { f.unless(uint32(p.Limits.Files), refuse(unix.EPERM)) })
	f.end(unix.SECCOMP_RET_ALLOW)
	return f
}

func refuse(errno unix.Errno) uint32 { return unix.SECCOMP_RET_ERRNO | uint32(errno) }
