package pdf

import (
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/edit/page"
	"github.com/octavo-dev/octavo/internal/engine/cos"
)

// overflow is the pages behind a form that hold what did not fit into it.
type overflow struct {
	ink   *page.Ink
	like  cos.Page
	lines []string // of the page that is being filled
	pages int
}

// Measures of overflow pages: points, and parts of a page.
const (
	overflowSize   = 10.0
	overflowMargin = 0.08
)

// Add takes one text and tells the page where it begins, counted from the first overflow page.
func (o *overflow) Add(label, text string) int {
	width, height := page.NewFrame(o.ink.Update, o.like.Full).Size()
	room := int((1 - 2*overflowMargin) * height / (page.Leading * overflowSize))
	if len(o.lines) > 0 {
		o.lines = append(o.lines, "")
	}
	if len(o.lines)+2 > room { // a label does not stand alone at the foot of a page
		o.flush()
	}
	first := o.pages + 1
	for _, line := range o.ink.Lines(label+"\n"+text, overflowSize, (1-2*overflowMargin)*width) {
		if len(o.lines) >= room {
			o.flush()
		}
		o.lines = append(o.lines, line)
	}
	return first
}

// flush writes a page.
func (o *overflow) flush() {
	p := page.Append(o.ink.Update, o.like)
	o.pages++
	box := doc.Box{Left: overflowMargin, Top: overflowMargin, Width: 1 - 2*overflowMargin, Height: 1 - 2*overflowMargin}
	o.ink.Write(p, box, strings.Join(o.lines, "\n"), overflowSize, page.Left)
	o.lines = nil
}

// close writes what is left and tells how many pages there are.
func (o *overflow) close() int {
	if len(o.lines) > 0 {
		o.flush()
	}
	return o.pages
}
