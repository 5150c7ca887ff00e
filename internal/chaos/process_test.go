package chaos

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// process is one running octavo. It has a process group of its own and dies with the test.
type process struct {
	t    testing.TB
	name string
	log  string
	cmd  *exec.Cmd
	gone chan struct{} // closed when it has ended
}

// launchIn starts a command in the network namespace that another process keeps, if one is given. The kernel sends the
// parent's death signal when the thread that forked ends, so one thread is kept for it.
func launchIn(t testing.TB, space int, name, logFile string, cmd *exec.Cmd) *process {
	t.Helper()
	out, err := os.Create(logFile)
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = out, out
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid, cmd.SysProcAttr.Pdeathsig = true, syscall.SIGKILL
	p := &process{t: t, name: name, log: logFile, cmd: cmd, gone: make(chan struct{})}
	started := make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		defer close(p.gone)
		defer out.Close()
		err := enter(space)
		if err == nil {
			err = cmd.Start()
		}
		started <- err
		if err == nil {
			cmd.Wait() // the state it ended in is read from cmd
		}
	}()
	if err := <-started; err != nil {
		t.Fatalf("start %s: %v", name, err)
	}
	t.Cleanup(p.end)
	return p
}

// end is the last thing that happens to every process.
func (p *process) end() {
	p.kill()
	if left := group(p.pid()); len(left) > 0 {
		p.t.Errorf("%s left processes behind: %v", p.name, left)
		syscall.Kill(-p.pid(), syscall.SIGKILL)
	}
	if p.t.Failed() {
		p.t.Logf("what %s complained of:\n%s", p.name, p.complaints())
	}
	if log := p.logged(); bytes.Contains(log, []byte("WARNING: DATA RACE")) || bytes.Contains(log, []byte(`"panic"`)) || bytes.Contains(log, []byte("\npanic: ")) {
		p.t.Errorf("%s raced or panicked:\n%s", p.name, p.tail(200))
	}
}

func (p *process) pid() int { return p.cmd.Process.Pid }

func (p *process) alive() bool {
	select {
	case <-p.gone:
		return false
	default:
		return true
	}
}

func (p *process) signal(s syscall.Signal) {
	if err := p.cmd.Process.Signal(s); err != nil && !errors.Is(err, os.ErrProcessDone) {
		p.t.Errorf("%v to %s: %v", s, p.name, err)
	}
}

// kill is kill -9. It returns when the process is gone.
func (p *process) kill() {
	p.signal(syscall.SIGKILL)
	<-p.gone
}

// stop freezes the process. It returns when no thread of it runs any more.
func (p *process) stop() {
	p.t.Helper()
	p.signal(syscall.SIGSTOP)
	await(p.t, 10*time.Second, p.name+" stops", func() error {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.pid()))
		if err != nil {
			return err
		}
		if _, after, _ := strings.Cut(string(stat), ") "); !strings.HasPrefix(after, "T") {
			return fmt.Errorf("state %.1s", after)
		}
		return nil
	})
}

func (p *process) resume() { p.signal(syscall.SIGCONT) }

// terminate asks the process to stop.
func (p *process) terminate() { p.signal(syscall.SIGTERM) }

// exited waits for the end of the process and returns its exit code.
func (p *process) exited(within time.Duration) int {
	p.t.Helper()
	select {
	case <-p.gone:
	case <-time.After(within):
		p.t.Fatalf("%s still runs after %v", p.name, within)
	}
	return p.cmd.ProcessState.ExitCode()
}

// leave ends the process in good order.
func (p *process) leave() {
	p.t.Helper()
	p.terminate()
	if code := p.exited(30 * time.Second); code != 0 {
		p.t.Errorf("%s exited with %d", p.name, code)
	}
}

func (p *process) logged() []byte {
	out, err := os.ReadFile(p.log)
	if err != nil {
		p.t.Errorf("read log of %s: %v", p.name, err)
	}
	return out
}

func (p *process) tail(lines int) string {
	all := strings.Split(strings.TrimSpace(string(p.logged())), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}

// complaints are the warnings and errors in the log: the last of each kind, with how many there were.
func (p *process) complaints() string {
	var order []string
	last, count := map[string]string{}, map[string]int{}
	for line := range strings.Lines(string(p.logged())) {
		var entry struct{ Level, Msg, Name, Route string }
		if json.Unmarshal([]byte(line), &entry) != nil || entry.Level != "WARN" && entry.Level != "ERROR" {
			continue
		}
		kind := entry.Msg + entry.Name + entry.Route
		if count[kind] == 0 {
			order = append(order, kind)
		}
		last[kind], count[kind] = line, count[kind]+1
	}
	var out strings.Builder
	for _, kind := range order {
		fmt.Fprintf(&out, "%d × %.500s\n", count[kind], strings.TrimSpace(last[kind]))
	}
	return out.String()
}

// group lists the living processes of a process group.
func group(pgid int) []string {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is valid
	var members []string
	for _, path := range stats {
		stat, err := os.ReadFile(path)
		if err != nil {
			continue // ended meanwhile
		}
		// pid (name) state ppid pgrp …; the name may hold blanks and brackets.
		i := bytes.LastIndexByte(stat, ')')
		fields := strings.Fields(string(stat[i+1:]))
		if len(fields) > 2 && fields[0] != "Z" && fields[2] == strconv.Itoa(pgid) {
			members = append(members, string(stat[:i+1]))
		}
	}
	return members
}
