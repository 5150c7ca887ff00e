package sandbox

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// mostProcesses is how many processes and threads a program may have. Networks have one for every core, and so has the
// decoder of HEIC files; an office has some dozens.
const mostProcesses = 1024

// pidMax bounds the numbers of processes. Since Linux 6.14 every process namespace has its own; before that this is the
// bound of the whole machine, which root could change by mistake.
const pidMax = "/proc/sys/kernel/pid_max"

// limitProcesses bounds the processes of this program in two ways, each of which holds where the other may not: the
// bound of a user does not hold root, and that of a namespace is young.
func (p *plan) limitProcesses() error {
	bound := uint64(mostProcesses)
	if !p.Alone {
		bound += allTasks()
	}
	if err := setLimit(unix.RLIMIT_NPROC, bound); err != nil {
		return fmt.Errorf("bound processes: %w", err)
	}
	_ = limitNumbers()
	return nil
}

// limitNumbers bounds the numbers of the processes in this namespace. A machine of very many processors refuses small
// bounds.
func limitNumbers() error {
	if os.Getpid() != 1 || !since(6, 14) {
		return errors.New("no bound for this process namespace alone")
	}
	var err error
	for bound := mostProcesses; bound <= 8*mostProcesses; bound *= 2 {
		if err = writeNumber(pidMax, bound); err == nil {
			return nil
		}
	}
	return err
}

// processesHeld looks for a bound that holds: that of the namespace, or that of the user, which is lowered for a moment
// to see whether it refuses.
func processesHeld() error {
	if os.Getpid() == 1 && since(6, 14) {
		if now, err := readNumber(pidMax); err == nil && now <= 8*mostProcesses {
			return nil
		}
	}
	var now unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NPROC, &now); err != nil {
		return err
	}
	if err := unix.Setrlimit(unix.RLIMIT_NPROC, &unix.Rlimit{Cur: 1, Max: now.Max}); err != nil {
		return err
	}
	pid, _, errno := unix.RawSyscall6(unix.SYS_CLONE, uintptr(unix.SIGCHLD), 0, 0, 0, 0, 0)
	if pid == 0 && errno == 0 {
		_, _, _ = unix.RawSyscall(unix.SYS_EXIT_GROUP, 0, 0, 0)
	}
	if err := unix.Setrlimit(unix.RLIMIT_NPROC, &now); err != nil {
		return err
	}
	if errno == unix.EAGAIN {
		return nil
	}
	_, _ = unix.Wait4(int(pid), nil, 0, nil)
	return errors.New("nothing bounds the processes of root but a process namespace of Linux 6.14 or later")
}

// countedApart reports whether the processes of a new user namespace are counted by themselves. Elsewhere all of this
// user's are, whatever they do.
func countedApart(clone uintptr) bool { return clone&unix.CLONE_NEWUSER != 0 && since(5, 14) }

// allTasks is how many processes and threads the machine has now: no user has more.
func allTasks() uint64 {
	text, err := readSmall("/proc/loadavg")
	if err != nil {
		return 0
	}
	fields := strings.Fields(text)
	if len(fields) < 4 {
		return 0
	}
	_, all, _ := strings.Cut(fields[3], "/")
	n, _ := strconv.ParseUint(all, 10, 64)
	return n
}

// since reports whether the kernel has at least this version.
func since(major, minor int) bool {
	var name unix.Utsname
	if err := unix.Uname(&name); err != nil {
		return false
	}
	var a, b int
	if _, err := fmt.Sscanf(unix.ByteSliceToString(name.Release[:]), "%d.%d", &a, &b); err != nil {
		return false
	}
	return a > major || a == major && b >= minor
}

func readNumber(path string) (int, error) {
	text, err := readSmall(path)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.TrimSpace(text))
}

// readSmall reads what fits a few lines, without package os: see Main.
func readSmall(path string) (string, error) {
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	text := make([]byte, 4096)
	n, err := unix.Read(fd, text)
	if err != nil {
		return "", err
	}
	return string(text[:n]), nil
}

func writeNumber(path string, n int) error {
	fd, err := unix.Open(path, unix.O_WRONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	_, err = unix.Write(fd, []byte(strconv.Itoa(n)))
	return err
}
