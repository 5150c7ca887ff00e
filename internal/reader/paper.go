package reader

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/place"
)

// putOnPaper gives a document that was read as a whole the pages of its print, and its blocks their places on them.
func (f *File) putOnPaper(ctx context.Context, d *doc.Document) error {
	count := f.pages.Pages()
	chosen, err := f.options.Pages(count, nil)
	if err != nil {
		return err
	}
	d.Kind, d.PageCount, d.Pages = doc.Paged, count, nil
	sheets := make([]place.Page, count)
	wanted := make(map[int]bool, len(chosen))
	for _, n := range chosen {
		wanted[n] = true
	}
	recognised := map[int][]doc.Line{}
	for n := 1; n <= count; n++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		s, err := f.look(ctx, n, wanted[n])
		var own *engine.PageError
		switch {
		case errors.As(err, &own) && ctx.Err() == nil:
			s = &sheet{page: doc.Page{Number: n, Native: true}, issues: []string{pageFault(own).Message}}
		case err != nil:
			return err
		default:
			s.tellWords()
		}
		sheets[n-1] = s.drawnOrder()
		if !wanted[n] {
			continue
		}
		d.Pages = append(d.Pages, s.page)
		recognised[n] = s.recognisedLines()
		for _, message := range s.issues {
			d.Issues = append(d.Issues, doc.Issue{Page: n, Message: message})
		}
	}
	blocks := place.Blocks(d.Blocks, sheets)
	d.Blocks = slices.DeleteFunc(blocks, func(b doc.Block) bool { return !wanted[b.Page] })
	readFigures(d.Blocks, recognised)
	return nil
}

// showSlides adds what only the print shows of slides: their words with their places.
func (f *File) showSlides(ctx context.Context, d *doc.Document) error {
	if f.pages.Pages() != d.PageCount {
		f.unprint()
		d.Issues = append(d.Issues, doc.Issue{Message: "slides cannot be shown: their print has other pages"})
		return nil
	}
	recognised := map[int][]doc.Line{}
	for i := range d.Pages {
		p := &d.Pages[i]
		s, err := f.look(ctx, p.Number, true)
		var own *engine.PageError
		switch {
		case errors.As(err, &own) && ctx.Err() == nil:
			d.Issues = append(d.Issues, doc.Issue{Page: p.Number, Message: pageFault(own).Message})
			continue
		case err != nil:
			return err
		}
		s.tellWords()
		p.Words, p.Lines, p.Width, p.Height = s.page.Words, s.page.Lines, s.page.Width, s.page.Height
		recognised[p.Number] = s.recognisedLines()
		for _, message := range s.issues {
			d.Issues = append(d.Issues, doc.Issue{Page: p.Number, Message: message})
		}
	}
	readFigures(d.Blocks, recognised)
	return nil
}

// drawnOrder is the page as it was drawn: its own words and pictures.
func (s *sheet) drawnOrder() place.Page {
	p := place.Page{Number: s.page.Number}
	if s.text == nil {
		return p
	}
	type drawn struct {
		word  *layout.Word
		index int
	}
	var order []drawn
	i := 0
	for _, l := range slices.Concat(s.text.Lines, s.text.Apart) { // as tellWords has them
		for w := range l.Words {
			if l.Words[w].Font >= 0 {
				order = append(order, drawn{&l.Words[w], i})
			}
			i++
		}
	}
	slices.SortStableFunc(order, func(a, b drawn) int {
		return cmp.Or(cmp.Compare(a.word.Object, b.word.Object), cmp.Compare(a.word.First, b.word.First))
	})
	for _, w := range order {
		p.Words = append(p.Words, s.page.Words[w.index])
	}
	for _, image := range s.seen.Images {
		if box := layout.Fraction(s.seen, image.Visible); box.Width > 0 && box.Height > 0 {
			p.Images = append(p.Images, box)
		}
	}
	return p
}

// recognisedLines are the lines of the page that its pixels show and its file does not say.
func (s *sheet) recognisedLines() []doc.Line {
	var out []doc.Line
	if s.text == nil {
		return nil
	}
	for i := range s.text.Lines {
		if words := s.text.Lines[i].Words; len(words) > 0 && words[0].Font < 0 {
			out = append(out, s.page.Lines[i])
		}
	}
	return out
}

// readFigures gives figures that say nothing the text that was recognised in them.
func readFigures(blocks []doc.Block, lines map[int][]doc.Line) {
	for i := range blocks {
		b := &blocks[i]
		if b.Type != doc.Figure || b.Text != "" {
			continue
		}
		var said []string
		for _, l := range lines[b.Page] {
			x, y := l.Box.Left+l.Box.Width/2, l.Box.Top+l.Box.Height/2
			if x >= b.Box.Left && x <= b.Box.Left+b.Box.Width && y >= b.Box.Top && y <= b.Box.Top+b.Box.Height {
				said = append(said, l.Text)
			}
		}
		b.Text = strings.Join(said, "\n")
	}
}
