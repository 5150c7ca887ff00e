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
const drainTime = time.Second

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
		proc.out.SetReadDeadline(time.Now().Add(drainTime))
	}()
	outErr := drain(proc, stdout, p.Output)
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

// drain copies the output up to its bound.
func drain(proc *Process, stdout io.Writer, bound int64) error {
	if stdout == nil {
		stdout = io.Discard
	}
	var from io.Reader = proc.Out
	if bound > 0 {
		from = io.LimitReader(from, bound)
	}
	_, err := io.Copy(stdout, from)
	if err == nil && bound > 0 {
		var more int
		if more, err = io.ReadFull(proc.Out, make([]byte, 1)); more > 0 {
			err = fault.Wrap(fault.DocumentTooLarge, fmt.Errorf("more than %d bytes of output", bound),
				"The document grows too large while it is read.")
		}
	}
	if err == nil || errors.Is(err, io.EOF) || errors.Is(err, os.ErrDeadlineExceeded) {
		return nil
	}
	proc.Kill()
	return err
}

// ended names a run that its context has ended.
func ended(p Program, err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		err = fault.Wrap(fault.Timeout, err, "")
	}
	return fmt.Errorf("run %s: %w", filepath.Base(p.Path), err)
}
