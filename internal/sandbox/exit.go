package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
)

// Exit is how a program ended that did not end well. It stands inside the error of Run and Wait.
type Exit struct {
	Code   int            // -1 when a signal ended it
	Signal syscall.Signal // 0 when it ended by itself
	Killed bool           // by Kill, by Run at its deadline or at a bound
	Greedy bool           // killed because its processes together used more memory than one of them may
	CPU    time.Duration  // used by it and by those it waited for
	Stderr string         // the end of what it said
}

func (e *Exit) Error() string {
	var s string
	switch {
	case e.Greedy:
		s = "was killed because its processes together used too much memory"
	case e.Killed:
		s = "was killed"
	case e.Signal == syscall.SIGKILL:
		s = "ended by SIGKILL from outside, perhaps for want of memory"
	case e.Signal != 0:
		s = fmt.Sprintf("ended by signal %d (%s)", int(e.Signal), e.Signal)
	default:
		s = fmt.Sprintf("exit code %d", e.Code)
	}
	s += fmt.Sprintf(" after %v of processor time", e.CPU.Round(time.Millisecond))
	if e.Stderr != "" {
		s += ": " + strings.ToValidUTF8(e.Stderr, "?")
	}
	return s
}

// explain names how a program ended, of which e tells what we did about it: nil when it ended well.
func explain(p Program, state *os.ProcessState, e Exit) error {
	if state.Success() && !e.Killed {
		return nil
	}
	e.Code, e.CPU = state.ExitCode(), state.UserTime()+state.SystemTime()
	if w, ok := state.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		e.Signal = w.Signal()
	}
	name := filepath.Base(p.Path)
	if !e.Killed && overCPU(p, &e) {
		return fmt.Errorf("run %s: %w", name, fault.Wrap(fault.Timeout, fmt.Errorf("over its bound of processor time: %w", &e), ""))
	}
	return fmt.Errorf("run %s: %w", name, fault.Wrap(fault.SubprocessCrashed, &e, ""))
}

// overCPU reports whether the bound on processor time ended the program. The first process of a pid namespace cannot
// be sent SIGXCPU and is ended by SIGKILL at the same bound, of which the kernel's later account of the time may fall
// short on a busy machine.
func overCPU(p Program, e *Exit) bool {
	if e.Signal == syscall.SIGXCPU {
		return true
	}
	return p.CPU > 0 && e.Signal == syscall.SIGKILL && e.CPU >= wholeSeconds(p.CPU)*3/4
}

func wholeSeconds(d time.Duration) time.Duration {
	return (d + time.Second - 1).Truncate(time.Second)
}
