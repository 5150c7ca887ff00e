// Package child is the loop that runs inside an engine process: it opens the documents it is handed and answers what is
// on their pages.
package child

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/wire"
	"github.com/octavo-dev/octavo/internal/fault"
)

// Document is an open file as an engine shows it. Pages are counted from 1.
type Document interface {
	Pages() int
	Info() (*engine.Info, error)
	Page(n int) (*engine.Page, error)
	Render(n int, dpi float64, grey bool) (*engine.Raster, error)
	Close()
}

// Opener opens a file. The file stays open until the document is closed and is not the document's to close.
type Opener func(f *os.File, password string) (Document, error)

// FileSource gives the files that are handed over, in order.
type FileSource interface {
	Next() (*os.File, error)
}

// Handed is the line on which the parent hands files over.
type Handed struct{ Line *os.File }

// Next waits for a file.
func (h Handed) Next() (*os.File, error) { return wire.ReceiveFile(h.Line) }

// Serve answers until the parent hangs up. The openers are by type of file, as package format names them. It holds its
// thread, because engines know only one. After a panic it answers with a failure and ends with an error.
func Serve(in io.Reader, out io.Writer, files FileSource, openers map[string]Opener) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	s := &server{conn: wire.NewConn(in, out, wire.MaxDocument), files: files, openers: openers}
	defer s.close()
	for {
		kind, body, err := s.conn.Receive()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := s.answer(kind, body); err != nil {
			return err
		}
	}
}

type server struct {
	conn    *wire.Conn
	files   FileSource
	openers map[string]Opener
	encoder wire.Encoder

	file *os.File
	doc  Document
}

// answer sends one answer, or none to Close. Its error ends the child.
func (s *server) answer(kind wire.Kind, body []byte) error {
	if kind == wire.Close {
		s.close()
		return nil
	}
	parts, err := s.guarded(kind, body)
	if err != nil {
		return s.fail(err)
	}
	err = s.conn.Send(kind, parts...)
	if errors.Is(err, wire.ErrTooLarge) {
		return s.fail(scoped(kind, body, fault.Wrap(fault.DocumentTooLarge, err, "it holds more than can be handed over")))
	}
	return err
}

// fail answers with a failure and ends the child when that was a panic.
func (s *server) fail(err error) error {
	var broken *panicked
	if !errors.As(err, &broken) {
		return s.conn.Send(wire.Failed, s.encoder.EncodeFailure(err)...)
	}
	s.doc, s.file = nil, nil // not even closing is safe
	sent := s.conn.Send(wire.Broken, s.encoder.EncodeFailure(err)...)
	return errors.Join(fmt.Errorf("%w\n%s", err, broken.stack), sent)
}

// panicked is a panic of Go code; what the engine believes about its state is no longer to be trusted.
type panicked struct {
	value any
	stack []byte
}

func (p *panicked) Error() string { return fmt.Sprintf("panic: %v", p.value) }

func (s *server) guarded(kind wire.Kind, body []byte) (parts [][]byte, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = scoped(kind, body, &panicked{v, debug.Stack()})
		}
	}()
	switch kind {
	case wire.Open:
		return s.open(body)
	case wire.Info:
		return s.info()
	case wire.Page, wire.Render:
		parts, err := s.page(kind, body)
		return parts, scoped(kind, body, err)
	}
	return nil, fmt.Errorf("message of kind %d: %w", kind, wire.ErrMalformed)
}
