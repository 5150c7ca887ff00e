package block

import (
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
)

// Finish decides what only the whole document can tell: headings and their levels, running lines by repetition,
// and paragraphs that go on in another column or on another page.
// Info may be nil.
func Finish(d *doc.Document, info *engine.Info) {
	repeatedMarks(d)
	runningLines(d)
	headings(d, info)
	continuations(d)
	for i := range d.Blocks {
		d.Blocks[i].Style = nil
	}
}
