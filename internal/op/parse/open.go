package parse

import (
	"context"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/reader"
)

// opened is an input whose type is known.
type opened struct {
	*reader.File
	bytes *op.Source
}

func (o *opened) Close() {
	o.File.Close()
	_ = o.bytes.Close()
}

// chooser selects pages of a file by its type, the number of its pages, and the names of those that are sheets.
type chooser func(kind string, count int, names []string) ([]int, error)

// these selects pages whatever the file is.
func these(pages []int) chooser {
	return func(string, int, []string) ([]int, error) { return pages, nil }
}

// open opens one input that is a file; choose selects its pages.
func (p *parser) open(ctx context.Context, input string, choose chooser) (*opened, error) {
	source, err := p.env.Sources.Open(ctx, p.task, input)
	if err != nil {
		return nil, err
	}
	file := format.File{Name: source.Name, MediaType: source.MediaType, Size: source.Size, Data: source.Data}
	o := p.readOptions(choose)
	if p.env.Turned != nil {
		o.Turned = func(page int) { p.env.Turned(input, page) }
	}
	f, err := p.env.Reader.Open(ctx, file, o)
	if err != nil {
		_ = source.Close()
		return nil, err
	}
	return &opened{f, source}, nil
}

func (p *parser) readOptions(choose chooser) reader.Options {
	settings := &p.request.Settings
	o := reader.Options{Mode: reader.Mode(settings.ExtractionMode), Choose: choose}
	o.Limits, o.Sheet = format.DefaultLimits, sheetOptions(&p.request.Spreadsheet)
	o.Limits.Pages = p.env.Site.Limits.MaxPages
	o.Limits.Cells = p.env.Site.Limits.Cells
	o.Limits.Expansion = p.env.Site.Limits.Expansion
	if s := settings.ForceFileExtension; s != nil {
		o.Force = *s
	}
	if s := settings.DocumentPassword; s != nil {
		o.Password = *s
	}
	if p.lite {
		o.Mode, o.Lite = reader.Embedded, true
	}
	if settings.OCRSystem == "legacy" && !p.r1() {
		o.Languages = germanic
	}
	o.Regions = p.looks()
	if a := p.request.Enhance.Scoped(api.ScopeText); a != nil {
		o.Careful = true
	}
	if a := p.request.Enhance.Scoped(api.ScopeTable); a != nil {
		o.Tables = reader.Doubtful
		if a.Mode == api.TableMax {
			o.Tables = reader.Every
		}
	}
	o.Charts, _ = p.chartAgent()
	o.Scripts = p.former != nil && p.former.EnableScripts
	return o
}

// looks reports whether the layout model is to look at every page.
func (p *parser) looks() bool { return !p.lite && (p.r1() || p.request.Enhance.IntelligentOrdering) }

// r1 reports whether the request is for that model.
func (p *parser) r1() bool {
	options := p.request.Options()
	return isR1(p.env.Site, &options)
}

// germanic are the languages of ocr_system legacy, in Latin script.
var germanic = []string{"eng", "deu", "nld", "swe", "dan", "nor"}

func sheetOptions(s *api.Spreadsheet) format.Sheet {
	o := format.Sheet{Clustering: format.Clustering(s.Clustering)}
	if s.SplitLargeTables.Enabled {
		o.SplitRows, o.SplitCols = s.SplitLargeTables.Size.Row, s.SplitLargeTables.Size.Column
	}
	if s.MaxCellCount != nil {
		o.MaxCells = *s.MaxCellCount
	}
	for _, e := range s.Exclude {
		switch e {
		case "hidden_sheets":
			o.SkipHiddenSheets = true
		case "hidden_rows":
			o.SkipHiddenRows = true
		case "hidden_cols":
			o.SkipHiddenCols = true
		case "spreadsheet_images":
			o.SkipEmbeddedImages = true
		}
	}
	return o
}
