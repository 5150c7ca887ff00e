package parse

import (
	"context"
	"fmt"
	"slices"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/chunk"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/reader"
	"github.com/octavo-dev/octavo/internal/render"
)

// result is what the answer is written from.
type result struct {
	sources []source
	list    bool // the answer speaks of a list
	pages   []page
	chunks  []chunk.Chunk
	custom  *api.Custom

	enriched []string // what a model made of each chunk, empty where nothing; nil where it was not asked
}

// page is one page of the whole selection.
type page struct {
	*doc.Page
	number int // running
	source int // index of its document
	kind   doc.Kind
	html   bool // has a table written as HTML or a Key Value block
	again  bool // has a block that a second pass made better
	charts int  // that were read
	models int  // blocks that a model looked at because the caller asked
}

// charge notes what a block adds to the price of its page.
func (p *page) charge(b *doc.Block, o render.Options) {
	p.html = p.html || b.Type == doc.KeyValue || b.Table != nil && render.IsHTML(b.Table, o)
	p.again = p.again || b.Agentic != ""
	if b.Agentic != "" && b.Agentic != reader.Builtin {
		p.models++
	}
	if b.Chart != nil && b.Chart.Data != "" {
		p.charts++
	}
}

// assemble makes one sequence of all documents and cuts it into chunks.
func (p *parser) assemble(ctx context.Context, sources []source, list bool) (*result, error) {
	r := &result{sources: sources, list: list, pages: number(sources)}
	blocks, err := p.blocks(sources, r.pages)
	if err != nil {
		return nil, err
	}
	r.chunks = chunk.Make(blocks, running(r.pages), p.chunking(&p.request.Retrieval))
	if err := p.enrich(ctx, r); err != nil {
		return nil, err
	}
	p.issues(sources, list)
	r.custom = p.custom(sources, list)
	return r, ctx.Err()
}

// number gives every page its place in the whole selection.
func number(sources []source) []page {
	var out []page
	for i, s := range sources {
		for k := range s.doc.Pages {
			out = append(out, page{Page: &s.doc.Pages[k], number: len(out) + 1, source: i, kind: s.doc.Kind})
		}
	}
	return out
}

func running(pages []page) []int {
	out := make([]int, len(pages))
	for i := range pages {
		out[i] = pages[i].number
	}
	return out
}

// blocks lists the blocks of all documents that are wanted, tables merged if asked.
func (p *parser) blocks(sources []source, pages []page) ([]chunk.Block, error) {
	most := 0
	for _, s := range sources {
		most += len(s.doc.Blocks)
	}
	out := make([]chunk.Block, 0, most)
	at := 0 // first page of the document in pages
	for i := range sources {
		s := &sources[i]
		o := p.rendering(s)
		numbers := map[int]int{} // page in its document -> index in pages
		for k := range s.doc.Pages {
			numbers[s.doc.Pages[k].Number] = at + k
		}
		at += len(s.doc.Pages)
		first := len(out)
		for _, b := range s.doc.Blocks {
			if !render.Show(&b, o) {
				continue
			}
			page := &pages[numbers[b.Page]]
			if err := sound(&b, page.number, o); err != nil {
				return nil, err
			}
			rowPages(&b, numbers, pages)
			page.charge(&b, o)
			out = append(out, chunk.Block{Block: b, Page: page.number, Document: i, Render: o})
		}
		if s.options.Formatting.MergeTables {
			out = append(out[:first], chunk.MergeTables(out[first:])...)
		}
	}
	for i := range out {
		out[i].Source = i
	}
	return out, nil
}

// sound lowers the confidence of a table that is no grid, and refuses it in formats that cannot show it as text.
func sound(b *doc.Block, page int, o render.Options) error {
	if b.Table == nil || b.Table.Consistent() {
		return nil
	}
	switch o.Table {
	case render.JSON, render.JSONBBox, render.CSV:
		return fault.New(fault.ProcessingFailed, "table processing failed: a table on page %d has no consistent grid", page).Typed("table_processing_error")
	}
	b.Confidence = min(b.Confidence, lowConfidence)
	return nil
}

// Confidence is high from highConfidence on; lowConfidence is given to what had to fall back.
const (
	highConfidence = 0.85
	lowConfidence  = 0.5
)

