package reader

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/fault"
	"github.com/octavo-dev/octavo/internal/format"
	"github.com/octavo-dev/octavo/internal/format/all"
	"github.com/octavo-dev/octavo/internal/ooxml"
)

// File is an opened file whose type is known.
type File struct {
	Type     string
	Selected []int // page numbers to read, ascending; nil where the format is read as a whole

	reader  *Reader
	kind    *format.Format // what it is
	native  *format.Format // what is read of it as a whole, which may be made of it first
	source  format.File
	options Options
	byPage  bool
	pages   engine.Document // nil where there are none, or not yet
	printed *os.File        // the PDF file that pages are of, where that is not the file itself
	closers []func()
}

// Open decides the type of a file. What is Paged is opened and its pages are selected.
func (r *Reader) Open(ctx context.Context, f format.File, o Options) (*File, error) {
	if o.Limits == (format.Limits{}) {
		o.Limits = format.DefaultLimits
	}
	var err error
	if f.Data, f.Size, err = ooxml.Unlock(f.Data, f.Size, o.Password); err != nil {
		return nil, fmt.Errorf("unlock: %w", err)
	}
	kind, err := format.Detect(all.Formats, f, o.Force)
	if err != nil {
		return nil, err
	}
	if o.Choose != nil {
		o.Select = func(count int, names []string) ([]int, error) { return o.Choose(kind.Name, count, names) }
	}
	file := &File{Type: kind.Name, reader: r, kind: kind, native: kind, source: f, options: o}
	if kind.Via != "" {
		if err := file.convertible(); err != nil {
			return nil, err
		}
	}
	if file.byPage = kind.Paged || file.prints() && o.Mode == Pixels; !file.byPage {
		return file, nil
	}
	if err := file.open(ctx); err != nil {
		file.Close()
		return nil, fmt.Errorf("open %s: %w", kind.Name, err)
	}
	return file, nil
}

// open opens a file that is read page by page.
func (f *File) open(ctx context.Context) error {
	if f.reader.Engines == nil {
		return format.Unsupported(f.Type)
	}
	if !f.kind.Paged {
		if err := f.print(ctx); err != nil {
			return err
		}
	} else if err := f.hand(ctx, engine.OpenOptions{Type: f.Type, Password: f.options.Password}); err != nil {
		return err
	}
	var err error
	if f.Selected, err = f.options.Pages(f.pages.Pages(), nil); err != nil {
		return err
	}
	return f.fits(len(f.Selected))
}

// hand hands the file to an engine.
func (f *File) hand(ctx context.Context, o engine.OpenOptions) error {
	data, err := f.onDisk(ctx)
	if err != nil {
		return err
	}
	f.pages, err = f.reader.Engines.Open(ctx, data, o)
	return err
}

// onDisk is the file itself, or a copy of it where other programs could not read it.
func (f *File) onDisk(ctx context.Context) (*os.File, error) {
	if data, ok := f.source.Data.(*os.File); ok {
		return data, nil
	}
	copied, _, err := spool(f.source.Reader(ctx))
	if err != nil {
		return nil, fmt.Errorf("spool: %w", err)
	}
	f.source.Data = copied
	f.closers = append(f.closers, func() { _ = copied.Close() })
	return copied, nil
}

func (f *File) fits(pages int) error {
	if most := f.options.Limits.Pages; most > 0 && pages > most {
		return format.TooLarge("the number of pages", int64(pages), int64(most))
	}
	return nil
}

// Paged reports whether the pages of the file can be read one by one.
func (f *File) Paged() bool { return f.byPage }

// Count is the number of pages that a Paged file has, selected or not.
func (f *File) Count() int { return f.pages.Pages() }

// Drawable reports whether the pages of the file can be drawn. Of one that is read as a whole that is known when it
// was.
func (f *File) Drawable() bool { return f.pages != nil }

