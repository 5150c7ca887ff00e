package cite

import (
	"strings"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/flow"
	"github.com/octavo-dev/octavo/internal/render"
	"github.com/octavo-dev/octavo/internal/within"
)

// FromDocuments makes parsed documents a source. The pages of all of them are numbered on. On sheets every cell is a
// line, and its words stand where it stands.
func FromDocuments(documents []*doc.Document) Source {
	var s Source
	first := 1
	for _, d := range documents {
		numbers := map[int]int{}
		for i, p := range d.Pages {
			numbers[p.Number] = first + i
		}
		first += len(d.Pages)
		for i := range d.Blocks {
			b := &d.Blocks[i]
			s.Blocks = append(s.Blocks, Place{numbers[b.Page], b.Page, b.Box})
			if d.Kind == doc.Sheet {
				s.cells(b, numbers[b.Page])
			}
		}
		for i := range d.Pages {
			s.page(d, &d.Pages[i], numbers[d.Pages[i].Number])
		}
	}
	return s
}

func (s *Source) page(d *doc.Document, p *doc.Page, number int) {
	words, lines := p.Words, p.Lines
	if d.Kind == doc.Flow {
		words, lines = flow.Words(d)
	}
	for _, w := range words {
		s.Words = append(s.Words, Text{Place{number, p.Number, w.Box}, w.Text})
	}
	for _, l := range lines {
		s.Lines = append(s.Lines, Text{Place{number, p.Number, l.Box}, l.Text})
	}
}

func (s *Source) cells(b *doc.Block, number int) {
	if b.Table == nil {
		s.cell(b.Text, Place{number, b.Page, b.Box})
		return
	}
	for i := range b.Table.Cells {
		c := &b.Table.Cells[i]
		// A header row that is repeated stands elsewhere, and is found there.
		if at, ok := b.Table.CellBox(c); ok && within.Cover(at, b.Box) > 0 {
			s.cell(c.Text, Place{number, b.Page, at})
		}
	}
}

func (s *Source) cell(text string, at Place) {
	s.Lines = append(s.Lines, Text{at, text})
	for w := range strings.FieldsSeq(text) {
		s.Words = append(s.Words, Text{at, w})
	}
}

// FromResult makes a parse result a source. One without words cannot be searched.
func FromResult(r *api.FullResult) (Source, error) {
	var s Source
	if r.OCR == nil {
		return s, fault.New(fault.NotApplicable, "cite does not apply to a result without ocr; parse with settings.return_ocr_data")
	}
	for i := range r.Chunks {
		for k := range r.Chunks[i].Blocks {
			s.Blocks = append(s.Blocks, placed(r.Chunks[i].Blocks[k].BBox))
		}
	}
	for _, l := range r.OCR.Lines {
		s.Lines = append(s.Lines, Text{placed(l.BBox), l.Text})
	}
	for _, w := range r.OCR.Words {
		s.Words = append(s.Words, Text{placed(w.BBox), w.Text})
	}
	return s, nil
}

func placed(b api.BoundingBox) Place {
	original := b.OriginalPage
	if original == 0 {
		original = b.Page
	}
	return Place{b.Page, original, doc.Box{Left: b.Left, Top: b.Top, Width: b.Width, Height: b.Height}}
}

// Answer finds every query of a request.
func Answer(s Source, queries []api.CiteQuery) []api.CiteResult {
	x := New(s)
	out := make([]api.CiteResult, len(queries))
	for i, q := range queries {
		var filter *Place
		if q.BBoxFilter != nil {
			p := placed(*q.BBoxFilter)
			filter = &p
		}
		out[i].Matches = []api.CiteMatch{}
		for _, m := range x.Find(q.Text, filter) {
			match := api.CiteMatch{Page: m.Page}
			for _, p := range m.Boxes {
				match.BBoxes = append(match.BBoxes, wired(p))
			}
			out[i].Matches = append(out[i].Matches, match)
		}
	}
	return out
}

func wired(p Place) api.BoundingBox {
	return api.BoundingBox{
		Left: render.Round(p.Box.Left), Top: render.Round(p.Box.Top), Width: render.Round(p.Box.Width), Height: render.Round(p.Box.Height),
		Page: p.Page, OriginalPage: p.Original,
	}
}
