package parse

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/infer"
	"github.com/octavo-dev/octavo/internal/vision"
)

// Bounds of what a model looks at: pixels along the longer side of a page, how many blocks of one batch of pages at once
// and in all, and the share of its page below which a figure is an ornament.
const (
	viewPixels = 2000
	viewsAt    = 4
	mostViews  = 500
	ornament   = 0.005
)

// view is what a model is asked about one block.
type view struct {
	block  *doc.Block
	prompt string
	look   func(context.Context, vision.Model, vision.View) error
}

// enhance has models look at the blocks of a document whose pages can still be drawn.
func (p *parser) enhance(ctx context.Context, file *opened, d *doc.Document) error {
	if p.lite {
		return nil
	}
	if model := p.env.Models.For(infer.Parse); model != nil && p.r1() && file.Drawable() {
		pages := blocksByPage(d)
		if err := p.spare(ctx, d, "pages were not all transcribed", model, len(pages), func() error { return p.transcribe(ctx, file, d, model, pages) }); err != nil {
			return err
		}
	}
	if model := p.env.Models.For(infer.Vision); model != nil && file.Drawable() {
		asked, others := p.views(d, model.Name())
		if err := p.look(ctx, file, d, model, asked); err != nil {
			return err
		}
		if err := p.spare(ctx, d, "figures were not all summarized", model, len(others), func() error { return p.look(ctx, file, d, model, others) }); err != nil {
			return err
		}
	}
	if model := p.env.Models.For(infer.Language); model != nil && p.request.Retrieval.EmbeddingOptimized {
		tables := gridded(d)
		return p.spare(ctx, d, "tables were not all summarized", model, len(tables), func() error { return p.digest(ctx, model, tables) })
	}
	return nil
}

// spare does what the caller did not ask for by name, so that its failure is none of the job: a warning says what was left
// out.
func (p *parser) spare(ctx context.Context, d *doc.Document, lost string, m *infer.Model, todo int, do func() error) error {
	if todo == 0 {
		return nil
	}
	err := error(fault.New(fault.LLMProviderError, "model %s did not answer a moment ago", m.Name()))
	if m.Well() {
		err = do()
	}
	if err != nil && ctx.Err() == nil {
		d.Issues = append(d.Issues, doc.Issue{Message: lost + ": " + fault.Of(err).Message})
	}
	return ctx.Err()
}

// views lists what is asked about which block, by whether the caller asked for it.
func (p *parser) views(d *doc.Document, model string) (asked, others []view) {
	e := &p.request.Enhance
	for i := range d.Blocks {
		b := &d.Blocks[i]
		if b.Watermark {
			continue
		}
		switch figure := e.Scoped(api.ScopeFigure); {
		case b.Type == doc.Figure && figure != nil && (!figure.AdvancedChartAgent || prompt(figure) != ""):
			asked = append(asked, view{b, prompt(figure), func(ctx context.Context, m vision.Model, w vision.View) error {
				return describe(ctx, m, w, model)
			}})
		case b.Type == doc.Figure:
			if e.SummarizeFigures && !p.r1() && b.Chart == nil && b.Box.Width*b.Box.Height >= ornament {
				others = append(others, view{b, "", func(ctx context.Context, m vision.Model, w vision.View) error { return describe(ctx, m, w, "") }})
			}
		case b.Table != nil && prompt(e.Scoped(api.ScopeTable)) != "":
			if a := e.Scoped(api.ScopeTable); a.Mode == api.TableMax || b.Confidence < highConfidence {
				asked = append(asked, view{b, prompt(a), func(ctx context.Context, m vision.Model, w vision.View) error { return readTable(ctx, m, w, model) }})
			}
		case b.Type == doc.KeyValue && prompt(e.Scoped(api.ScopeText)) != "":
			asked = append(asked, view{b, prompt(e.Scoped(api.ScopeText)), func(ctx context.Context, m vision.Model, w vision.View) error { return readPairs(ctx, m, w, model) }})
		}
	}
	return asked, others
}

func prompt(a *api.Agentic) string {
	if a == nil || a.Prompt == nil {
		return ""
	}
	return strings.TrimSpace(*a.Prompt)
}

