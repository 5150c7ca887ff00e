package judge

import (
	"context"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/window"
)

// Section is a part to look for.
type Section struct {
	Name, Description string
	Key               string // the identifier that tells its documents apart; empty where it has none
}

// SplitOptions is how documents are divided.
type SplitOptions struct {
	Rules         string // of the caller
	Deep          bool   // pages around every boundary are read again, in several rounds
	Overlap       bool   // a page may belong to several sections, or to none
	AutoPartition bool   // with Deep: sections without a key may be divided too

	Context int // tokens the model can read; 0 where that is not known
	Output  int // tokens the model may write; 0 where that is not known

	Hints []Page // what the built-in engine says, page by page; nil where it was not asked
}

// Page is what is said of a page.
type Page struct {
	Starts bool   // a new document begins with it
	Parts  []Part // the sections it belongs to, in the order they were asked for
}

// Part is a section that a page belongs to.
type Part struct {
	Section    int    // its index
	Partition  string // the value of the key, as it is printed; empty where none is known
	Evidence   string // words of the page; empty where none show it
	Confidence Confidence
}

// Confidence in a page.
type Confidence uint8

// Low is what no words of the page show, Medium what they show with a doubt, High what they show without one or a second
// look confirmed.
const (
	Low Confidence = iota
	Medium
	High
)

// Division is what the pages of documents belong to.
type Division struct {
	Pages []Page // of all documents, in order
	Usage infer.Usage
}

// Split asks the model which sections pages belong to and where new documents begin. Evidence that does not stand on its
// page is dropped, and so are values of keys that stand on no page of their section.
func Split(ctx context.Context, m Model, docs []*doc.Document, sections []Section, o SplitOptions) (Division, error) {
	b, err := newBench(m, "split", docs, window.Limits{Context: o.Context, Output: o.Output})
	if err != nil {
		return Division{}, err
	}
	s := &splitter{bench: b, o: o, sections: sections}
	if err = s.draw(ctx); err == nil && o.Deep {
		err = s.confirm(ctx)
	}
	s.settle()
	out := make([]Page, len(s.said))
	for i := range s.said {
		out[i] = s.said[i].Page
	}
	return Division{Pages: out, Usage: b.session.Usage()}, err
}

// splitter is one division of pages into sections.
type splitter struct {
	*bench
	o        SplitOptions
	sections []Section
	said     []said // of every page
}

// said is what the model says of a page.
type said struct {
	Page
	given     bool // it said something
	confirmed bool // twice
}

// maxRun bounds the pages that are asked about at once: with more, models lose count.
const maxRun = 40

// answerTokens is what an answer takes for each page.
const answerTokens = 120

// draw asks about all pages, and once more about those that were left out.
func (s *splitter) draw(ctx context.Context) error {
	base, err := s.request("split", s.described(), s.hints())
	if err != nil {
		return err
	}
	if err := s.lay(base); err != nil {
		return err
	}
	s.said = make([]said, len(s.pages))
	runs := window.Runs(s.pages, s.room, s.most())
	s.session.Allow(callsARun*len(runs) + spareCalls)
	if err := s.each(ctx, base, runs); err != nil {
		return err
	}
	again := s.missing()
	again = again[:min(len(again), spareCalls)]
	s.session.Allow(len(again))
	return s.each(ctx, base, again)
}

func (s *splitter) most() int {
	if s.o.Output == 0 {
		return maxRun
	}
	return min(max(s.o.Output/answerTokens, 2), maxRun)
}

// each asks about runs of pages, one after the other, each with what was said of the page before.
func (s *splitter) each(ctx context.Context, base infer.Request, runs [][]window.Page) error {
	_, err := window.Each(ctx, s.session, runs, false, func(ctx context.Context, run []window.Page) (struct{}, error) {
		r := base
		r.Parts = append(window.Parts(run), base.Parts...)
		before, err := s.before(run)
		if err != nil {
			return struct{}{}, err
		}
		v, err := s.session.Ask(ctx, infer.Request{System: r.System, Shape: r.Shape, Name: r.Name, Parts: append(r.Parts, before...)})
		if err == nil {
			s.note(v, run)
		}
		return struct{}{}, err
	})
	return err
}

// missing are the runs of pages of which nothing was said, with the page before each.
func (s *splitter) missing() [][]window.Page {
	var out [][]window.Page
	for from := 0; from < len(s.pages); from++ {
		if s.said[from].given {
			continue
		}
		to := from
		for to < len(s.pages) && !s.said[to].given {
			to++
		}
		out = append(out, window.Runs(s.pages[max(from-1, 0):to], s.room, s.most())...)
		from = to
	}
	return out
}
