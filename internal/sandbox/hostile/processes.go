//go:build linux

package hostile

import (
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"

	"golang.org/x/sys/unix"
)

// fork makes copies of this process until one is refused.
func fork(args []string) Result {
	most := count(args)
	var children []int
	defer func() { end(children) }()
	for range most {
		pid, errno := copyOfUs()
		if errno != 0 {
			r := came("fork", errno)
			r.Count = int64(len(children))
			return r
		}
		if pid == 0 {
			forever()
		}
		children = append(children, pid)
	}
	return Result{Done: true, Count: int64(most)}
}

// end is for those whom no fence ends.
func end(children []int) {
	for _, pid := range children {
		if unix.Kill(pid, unix.SIGKILL) == nil {
			_, _ = unix.Wait4(pid, nil, 0, nil)
		}
	}
}

// copyOfUs is fork. In the copy there is no Go but what calls the kernel.
func copyOfUs() (int, unix.Errno) {
	pid, _, errno := unix.RawSyscall6(unix.SYS_CLONE, uintptr(unix.SIGCHLD), 0, 0, 0, 0, 0)
	return int(pid), errno
}

func forever() {
	for {
		_, _, _ = unix.RawSyscall6(unix.SYS_PPOLL, 0, 0, 0, 0, 0, 0)
	}
}

// threads starts threads until that is refused, which ends a Go program.
func threads(args []string) Result {
	most := count(args)
	ready := make(chan struct{})
	for n := range most {
		go func() {
			runtime.LockOSThread()
			ready <- struct{}{}
			select {}
		}()
		<-ready
		if n%16 == 0 {
			say(Result{Step: "thread", Count: int64(n)})
		}
	}
	return Result{Done: true, Count: int64(most)}
}

func spawn([]string) Result { return came("spawn", exec.Command("/bin/true").Run()) }

func ptrace(args []string) Result { return came("attach", unix.PtraceAttach(count(args))) }

// probe sends no signal, which is refused as any would be.
func probe(args []string) Result { return came("kill", unix.Kill(count(args), 0)) }

func mount(args []string) Result { return came("mount", unix.Mount("tmpfs", args[0], "tmpfs", 0, "")) }

func unshare([]string) Result {
	return came("unshare", unix.Unshare(unix.CLONE_NEWNET))
}

// outlive does what it can not to die with its parent, says how far it got, and stays.
func outlive([]string) Result {
	signal.Ignore()
	_, _ = unix.Setsid()
	r := came("prctl", unix.Prctl(unix.PR_SET_PDEATHSIG, 0, 0, 0, 0))
	if pid, errno := copyOfUs(); errno == 0 && pid == 0 {
		_, _, _ = unix.RawSyscall(unix.SYS_SETSID, 0, 0, 0)
		forever()
	}
	say(r)
	return hang(nil)
}

func hang([]string) Result {
	forever()
	return Result{}
}

func count(args []string) int {
	n, err := strconv.Atoi(args[0])
	if err != nil {
		panic(err)
	}
	return n
}
