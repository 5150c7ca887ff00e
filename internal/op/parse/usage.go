package parse

import (
	"strconv"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/job"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/render"
)

// usage says what the job used, in the form the billing mode asks for.
func (p *parser) usage(sources []source, pages []page) api.ParseUsage {
	u := api.ParseUsage{NumPages: len(pages), PageBillingBreakdown: map[string][]string{}}
	b := newBill(p.env.Site)
	cells, sheets := 0, false
	for i := range pages {
		pg := &pages[i]
		s := &sources[pg.source]
		u.PageBillingBreakdown[strconv.Itoa(pg.number)] = b.page(pg, s)
		if pg.kind == doc.Sheet {
			sheets = true
			cells += pg.Cells
		}
	}
	if sheets {
		u.NonEmptyCellCount = &cells
	}
	b.settle(p.task.Lane == job.Batch)
	switch p.env.Site.Billing.Mode {
	case "off":
		u.Credits, u.CreditBreakdown = api.Null[float64](), api.Null[map[string]float64]()
	case "breakdown":
		u.UsageBreakdown = b.breakdown(p.task.Lane == job.Batch, p.r1())
	default:
		u.Credits, u.CreditBreakdown = api.Some(b.total), api.Some(b.parts)
	}
	return u
}

// bill adds up the rate card.
type bill struct {
	rates         op.Rates
	parts         map[string]float64
	total         float64
	read, natives int // pages by how they were read
	ocr           int // of those that were read, by their pixels
	charts        int
	models        int // blocks that a model looked at because the caller asked
}

func newBill(site op.Site) bill {
	return bill{rates: site.Billing.Rates, parts: map[string]float64{}}
}

// page charges one page and names what it was charged for. A page of an earlier parse was charged there.
func (b *bill) page(p *page, s *source) []string {
	charge := func(name string, credits float64) {
		if !s.reused {
			b.parts[name] += credits
		}
	}
	if !s.reused {
		switch {
		case native(s.doc) != "":
			b.natives++
		case p.kind == doc.Paged && !p.Native:
			b.ocr++
			fallthrough
		default:
			b.read++
		}
		b.models += p.models
	}
	switch {
	case p.kind == doc.Sheet:
		per := b.rates.CellsFast
		if s.options.Spreadsheet.Clustering == "accurate" {
			per = b.rates.CellsAccurate
		}
		charge("spreadsheet_cells", float64(p.Cells)/max(per, 1))
		return []string{"billable_spreadsheet_pages"}
	case native(s.doc) != "":
		charge(native(s.doc), b.rates.NativePage)
		return []string{"page", native(s.doc)}
	}
	names, whole := []string{"page"}, b.rates.Page
	charge("page", b.rates.Page)
	if p.html {
		charge("complex", b.rates.Complex)
		names, whole = append(names, "complex"), whole+b.rates.Complex
	}
	if p.again {
		charge("agentic", whole*(b.rates.AgenticFactor-1))
		names = append(names, "agentic")
	}
	if p.charts > 0 {
		charge("chart_agent", float64(p.charts)*b.rates.Chart)
		names = append(names, "chart_agent")
		if !s.reused {
			b.charts += p.charts
		}
	}
	return names
}

// native names what a page is charged as whose text the file itself tells in order, empty for one that is looked at.
func native(d *doc.Document) string {
	switch d.Type {
	case "docx", "docm", "dotx", "doc", "odt", "rtf", "wpd":
		return "docx_native_page"
	}
	if d.Kind == doc.Flow {
		return "html_page"
	}
	return ""
}

// settle sums up, with the discount of the batch lane.
func (b *bill) settle(batch bool) {
	for name, credits := range b.parts {
		if batch {
			credits *= b.rates.BatchFactor
		}
		credits = b.rates.Round(credits)
		b.parts[name] = credits
		b.total += credits
	}
	b.total = b.rates.Round(b.total)
}

func (b *bill) breakdown(batch, r1 bool) *api.ParseUsageBreakdown {
	out := &api.ParseUsageBreakdown{
		ParseModel: api.ModelLegacy, Tier: api.TierDefault,
		ParsePages: b.read, ParseNativePages: b.natives, OCRPages: b.ocr, Charts: b.charts, PromptedBlocks: b.models, LegacyParseCredits: b.total,
	}
	if batch {
		out.Tier = api.TierBatch
	}
	if r1 {
		out.ParseModel = api.ModelR1
	}
	return out
}

// Usage is what reading alone used.
func (r *Read) Usage() api.ParseUsage { return r.parser.usage(r.sources, r.pages) }

// Cost is what reading came to, for operations that do more than that.
type Cost struct {
	Credits          float64
	OCRPages, Charts int
	Prompted         int // blocks that a model looked at because the caller asked
}

// mark notes what blocks add to the price of their pages.
func (r *Read) mark() {
	for i := range r.sources {
		s := &r.sources[i]
		o := r.parser.rendering(s)
		for _, block := range s.doc.Blocks {
			if p := r.at[place{i, block.Page}]; p != nil && render.Show(&block, o) {
				p.charge(&block, o)
			}
		}
	}
}

// cost charges all pages, those of earlier parses excepted.
func (r *Read) cost() Cost {
	r.mark()
	b := newBill(r.parser.env.Site)
	for i := range r.pages {
		b.page(&r.pages[i], &r.sources[r.pages[i].source])
	}
	b.settle(false)
	return Cost{Credits: b.total, OCRPages: b.ocr, Charts: b.charts, Prompted: b.models}
}