// rendering is how the blocks of a document are written.
func (p *parser) rendering(s *source) render.Options {
	o := renderOptions(&s.options, isR1(p.env.Site, &s.options))
	if f := p.former; f != nil {
		o.Bare, o.Scripts, o.Uncounted = f.RemoveTextFormatting, f.EnableScripts, f.FilterLineNumbers
	}
	return o
}

// renderOptions are how a request of today has blocks written. With r-1 some of it is not the caller's choice.
func renderOptions(o *api.ParseOptions, r1 bool) render.Options {
	include, sheet := o.Formatting.Include, o.Spreadsheet.Include
	return render.Options{
		Table:      render.TableFormat(o.Formatting.TableOutputFormat),
		Links:      slices.Contains(include, "hyperlinks"),
		Highlights: r1 || slices.Contains(include, "highlight"),
		Changes:    slices.Contains(include, "change_tracking"),
		Comments:   slices.Contains(include, "comments"),
		Signatures: r1 || slices.Contains(include, "signatures"),
		Unmarked:   r1 || slices.Contains(include, "ignore_watermarks"),
		Colors:     slices.Contains(sheet, "cell_colors"),
		Formulas:   slices.Contains(sheet, "formula"),
		Dropdowns:  slices.Contains(sheet, "dropdowns"),
		Plain:      slices.Contains(o.Spreadsheet.Exclude, "styling"),
	}
}

// chunking is how blocks are grouped into chunks.
func (p *parser) chunking(r *api.Retrieval) chunk.Options {
	c := r.Chunking
	o := chunk.Options{
		Mode: chunk.Mode(c.Mode), Overlap: c.Overlap, Markers: p.request.Formatting.AddPageMarkers,
		Optimize: r.EmbeddingOptimized,
	}
	if f := p.former; f != nil {
		o.Continue, o.CutTables = f.ContinueHierarchy, f.ChunkTableBlocks
	}
	if c.Size != nil {
		o.Size = *c.Size
	}
	if len(r.FilterBlocks) > 0 {
		o.Filter = map[doc.BlockType]bool{}
		for _, t := range r.FilterBlocks {
			o.Filter[doc.BlockType(t)] = true
		}
	}
	return o
}

// issues turns what the readers left out, and options that mean nothing for a type, into warnings.
func (p *parser) issues(sources []source, list bool) {
	for i, s := range sources {
		where := ""
		if list {
			where = fmt.Sprintf("document %d: ", i)
		}
		for _, issue := range s.doc.Issues {
			if issue.Page > 0 {
				p.warn("%spage %d: %s", where, issue.Page, issue.Message)
				continue
			}
			p.warn("%s%s", where, issue.Message)
		}
		if s.doc.Kind == doc.Paged || s.reused {
			continue
		}
		if p.request.Settings.EmbedPDFMetadata {
			p.warn("%ssettings.embed_pdf_metadata has no effect on a %s file", where, s.doc.Type)
		}
		if len(p.request.Settings.ReturnImages) > 0 {
			p.warn("%ssettings.return_images has no effect on a %s file", where, s.doc.Type)
		}
	}
}

func (p *parser) warn(text string, args ...any) {
	p.warnings = append(p.warnings, fmt.Sprintf(text, args...))
}

// custom is what the result adds to the interface, nil when there is nothing.
func (p *parser) custom(sources []source, list bool) *api.Custom {
	c := &api.Custom{Warnings: p.warnings}
	if list {
		first := 1
		for i, s := range sources {
			c.Documents = append(c.Documents, api.SourceDocument{
				DocumentIndex: i, Name: s.doc.Name, NumPages: len(s.doc.Pages), FirstPage: first,
				PDFURL: given(s.pdf), DocumentProperties: p.properties(s),
			})
			first += len(s.doc.Pages)
		}
	}
	c.PageImages = pageImages(sources)
	if c.Documents == nil && c.PageImages == nil && c.Warnings == nil {
		return nil
	}
	return c
}

// pageImages lists the pictures of all pages with their place in the whole selection.
func pageImages(sources []source) []api.PageImage {
	var out []api.PageImage
	first := 1
	for i, s := range sources {
		at := map[int]int{}
		for k := range s.doc.Pages {
			at[s.doc.Pages[k].Number] = first + k
		}
		for _, image := range s.pages {
			out = append(out, api.PageImage{
				Page: at[image.Page], OriginalPage: image.Page, DocumentIndex: i,
				ImageURL: image.URL, Width: image.Width, Height: image.Height,
			})
		}
		first += len(s.doc.Pages)
	}
	return out
}
