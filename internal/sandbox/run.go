package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/octavo-dev/octavo/internal/fault"
)

// drainTime is how long output is still read after the program's end. Only a process that left the group where there
// is no pid namespace holds the pipe that long.
const drainTime = 300 * time.Millisecond

// Run runs a tool to its end. A reader that is no *os.File must end by itself: Run waits for it. Output above the
// bound, the end of the context or an error of stdin or stdout kill the tool with all it started.
func (b *Box) Run(ctx context.Context, p Program, stdin io.Reader, stdout io.Writer) error {
	if err := ctx.Err(); err != nil {
		return ended(p, err)
	}
	file, direct := stdin.(*os.File)
	if stdin == nil {
		null, err := os.Open(os.DevNull)
		if err != nil {
			return err
		}
		defer null.Close()
		file, direct = null, true
	}
	proc, err := b.start(p, file)
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, proc.Kill)()

	fed := make(chan error, 1)
	if direct {
		fed <- nil
	} else {
		go func() { fed <- feed(proc, stdin) }()
	}
	go func() {
		<-proc.done
		_ = proc.out.SetReadDeadline(time.Now().Add(drainTime))
	}()
	outErr := drain(&rest{ctx, proc}, stdout, p.Output)
	if outErr != nil {
		proc.Kill()
	}
	waitErr := proc.Wait()
	inErr := <-fed
	proc.Out.Close()

	switch {
	case outErr != nil:
		return fmt.Errorf("run %s: %w", filepath.Base(p.Path), outErr)
	case ctx.Err() != nil && waitErr != nil:
		return ended(p, errors.Join(ctx.Err(), waitErr))
	case inErr != nil:
		return fmt.Errorf("run %s: read its input: %w", filepath.Base(p.Path), inErr)
	}
	return waitErr
}

// feed writes the input. A program that does not want all of it is no failure.
func feed(proc *Process, stdin io.Reader) error {
	defer proc.In.Close()
	source := &reading{r: stdin}
	_, _ = io.Copy(proc.In, source)
	if source.err != nil {
		proc.Kill()
	}
	return source.err
}

// reading remembers a failure of the reader, which is not one of the pipe it is copied to.
type reading struct {
	r   io.Reader
	err error
}

func (r *reading) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	if err != nil && err != io.EOF {
		r.err = err
	}
	return n, err
}

// rest reads the output of a program to its end, and after the program's end as long as something comes.
type rest struct {
	ctx  context.Context
	proc *Process
}

func (r *rest) Read(p []byte) (int, error) {
	select {
	case <-r.proc.done:
		if r.ctx.Err() != nil {
			return 0, io.EOF
		}
		_ = r.proc.out.SetReadDeadline(time.Now().Add(drainTime))
	default:
	}
	n, err := r.proc.out.Read(p)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = io.EOF
	}
	return n, err
}

// drain copies output up to its bound.
func drain(output io.Reader, to io.Writer, bound int64) error {
	if to == nil {
		to = io.Discard
	}
	if bound <= 0 {
		_, err := io.Copy(to, output)
		return err
	}
	if _, err := io.Copy(to, io.LimitReader(output, bound)); err != nil {
		return err
	}
	more, err := io.ReadFull(output, make([]byte, 1))
	if more > 0 {
		return fault.Wrap(fault.DocumentTooLarge, fmt.Errorf("more than %d bytes of output", bound),
			"The document grows too large while it is read.")
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// ended names a run that its context has ended.
func ended(p Program, err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		err = fault.Wrap(fault.Timeout, err, "")
	}
	return fmt.Errorf("run %s: %w", filepath.Base(p.Path), err)
}
