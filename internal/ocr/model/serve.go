package model

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/octavo-dev/octavo/internal/engine/wire"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/ocr"
)

// Readers gives the readers of a child by the name of their engine.
type Readers interface {
	Reader(name string) (ocr.Reader, error)
}

// Serve answers inside a child until the parent hangs up. After a panic it answers with a failure and ends with an error.
func Serve(in io.Reader, out io.Writer, readers Readers) error {
	conn := wire.NewConn(in, out, maxMessage)
	var encoder wire.Encoder
	for {
		kind, body, err := conn.Receive()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("receive a page to read: %w", err)
		}
		reading, broken, err := answer(kind, body, readers)
		switch {
		case broken:
			return errors.Join(err, conn.Send(wire.Broken, encoder.EncodeFailure(err)...))
		case err != nil:
			err = conn.Send(wire.Failed, encoder.EncodeFailure(err)...)
		default:
			err = conn.Send(kind, encodeReading(&encoder, reading)...)
		}
		if err != nil {
			return fmt.Errorf("send a reading: %w", err)
		}
	}
}

func answer(kind wire.Kind, body []byte, readers Readers) (reading *ocr.Reading, broken bool, err error) {
	defer func() {
		if v := recover(); v != nil {
			broken, err = true, fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	if kind != kindRead {
		return nil, false, fmt.Errorf("message of kind %d: %w", kind, wire.ErrMalformed)
	}
	q, err := decodeQuestion(body)
	if err != nil {
		return nil, false, err
	}
	r, err := readers.Reader(q.engine)
	if err != nil {
		return nil, false, fault.Wrap(fault.InferenceMethodUnsupported, err, "recognition with %s is not available", q.engine)
	}
	// The parent kills a child that takes too long.
	reading, err = r.Read(context.Background(), q.page, q.options)
	return reading, false, err
}
