package model

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/wire"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/ocr"
)

// Process is a child that runs Serve.
type Process struct {
	In  io.WriteCloser
	Out io.ReadCloser // closing it ends a read that waits
	Running
}

// Running is the life of a child. Kill may be called at any time and more than once, also after the end.
type Running interface {
	Kill()
	Wait() error
}

// Options say how a child is started and how long it may take. Zero takes the default.
type Options struct {
	// Launch starts a child. The context bounds the start, not the child's life.
	Launch func(ctx context.Context) (*Process, error)
	Time   time.Duration // for one page; three minutes
	Idle   time.Duration // after which an unused child is ended, because it holds much memory; five minutes
	Log    *slog.Logger
}

// Client reads pages in one child at a time, one after the other.
type Client struct {
	o     Options
	turn  chan struct{} // held by whoever uses child, idle and encoder
	child *child
	idle  *time.Timer
	all   sync.WaitGroup

	encoder wire.Encoder
	ctx     context.Context // ends with the client
	stop    context.CancelFunc
}

type child struct {
	*Process
	conn *wire.Conn
}

// New makes a client without a child; it is started when it is needed.
func New(o Options) *Client {
	if o.Time <= 0 {
		o.Time = 3 * time.Minute
	}
	if o.Idle <= 0 {
		o.Idle = 5 * time.Minute
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	c := &Client{o: o, turn: make(chan struct{}, 1)}
	c.ctx, c.stop = context.WithCancel(context.Background())
	return c
}

// Reader gives the reader of an engine: Auto, Paddle or Tesseract.
func (c *Client) Reader(name string) ocr.Reader { return remote{c, name} }

type remote struct {
	client *Client
	engine string
}

// Read waits for the child and has it read a page.
func (r remote) Read(ctx context.Context, page *engine.Raster, o ocr.Options) (reading *ocr.Reading, err error) {
	err = r.client.call(ctx, request{
		kind:   kindRead,
		encode: func(e *wire.Encoder) [][]byte { return encodeQuestion(e, question{r.engine, page, o}) },
		decode: func(body []byte) (err error) { reading, err = decodeReading(body); return err },
	})
	return reading, err
}

// Find waits for the child and has it find the regions of a page.
func (c *Client) Find(ctx context.Context, page *engine.Raster, turn int) (found []ocr.Region, err error) {
	err = c.call(ctx, request{
		kind:   kindFind,
		encode: func(e *wire.Encoder) [][]byte { return encodeLook(e, page, turn) },
		decode: func(body []byte) (err error) { found, err = decodeRegions(body); return err },
	})
	return found, err
}

// request is a question and what is done with its answer.
type request struct {
	kind   wire.Kind
	encode func(*wire.Encoder) [][]byte
	decode func(body []byte) error
}

// call has the child answer when its turn comes. A child that dies of a page is replaced, and the page tried once more.
func (c *Client) call(ctx context.Context, r request) error {
	if err := c.take(ctx); err != nil {
		return err
	}
	defer c.release()
	err := c.ask(ctx, r)
	var died *death
	if errors.As(err, &died) && !died.late {
		c.o.Log.Warn("a recognition process died and is replaced", "cause", died.err)
		err = c.ask(ctx, r)
	}
	if errors.As(err, &died) {
		if died.late {
			return fault.Wrap(fault.Timeout, err, "recognition of a page took longer than %v", c.o.Time)
		}
		return fault.Wrap(fault.SubprocessCrashed, err, "a worker process crashed")
	}
	return err
}

// death is the end of a child in the middle of a page.
type death struct {
	err  error
	late bool // it was killed because it took too long
}

func (d *death) Error() string { return fmt.Sprintf("the recognition process ended: %v", d.err) }

func (d *death) Unwrap() error { return d.err }

func (c *Client) take(ctx context.Context) error {
	select {
	case c.turn <- struct{}{}:
	case <-ctx.Done():
		return fmt.Errorf("wait for recognition: %w", context.Cause(ctx))
	case <-c.ctx.Done():
		return errClosed()
	}
	if c.idle != nil {
		c.idle.Stop()
	}
	if c.ctx.Err() != nil {
		<-c.turn
		return errClosed()
	}
	return nil
}

func errClosed() error {
	return fault.New(fault.ServiceUnavailable, "recognition is shutting down")
}

func (c *Client) release() {
	if c.child != nil {
		c.idle = time.AfterFunc(c.o.Idle, c.retire)
	}
	<-c.turn
}

// retire ends an unused child, unless somebody is using it after all.
func (c *Client) retire() {
	select {
	case c.turn <- struct{}{}:
		c.drop()
		<-c.turn
	default:
	}
}

// ask has the child answer one question. When the caller gives up or time is over the child is killed: it cannot be told
// to stop.
func (c *Client) ask(ctx context.Context, r request) error {
	if err := c.launch(ctx); err != nil {
		return err
	}
	limit, cancel := context.WithTimeout(ctx, c.o.Time)
	defer cancel()
	current := c.child
	kill := func() {
		current.Kill()
		_ = current.Out.Close()
	}
	defer context.AfterFunc(limit, kill)()
	defer context.AfterFunc(c.ctx, kill)()
	err := c.exchange(r)
	switch {
	case ctx.Err() != nil:
		c.drop()
		return fmt.Errorf("read page: %w", context.Cause(ctx))
	case c.ctx.Err() != nil:
		c.drop()
		return errClosed()
	case limit.Err() != nil:
		c.drop()
		return &death{err: limit.Err(), late: true}
	}
	return err
}

func (c *Client) exchange(r request) error {
	if err := c.child.conn.Send(r.kind, r.encode(&c.encoder)...); err != nil {
		if errors.Is(err, wire.ErrTooLarge) {
			return fault.Wrap(fault.ImageTooLarge, err, "the image is too large to be read")
		}
		return c.bury(err)
	}
	kind, body, err := c.child.conn.Receive()
	if err != nil {
		return c.bury(err)
	}
	switch kind {
	case r.kind:
		if err := r.decode(body); err != nil {
			return c.bury(err)
		}
		return nil
	case wire.Failed:
		return wire.DecodeFailure(body)
	}
	return c.bury(wire.DecodeFailure(body))
}

// bury ends a child that cannot be trusted any more and says why.
func (c *Client) bury(err error) error {
	current := c.child
	c.drop()
	if exit := current.Wait(); exit != nil {
		err = fmt.Errorf("%w (%w)", err, exit)
	}
	return &death{err: err}
}

func (c *Client) launch(ctx context.Context) error {
	if c.child != nil {
		return nil
	}
	p, err := c.o.Launch(ctx)
	if err != nil {
		return fmt.Errorf("start recognition: %w", err)
	}
	c.child = &child{Process: p, conn: wire.NewConn(p.Out, p.In, maxMessage)}
	return nil
}

// drop ends the child.
func (c *Client) drop() {
	if c.child == nil {
		return
	}
	p := c.child.Process
	c.child = nil
	_ = p.In.Close()
	p.Kill()
	_ = p.Out.Close()
	c.all.Go(func() { _ = p.Wait() })
}

// Close kills the child and waits until it is gone. Readers fail from now on.
func (c *Client) Close() {
	c.stop()
	c.turn <- struct{}{}
	if c.idle != nil {
		c.idle.Stop()
	}
	c.drop()
	<-c.turn
	c.all.Wait()
}
