// Package window shows the pages of documents to language models, in runs that fit what a model can read and answer.
package window

import (
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/infer"
)

// Limits are what a model can read and write.
type Limits struct {
	Context int // tokens it can read; 0 where that is not known
	Output  int // tokens it may write; 0 where that is not known
}

// Tokens: what is left for an answer where no limit of it is known, and how much is read at once where no context is.
const (
	usualOutput  = 8192
	usualContext = 100_000
	surely       = 60 // percent of the tokens reckoned that a text has at least
)

// Room is how many tokens of pages fit beside what is asked about each run. Nothing that fits is no work for this model.
func (l Limits) Room(base infer.Request) (int, error) {
	if l.Context == 0 {
		return usualContext, nil
	}
	output := l.Output
	if output == 0 {
		output = min(usualOutput, l.Context/4)
	}
	fixed := Tokens(base.System) + Tokens(string(base.Shape.Common().Schema()))
	for _, p := range base.Parts {
		fixed += Tokens(p.Text)
	}
	if left := l.Context - output - fixed; left > 0 {
		return left, nil
	}
	return 0, fault.New(fault.ContextWindowExceeded, "")
}

// Check refuses a page that cannot fit. Some servers read what fits and say nothing, so that such a page is not sent.
func (l Limits) Check(pages []Page, room int) error {
	for i := range pages {
		if l.Context > 0 && pages[i].Tokens*surely/100 > room {
			return fault.New(fault.ContextWindowExceeded, "")
		}
	}
	return nil
}

// Runs divides pages into runs that fit, of so many pages at most where most is set, each beginning with the last page of
// the one before.
func Runs(pages []Page, room, most int) [][]Page {
	var out [][]Page
	for from := 0; from < len(pages); {
		sum, to := pages[from].Tokens, from+1
		for to < len(pages) && sum+pages[to].Tokens <= room && (most == 0 || to-from < most) {
			sum += pages[to].Tokens
			to++
		}
		out = append(out, pages[from:to])
		if to == len(pages) {
			break
		}
		if to-from > 1 && pages[to-1].Tokens+pages[to].Tokens <= room {
			to--
		}
		from = to
	}
	return out
}

// Halves divides a run that was too long; nil where it is one page.
func Halves(run []Page) [][]Page {
	mid := len(run) / 2
	switch len(run) {
	case 0, 1:
		return nil
	case 2:
		return [][]Page{run[:1], run[1:]}
	}
	return [][]Page{run[:mid+1], run[mid:]}
}
