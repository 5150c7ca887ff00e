// Package pool keeps engine processes: it starts them, hands them documents, holds every call to its deadline, and
// replaces those that die.
package pool

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/fault"
)

// Process is a child that runs child.Serve.
type Process struct {
	In    io.WriteCloser
	Out   io.ReadCloser // closing it ends a read that waits
	Files *os.File      // the near end of wire.DescriptorLine
	Pid   int
	Running
}

// Running is the life of a child. Kill may be called at any time and more than once, also after the end.
type Running interface {
	Kill()
	Wait() error
}

// Options say how many children there are and how long they may take. Zero takes the default.
type Options struct {
	// Launch starts a child. The context bounds the start, not the child's life.
	Launch func(ctx context.Context) (*Process, error)
	Size   int // documents that can be open at a time, each in a child of its own; 2
	// OpenTime, PageTime and RenderTime bound one call: half a minute, half a minute, one minute.
	OpenTime, PageTime, RenderTime time.Duration
	Retire                         int // documents after which a child is replaced; 200
	Log                            *slog.Logger
}

// Pool opens documents in engine processes.
type Pool struct {
	o     Options
	slots chan struct{} // one for each open document
	quick time.Duration // a child that dies of a call after less than this may have had bad luck
	keep  time.Duration // that a closed document stays open in an idle child

	ctx  context.Context // ends with the pool
	stop context.CancelFunc
	all  sync.WaitGroup // the children and those being started

	mu        sync.Mutex
	live      map[*process]bool
	idle      []*process // without a document, or with one that is kept
	documents int        // opened so far
}

// New makes a pool without children; they are started when they are needed.
func New(o Options) *Pool {
	fill(&o.Size, 2)
	fill(&o.OpenTime, 30*time.Second)
	fill(&o.PageTime, 30*time.Second)
	fill(&o.RenderTime, time.Minute)
	fill(&o.Retire, 200)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	p := &Pool{o: o, slots: make(chan struct{}, o.Size), quick: 5 * time.Second, keep: keptTime, live: map[*process]bool{}}
	p.ctx, p.stop = context.WithCancel(context.Background())
	return p
}

func fill[T int | time.Duration](v *T, or T) {
	if *v <= 0 {
		*v = or
	}
}

func errClosed() error {
	return fault.New(fault.ServiceUnavailable, "the document engines are shutting down")
}

// Open waits for a child and opens the file in it. The document has the child to itself until it is closed, so whoever
// opens several at a time needs as many.
func (p *Pool) Open(ctx context.Context, f *os.File, o engine.OpenOptions) (engine.Document, error) {
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for an engine process: %w", context.Cause(ctx))
	case <-p.ctx.Done():
		return nil, errClosed()
	}
	d := &document{pool: p, file: f, options: o}
	wanted := identify(f, o)
	p.mu.Lock()
	p.documents++
	d.child = p.takeIdle(wanted)
	d.log = p.o.Log.With("document", p.documents, "type", o.Type)
	p.mu.Unlock()
	if d.child != nil && d.child.holds(wanted) {
		d.pages = d.child.kept.pages
		return d, nil
	}
	if err := d.first(ctx); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

// Close kills all children and waits until they are gone. Documents that are open fail from now on.
func (p *Pool) Close() {
	p.mu.Lock()
	p.stop()
	for c := range p.live {
		c.drop()
	}
	p.idle = nil
	p.mu.Unlock()
	p.all.Wait()
}
