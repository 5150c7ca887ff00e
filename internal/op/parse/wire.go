package parse

import (
	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/chunk"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/render"
)

// wire writes chunks and words with the interface's field names.
type wire struct {
	pages   []page
	list    bool
	numeric bool
	err     error // the first box that left its page
}

func (w *wire) block(b *chunk.Block) api.ParseBlock {
	out := api.ParseBlock{
		Type: string(b.Type), BBox: w.box(b.Page, b.Box), Content: b.Content,
		Confidence: api.ConfidenceLow, Extra: w.extra(b), ImageURL: given(b.Image),
	}
	if b.Confidence >= highConfidence {
		out.Confidence = api.ConfidenceHigh
	}
	if w.numeric {
		confidence := render.Round(b.Confidence)
		out.GranularConfidence = &api.GranularConfidence{ParseConfidence: &confidence}
	}
	if b.Chart != nil && b.Chart.Data != "" {
		out.ChartData = []string{b.Chart.Data}
	}
	for i := range b.Fragments {
		f := &b.Fragments[i]
		out.MergedTables = append(out.MergedTables, api.MergedTable{
			Content: render.Content(&f.Block, f.Page, f.Render), BBox: w.box(f.Page, f.Box), ImageURL: given(f.Image),
		})
	}
	return out
}

func (w *wire) extra(b *chunk.Block) *api.Extra {
	p := &w.pages[b.Page-1]
	e := api.Extra{SheetName: p.Name, Caption: b.Caption, Agentic: b.Agentic}
	if b.Type == doc.SectionHeader || b.Type == doc.ListItem {
		e.Level = b.Level
	}
	if w.list {
		e.DocumentIndex = &p.source
	}
	if c := b.Chart; c != nil {
		e.IsChart, e.ChartJobID, e.ChartReconstruction, e.ChartOverlays = true, c.Job, c.Redrawn, c.Overlays
	}
	if e.Level == 0 && e.DocumentIndex == nil && e.SheetName == "" && e.Caption == "" && e.Agentic == "" && !e.IsChart {
		return nil
	}
	return &e
}

// box rounds a box and notes one that is not on its page.
func (w *wire) box(number int, b doc.Box) api.BoundingBox {
	p := &w.pages[number-1]
	out := api.BoundingBox{
		Left: render.Round(b.Left), Top: render.Round(b.Top), Width: render.Round(b.Width), Height: render.Round(b.Height),
		Page: number, OriginalPage: p.Number,
	}
	if p.kind == doc.Sheet {
		if b.Left < 1 || b.Top < 1 || b.Width < 1 || b.Height < 1 {
			w.fail()
		}
		return out
	}
	const slack = 1e-4 // sums of shares are not exact
	if b.Left < -slack || b.Top < -slack || b.Width < 0 || b.Height < 0 || b.Left+b.Width > 1+slack || b.Top+b.Height > 1+slack {
		w.fail()
	}
	out.Left, out.Top = min(max(out.Left, 0), 1), min(max(out.Top, 0), 1)
	out.Width, out.Height = min(out.Width, render.Round(1-out.Left)), min(out.Height, render.Round(1-out.Top))
	return out
}

func (w *wire) fail() {
	if w.err == nil {
		w.err = fault.New(fault.InternalInvariantViolation, "")
	}
}
