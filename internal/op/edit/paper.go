package edit

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/edit"
	"github.com/octavo-dev/octavo/internal/edit/pdf"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/op"
	"github.com/octavo-dev/octavo/internal/pdfout"
	"github.com/octavo-dev/octavo/internal/reader"
)

// paper is a PDF file, or an image as the PDF file it becomes.
type paper struct {
	editor  *editor
	source  *op.Source
	file    *reader.File
	pdf     *os.File // what is changed
	closers []func()
	listing *pdf.Listing
	slots   []slot
	sheets  map[int]*sheet
	wiped   map[int][]doc.Box // of pages that are pictures
}

// openPaper takes a file that is open for reading.
func (e *editor) openPaper(ctx context.Context, source *op.Source, file *reader.File) (_ *paper, err error) {
	p := &paper{editor: e, source: source, file: file, sheets: map[int]*sheet{}, wiped: map[int][]doc.Box{}}
	defer func() {
		if err != nil {
			p.release()
		}
	}()
	var mine bool
	if file.Type == "pdf" {
		p.pdf, mine, err = onDisk(source)
	} else {
		p.pdf, err = p.printed(ctx)
		mine = true
	}
	if err != nil {
		return nil, err
	}
	if mine {
		p.keep(p.pdf)
	}
	listing, fixed, err := e.env.PDF.Fields(ctx, p.pdf)
	if err != nil {
		return nil, err
	}
	if fixed != nil {
		p.keep(fixed)
		p.pdf = fixed
	}
	p.listing = listing
	e.env.Report(op.Progress{Done: 0.1, NumPages: listing.Pages, TotalPages: listing.Pages})
	return p, nil
}

func (p *paper) keep(f *os.File) { p.closers = append(p.closers, func() { _ = f.Close() }) }

func (p *paper) release() {
	for _, c := range p.closers {
		c()
	}
}

func (p *paper) close() {
	p.release()
	p.file.Close()
	_ = p.source.Close()
}

// imageDPI is the resolution of the PDF file that an image becomes; the image's own bounds it.
const imageDPI = 300

// printed makes a PDF file of an image.
func (p *paper) printed(ctx context.Context) (*os.File, error) {
	return p.draw(ctx, p.file.Selected, nil)
}

// draw makes a PDF file of pictures of pages, with words behind them where they are known.
func (p *paper) draw(ctx context.Context, pages []int, change func(n int, r *engine.Raster) []doc.Word) (_ *os.File, err error) {
	f, err := engine.Nameless("")
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = f.Close()
		}
	}()
	out := pdfout.New(f)
	for _, n := range pages {
		r, err := p.file.Render(ctx, &doc.Document{}, n, imageDPI)
		if err != nil {
			return nil, fmt.Errorf("draw page %d: %w", n, err)
		}
		page := pdfout.Page{Width: float64(r.Width) * 72 / r.DPI, Height: float64(r.Height) * 72 / r.DPI}
		if change != nil {
			page.Words = change(n, r)
		}
		if page.Image, err = pdfout.JPEG(r); err != nil {
			return nil, err
		}
		if err := out.Page(page); err != nil {
			return nil, err
		}
	}
	return f, out.Close()
}

// change carries out actions in a child process and stores the new file.
func (p *paper) change(ctx context.Context, actions []edit.Action) (*changed, error) {
	o, c, err := p.order(ctx, actions)
	if err != nil {
		return nil, err
	}
	if err := p.wipe(ctx); err != nil {
		return nil, err
	}
	made, report, err := p.editor.env.PDF.Apply(ctx, p.pdf, o)
	if err != nil {
		return nil, err
	}
	defer func() { _ = made.Close() }()
	info, err := made.Stat()
	if err != nil {
		return nil, err
	}
	if c.url, err = p.editor.store(ctx, p.source, "pdf", "application/pdf", io.NewSectionReader(made, 0, info.Size())); err != nil {
		return nil, err
	}
	c.pages = p.listing.Pages
	p.tell(c, report)
	return c, nil
}
