package pool

import (
	"os"
	"syscall"
	"time"

	"github.com/octavo-dev/octavo/internal/engine"
)

// A document that is closed stays open in its child for a while: the batches of a long one follow each other, and
// opening it anew means reading its fonts anew. An engine keeps what it has once read of a document, so that after many
// pages it is better closed.
const (
	keptTime  = time.Second
	keptCalls = 128
)

// identity tells files apart as long as they are open.
type identity struct {
	device, number uint64
	size           int64
	changed        syscall.Timespec
	options        engine.OpenOptions
}

// kept is a document that is open in a child.
type kept struct {
	identity
	pages int
	until int // calls of the child
	timer *time.Timer
}

// identify is empty for files that are never kept: what a password opened is not left open.
func identify(f *os.File, o engine.OpenOptions) identity {
	info, err := f.Stat()
	if err != nil || o.Password != "" {
		return identity{}
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return identity{}
	}
	return identity{device: uint64(stat.Dev), number: stat.Ino, size: stat.Size, changed: stat.Mtim, options: o}
}

// holds reports whether a document is open in the child.
func (c *process) holds(wanted identity) bool {
	return wanted != identity{} && c.kept.identity == wanted
}

// takeIdle takes the child that holds the wanted document, else the one that was used last.
func (p *Pool) takeIdle(wanted identity) *process {
	for len(p.idle) > 0 {
		at := len(p.idle) - 1
		for i, c := range p.idle {
			if c.holds(wanted) {
				at = i
			}
		}
		c := p.take(at)
		select {
		case <-c.exited:
			c.drop()
		default:
			return c
		}
	}
	return nil
}

// take takes an idle child out.
func (p *Pool) take(at int) *process {
	c := p.idle[at]
	p.idle = append(p.idle[:at], p.idle[at+1:]...)
	if c.kept.timer != nil {
		c.kept.timer.Stop()
	}
	return c
}

// giveBack keeps a child for the next document, or replaces it when it is worn.
func (p *Pool) giveBack(c *process) {
	if c.broken || c.documents >= p.o.Retire || c.grown() {
		c.drop()
		return
	}
	if !c.holds(c.kept.identity) || c.calls >= c.kept.until {
		p.closeAndGiveBack(c)
		return
	}
	p.shelve(c, func() { c.kept.timer = time.AfterFunc(p.keep, func() { p.tidy(c) }) })
}

// tidy closes the document that an idle child has kept for long enough.
func (p *Pool) tidy(c *process) {
	p.mu.Lock()
	for i := range p.idle {
		if p.idle[i] == c {
			p.take(i)
			p.mu.Unlock()
			p.closeAndGiveBack(c)
			return
		}
	}
	p.mu.Unlock()
}

func (p *Pool) closeAndGiveBack(c *process) {
	c.kept = kept{}
	if !c.closeDocument(p.o.OpenTime) {
		c.drop()
		return
	}
	p.shelve(c, func() {})
}

// shelve puts a child among the idle ones.
func (p *Pool) shelve(c *process, also func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ctx.Err() != nil {
		c.drop()
		return
	}
	p.idle = append(p.idle, c)
	also()
}
