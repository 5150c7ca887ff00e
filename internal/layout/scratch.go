package layout

import (
	"sync"

	"github.com/octavo-dev/octavo/internal/engine"
)

// scratch is memory that pages need only while they are read, and hand on to the next.
type scratch struct {
	writer
	covers  covers
	rules   rules
	glyphs  []glyph
	sorted  []glyph
	groups  []group
	groupOf map[int32]int32
	runs    []run
	rows    []row
	tracks  []track
	next    []track
	whites  []track
	moves   []move
	raised  []glyph // scripts, taken out of their rows
	hosted  []glyph // rows with their scripts
}

var pool = sync.Pool{New: func() any { return &scratch{groupOf: map[int32]int32{}} }}

// largest is the number of glyphs beyond which memory is not kept for the next page.
const largest = 1 << 16

// release hands the memory on, without what it knows of the page.
func (s *scratch) release() {
	if cap(s.glyphs) > largest {
		return
	}
	s.page = nil
	s.covers.page = nil
	s.rules.page = nil
	pool.Put(s)
}

func begin(p *engine.Page) *scratch {
	s := pool.Get().(*scratch)
	s.begin(p)
	s.rules.page, s.rules.ready = p, false
	return s
}
