package sandbox

import "golang.org/x/sys/unix"

const (
	auditArch    = unix.AUDIT_ARCH_X86_64
	foreignCalls = 0x40000000 // the x32 names of the same calls
)

var (
	forks       = []uint32{unix.SYS_FORK, unix.SYS_VFORK}
	refusedHere = []uint32{unix.SYS_IOPL, unix.SYS_IOPERM, unix.SYS_MODIFY_LDT}
)
