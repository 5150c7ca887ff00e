package sandbox

import (
	"debug/elf"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// planVariable carries the plan to the shim. The program does not see it: its environment is the plan's.
const planVariable = "SANDBOX_PLAN_OF_OCTAVO"

// plan is what the shim is to do, as it is told.
type plan struct {
	Probe   bool // put up all there is, say how that went, and end
	Path    string
	Loader  string // that the kernel runs for it
	Argv    []string
	Env     []string
	Read    []string
	Exec    bool
	Limits  Limits
	Scratch string
	Fences  []Fence
	Mounts  bool // it has a mount namespace
	Alone   bool // its processes are counted apart from the others of this user
	Files   int  // descriptors from 3 that are handed over; the next one is the status pipe
}

// prepare says how the shim is started and what it is told.
func (b *Box) prepare(l *launch) error {
	told, err := l.plan(b.clone)
	if err != nil {
		return err
	}
	for _, f := range All() {
		if b.up(f) {
			told.Fences = append(told.Fences, f)
		}
	}
	return b.shim(l, told, b.clone)
}

// plan is what the shim is told about the program, in the given namespaces and without fences.
func (l *launch) plan(clone uintptr) (plan, error) {
	p := l.program
	path, err := executable(p.Path)
	if err != nil {
		return plan{}, err
	}
	if l.scratch, err = newScratch(); err != nil {
		return plan{}, err
	}
	return plan{
		Path: path, Loader: loader(path), Argv: append([]string{p.Path}, p.Args...), Read: p.Read, Exec: p.Exec, Limits: p.Limits,
		Env:     append([]string{"TMPDIR=" + l.scratch.dir, "HOME=" + l.scratch.dir}, p.Env...),
		Scratch: l.scratch.dir, Mounts: clone&unix.CLONE_NEWNS != 0, Alone: countedApart(clone), Files: len(p.Files),
	}, nil
}

// shim starts our own binary again with a plan, in namespaces and a group of its own. It dies with us.
func (b *Box) shim(l *launch, told plan, clone uintptr) error {
	if err := l.connectStatus(); err != nil {
		return err
	}
	text, err := json.Marshal(told)
	if err != nil {
		return err
	}
	l.path, l.argv = b.self, []string{"octavo", "sandbox"}
	// A process that lives for milliseconds needs neither a garbage collector nor threads.
	l.attr.Env = []string{planVariable + "=" + string(text), "GOGC=off", "GOMAXPROCS=1"}
	l.attr.Sys = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL, Cloneflags: clone}
	if clone&unix.CLONE_NEWUSER != 0 {
		l.attr.Sys.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}}
		l.attr.Sys.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getegid(), Size: 1}}
	}
	return nil
}

// executable finds a program as a shell would. Our own binary keeps its name in /proc, which holds even after the file
// was replaced.
func executable(path string) (string, error) {
	if path == "/proc/self/exe" {
		return path, nil
	}
	if !strings.Contains(path, "/") {
		found, err := exec.LookPath(path)
		if err != nil {
			return "", err
		}
		path = found
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("find the program: %w", err)
	}
	return path, nil
}

// loader is the dynamic loader that the kernel runs for an executable, "" where it needs none.
func loader(path string) string {
	f, err := elf.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	for _, prog := range f.Progs {
		if prog.Type == elf.PT_INTERP && prog.Filesz < unix.PathMax {
			name := make([]byte, prog.Filesz)
			if _, err := prog.ReadAt(name, 0); err == nil {
				return strings.TrimRight(string(name), "\x00")
			}
		}
	}
	return ""
}

// readOnly is f itself if it is no file or cannot be written.
func readOnly(f *os.File) (*os.File, error) {
	flags, err := unix.FcntlInt(f.Fd(), unix.F_GETFL, 0)
	if err != nil || flags&unix.O_ACCMODE == unix.O_RDONLY {
		return f, err
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return f, err
	}
	return os.Open(fmt.Sprintf("/proc/self/fd/%d", f.Fd()))
}

// killTree ends the group and, for the moment before it has one, the process.
func killTree(p *os.Process) {
	_ = unix.Kill(-p.Pid, unix.SIGKILL)
	_ = unix.Kill(p.Pid, unix.SIGKILL)
}

// awaitEnd returns when the process has ended and leaves it unburied, so that its number stays its own.
func awaitEnd(p *os.Process) (*os.ProcessState, error) {
	for {
		err := unix.Waitid(unix.P_PID, p.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err != unix.EINTR {
			return nil, err
		}
	}
}
