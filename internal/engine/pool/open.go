package pool

import (
	"context"
	"time"

	"github.com/octavo-dev/octavo/internal/engine/wire"
)

// opening is a failure to open the document, which concerns no page.
type opening struct{ err error }

func (o *opening) Error() string { return "open document: " + o.err.Error() }

func (o *opening) Unwrap() error { return o.err }

// first opens the document for the first time, and once more in a fresh child when the first one dies of it
// quickly.
func (d *document) first(ctx context.Context) error {
	q := question{kind: wire.Open}
	for again := false; ; again = true {
		began := time.Now()
		err := d.reopen(ctx)
		if err == nil {
			return nil
		}
		if luckless := d.note(err, q, time.Since(began)); !luckless || again {
			return d.named(&opening{err}, q)
		}
	}
}

// reopen opens the file in the child at hand, or in a fresh one.
func (d *document) reopen(ctx context.Context) error {
	if d.child == nil {
		c, err := d.pool.launch(ctx)
		if err != nil {
			return err
		}
		d.child = c
	}
	c := d.child
	view, err := wire.View(d.file)
	if err != nil {
		return err
	}
	defer view.Close()
	c.documents++
	c.kept = kept{}
	body, err := c.call(ctx, d.pool.o.OpenTime, wire.Open, c.encoder.EncodeOpen(d.options), view)
	if err != nil {
		return err
	}
	pages, err := wire.DecodePages(body)
	if err != nil {
		return c.unsound(err)
	}
	if d.pages == 0 {
		d.pages = pages
	}
	c.kept = kept{identity: identify(d.file, d.options), pages: pages, until: c.calls + keptCalls}
	if c.base == 0 {
		c.base = c.memory()
	}
	return nil
}
