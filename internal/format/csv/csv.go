// Package csv reads tables of separated values: comma, semicolon, tab or bar, quoted or not.
package csv

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/octavo-dev/octavo/internal/charset"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/sheet"
)

// Format is comma-separated values.
var Format = format.Format{
	Name:       "csv",
	MediaTypes: []string{"text/csv", "application/csv"},
	Text:       true,
	Read: func(ctx context.Context, f format.File, opts format.Options) (*doc.Document, error) {
		return read(ctx, f, opts, "csv")
	},
}

// Tabbed is tab-separated values.
var Tabbed = format.Format{
	Name:       "tsv",
	Endings:    []string{"tab"},
	MediaTypes: []string{"text/tab-separated-values"},
	Text:       true,
	Read: func(ctx context.Context, f format.File, opts format.Options) (*doc.Document, error) {
		return read(ctx, f, opts, "tsv")
	},
}

// maxBytes bounds a file whatever its number of cells; the text of the cells is held in memory.
const maxBytes = 512 << 20

func read(ctx context.Context, f format.File, opts format.Options, kind string) (*doc.Document, error) {
	if f.Size > maxBytes {
		return nil, format.TooLarge("a "+kind+" file", f.Size, maxBytes)
	}
	name := strings.TrimSuffix(f.Name, path.Ext(f.Name))
	if name == "" {
		name = "Sheet1"
	}
	d := &doc.Document{Type: kind, Kind: doc.Sheet, Name: f.Name, PageCount: 1}
	if pages, err := opts.Pages(1, []string{name}); err != nil || len(pages) == 0 {
		return d, err
	}
	text, err := charset.NewReader(f.Reader(ctx))
	if err != nil {
		return nil, fmt.Errorf("decode %s: %w", kind, err)
	}
	rows, count, err := collect(newLines(text), kind, opts)
	if err != nil {
		return nil, err
	}
	d.Pages = []doc.Page{{Number: 1, Name: name, Native: true, Cells: count}}
	d.Blocks, err = sheet.Blocks(sheet.Sheet{Number: 1, Rows: rows, Plain: true}, opts.Sheet, opts.Limits)
	return d, err
}

// collect reads all records. Above the caller's bound it only counts, so that the refusal can name the number.
func collect(in *lines, kind string, opts format.Options) ([]sheet.Row, int, error) {
	p, err := newParser(in, kind)
	if err != nil {
		return nil, 0, err
	}
	var rows []sheet.Row
	tally := sheet.NewTally(opts)
	count, blank := 0, true
	for number := 1; ; number++ {
		fields, err := p.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, 0, fmt.Errorf("read row %d: %w", number, err)
		}
		cells := filled(fields)
		blank = blank && len(fields) == 1 && len(cells) == 0
		count += len(cells)
		keep, err := tally.Add(len(cells))
		switch {
		case err != nil:
			return nil, 0, err
		case !keep:
			rows = nil
		case len(cells) > 0:
			rows = append(rows, sheet.Row{Number: number, Cells: cells})
		}
	}
	if err := tally.Check(); err != nil {
		return nil, 0, err
	}
	if blank {
		return nil, 0, fault.New(fault.DocumentEmpty, "")
	}
	return rows, count, nil
}

// filled keeps the fields that hold something.
func filled(fields []string) []sheet.Cell {
	n := 0
	for i := range fields {
		if fields[i] = strings.TrimSpace(fields[i]); fields[i] != "" {
			n++
		}
	}
	out := make([]sheet.Cell, 0, n)
	for i, s := range fields {
		if s != "" {
			out = append(out, sheet.Cell{Col: int32(i + 1), Kind: sheet.KindOf(s), Text: s})
		}
	}
	return out
}
