//go:build !linux

package sandbox

import (
	"context"
	"errors"
	"os"
	"runtime"
	"syscall"
)

// probe: there are no fences here, only a process group.
func (b *Box) probe(context.Context) error {
	b.fences = map[Fence]error{}
	for _, f := range All() {
		b.fences[f] = errors.New("not available on " + runtime.GOOS)
	}
	return nil
}

// Try says the same of every program.
func (b *Box) Try(context.Context, Program) (map[Fence]error, error) { return b.Fences(), nil }

// prepare starts the program itself, in a group and a folder of its own.
func (b *Box) prepare(l *launch) error {
	var err error
	if l.scratch, err = newScratch(); err != nil {
		return err
	}
	l.path = l.program.Path
	l.argv = append([]string{l.program.Path}, l.program.Args...)
	l.attr.Dir = l.scratch.dir
	l.attr.Env = append([]string{"TMPDIR=" + l.scratch.dir, "HOME=" + l.scratch.dir}, l.program.Env...)
	l.attr.Sys = &syscall.SysProcAttr{Setpgid: true}
	return nil
}

func readOnly(f *os.File) (*os.File, error) { return f, nil }

func (*Process) watch(int64) {}

func killTree(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }

// awaitEnd waits and buries in one here.
func awaitEnd(p *os.Process) (*os.ProcessState, error) { return p.Wait() }

// Main has nothing to put up.
func Main([]string) int { return 1 }