// Print is the PDF file that the pages are of, where that is not the file itself; nil otherwise.
func (f *File) Print() *os.File { return f.printed }

// Close lets go of the engine. The file itself stays the caller's.
func (f *File) Close() {
	if f.pages != nil {
		f.pages.Close()
	}
	for _, c := range f.closers {
		c()
	}
}

// Read reads pages of a Paged file, or the whole of another. Join makes the document of it, be it the only part.
func (f *File) Read(ctx context.Context, pages []int) (*doc.Document, error) {
	if f.byPage {
		return f.readPages(ctx, pages)
	}
	d, err := f.readWhole(ctx)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", f.Type, err)
	}
	for i := range d.Pages {
		f.turned(d.Pages[i].Number)
	}
	return d, f.fits(len(d.Pages))
}

// turned tells of a page that was read.
func (f *File) turned(page int) {
	if f.options.Turned != nil {
		f.options.Turned(page)
	}
}

func (f *File) readPages(ctx context.Context, numbers []int) (*doc.Document, error) {
	d := &doc.Document{Type: f.Type, Kind: doc.Paged, Name: f.source.Name, PageCount: f.pages.Pages()}
	info, err := f.pages.Info(ctx)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", f.Type, err)
	}
	d.Properties = info.Document()
	for _, n := range numbers {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := f.readPage(ctx, d, n); err != nil {
			return nil, fmt.Errorf("read %s: %w", f.Type, err)
		}
		f.turned(n)
	}
	return d, nil
}

// readPage adds a page to the document. A page that cannot be read is an issue: the others are worth having.
func (f *File) readPage(ctx context.Context, d *doc.Document, n int) error {
	p, err := f.page(ctx, n)
	var own *engine.PageError
	switch {
	case err == nil:
		d.Pages = append(d.Pages, p.page)
		d.Blocks = append(d.Blocks, p.blocks...)
		for _, message := range p.issues {
			d.Issues = append(d.Issues, doc.Issue{Page: n, Message: message})
		}
	case errors.As(err, &own) && ctx.Err() == nil:
		why := pageFault(own)
		d.Pages = append(d.Pages, doc.Page{Number: n, Native: true})
		d.Issues = append(d.Issues, doc.Issue{Page: n, Message: why.Message, Failed: string(why.Name)})
	default:
		return err
	}
	return nil
}

// pageFault names why a page cannot be read. An engine that dies of a page dies again in a fresh process before that is
// reported, so it is the page that is at fault.
func pageFault(e *engine.PageError) *fault.Error {
	if fault.Is(e.Err, fault.SubprocessCrashed) {
		return fault.Wrap(fault.DocumentCorrupt, e.Err, "page %d makes the engine crash", e.Page)
	}
	return fault.Of(e.Err)
}

// Join makes one document of parts that Read gave, be it one.
func (f *File) Join(ctx context.Context, parts []*doc.Document) (*doc.Document, error) {
	if !f.byPage {
		return parts[0], nil
	}
	info, err := f.pages.Info(ctx)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", f.Type, err)
	}
	return Join(parts, info)
}

// Seen is what an engine saw on a page of a Paged file, before any of it was understood.
func (f *File) Seen(ctx context.Context, n int) (*engine.Page, error) { return f.pages.Page(ctx, n) }

// Render draws a page of the document that was read. What of it is damaged becomes an issue of that.
func (f *File) Render(ctx context.Context, d *doc.Document, n int, dpi float64) (*engine.Raster, error) {
	r, err := f.pages.Render(ctx, n, dpi, false)
	var own *engine.PageError
	if errors.As(err, &own) {
		return nil, &engine.PageError{Page: n, Err: pageFault(own)}
	}
	if err != nil {
		return nil, err
	}
	issue := doc.Issue{Page: n, Message: r.Damage}
	if r.Damage != "" && !slices.Contains(d.Issues, issue) {
		d.Issues = append(d.Issues, issue)
	}
	return r, nil
}
