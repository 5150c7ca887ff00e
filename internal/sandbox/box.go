package sandbox

import (
	"context"
	"errors"
	"io"
	"log/slog"
)

// Options say how programs are started.
type Options struct {
	Self    string  // path of our own binary, whose hidden command "sandbox" is Main; /proc/self/exe when empty
	Require []Fence // New fails where one of these cannot be put up
	Log     *slog.Logger
}

// Box starts programs behind the fences that this machine can put up.
type Box struct {
	self   string
	fences map[Fence]error
}

// New finds out which fences come up by putting them up around a child, and says so in the log.
func New(ctx context.Context, o Options) (*Box, error) {
	return nil, errors.ErrUnsupported
}

// Fences says of each fence why it is not up; nil is up.
func (b *Box) Fences() map[Fence]error { return b.fences }

// Run runs a tool to its end.
func (b *Box) Run(ctx context.Context, p Program, stdin io.Reader, stdout io.Writer) error {
	return errors.ErrUnsupported
}

// Start starts a program that is talked to over its standard input and output.
func (b *Box) Start(p Program) (*Process, error) { return nil, errors.ErrUnsupported }

// Process is a running program.
type Process struct {
	In  io.WriteCloser
	Out io.ReadCloser
}

// Pid is the process id as the machine sees it.
func (p *Process) Pid() int { return 0 }

// Kill ends the program with all it started.
func (p *Process) Kill() {}

// Wait returns when the program has ended, with the reason unless it ended well.
func (p *Process) Wait() error { return errors.ErrUnsupported }

// Main is the body of the hidden command that puts the fences up around itself and becomes the program.
func Main(args []string) int { return 1 }
