package reader

import (
	"context"
	"os"
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/format/all"
	"github.com/octavo-dev/octavo/internal/ooxml"
)

// convertible finds the format that is made of the file before it is read. Bytes that are not of the type they are said
// to be are no work for a converter, which would take them for a text.
func (f *File) convertible() error {
	f.native = all.Named(f.kind.Via)
	if f.reader.Office == nil || f.native == nil || f.native.Read == nil {
		return format.Unsupported(f.Type)
	}
	sound, err := f.kind.Holds(f.source)
	if err != nil {
		return err
	}
	if !sound {
		return fault.New(fault.DocumentCorrupt, "the document cannot be read: it is no %s file", f.Type)
	}
	return nil
}

// prints reports whether the file has the pages that it is printed on.
func (f *File) prints() bool { return f.native.Printed != format.Unprinted && f.reader.Office != nil }

// readWhole reads a file by its own structure. Where its pages are those it is printed on, it is printed then: a file
// that is damaged never gets that far.
func (f *File) readWhole(ctx context.Context) (*doc.Document, error) {
	d, err := f.readNative(ctx)
	if err != nil || f.native.Printed == format.Unprinted {
		return d, err
	}
	if f.reader.Office == nil || f.reader.Engines == nil {
		d.Issues = append(d.Issues, doc.Issue{Message: "pages are not known: no converter is installed that prints " + f.Type + " files"})
		return d, f.selectOne(d)
	}
	switch err := f.print(ctx); {
	case fault.Is(err, fault.DocumentCorrupt):
		d.Issues = append(d.Issues, doc.Issue{Message: "pages are not known: the document cannot be printed"})
		return d, f.selectOne(d)
	case err != nil:
		return nil, err
	}
	if d.Kind == doc.Paged {
		return d, f.showSlides(ctx, d)
	}
	return d, f.putOnPaper(ctx, d)
}

// selectOne selects pages of a document that is one page for want of a print.
func (f *File) selectOne(d *doc.Document) error {
	if f.native.Printed != format.Paper {
		return nil
	}
	chosen, err := f.options.Pages(d.PageCount, nil)
	if err == nil && len(chosen) == 0 {
		d.Pages, d.Blocks = nil, nil
	}
	return err
}

// readNative reads the file, or what is made of it, with the reader of its format. Pages of what is printed on paper
// are selected later.
func (f *File) readNative(ctx context.Context) (*doc.Document, error) {
	source, o := f.source, f.options.Options
	if f.native.Printed == format.Paper {
		o.Select = nil
	}
	if f.kind.Via != "" {
		made, err := f.converted(ctx, f.kind.Via)
		if err != nil {
			return nil, err
		}
		info, err := made.Stat()
		if err != nil {
			return nil, err
		}
		source.Data, source.Size = made, info.Size()
	}
	d, err := f.native.Read(ctx, source, o)
	if err != nil {
		return nil, err
	}
	d.Type = f.Type
	if f.kind.Via != "" {
		d.Properties.Creator = program(f.source, f.Type)
	}
	return d, nil
}

// packed are the formats among those that are converted that are ZIP files, as the native ones are, which look at
// theirs themselves.
var packed = []string{"odt", "ods", "odp"}

// converted lets the converter make a file of another type, which stays until the file is closed.
func (f *File) converted(ctx context.Context, to string) (*os.File, error) {
	if slices.Contains(packed, f.Type) {
		if err := ooxml.Inspect(f.source.Data, f.source.Size, ooxml.DefaultLimits); err != nil {
			return nil, err
		}
	}
	data, err := f.onDisk(ctx)
	if err != nil {
		return nil, err
	}
	made, back, err := f.reader.Office.Convert(ctx, data, f.Type, to)
	if err != nil {
		return nil, f.refused(err)
	}
	f.closers = append(f.closers, back)
	return made, nil
}

// print makes the PDF file that has the pages and opens it.
func (f *File) print(ctx context.Context) error {
	made, err := f.converted(ctx, "pdf")
	if err != nil {
		return err
	}
	pages, err := f.reader.Engines.Open(ctx, made, engine.OpenOptions{Type: "pdf"})
	if err != nil {
		return err
	}
	if most := f.options.Limits.Pages; most > 0 && pages.Pages() > most {
		pages.Close()
		return fault.New(fault.OfficeConversionTooLarge, "the converted document exceeds %d pages", most)
	}
	f.pages, f.printed = pages, made
	return nil
}

// unprint forgets the print.
func (f *File) unprint() {
	f.pages.Close()
	f.pages, f.printed = nil, nil
}
