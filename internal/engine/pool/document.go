package pool

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"time"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/wire"
)

// document is an open file. It holds a slot of the pool until it is closed, and a child while one lives.
type document struct {
	pool    *Pool
	file    *os.File
	options engine.OpenOptions
	log     *slog.Logger

	child  *process // with the file open in it, but for the very first call
	pages  int
	closed bool
}

func (d *document) Pages() int { return d.pages }

func (d *document) Info(ctx context.Context) (*engine.Info, error) {
	var info *engine.Info
	err := d.ask(ctx, question{kind: wire.Info, limit: d.pool.o.OpenTime}, func(body []byte) (err error) {
		info, err = wire.DecodeInfo(body)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read document properties: %w", err)
	}
	info.Pages = d.pages
	return info, nil
}

func (d *document) Page(ctx context.Context, n int) (*engine.Page, error) {
	var page *engine.Page
	q := question{kind: wire.Page, limit: d.pool.o.PageTime, wanted: wire.Wanted{Number: n}}
	err := d.ask(ctx, q, func(body []byte) (err error) {
		page, err = wire.DecodePage(body)
		if err == nil && page.Number != n {
			return fmt.Errorf("page %d instead of %d: %w", page.Number, n, wire.ErrMalformed)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read page: %w", err)
	}
	return page, nil
}

func (d *document) Render(ctx context.Context, n int, dpi float64, grey bool) (*engine.Raster, error) {
	if !(dpi > 0) || math.IsInf(dpi, 0) {
		return nil, fmt.Errorf("render page %d at %v dpi: no such resolution", n, dpi)
	}
	var raster *engine.Raster
	q := question{kind: wire.Render, limit: d.pool.o.RenderTime, wanted: wire.Wanted{Number: n, DPI: dpi, Grey: grey}}
	err := d.ask(ctx, q, func(body []byte) (err error) {
		var of int
		of, raster, err = wire.DecodeRaster(body)
		if err == nil && (of != n || raster.Grey != grey) {
			return fmt.Errorf("another raster than was asked for: %w", wire.ErrMalformed)
		}
		if err != nil {
			return err
		}
		if len(body) < 1<<20 { // it lies in a buffer that may be much larger
			raster.Pixels = bytes.Clone(raster.Pixels)
		} else {
			d.child.conn.Keep()
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("render page: %w", err)
	}
	return raster, nil
}

func (d *document) Close() {
	if d.closed {
		return
	}
	d.closed = true
	if d.child != nil {
		d.pool.giveBack(d.child)
		d.child = nil
	}
	<-d.pool.slots
}

// question is what a child is asked about the open document; about one page when wanted names it.
type question struct {
	kind   wire.Kind
	limit  time.Duration
	wanted wire.Wanted
}

// ask puts a question, and once more to a fresh child when the first one dies of it quickly.
func (d *document) ask(ctx context.Context, q question, take func(body []byte) error) error {
	if n := q.wanted.Number; q.kind != wire.Info && (n < 1 || n > d.pages) {
		return fmt.Errorf("page %d of %d: no such page", n, d.pages)
	}
	if d.closed {
		return fmt.Errorf("the document is closed: %w", os.ErrClosed)
	}
	for again := false; ; again = true {
		began := time.Now()
		err := d.tryAsk(ctx, q, take)
		if err == nil {
			return nil
		}
		if luckless := d.note(err, q, time.Since(began)); !luckless || again {
			return d.named(err, q)
		}
	}
}

func (d *document) tryAsk(ctx context.Context, q question, take func(body []byte) error) error {
	if d.child != nil && d.child.useless() {
		d.letGo()
	}
	if d.child == nil {
		if err := d.reopen(ctx); err != nil {
			return &opening{err}
		}
	}
	var parts [][]byte
	if q.kind != wire.Info {
		parts = d.child.encoder.EncodeWanted(q.wanted)
	}
	body, err := d.child.call(ctx, q.limit, q.kind, parts, nil)
	if err != nil {
		return err
	}
	if err := take(body); err != nil {
		return d.child.unsound(err)
	}
	if d.child.worn() {
		d.log.Debug("engine process replaced", "pid", d.child.Pid, "cause", "memory")
		d.letGo()
	}
	return nil
}

// letGo ends the child; the next call starts another.
func (d *document) letGo() {
	d.child.drop()
	d.child = nil
}

// note writes down what became of a call, parts with a child that is of no use any more, and reports whether it died in a
// way that another may not.
func (d *document) note(err error, q question, took time.Duration) bool {
	var gone *died
	isGone := errors.As(err, &gone)
	c := d.child
	if c == nil || !c.broken {
		return isGone && took < d.pool.quick
	}
	log := d.log.With("pid", c.Pid, "duration", took)
	if q.wanted.Number > 0 {
		log = log.With("page", q.wanted.Number)
	}
	var answered *refused
	switch {
	case isGone:
		c.drop()
		exit := c.ending()
		gone.starved = starved(exit)
		log.Warn("engine process died", "cause", gone.cause, "exit", exit)
	case errors.As(err, &answered): // and ends by itself, with more to say
		log.Warn("engine process died", "cause", answered.error, "exit", c.ending())
	case errors.Is(err, errLate):
		log.Warn("engine process killed", "cause", "deadline")
	default:
		log.Info("engine process killed", "cause", err)
	}
	d.letGo()
	return isGone && !gone.starved && took < d.pool.quick
}
