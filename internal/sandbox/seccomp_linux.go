package sandbox

import (
	"errors"
	"fmt"
	"slices"
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
	unix.SYS_CONNECT, unix.SYS_SOCKETPAIR, // a named socket outside is reached by its name, or from one end of a pair of datagram sockets
	unix.SYS_TKILL, unix.SYS_RT_SIGQUEUEINFO, unix.SYS_RT_TGSIGQUEUEINFO, unix.SYS_PIDFD_SEND_SIGNAL,
	unix.SYS_MEMFD_CREATE, unix.SYS_MEMFD_SECRET, unix.SYS_SHMGET, unix.SYS_MSGGET, unix.SYS_SEMGET, unix.SYS_MQ_OPEN, // memory that no bound counts
	unix.SYS_PROCESS_MADVISE, unix.SYS_MIGRATE_PAGES, unix.SYS_MOVE_PAGES,
	unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY,
	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD,
	unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER, // would open sockets past this filter
	unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE,
	unix.SYS_REBOOT, unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_ACCT, unix.SYS_QUOTACTL, unix.SYS_SYSLOG,
	unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME, unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_ADJTIMEX,
	unix.SYS_CLOCK_ADJTIME, unix.SYS_NAME_TO_HANDLE_AT, unix.SYS_OPEN_BY_HANDLE_AT,
}

// changes are made to files by name or descriptor past Landlock, which does not look at them. A program that starts
// others may make them, because tar does: there the other folders are read-only at best.
var changes = []uint32{
	unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_UTIMENSAT,
	unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR, unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR,
}

// socketKind are the bits of the second argument of socket that are no flags.
const socketKind = 0xf

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
	for _, nr := range slices.Concat(refused, refusedHere) {
		f.on(nr, refuse(unix.EPERM))
	}
	// Its arguments are in memory, where a filter cannot look; libraries fall back to clone.
	f.on(unix.SYS_CLONE3, refuse(unix.ENOSYS))
	// The bounds of other processes, ours for one.
	f.onArgument(unix.SYS_PRLIMIT64, 0, func(f *filter) { f.unless(0, refuse(unix.EPERM)) })
	// Signals to others. After it has started another program that one is an other, too.
	for _, nr := range []uint32{unix.SYS_KILL, unix.SYS_TGKILL} {
		f.onArgument(nr, 0, func(f *filter) { f.unless(uint32(unix.Getpid()), refuse(unix.EPERM)) })
	}
	// Living on without us.
	f.onArgument(unix.SYS_PRCTL, 0, func(f *filter) {
		f.when(unix.PR_SET_PDEATHSIG, 1, func(f *filter) { f.unless(uint32(unix.SIGKILL), refuse(unix.EPERM)) })
	})
	// Typing into a terminal.
	f.onArgument(unix.SYS_IOCTL, 1, func(f *filter) { f.on(unix.TIOCSTI, refuse(unix.EPERM)) })
	if p.Exec {
		f.onArgument(unix.SYS_CLONE, 0, func(f *filter) { f.anyOf(newNamespaces, refuse(unix.EPERM)) })
		// An office does not start without a named socket that others could talk to it over. One for datagrams could send
		// to any socket outside.
		f.onArgument(unix.SYS_SOCKET, 0, func(f *filter) {
			f.unless(unix.AF_UNIX, refuse(unix.EPERM))
			f.load(callArgs + 8)
			f.keep(socketKind)
			f.unless(unix.SOCK_STREAM, refuse(unix.EPERM))
		})
		f.end(unix.SECCOMP_RET_ALLOW)
		return f
	}
	for _, nr := range slices.Concat(forks, changes, changesHere) {
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
