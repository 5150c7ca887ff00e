package sandbox

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"
)

// Process is a running program.
type Process struct {
	In  io.WriteCloser // its standard input
	Out io.ReadCloser  // its standard output

	out  *os.File
	proc *os.Process
	done chan struct{} // closed when err is set and nothing of the program is left
	err  error

	mu     sync.Mutex
	ended  bool // its id may belong to another
	killed bool
	greedy bool // killed for the memory that its processes used together
}

// Start starts a program that is talked to over its standard input and output. The caller closes both and calls Wait.
func (b *Box) Start(p Program) (*Process, error) { return b.start(p, nil) }

// Pid is the process id as the machine sees it.
func (p *Process) Pid() int { return p.proc.Pid }

// Kill ends the program with all it started. It may be called at any time and again.
func (p *Process) Kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return
	}
	p.killed = true
	killTree(p.proc)
}

// Wait returns when the program has ended and its scratch folder is gone, with the reason unless it ended well. It may
// be called by many and again.
func (p *Process) Wait() error {
	<-p.done
	return p.err
}

// start starts p with the given standard input, or with a pipe.
func (b *Box) start(p Program, stdin *os.File) (_ *Process, err error) {
	l := &launch{program: p}
	defer func() {
		l.closeTheirs()
		if err != nil {
			l.closeOurs()
			err = fmt.Errorf("start %s: %w", filepath.Base(p.Path), err)
		}
	}()
	if err := l.connect(stdin); err != nil {
		return nil, err
	}
	if err := b.prepare(l); err != nil {
		return nil, err
	}
	started := make(chan error)
	proc := &Process{In: l.in, Out: l.out, out: l.out, done: make(chan struct{})}
	go proc.live(l, started)
	if err := <-started; err != nil {
		return nil, err
	}
	l.closeTheirs()
	if err := l.up(); err != nil {
		proc.Kill()
		if exit := proc.Wait(); exit != nil {
			err = fmt.Errorf("%w (%w)", err, exit)
		}
		return nil, err
	}
	return proc, nil
}

// live starts the program, sees it through to its end and removes what is left. It keeps to one thread, because the
// kernel ends the program when the thread that started it ends.
func (p *Process) live(l *launch, started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var err error
	if p.proc, err = os.StartProcess(l.path, l.argv, &l.attr); err != nil {
		started <- err
		return
	}
	said := make(chan string, 1)
	go func() { said <- readEnds(l.err) }()
	if l.program.Exec && l.program.Memory > 0 {
		go p.watch(l.program.Memory)
	}
	started <- nil

	state, err := awaitEnd(p.proc)
	p.mu.Lock()
	killTree(p.proc) // its children: the group keeps its number until the leader is buried
	p.ended = true
	killed, greedy := p.killed, p.greedy
	if state == nil && err == nil {
		state, err = p.proc.Wait()
	}
	p.mu.Unlock()

	_ = l.err.SetReadDeadline(time.Now().Add(drainTime))
	stderr := <-said
	l.err.Close()
	l.scratch.remove()
	if err != nil {
		p.err = fmt.Errorf("wait for %s: %w", filepath.Base(l.program.Path), err)
	} else {
		p.err = explain(l.program, state, Exit{Killed: killed, Greedy: greedy, Stderr: stderr})
	}
	close(p.done)
}
