package pool

import (
	"context"
	"os"
	"slices"

	"github.com/octavo-dev/octavo/internal/engine/wire"
	"github.com/octavo-dev/octavo/internal/sandbox"
)

// Fenced launches a program behind the fences of a box. The line for files is descriptor 3 of the program, before those
// that it has already. Bounds on processor time do not fit a child that serves many documents; calls have deadlines.
func Fenced(box *sandbox.Box, program sandbox.Program) func(context.Context) (*Process, error) {
	return func(context.Context) (*Process, error) {
		near, far, err := wire.DescriptorLine()
		if err != nil {
			return nil, err
		}
		defer far.Close()
		p := program
		p.Files = slices.Concat([]*os.File{far}, program.Files)
		running, err := box.Start(p)
		if err != nil {
			near.Close()
			return nil, err
		}
		return &Process{In: running.In, Out: running.Out, Files: near, Pid: running.Pid(), Running: running}, nil
	}
}
