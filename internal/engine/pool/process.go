package pool

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/octavo-dev/octavo/internal/engine/wire"
)

// process is a child and the line to it.
type process struct {
	*Process
	conn    *wire.Conn
	encoder wire.Encoder

	exited  chan struct{} // closed when the child is gone; exit says how
	exit    error
	dropped chan struct{} // closed when nobody needs its pipes any more
	dropOne sync.Once

	// What follows belongs to the document that has the child.
	broken    bool // it died, was killed or broke the protocol
	documents int  // opened so far
	calls     int
	base      int64 // bytes in memory with its first document
	kept      kept  // the document that is open in it
}

// died is the end of a child in the middle of a call.
type died struct {
	cause   error
	starved bool // it asked for more memory than it may have
}

func (d *died) Error() string { return fmt.Sprintf("the engine process died: %v", d.cause) }

func (d *died) Unwrap() error { return d.cause }

// refused is a failure that the child answered with.
type refused struct{ error }

func (r *refused) Unwrap() error { return r.error }

// errLate is a call that passed its deadline.
var errLate = errors.New("the call passed its deadline")

// launch starts a child and watches it.
func (p *Pool) launch(ctx context.Context) (*process, error) {
	p.mu.Lock()
	if p.ctx.Err() != nil {
		p.mu.Unlock()
		return nil, errClosed()
	}
	p.all.Add(1)
	p.mu.Unlock()

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(p.ctx, cancel)()
	running, err := p.o.Launch(ctx)
	if err != nil {
		p.all.Done()
		return nil, fmt.Errorf("start engine process: %w", err)
	}
	widen(running.Out)
	c := &process{
		Process: running, conn: wire.NewConn(running.Out, running.In, wire.MaxDocument),
		exited: make(chan struct{}), dropped: make(chan struct{}),
	}
	p.mu.Lock()
	p.live[c] = true
	closed := p.ctx.Err() != nil
	p.mu.Unlock()
	go p.watch(c)
	if closed {
		c.drop()
		return nil, errClosed()
	}
	p.o.Log.Debug("engine process started", "pid", c.Pid)
	return c, nil
}

// watch waits for the end of a child and then for that of its use.
func (p *Pool) watch(c *process) {
	defer p.all.Done()
	c.exit = c.Wait()
	close(c.exited)
	<-c.dropped
	c.In.Close()
	c.Out.Close()
	c.Files.Close()
	p.mu.Lock()
	delete(p.live, c)
	p.mu.Unlock()
}

// drop ends a child for good.
func (c *process) drop() {
	c.dropOne.Do(func() {
		c.Kill()
		close(c.dropped)
	})
}

// interrupt ends a call that is under way, also where somebody else holds the pipes of the child.
func (c *process) interrupt() {
	c.Kill()
	c.Out.Close()
	c.In.Close()
}

// call asks one question and waits for the answer, whose body is good until the next call. A file goes with it unless
// it is nil.
func (c *process) call(ctx context.Context, limit time.Duration, kind wire.Kind, parts [][]byte, file *os.File) ([]byte, error) {
	answer, body, err := c.exchange(ctx, limit, func() (wire.Kind, []byte, error) {
		if file != nil {
			if err := wire.SendFile(c.Files, file); err != nil {
				return 0, nil, err
			}
		}
		if err := c.conn.Send(kind, parts...); err != nil {
			return 0, nil, err
		}
		return c.conn.Receive()
	})
	switch {
	case err != nil:
		return nil, err
	case answer == wire.Failed, answer == wire.Broken:
		c.broken = c.broken || answer == wire.Broken
		err = wire.DecodeFailure(body)
		if errors.Is(err, wire.ErrMalformed) {
			return nil, c.unsound(err)
		}
		return nil, &refused{err}
	case answer != kind:
		return nil, c.unsound(fmt.Errorf("answer of kind %d to kind %d: %w", answer, kind, wire.ErrMalformed))
	}
	return body, nil
}

// exchange runs a part of the conversation and kills the child when it takes too long or nobody waits for it any more.
func (c *process) exchange(ctx context.Context, limit time.Duration, talk func() (wire.Kind, []byte, error)) (wire.Kind, []byte, error) {
	if ctx.Err() != nil {
		return 0, nil, context.Cause(ctx)
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	inTime := context.AfterFunc(limited, c.interrupt)
	kind, body, err := talk()
	interrupted := !inTime()
	c.broken = c.broken || interrupted || err != nil
	switch {
	case err == nil:
		return kind, body, nil
	case interrupted && ctx.Err() != nil:
		return 0, nil, context.Cause(ctx)
	case interrupted:
		return 0, nil, errLate
	}
	return 0, nil, &died{cause: err}
}

// useless tells, between two calls, whether the child has ended, perhaps by a deadline that passed as its answer came.
func (c *process) useless() bool {
	select {
	case <-c.exited:
		return true
	default:
		return c.broken
	}
}

// unsound notes that the child cannot be trusted any more.
func (c *process) unsound(err error) error {
	c.broken = true
	return &died{cause: err}
}

// closeDocument frees what the child holds and reports whether it can be used again.
func (c *process) closeDocument(limit time.Duration) bool {
	_, _, err := c.exchange(context.Background(), limit, func() (wire.Kind, []byte, error) {
		return 0, nil, c.conn.Send(wire.Close)
	})
	return err == nil && !c.broken
}
