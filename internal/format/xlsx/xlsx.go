// Package xlsx reads Excel workbooks: the displayed values of their sheets, with what cells carry beyond that, and the
// comments, pictures, charts and text boxes that lie on them.
package xlsx

import (
	"context"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/ooxml"
	"github.com/octavo-dev/octavo/internal/sheet"
)

// The formats of workbooks.
var (
	Format         = of("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
	WithMacros     = of("xlsm", "application/vnd.ms-excel.sheet.macroenabled.12")
	Template       = of("xltx", "application/vnd.openxmlformats-officedocument.spreadsheetml.template")
	MacrosTemplate = of("xltm", "application/vnd.ms-excel.template.macroenabled.12")
)

func of(name, media string) format.Format {
	return format.Format{
		Name: name, MediaTypes: []string{media},
		Read: func(ctx context.Context, f format.File, opts format.Options) (*doc.Document, error) {
			return read(ctx, f, opts, name)
		},
	}
}

func read(ctx context.Context, f format.File, opts format.Options, kind string) (*doc.Document, error) {
	p, err := ooxml.Open(ctx, f.Data, f.Size, ooxml.DefaultLimits)
	if err != nil {
		return nil, err
	}
	b, err := openBook(p)
	if err != nil {
		return nil, err
	}
	d := &doc.Document{Type: kind, Kind: doc.Sheet, Name: f.Name, PageCount: len(b.sheets)}
	if d.Properties, err = p.Properties(); err != nil {
		return nil, err
	}
	selected, err := opts.Pages(len(b.sheets), b.names())
	if err != nil {
		return nil, err
	}
	tally := sheet.NewTally(opts)
	for _, n := range selected {
		if opts.Sheet.SkipHiddenSheets && b.sheets[n-1].hidden {
			continue
		}
		s := &reader{book: b, opts: opts, tally: tally, number: n, entry: b.sheets[n-1]}
		if err := s.read(d); err != nil {
			return nil, err
		}
	}
	if err := tally.Check(); err != nil {
		return nil, err
	}
	for _, text := range b.issues {
		d.Issues = append(d.Issues, doc.Issue{Message: text})
	}
	return d, nil
}