// look shows the blocks to the model, until one of them fails.
func (p *parser) look(ctx context.Context, file *opened, d *doc.Document, m vision.Model, views []view) error {
	if len(views) > mostViews {
		d.Issues = append(d.Issues, doc.Issue{Message: fmt.Sprintf("the model was not shown %d blocks: there are more than %d", len(views)-mostViews, mostViews)})
		views = views[:mostViews]
	}
	group, within := errgroup.WithContext(ctx)
	group.SetLimit(viewsAt)
	var undrawn error
	for i := 0; i < len(views) && undrawn == nil; {
		page := views[i].block.Page
		raster, err := p.sight(within, file, d, page)
		if err != nil && !errors.Is(err, errUndrawn) {
			undrawn = err
		}
		for ; i < len(views) && views[i].block.Page == page; i++ {
			if v := views[i]; raster != nil {
				group.Go(func() error { return v.show(within, m, raster) })
			}
		}
	}
	// What a view failed of comes first: pages are not drawn any more because of it.
	if err := group.Wait(); err != nil {
		return err
	}
	return undrawn
}

// sight draws a page as large as a model can make use of.
func (p *parser) sight(ctx context.Context, file *opened, d *doc.Document, number int) (*engine.Raster, error) {
	dpi := float64(pictureDPI)
	for i := range d.Pages {
		if long := max(d.Pages[i].Width, d.Pages[i].Height); d.Pages[i].Number == number && long > 0 {
			dpi = min(dpi, viewPixels*72/long)
		}
	}
	return file.draw(ctx, d, number, dpi)
}

// show cuts the block out of its page and asks.
func (v view) show(ctx context.Context, m vision.Model, page *engine.Raster) error {
	var png bytes.Buffer
	box := v.block.Box
	if err := page.Crop(box.Left, box.Top, box.Width, box.Height).WritePNG(&png); err != nil {
		return fmt.Errorf("cut out a block: %w", err)
	}
	return v.look(ctx, m, vision.View{Block: v.block, PNG: png.Bytes(), Prompt: v.prompt})
}

func describe(ctx context.Context, m vision.Model, v vision.View, model string) error {
	text, err := vision.Describe(ctx, m, v)
	if err != nil || text == "" {
		return err
	}
	v.Block.Text, v.Block.Spans, v.Block.Agentic = text, nil, cmp.Or(model, v.Block.Agentic)
	return nil
}

func readTable(ctx context.Context, m vision.Model, v vision.View, model string) error {
	t, err := vision.Table(ctx, m, v)
	if err != nil || t == nil {
		return err
	}
	v.Block.Table, v.Block.Agentic = t, model
	return nil
}

func readPairs(ctx context.Context, m vision.Model, v vision.View, model string) error {
	pairs, err := vision.Pairs(ctx, m, v)
	if err != nil || len(pairs) == 0 {
		return err
	}
	v.Block.Pairs, v.Block.Agentic = pairs, model
	return nil
}

// gridded are the tables of a document that can be written as such.
func gridded(d *doc.Document) []*doc.Block {
	var out []*doc.Block
	for i := range d.Blocks {
		if b := &d.Blocks[i]; b.Table != nil && len(out) < mostViews && b.Table.Consistent() {
			out = append(out, b)
		}
	}
	return out
}

// digest has tables described for embed.
func (p *parser) digest(ctx context.Context, m vision.Model, tables []*doc.Block) error {
	prompt := ""
	if p.former != nil {
		prompt = p.former.TablePrompt
	}
	group, within := errgroup.WithContext(ctx)
	group.SetLimit(viewsAt)
	for _, b := range tables {
		group.Go(func() (err error) {
			if err = within.Err(); err == nil {
				b.Digest, err = vision.Digest(within, m, b, prompt)
			}
			return err
		})
	}
	return group.Wait()
}

// blocksByPage are the blocks of every page that has some.
func blocksByPage(d *doc.Document) map[int][]*doc.Block {
	out := map[int][]*doc.Block{}
	for i := range d.Blocks {
		b := &d.Blocks[i]
		out[b.Page] = append(out[b.Page], b)
	}
	return out
}

// transcribe has whole pages copied by the model; where their words stand is known already.
func (p *parser) transcribe(ctx context.Context, file *opened, d *doc.Document, m vision.Model, pages map[int][]*doc.Block) error {
	group, within := errgroup.WithContext(ctx)
	group.SetLimit(viewsAt)
	var undrawn error
	for _, number := range slices.Sorted(maps.Keys(pages)) {
		raster, err := p.sight(within, file, d, number)
		if errors.Is(err, errUndrawn) {
			continue
		}
		if undrawn = err; err != nil {
			break
		}
		group.Go(func() error {
			var png bytes.Buffer
			if err := raster.WritePNG(&png); err != nil {
				return fmt.Errorf("draw page %d for the model: %w", number, err)
			}
			return vision.Page(within, m, png.Bytes(), pages[number])
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return undrawn
}
