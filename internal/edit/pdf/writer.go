package pdf

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/sandbox"
)

// What one edit may cost. A file is changed by adding to it; what is added is small beside it but for fonts.
const (
	editMemory  = sandbox.GoMemory + 1<<30
	qpdfMemory  = 2 << 30
	extraOutput = 64 << 20
	mostAnswer  = 32 << 20
)

// Options say what writes and how far it may go.
type Options struct {
	Box     *sandbox.Box
	Command []string // how this program starts itself for one edit
	QPDF    string   // path; without it encrypted and damaged files, and edits that remove something, are refused
	Dir     string   // where new files lie, without names; where temporary files do when empty
	Time    time.Duration
}

// Writer changes PDF files. It may be used by many at a time.
type Writer struct{ Options }

// New makes a writer. Nothing runs before the first edit.
func New(o Options) *Writer { return &Writer{o} }

// errUnsound is a file that the child cannot change as it is.
var errUnsound = errors.New("the file has to be written anew first")

// Fields tells what form a file has. It returns the file to edit in its place where that had to be written anew; the
// caller closes it.
func (w *Writer) Fields(ctx context.Context, f *os.File) (*Listing, *os.File, error) {
	ctx, cancel := context.WithTimeout(ctx, w.Time)
	defer cancel()
	a, _, err := w.child(ctx, f, nil)
	if err == nil {
		return a.Listing, nil, nil
	}
	if !errors.Is(err, errUnsound) {
		return nil, nil, fmt.Errorf("list the fields of a PDF file: %w", err)
	}
	fixed, err := w.qpdf(ctx, f, "--decrypt")
	if err != nil {
		return nil, nil, fmt.Errorf("prepare a PDF file: %w", err)
	}
	if a, _, err = w.child(ctx, fixed, nil); err != nil {
		fixed.Close()
		return nil, nil, unreadable(err)
	}
	return a.Listing, fixed, nil
}

// Apply carries out an order. The new file has no name and is the caller's to close.
func (w *Writer) Apply(ctx context.Context, f *os.File, o *Order) (_ *os.File, _ *Report, err error) {
	ctx, cancel := context.WithTimeout(ctx, w.Time)
	defer cancel()
	a, made, err := w.child(ctx, f, o)
	if errors.Is(err, errUnsound) {
		var plain *os.File
		if plain, err = w.qpdf(ctx, f, "--decrypt", "--stream-data=uncompress", "--decode-level=generalized"); err != nil {
			return nil, nil, fmt.Errorf("prepare a PDF file: %w", err)
		}
		defer plain.Close()
		a, made, err = w.child(ctx, plain, o)
	}
	if err != nil {
		return nil, nil, unreadable(err)
	}
	if !o.removes() {
		return made, a.Report, nil
	}
	// The file still holds its older state, and with it all that was to be removed.
	defer made.Close()
	clean, err := w.qpdf(ctx, made, "--compress-streams=y", "--object-streams=generate")
	if err != nil {
		return nil, nil, fmt.Errorf("write a PDF file without its older state: %w", err)
	}
	return clean, a.Report, nil
}

func unreadable(err error) error {
	if errors.Is(err, errUnsound) {
		return fault.New(fault.DocumentCorrupt, "the document cannot be changed: its objects cannot be followed").Typed("pdf_handling_error")
	}
	return err
}

// child has a child process work on a file. Without an order it lists the fields.
func (w *Writer) child(ctx context.Context, f *os.File, o *Order) (_ *answer, made *os.File, err error) {
	var order []byte
	if o != nil {
		if order, err = json.Marshal(o); err != nil {
			return nil, nil, fmt.Errorf("write an order: %w", err)
		}
	}
	out, err := engine.Nameless(w.Dir)
	if err != nil {
		return nil, nil, err
	}
	defer func() {
		if made != out {
			out.Close()
		}
	}()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	split := &splitter{to: out}
	program := w.Editing(info.Size())
	program.Files = []*os.File{f}
	err = w.Box.Run(ctx, program, bytes.NewReader(order), split)
	if err != nil {
		return nil, nil, fmt.Errorf("edit a PDF file: %w", err)
	}
	var a answer
	if err := json.Unmarshal(split.head, &a); err != nil {
		return nil, nil, fmt.Errorf("read what the child says: %w", err)
	}
	switch {
	case a.Unsound:
		return nil, nil, errUnsound
	case a.Widget:
		return nil, nil, fault.New(fault.InvalidConfig, "%s", a.Refused).Typed("invalid_widget")
	case a.Refused != "":
		return nil, nil, fault.New(fault.FormFillFailed, "%s", a.Refused)
	case o == nil && (a.Listing == nil || a.Listing.Pages < 1 || a.Listing.Pages > mostPages):
		return nil, nil, errors.New("the child gave no list of fields")
	case o != nil && (a.Report == nil || len(a.Report.Values) != len(o.Entries)):
		return nil, nil, errors.New("the child gave no report of what it was told to do")
	}
	return &a, out, nil
}

// splitter takes the first line for itself and hands on the rest.
type splitter struct {
	head []byte
	done bool
	to   io.Writer
}

func (s *splitter) Write(p []byte) (int, error) {
	n := len(p)
	if !s.done {
		line, rest, found := bytes.Cut(p, []byte{'\n'})
		s.head = append(s.head, line...)
		if len(s.head) > mostAnswer {
			return 0, bufio.ErrTooLong
		}
		if !found {
			return n, nil
		}
		s.done, p = true, rest
	}
	if _, err := s.to.Write(p); err != nil {
		return 0, err
	}
	return n, nil
}

// Swap puts other pages, those of a second file in their order, in the places of pages of one that has so many, by
// ascending numbers. Nothing of the old ones is left in the new file, which has no name and is the caller's to close.
func (w *Writer) Swap(ctx context.Context, f, other *os.File, pages []int, total int) (*os.File, error) {
	ctx, cancel := context.WithTimeout(ctx, w.Time)
	defer cancel()
	const first, second = "/proc/self/fd/3", "/proc/self/fd/4"
	args := []string{"--decrypt", first, "--pages"}
	next := 1
	for i, n := range pages {
		if n > next {
			args = append(args, first, fmt.Sprintf("%d-%d", next, n-1))
		}
		args = append(args, second, strconv.Itoa(i+1))
		next = n + 1
	}
	if next <= total {
		args = append(args, first, fmt.Sprintf("%d-z", next))
	}
	return w.tool(ctx, []*os.File{f, other}, append(args, "--", "-"))
}

// qpdf writes a file anew.
func (w *Writer) qpdf(ctx context.Context, f *os.File, args ...string) (*os.File, error) {
	return w.tool(ctx, []*os.File{f}, append(args, "/proc/self/fd/3", "-"))
}

// tool runs qpdf on files.
func (w *Writer) tool(ctx context.Context, files []*os.File, args []string) (_ *os.File, err error) {
	if w.QPDF == "" {
		return nil, fault.New(fault.DocumentUnsupported, "this file can only be edited where qpdf is installed")
	}
	var size int64
	for _, f := range files {
		info, err := f.Stat()
		if err != nil {
			return nil, err
		}
		size += info.Size()
	}
	out, err := engine.Nameless(w.Dir)
	if err != nil {
		return nil, err
	}
	program := w.Rewriting(size, args...)
	program.Files = files
	err = w.Box.Run(ctx, program, nil, out)
	if err != nil {
		out.Close()
		return nil, err
	}
	return out, nil
}
