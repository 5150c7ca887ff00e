package edit

import (
	"context"
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/edit"
	"github.com/octavo-dev/octavo/internal/edit/blank"
	"github.com/octavo-dev/octavo/internal/reader"
)

// sheet is the words of one page.
type sheet struct {
	words         []doc.Word
	text          string // the words, divided by blanks
	starts        []int  // where each word begins in it
	width, height float64
	deep          bool // what only the pixels of the page show is among them
}

// look reads a page, its pixels only where it has no words of its own or that is asked for: recognition takes far longer
// than all else. What is kept of it is its words: all else is as large as the drawing.
func (p *paper) look(ctx context.Context, n int, deep bool) (*reader.Look, error) {
	sight, err := p.file.Look(ctx, n, deep)
	if err == nil && !deep && len(sight.Words) == 0 {
		deep = true
		sight, err = p.file.Look(ctx, n, true)
	}
	if err != nil {
		return nil, err
	}
	s := &sheet{deep: deep, words: sight.Words, width: float64(sight.Page.Width), height: float64(sight.Page.Height)}
	var b strings.Builder
	for i, w := range s.words {
		if i > 0 {
			b.WriteByte(' ')
		}
		s.starts = append(s.starts, b.Len())
		b.WriteString(w.Text)
	}
	s.text = b.String()
	p.sheets[n] = s
	return sight, nil
}

// sheet reads the words of a page once.
func (p *paper) sheet(ctx context.Context, n int) (*sheet, error) {
	if p.sheets[n] == nil {
		if _, err := p.look(ctx, n, false); err != nil {
			return nil, err
		}
	}
	return p.sheets[n], nil
}

// deepen reads what only the pixels of a page show.
func (p *paper) deepen(ctx context.Context, n int) error {
	if s := p.sheets[n]; s != nil && s.deep {
		return nil
	}
	_, err := p.look(ctx, n, true)
	return err
}

// laid is a page laid out for the search for blanks.
func (p *paper) laid(ctx context.Context, n int) (*blank.Page, error) {
	s, err := p.look(ctx, n, false)
	if err != nil {
		return nil, err
	}
	return blank.Of(s.Page, s.Text, blank.Seen{Level: s.Level, Upright: s.Upright, Squares: s.Squares, Skew: s.Skew}), nil
}

// hit is a text that was found on a page.
type hit struct {
	lines []doc.Box // one box for each line that it runs over
	last  int       // index of its last word
	first int       // and of its first
}

// hits are the places where a text stands on a page.
func (s *sheet) hits(find *edit.Finder) []hit {
	var out []hit
	for _, f := range find.In(s.text) {
		h := hit{first: -1}
		for i, w := range s.words {
			from, to := s.starts[i], s.starts[i]+len(w.Text)
			if to <= f.From || from >= f.To || w.Text == "" {
				continue
			}
			box := part(w, max(f.From, from)-from, min(f.To, to)-from)
			if h.first < 0 {
				h.first = i
			}
			h.last = i
			if n := len(h.lines); n > 0 && level(h.lines[n-1], box) {
				h.lines[n-1] = union(h.lines[n-1], box)
			} else {
				h.lines = append(h.lines, box)
			}
		}
		if h.first >= 0 {
			out = append(out, h)
		}
	}
	return out
}

// recognised reports whether some of a text was read from pixels.
func (s *sheet) recognised(h hit) bool {
	return slices.ContainsFunc(s.words[h.first:h.last+1], func(w doc.Word) bool { return w.Confidence < 1 })
}

// part is the box of some bytes of a word. Letters are taken to be equally wide.
func part(w doc.Word, from, to int) doc.Box {
	if from <= 0 && to >= len(w.Text) {
		return w.Box
	}
	all := float64(len([]rune(w.Text)))
	a, b := float64(len([]rune(w.Text[:from]))), float64(len([]rune(w.Text[:to])))
	return doc.Box{Left: w.Box.Left + a/all*w.Box.Width, Top: w.Box.Top, Width: (b - a) / all * w.Box.Width, Height: w.Box.Height}
}

// level reports whether two boxes stand on one line.
func level(a, b doc.Box) bool {
	shared := min(a.Top+a.Height, b.Top+b.Height) - max(a.Top, b.Top)
	return shared > 0.5*min(a.Height, b.Height) && b.Left >= a.Left
}

func union(a, b doc.Box) doc.Box {
	left, top := min(a.Left, b.Left), min(a.Top, b.Top)
	right, bottom := max(a.Left+a.Width, b.Left+b.Width), max(a.Top+a.Height, b.Top+b.Height)
	return doc.Box{Left: left, Top: top, Width: right - left, Height: bottom - top}
}

// room is how far a box could grow to the right before it meets a word or the margin.
func (s *sheet) room(b doc.Box) float64 {
	const margin = 0.96
	edge := margin
	for _, w := range s.words {
		if w.Box.Left >= b.Left+b.Width-0.1*b.Height && level(b, w.Box) {
			edge = min(edge, w.Box.Left)
		}
	}
	return max(edge-b.Left, b.Width)
}
