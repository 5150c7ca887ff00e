package model

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/octavo-dev/octavo/internal/embed"
	"github.com/octavo-dev/octavo/internal/engine/wire"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/ocr"
)

// Engines gives what a child works with: readers by the name of their engine, a finder of regions, and what gives texts
// their directions.
type Engines interface {
	Reader(name string) (ocr.Reader, error)
	Finder() (ocr.Finder, error)
	Embedder() (embed.Embedder, error)
}

// Serve answers inside a child until the parent hangs up. After a panic it answers with a failure and ends with an error.
func Serve(in io.Reader, out io.Writer, engines Engines) error {
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
		parts, broken, err := answer(&encoder, kind, body, engines)
		switch {
		case broken:
			return errors.Join(err, conn.Send(wire.Broken, encoder.EncodeFailure(err)...))
		case err != nil:
			err = conn.Send(wire.Failed, encoder.EncodeFailure(err)...)
		default:
			err = conn.Send(kind, parts...)
		}
		if err != nil {
			return fmt.Errorf("send a reading: %w", err)
		}
	}
}

// answer works on one page. The parent kills a child that takes too long.
func answer(e *wire.Encoder, kind wire.Kind, body []byte, engines Engines) (parts [][]byte, broken bool, err error) {
	defer func() {
		if v := recover(); v != nil {
			broken, err = true, fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	switch kind {
	case kindRead:
		parts, err = read(e, body, engines)
	case kindFind:
		parts, err = find(e, body, engines)
	case kindEmbed:
		parts, err = direct(e, body, engines)
	default:
		err = fmt.Errorf("message of kind %d: %w", kind, wire.ErrMalformed)
	}
	return parts, false, err
}

func read(e *wire.Encoder, body []byte, engines Engines) ([][]byte, error) {
	q, err := decodeQuestion(body)
	if err != nil {
		return nil, err
	}
	r, err := engines.Reader(q.engine)
	if err != nil {
		return nil, fault.Wrap(fault.InferenceMethodUnsupported, err, "recognition with %s is not available", q.engine)
	}
	reading, err := r.Read(context.Background(), q.page, q.options)
	if err != nil {
		return nil, err
	}
	return encodeReading(e, reading), nil
}

func find(e *wire.Encoder, body []byte, engines Engines) ([][]byte, error) {
	page, turn, err := decodeLook(body)
	if err != nil {
		return nil, err
	}
	f, err := engines.Finder()
	if err != nil {
		return nil, fault.Wrap(fault.InferenceMethodUnsupported, err, "the layout model is not available")
	}
	found, err := f.Find(context.Background(), page, turn)
	if err != nil {
		return nil, err
	}
	return encodeRegions(e, found), nil
}
