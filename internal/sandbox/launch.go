package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// launch is what it takes to start one program.
type launch struct {
	program Program
	path    string
	argv    []string
	attr    os.ProcAttr
	scratch *scratch

	in, out, err *os.File // our ends
	status       *os.File // on which the shim says what went wrong before it becomes the program; may be nil
	theirs       []*os.File
}

// connect makes the pipes. Without a standard input of its own the program gets a pipe for that too.
func (l *launch) connect(stdin *os.File) error {
	if stdin == nil {
		r, w, err := os.Pipe()
		if err != nil {
			return err
		}
		l.in, stdin = w, r
		l.theirs = append(l.theirs, r)
	}
	outR, outW, err := os.Pipe()
	if err != nil {
		return err
	}
	l.out = outR
	l.theirs = append(l.theirs, outW)
	errR, errW, err := os.Pipe()
	if err != nil {
		return err
	}
	l.err = errR
	l.theirs = append(l.theirs, errW)
	l.attr.Files = []*os.File{stdin, outW, errW}
	return l.handOver()
}

// handOver adds the files. One that can be written is opened once more to be read only: a child that alters its
// document alters what others read after it.
func (l *launch) handOver() error {
	for _, f := range l.program.Files {
		view, err := readOnly(f)
		if err != nil {
			return fmt.Errorf("open a file once more: %w", err)
		}
		if view != f {
			l.theirs = append(l.theirs, view)
		}
		l.attr.Files = append(l.attr.Files, view)
	}
	return nil
}

// connectStatus makes the pipe that closes when the shim becomes the program.
func (l *launch) connectStatus() error {
	r, w, err := os.Pipe()
	if err != nil {
		return err
	}
	l.status = r
	l.theirs = append(l.theirs, w)
	l.attr.Files = append(l.attr.Files, w)
	return nil
}

// up returns when the program itself runs, or says why it does not.
func (l *launch) up() error {
	if l.status == nil {
		return nil
	}
	defer l.status.Close()
	said, err := io.ReadAll(l.status)
	if err != nil || len(said) == 0 {
		return err
	}
	var failure string
	if err := json.Unmarshal(said, &failure); err != nil {
		return fmt.Errorf("read what the shim says: %w", err)
	}
	return errors.New(failure)
}

func (l *launch) closeTheirs() {
	for _, f := range l.theirs {
		f.Close()
	}
	l.theirs = nil
}

func (l *launch) closeOurs() {
	for _, f := range []*os.File{l.in, l.out, l.err, l.status} {
		if f != nil {
			f.Close()
		}
	}
	l.scratch.remove()
}
