package batch

import (
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"
	"unicode"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/cwriter"
	"github.com/vbauerster/mpb/v8/decor"
)

// Display draws a bar for every document that is worked on, and one for all of them. A nil one draws nothing.
type Display struct {
	bars  *mpb.Progress
	total *mpb.Bar
	began time.Time
	pages atomic.Int64 // done
	now   func() time.Time
}

// NewDisplay draws on a terminal.
func NewDisplay(out io.Writer) *Display {
	return &Display{bars: mpb.New(mpb.WithOutput(out), mpb.WithAutoRefresh()), now: time.Now}
}

// IsTerminal reports whether somebody looks at what is written to a file.
func IsTerminal(f *os.File) bool { return cwriter.IsTerminal(int(f.Fd())) }

// begin draws the bar of all documents.
func (d *Display) begin(documents int) {
	if d == nil {
		return
	}
	d.began = d.now()
	d.total = d.bars.AddBar(int64(documents), mpb.BarWidth(barWidth), mpb.BarPriority(1<<30), // below all others
		mpb.PrependDecorators(decor.Name("total", decor.WC{W: nameWidth, C: decor.DindentRight})),
		mpb.AppendDecorators(decor.Any(func(s decor.Statistics) string {
			return fmt.Sprintf(" %d/%d documents, %s", s.Current, s.Total, d.rate())
		})))
}

// rate is how many pages are done and how fast.
func (d *Display) rate() string {
	pages, seconds := d.pages.Load(), d.now().Sub(d.began).Seconds()
	if seconds <= 0 {
		return fmt.Sprintf("%d pages", pages)
	}
	return fmt.Sprintf("%d pages, %.1f pages/s", pages, float64(pages)/seconds)
}

// end leaves the last state of the bars on the screen.
func (d *Display) end() {
	if d == nil {
		return
	}
	d.total.Abort(false) // completed ones stay as they are; one that was stopped must not be waited for
	d.bars.Wait()
}

// bar is that of one document.
type bar struct {
	display *Display
	line    *mpb.Bar
	done    atomic.Int64 // pages
	of      atomic.Int64
}

// How much of a name is shown, and how wide bars are: with numbers behind them, a line fits a narrow terminal.
const (
	nameWidth = 26
	barWidth  = 12
)

func (d *Display) document(name string) *bar {
	if d == nil {
		return nil
	}
	b := &bar{display: d}
	b.line = d.bars.AddBar(0, mpb.BarWidth(barWidth), mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Name(short(name), decor.WC{W: nameWidth, C: decor.DindentRight})),
		mpb.AppendDecorators(decor.Any(func(decor.Statistics) string {
			if of := b.of.Load(); of > 0 {
				return fmt.Sprintf(" %d/%d pages", b.done.Load(), of)
			}
			return fmt.Sprintf(" %d pages", b.done.Load())
		})))
	return b
}

// progress moves the bar.
func (b *bar) progress(p Progress) {
	if b == nil {
		return
	}
	if before := b.done.Swap(int64(p.Pages)); int64(p.Pages) != before {
		b.display.pages.Add(int64(p.Pages) - before)
	}
	if p.Of > 0 {
		b.of.Store(int64(p.Of))
		b.line.SetTotal(int64(p.Of)+1, false) // the last step is writing the output
	}
	b.line.SetCurrent(int64(p.Pages))
}

// end takes the bar away.
func (b *bar) end(pages int, done bool) {
	if b == nil {
		return
	}
	if done {
		b.progress(Progress{Pages: pages})
	}
	b.line.Abort(true)
}

// count moves the bar of all documents by one that needs no more work.
func (d *Display) count() {
	if d != nil {
		d.total.Increment()
	}
}

// short is the end of a name that is too long, without what could speak to the terminal.
func short(name string) string {
	var clean []rune
	for _, r := range name {
		if unicode.IsPrint(r) {
			clean = append(clean, r)
		}
	}
	if most := nameWidth - 2; len(clean) > most {
		clean = append([]rune("…"), clean[len(clean)-most+1:]...)
	}
	return string(clean)
}
