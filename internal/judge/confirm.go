package judge

import (
	"context"

	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/window"
)

// Bounds of looking again.
const (
	maxRounds = 4
	around    = 2  // pages on either side of a boundary
	maxLook   = 12 // pages that are looked at together
	maxLooks  = 200
)

// confirm has the pages around every boundary read again, and again where a boundary moved.
func (s *splitter) confirm(ctx context.Context) error {
	open := make([]bool, len(s.pages))
	for i := range open {
		open[i] = true
	}
	for range maxRounds {
		looks := s.looks(open)
		if len(looks) == 0 {
			return nil
		}
		s.session.Allow(callsARun * len(looks))
		clear(open)
		_, err := window.Each(ctx, s.session, looks, false, func(ctx context.Context, run []window.Page) (struct{}, error) {
			return struct{}{}, s.look(ctx, run, open)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// looks are the runs of pages around the boundaries that are open: those beside a page whose place is not settled.
func (s *splitter) looks(open []bool) [][]window.Page {
	var out [][]window.Page
	end := 0 // of the last run
	for i := 1; i < len(s.pages); i++ {
		if !open[i-1] && !open[i] || !s.boundary(i) {
			continue
		}
		from, to := max(i-around, 0), min(i+around, len(s.pages))
		if len(out) > 0 && from <= end {
			if first := end - len(out[len(out)-1]); to-first <= maxLook {
				out[len(out)-1], end = s.pages[first:to], to
				continue
			}
		}
		if len(out) == maxLooks {
			break
		}
		out, end = append(out, s.pages[from:to]), to
	}
	return out
}

// boundary reports whether a page belongs to something else than the one before.
func (s *splitter) boundary(i int) bool {
	return s.said[i].Starts || s.line(&s.said[i].Page) != s.line(&s.said[i-1].Page)
}

// look asks about the pages around boundaries again. What is said twice is confirmed; what is said otherwise counts where
// words of the page show it, or none showed the first.
func (s *splitter) look(ctx context.Context, run []window.Page, open []bool) error {
	base, err := s.request("boundary", s.described(), nil)
	if err != nil {
		return err
	}
	first := run[0].Running
	pages := make([]Page, len(run))
	for i := range run {
		pages[i] = s.said[first-1+i].Page
	}
	text, err := s.prompts.Text("claims", s.lines(pages, first))
	if err != nil {
		return err
	}
	base.Parts = append(window.Parts(run), infer.Part{Text: text})
	v, err := s.session.Ask(ctx, base)
	if err != nil {
		return err
	}
	for _, given := range listed(v, "pages") {
		if n := number(given["page"]); n >= first && n < first+len(run) {
			open[n-1] = s.again(n, given, n > first || n == 1) || open[n-1]
		}
	}
	return nil
}

// again takes a second answer for a page. It reports whether the page changed. Where a document begins is told only by who
// sees the page before.
func (s *splitter) again(n int, given map[string]any, begins bool) bool {
	was, now := &s.said[n-1], s.read(n, given)
	if !begins {
		now.Starts = was.Starts
	}
	if now.Starts == was.Starts && s.line(&now.Page) == s.line(&was.Page) {
		was.confirmed = true
		for i := range was.Parts {
			if was.Parts[i].Evidence == "" {
				was.Parts[i].Evidence = now.Parts[i].Evidence
			}
			if was.Parts[i].Evidence != "" {
				was.Parts[i].Confidence = High
			}
		}
		return false
	}
	if strength(now.Parts) < strength(was.Parts) || was.confirmed {
		return false
	}
	*was = now
	return true
}
