// Package repair gives PDF files that an engine refuses as damaged a second chance: qpdf writes them anew.
package repair

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/sandbox"
)

// What a repair may cost. Streams are copied as they are, so the new file is hardly larger than the old one.
const (
	repairTime   = 8 * time.Second
	repairMemory = 1 << 30
	extraOutput  = 16 << 20
)

// Opener opens what inner opens and, rewritten by qpdf, what inner refuses as a damaged PDF file. The new file has no
// name; it lies in dir, or where temporary files do when dir is empty. A repair takes at most the given time, and never
// more than a few seconds. Without qpdf inner is all there is.
func Opener(inner engine.Opener, box *sandbox.Box, qpdf, dir string, limit time.Duration) engine.Opener {
	if qpdf == "" {
		return inner
	}
	return &opener{inner, box, qpdf, dir, min(limit, repairTime)}
}

type opener struct {
	inner     engine.Opener
	box       *sandbox.Box
	qpdf, dir string
	limit     time.Duration
}

// Open reports the failure of the first opening when there is no second: it is about the file as the caller knows it.
func (r *opener) Open(ctx context.Context, f *os.File, o engine.OpenOptions) (engine.Document, error) {
	d, damage := r.inner.Open(ctx, f, o)
	if damage == nil || o.Type != "pdf" || !fault.Is(damage, fault.DocumentCorrupt) {
		return d, damage
	}
	fixed, err := r.rewrite(ctx, f, o.Password)
	if err == nil {
		if d, err = r.inner.Open(ctx, fixed, o); err == nil {
			return &document{d, fixed}, nil
		}
		fixed.Close()
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return nil, fmt.Errorf("repair a PDF file: %w", ctx.Err())
	}
	return nil, fmt.Errorf("%w (not repaired: %w)", damage, err)
}

// rewrite lets qpdf write the file anew, with its encryption if it has one.
func (r *opener) rewrite(ctx context.Context, f *os.File, password string) (_ *os.File, err error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	fixed, err := engine.Nameless(r.dir)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			fixed.Close()
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, r.limit)
	defer cancel()
	args := []string{"--warning-exit-0", "--no-warn", "--stream-data=preserve"}
	var stdin io.Reader
	if password != "" { // not as an argument, which every user of the machine could see
		args = append(args, "--password-file=-")
		stdin = strings.NewReader(password + "\n")
	}
	// By descriptor: the file may have no name, and qpdf must not learn one.
	args = append(args, "/proc/self/fd/3", "-")
	program := Program(r.qpdf, info.Size(), r.limit, args...)
	program.Files = []*os.File{f}
	return fixed, r.box.Run(ctx, program, stdin, fixed)
}

// Program is qpdf on a file of so many bytes.
func Program(qpdf string, size int64, limit time.Duration, args ...string) sandbox.Program {
	return sandbox.Program{
		Path: qpdf, Args: args,
		Limits: sandbox.Limits{Memory: repairMemory, CPU: min(limit, repairTime), Files: 32, Scratch: 1 << 20, Output: 2*size + extraOutput},
	}
}

// document keeps the file it was opened from.
type document struct {
	engine.Document
	file *os.File
}

func (d *document) Close() {
	d.Document.Close()
	d.file.Close()
}
