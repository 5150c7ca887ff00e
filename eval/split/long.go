package main

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/octavo-dev/octavo/eval/shelf"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/embed"
	"github.com/octavo-dev/octavo/internal/op/split"
	"github.com/octavo-dev/octavo/internal/section"
)

// long prints what a page costs in documents of many pages, beside what it costs in one of few.
func long(ctx context.Context, o options) error {
	s := &shelf.Shelf{Kept: o.kept, Engines: o.engines}
	defer s.Close()
	few, err := costOf(ctx, s, 50)
	if err != nil {
		return err
	}
	many, err := costOf(ctx, s, 500)
	if err != nil {
		return err
	}
	for _, c := range []cost{few, many} {
		fmt.Printf("%4d pages: %v of a processor a page, %d KB allocated a page, %d texts embedded\n", c.pages, c.time.Round(time.Microsecond), c.bytes>>10, c.embedded)
	}
	fmt.Printf("a page of 500 costs %.2f times one of 50 in time, %.2f times in memory\n",
		float64(many.time)/float64(few.time), float64(many.bytes)/float64(max(few.bytes, 1)))
	return nil
}

type cost struct {
	pages    int
	time     time.Duration // of a page
	bytes    int           // of a page, at most
	embedded int64
}

// counter counts the texts that are embedded.
type counter struct {
	embed.Embedder
	texts atomic.Int64
}

func (c *counter) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	c.texts.Add(int64(len(texts)))
	return c.Embedder.Embed(ctx, texts)
}

// worked is the time that processors have spent on this process: unlike that of a clock, it does not grow when others use
// the machine.
func worked() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// runs is how often a division is measured; the best counts.
const runs = 3

func costOf(ctx context.Context, s *shelf.Shelf, pages int) (cost, error) {
	out := cost{pages: pages}
	for range runs {
		from, err := s.Embedder(ctx)
		if err != nil {
			return out, err
		}
		c := &counter{Embedder: from}
		d := written(pages)
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		began := worked()
		if _, err := section.Divide(ctx, []*doc.Document{d}, wants, section.Options{Overlap: true, Rows: split.CutoffRows, Embed: c}); err != nil {
			return out, err
		}
		took := (worked() - began) / time.Duration(pages)
		runtime.ReadMemStats(&after)
		if out.time == 0 || took < out.time {
			out.time, out.embedded = took, c.texts.Load()
		}
		out.bytes = max(out.bytes, int(after.TotalAlloc-before.TotalAlloc)/pages)
	}
	return out, nil
}

var wants = []section.Want{
	{Name: "Invoices", Description: "Invoices for goods or services", Key: "invoice number"},
	{Name: "Contracts", Description: "Agreements between two parties"},
	{Name: "Letters", Description: "Letters to customers"},
}

// written is a document of many: three pages each, numbered, of the three kinds in turn.
func written(pages int) *doc.Document {
	d := &doc.Document{Type: "pdf", Kind: doc.Paged, PageCount: pages}
	texts := []string{
		"Invoice number %d-%d for goods delivered in spring, payable within thirty days. Price and quantity of article %[2]d follow.",
		"This agreement number %d-%d is made between the parties. Clause %[2]d: each party shall keep what it learns of the other.",
		"Dear customer %d-%d, thank you for your letter of last week. We are sorry about the delay and write to tell you more, page %[2]d.",
	}
	for n := range pages {
		document, page := n/3, n%3
		d.Pages = append(d.Pages, doc.Page{Number: n + 1, Width: 600, Height: 800, Native: true})
		p := &d.Pages[n]
		add := func(kind doc.BlockType, text string, top float64) {
			box := doc.Box{Left: 0.1, Top: top, Width: 0.8, Height: 0.015}
			d.Blocks = append(d.Blocks, doc.Block{Type: kind, Page: n + 1, Box: box, Text: text, Confidence: 1})
			p.Lines = append(p.Lines, doc.Line{Text: text, Box: box, Confidence: 1})
			for i, w := range strings.Fields(text) {
				at := doc.Box{Left: 0.1 + 0.04*float64(i%20), Top: top, Width: 0.035, Height: 0.015}
				p.Words = append(p.Words, doc.Word{Text: w, Box: at, Confidence: 1})
			}
		}
		if page == 0 {
			add(doc.Title, []string{"Invoice", "Agreement", "Letter"}[document%3], 0.05)
		}
		for i := range 30 {
			add(doc.Text, fmt.Sprintf(texts[document%3], 1000+document, i), 0.1+0.025*float64(i))
		}
		add(doc.PageNumber, fmt.Sprintf("Page %d of 3", page+1), 0.95)
	}
	return d
}
