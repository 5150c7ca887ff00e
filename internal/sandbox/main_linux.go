package sandbox

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// maxFiles is how many descriptors a program may have open at most. The number itself is the descriptor of the
// executable, which no program can ever give to another file: see execute.
const maxFiles = 4096

// Main is the body of the hidden command: it puts the fences up around itself and becomes the program.
//
// Most fences belong to a thread, so all of this happens on one; the others end when it becomes the program. That thread
// has a table of descriptors of its own, so nothing here opens a file through package os: the runtime would watch it
// from a thread that does not have it.
func Main([]string) int {
	runtime.LockOSThread()
	var told plan
	if err := json.Unmarshal([]byte(os.Getenv(planVariable)), &told); err != nil {
		fmt.Fprintln(os.Stderr, "octavo sandbox: this command is started by octavo itself")
		return 2
	}
	status := os.NewFile(uintptr(3+told.Files), "status")
	unix.CloseOnExec(int(status.Fd()))
	if told.Probe {
		_ = json.NewEncoder(status).Encode(told.tryAll())
		return 0
	}
	_ = json.NewEncoder(status).Encode(told.become().Error())
	return 1
}

// become puts up the fences and runs the program. It returns only when that fails.
func (p *plan) become() error {
	fd, err := p.openExecutable()
	if err != nil {
		return err
	}
	for _, f := range p.Fences {
		if err := p.putUp(f, fd); err != nil {
			return fmt.Errorf("%s: %w", f, err)
		}
	}
	return p.execute(fd)
}

// tryAll puts up each fence and says why it could not; an empty sentence is a fence that is up.
func (p *plan) tryAll() map[Fence]string {
	said := map[Fence]string{}
	fd, err := p.openExecutable()
	for _, f := range p.Fences {
		if err == nil {
			err = p.putUp(f, fd)
		}
		if err == nil {
			err = holds[f]()
		}
		if said[f] = ""; err != nil {
			said[f] = err.Error()
		}
		err = nil
	}
	return said
}

// putUp puts one fence up, with what belongs between it and the one before.
func (p *plan) putUp(f Fence, executable int) error {
	switch f {
	case Nproc:
		return p.limitProcesses()
	case Tmpfs:
		return p.mountScratch()
	case Rlimits:
		if err := p.limit(); err != nil {
			return err
		}
		return dropPrivileges()
	case Landlock:
		return p.restrictFiles(executable)
	case Seccomp:
		return p.filterCalls()
	}
	return nil // namespaces: this process was born in them
}

// openExecutable opens the program at a descriptor above all that the program may ever have.
func (p *plan) openExecutable() (int, error) {
	if p.Limits.Files <= 0 || p.Limits.Files > maxFiles {
		p.Limits.Files = maxFiles
	}
	var now unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &now); err != nil {
		return 0, err
	}
	if now.Cur <= uint64(p.Limits.Files) {
		p.Limits.Files = int(now.Cur) - 1
	}
	// A table of descriptors that threads share grows only after a wait of many milliseconds. Some containers forbid
	// parting with it.
	_ = unix.Unshare(unix.CLONE_FILES)
	low, err := unix.Open(p.Path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0, fmt.Errorf("open %s: %w", p.Path, err)
	}
	defer unix.Close(low)
	if err := unix.Dup3(low, p.Limits.Files, unix.O_CLOEXEC); err != nil {
		return 0, err
	}
	return p.Limits.Files, nil
}

// execute becomes the program. Without Exec the only call that the filter lets through names the descriptor of the
// executable. That closes on the way, and since its number is above the bound on descriptors no file can come to have
// it again.
func (p *plan) execute(fd int) error {
	if err := unix.Chdir(p.Scratch); err != nil {
		return fmt.Errorf("go to the scratch folder: %w", err)
	}
	argv, err := syscall.SlicePtrFromStrings(p.Argv)
	if err != nil {
		return err
	}
	env, err := syscall.SlicePtrFromStrings(p.Env)
	if err != nil {
		return err
	}
	path, err := unix.BytePtrFromString(p.Path)
	if err != nil {
		return err
	}
	empty := new(byte)
	if err := p.limitMemory(); err != nil { // last: this process is a Go program too
		return err
	}
	var errno unix.Errno
	if p.Exec { // by its name, which an interpreter of scripts needs
		_, _, errno = unix.RawSyscall(unix.SYS_EXECVE, uintptr(unsafe.Pointer(path)),
			uintptr(unsafe.Pointer(&argv[0])), uintptr(unsafe.Pointer(&env[0])))
	} else {
		_, _, errno = unix.RawSyscall6(unix.SYS_EXECVEAT, uintptr(fd), uintptr(unsafe.Pointer(empty)),
			uintptr(unsafe.Pointer(&argv[0])), uintptr(unsafe.Pointer(&env[0])), unix.AT_EMPTY_PATH, 0)
	}
	return fmt.Errorf("execute %s: %w", p.Path, errno)
}
